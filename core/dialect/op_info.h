// The op table in C++. Its rows are in core/dialect/*.def (form: core/dialect/README.md);
// generate.mjs converts them to constant data at build time.
#ifndef PADDOCK_CORE_DIALECT_OP_INFO_H_
#define PADDOCK_CORE_DIALECT_OP_INFO_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/types/element_type.h"
#include "dialect/constraint.inc"  // generated: enum class Constraint : uint16_t { kPadC1, ... }
#include "dialect/op_kind.inc"     // generated: enum class OpKind : uint16_t { kStablehloAbs, ... }

namespace paddock {

// Form that an attribute's value must have. Integer lists are accepted as array<i64: ..>, as
// dense<..> : tensor<Nxi64> and as [1, 2]; the parser normalizes them to one form.
enum class AttributeForm : uint8_t {
  kUnit,
  kBool,
  kI32,
  kI64,
  kUI32,
  kUI64,
  kF32,
  kF64,
  kInteger,  // an integer of any type
  kString,
  kSymbol,
  kType,
  kI64Array,     // array<i64>
  kBoolArray,    // array<i1>
  kI64Elements,  // dense<..> : tensor<..xi64>, of any rank (padding, replica_groups)
  kElements,     // dense<..> of any type
  kEnum,         // of_name names the enumeration
  kEnumArray,    // [ #stablehlo<precision DEFAULT>, .. ]
  kStruct,       // of_name names the structure
  kSymbolArray,
  kArray,
  kDictionary,
  kLayout,  // dense<..> : tensor<Nxindex>
  kLayoutArray,
  kAny,
};
// Returns the name in tables for people and programs: "i64_array".
std::string_view ToString(AttributeForm form);

enum class Arity : uint8_t { kOne, kOptional, kVariadic };

// Sets of element types, one bit each.
constexpr uint32_t ElementBit(ElementType type) { return 1u << static_cast<uint32_t>(type); }
constexpr uint32_t ElementsOfKind(ElementKind kind) {
  uint32_t bits = 0;
  for (size_t i = 0; i < kElementTypeCount; ++i) {
    if (kElementTypeInfos[i].kind == kind) bits |= 1u << i;
  }
  return bits;
}
inline constexpr uint32_t kBooleanElements = ElementsOfKind(ElementKind::kBoolean);
inline constexpr uint32_t kSignedElements = ElementsOfKind(ElementKind::kSigned);
inline constexpr uint32_t kUnsignedElements = ElementsOfKind(ElementKind::kUnsigned);
inline constexpr uint32_t kFloatElements = ElementsOfKind(ElementKind::kFloat);
inline constexpr uint32_t kComplexElements = ElementsOfKind(ElementKind::kComplex);
inline constexpr uint32_t kIndexElement = ElementsOfKind(ElementKind::kIndex);

// Types in a TypeSet besides ranked tensors of `elements`.
enum TypeFlag : uint8_t {
  kPerTensorQuantized = 1u << 0,
  kPerAxisQuantized = 1u << 1,
  kTokens = 1u << 2,
  kTuples = 1u << 3,
  kMemrefs = 1u << 4,
  kFutures = 1u << 5,
  kUnrankedTensors = 1u << 6,
  kAnyType = 1u << 7,
};

// Types that an operand or result may have, from the words of its row.
struct TypeSet {
  uint32_t elements = 0;
  uint8_t flags = 0;
  int8_t rank = -1;  // tensor rank; -1: any
};

// Valid integers of an operand, if its type alone does not bound them.
enum class ValueUse : uint8_t {
  kAny,
  kAsResults,       // each is a number of the result, whose uses bound it
  kWithin,          // low .. high
  kBelowWidth,      // 0 .. bits of the element type - 1
  kSliceStart,      // positions in operand 0 at which the whole slice fits
  kIndexVectors,    // such positions along index_vector_dim
  kAlongDimension,  // positions along dimension `dim` of operand 0
  kDimensionSize,   // sizes of dimension `dimension` of operand 0
  kResultShape,   // sizes of the result; if these are open, of a result with the same element count
  kAddedPadding,  // sizes that the result exceeds operand 0 by, for each dimension
  kBranch,        // numbers of the regions
  kIotaBeside,    // numbers of an iota that the operand is compared with
  kGroupSize,     // equal shares of the rows of operand 0
};

struct ValueBounds {
  ValueUse use = ValueUse::kAny;
  // Bounds of kWithin, inclusive.
  int8_t low = 0;
  int8_t high = 0;
};

struct OperandInfo {
  std::string_view name;
  // The specification's words for its type: "tensor of integer type".
  std::string_view type;
  Arity arity = Arity::kOne;
  ValueBounds values;
  TypeSet set;
};

struct AttributeInfo {
  std::string_view name;
  AttributeForm form = AttributeForm::kAny;
  std::string_view of_name;  // name of the enum or struct: kEnum, kEnumArray, kStruct
  bool is_optional = false;  // may be absent, with the value `default_text` if that is not empty
  std::string_view default_text;  // in generic syntax: "false", "0 : i64", "array<i64>"
  std::string_view since;         // first version of StableHLO with it; empty: all versions
  // The specification's label of the input, "I4"; empty if it has none.
  std::string_view label;
};

// Origin of a result's type, and of the number of a list of results.
enum class ResultSource : uint8_t {
  kGiven,      // the program gives it, because operands and attributes do not determine it
  kSet,        // the only type of its set
  kOperand,    // row `index` of the operands, from which the check function infers it
  kAttribute,  // the type of attribute `index`
  kRegion,     // the returned values of region `index`, except the results of the other rows
};

struct ResultOrigin {
  ResultSource source = ResultSource::kGiven;
  uint8_t index = 0;
};

// Arguments that a region takes for each operand of a row.
enum class ArgumentRule : uint8_t {
  kElements,  // a scalar of the element type
  kElement,   // one scalar of the first one's element type
  kPairs,     // two scalars of the element type
  kTypes,     // a value of its type
  kSlices,    // its slice at one index of the attribute `dimension`
};

struct RegionArguments {
  ArgumentRule rule = ArgumentRule::kTypes;
  uint8_t operand = 0;  // row of the operands
};

struct RegionInfo {
  std::string_view name;
  Arity arity = Arity::kOne;
  // Regions of functions and modules, which must not use values defined outside.
  bool is_isolated = false;
  // Whether the program gives the types of the arguments, because operands do not determine them.
  bool is_given = false;
  std::span<const RegionArguments> arguments = {};
};

// Time at which a constraint can be checked.
enum class When : uint8_t {
  kParse,     // reading the text
  kCheck,     // on the program alone
  kStart,     // when the process grid and the arguments are known
  kRun,       // needs values
  kImplied,   // implied by the grammar or by another constraint: cannot fail alone
  kWarn,      // upstream's vectors contradict it: a warning, an error under --strict
  kUpstream,  // only upstream's verifier has it, not the specification: a warning
  kCall,      // checked at a call of core/api/xla
};

struct ConstraintInfo {
  std::string_view label;    // "C1"; "X1" for a rule that the specification omits
  std::string_view formula;  // in the specification's notation, with code spans as plain text
  When when = When::kCheck;
  std::string_view code;     // code of its diagnostics: "pad-c1", "operand-type"
  std::string_view subject;  // "pad"; empty for a rule of all operations
  std::string_view link;     // the specification's section: "#pad"
};

enum Trait : uint32_t {
  kPure = 1u << 0,  // no effect but its results
  kCommutative = 1u << 1,
  kElementwise = 1u << 2,   // result[i] = f(operands[i])
  kCollective = 1u << 3,    // needs other processes
  kTerminator = 1u << 4,    // ends a block
  kSymbolTrait = 1u << 5,   // defines sym_name in its parent's body
  kConstantLike = 1u << 6,  // one result, which the attribute `value` determines
  kDeprecated = 1u << 7,
  kSameType = 1u << 8,       // all operands and results have one type in the short form
  kFoldable = 1u << 9,       // may be computed while planning
  kPassesValues = 1u << 10,  // results are existing values, and have their shapes
  kEffect = 1u << 11,        // has an effect besides its results; implied for collectives
};

// Rules of the attribute replica_groups of a collective operation, once the grid is known.
struct GroupInfo {
  // Meaning of the ids with a channel: partitions, otherwise replicas of all partitions.
  bool is_cross_partition = false;
  // Every id of the grid must be in a group, by the constraint `complete`.
  bool is_complete = false;
  Constraint complete{};
  // 0 <= id < number of ids.
  Constraint range{};
};

struct OpInfo {
  OpKind kind;
  std::string_view name;     // "stablehlo.pad"
  std::string_view dialect;  // "stablehlo"
  std::string_view family;   // "data_movement"
  std::string_view doc;      // one line
  std::string_view link;     // the specification's section
  std::string_view since;
  std::span<const OperandInfo> operands;
  std::span<const AttributeInfo> attributes;
  std::span<const OperandInfo> results;
  std::span<const RegionInfo> regions;
  std::span<const ConstraintInfo> constraints;
  uint32_t traits = 0;
  // The pretty form in the language of core/dialect/README.md; empty: generic only.
  std::string_view format;
  // Element-wise kernel ("add"); empty if there is none.
  std::string_view kernel;
  // False: running the operation fails with "not yet implemented".
  bool has_check = false;
  bool has_lower = false;
  // Other libraries' names for it, separated by blanks: "exp".
  std::string_view also = {};
  // Kernel on i1, if it differs.
  std::string_view boolean_kernel = {};
  // Null for operations without process groups.
  const GroupInfo* groups = nullptr;
  // Origin of each result's type.
  std::span<const ResultOrigin> origins = {};

  bool has(Trait trait) const { return (traits & trait) != 0; }
  // Returns the position in `attributes`, or -1.
  int FindAttribute(std::string_view attribute_name) const;
};

// An enumeration of the dialects: "comparison_direction" with EQ, NE, ...
struct EnumInfo {
  std::string_view name;
  std::string_view dialect;
  std::span<const std::string_view> cases;
};

// A structure attribute: "gather" with its fields, in the order of printing.
struct StructInfo {
  std::string_view name;
  std::string_view dialect;
  std::span<const AttributeInfo> fields;
};

// An operation of other libraries that is several operations in StableHLO.
struct RecipeInfo {
  std::string_view names;  // separated by blanks: "sum reduce_sum"
  std::string_view says;   // a sentence; empty if the lines suffice
  std::string_view lines;  // lines of a program on small operands
};
std::span<const RecipeInfo> RecipeTable();

// Returns all operations, ordered by OpKind.
std::span<const OpInfo> OpTable();
inline const OpInfo& Info(OpKind kind) { return OpTable()[static_cast<size_t>(kind)]; }
// Finds an operation by its full name ("stablehlo.add"); null if there is none. Constant time.
const OpInfo* FindOp(std::string_view name);

// Returns the names of all operations, ordered by OpKind.
std::span<const std::string_view> OpNames();

// Returns the row of a constraint of an operation, or of a rule of core/dialect/rules.def.
const ConstraintInfo& Info(Constraint constraint);
// Returns all constraints, ordered by Constraint.
std::span<const ConstraintInfo> ConstraintTable();
// Rules of core/dialect/xla.def: programs without core/api/xla do not link them.
const ConstraintInfo& Info(CallRule rule);
std::span<const ConstraintInfo> CallRuleTable();
// Returns whether `code` is a rule that only upstream's verifier has.
bool IsUpstreamRule(std::string_view code);
// Returns the specification's address for a `link` of the table.
std::string SpecificationLink(std::string_view link);

std::span<const EnumInfo> EnumTable();
const EnumInfo* FindEnum(std::string_view name);
std::span<const StructInfo> StructTable();
const StructInfo* FindStruct(std::string_view name);

}  // namespace paddock

#endif  // PADDOCK_CORE_DIALECT_OP_INFO_H_
