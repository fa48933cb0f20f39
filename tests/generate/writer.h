// The text of a random program while it is written: values in scope, lines, regions.
#ifndef PADDOCK_TESTS_GENERATE_WRITER_H_
#define PADDOCK_TESTS_GENERATE_WRITER_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/check/tensor_type.h"
#include "core/dialect/op_info.h"
#include "core/tensor/tensor.h"
#include "core/types/element_type.h"
#include "tests/generate/random.h"

namespace paddock::generate {

using Shape = std::vector<int64_t>;

struct TensorSpec {
  ElementType element = ElementType::kF32;
  Shape shape;
  friend bool operator==(const TensorSpec&, const TensorSpec&) = default;

  size_t rank() const { return shape.size(); }
  int64_t count() const;
  std::string text() const;  // "tensor<2x3xf32>"
  TensorSpec With(ElementType other) const { return {other, shape}; }
  TensorSpec With(Shape other) const { return {element, std::move(other)}; }
};

// What a program says of each size; empty if it says all of them.
using Sizes = std::vector<Dimension>;

struct Named {
  std::string name;
  // With the sizes that the value has.
  TensorSpec type;
  Sizes sizes = {};

  // The type that the program declares, where sizes are open in both versions (open_text.h).
  std::string type_text() const;
};

// Everything that the table says can be run, whose element types are tensors of the
// machine's.
inline constexpr uint32_t kStoredElements =
    kBooleanElements | kSignedElements | kUnsignedElements | kFloatElements | kComplexElements;

class Writer {
 public:
  explicit Writer(uint64_t seed);

  Random random;

  // --- Values.
  const std::vector<Named>& scope() const { return scope_; }
  void Add(Named value) { scope_.push_back(std::move(value)); }
  // A value of this type, whatever is said of its sizes: one in scope, or a new one.
  Named Get(const TensorSpec& type);
  // The value under a type that says this of its sizes.
  Named As(const Named& value, const Sizes& sizes);
  // One in scope that `is_wanted`; recent ones are likelier.
  std::optional<Named> Find(const std::function<bool(const TensorSpec&)>& is_wanted);
  // One with an element type of the set and a rank in [least, most].
  Named GetAny(uint32_t elements, size_t least_rank = 0, size_t most_rank = 4);
  Named Constant(const TensorSpec& type);
  // `dense<...>` of random elements.
  std::string Literal(const TensorSpec& type);
  // An integer constant of these elements.
  Named Integers(const std::vector<int64_t>& elements, const TensorSpec& type);
  // The same elements, of a static type; in an open program often computed: from sizes of values,
  // from arguments, or from what only a run knows.
  Named KnownIntegers(const std::vector<int64_t>& elements, const TensorSpec& type);
  // A scalar i32 of this value, likewise.
  Named KnownScalar(int64_t value);
  // The operand that says a result's shape, of any type that it may have.
  Named ShapeOperand(const Shape& shape);

  // --- Types.
  // One of the program's few element types, if any is in the set.
  ElementType AnyElement(uint32_t elements);
  Shape AnyShape(size_t least_rank, size_t most_rank);
  // In an open program, anything that is true of the shape.
  Sizes AnySizes(const Shape& shape);

  // --- Text.
  std::string NewName();
  // `%name = operation`, the value comes into scope.
  Named Define(const TensorSpec& type, const std::string& operation);
  // The generic form of an operation: `parts` are its attributes, `regions` each `{...}`.
  std::vector<Named> Apply(std::string_view op, const std::vector<Named>& operands,
                           const std::vector<TensorSpec>& results,
                           const std::string& attributes = "",
                           const std::vector<std::string>& regions = {});
  // The same where the results' types must be just these; their names do not matter.
  std::vector<Named> ApplyAs(std::string_view op, const std::vector<Named>& operands,
                             const std::vector<Named>& results, const std::string& attributes = "",
                             const std::vector<std::string>& regions = {});
  // `{ ^bb0(arguments): ... return }` around what `write` writes; it gives what is returned.
  // Values of outside are seen if `sees_outside`. An open program may leave sizes of the
  // arguments open if `opens_arguments`.
  std::string Region(const std::vector<TensorSpec>& arguments, bool sees_outside,
                     const std::function<std::vector<Named>(const std::vector<Named>&)>& write,
                     bool opens_arguments = false);
  // A region of a few element-wise operations on scalars.
  std::string ScalarBody(const std::vector<TensorSpec>& arguments,
                         const std::vector<TensorSpec>& results);
  // The body of a reduction or scatter over values of these types: accumulators, then elements.
  // Often a monoid for each, else any function.
  std::string CombinerBody(const std::vector<TensorSpec>& scalars);

  bool Runs(std::string_view op) const;
  // The grid that it is written for, and how many of its channels are taken.
  int64_t replicas = 1;
  int64_t partitions = 1;
  int64_t channels = 0;
  // Collective operations stand where every process comes to: not in branches and loops.
  bool meets_anywhere = true;
  int depth = 0;
  // Within a body that is applied to elements.
  bool is_in_body = false;
  // How many of a hundred sizes an open program leaves open; 0 if it is not an open program.
  int openness = 0;

  // Scalar arguments of type i32 whose values the program is written for.
  struct KnownArgument {
    std::string name;
    int64_t value = 0;
  };
  std::vector<KnownArgument> known;

  // A function that is written beside @main. Its names do not matter.
  struct Function {
    std::string name;
    std::vector<Named> arguments;
    // The values of scalar arguments after these.
    std::vector<int64_t> known;
    std::vector<Named> results;
  };
  std::vector<Function> functions;

  // One that takes any sizes: a few operations, each on what the one before it gave.
  struct OpenFunction {
    std::string name;
    ElementType element = ElementType::kF32;
    size_t rank = 1;
    std::vector<std::string> ops;
  };
  std::vector<OpenFunction> open_functions;

  std::string Take() { return std::move(text_); }
  void Text(const std::string& text) { text_ += text; }

 private:
  Named Make(const TensorSpec& type);

  std::string text_;
  std::vector<Named> scope_;
  std::vector<ElementType> palette_;
  int64_t next_name_ = 0;
};

// "a, b" of names, "T, U" of types.
std::string NamesOf(const std::vector<Named>& values);
std::string TypesOf(const std::vector<Named>& values);
std::string TypesOf(const std::vector<TensorSpec>& types);
std::string ListText(const std::vector<int64_t>& values);   // "1, 2"
std::string ArrayText(const std::vector<int64_t>& values);  // "array<i64: 1, 2>"

// One more operation with all its results, by a kind that the table says can run.
void WriteOperation(Writer& writer);

// How each kind of operation is written; it may choose not to write any.
struct OperationKind {
  std::string_view op;
  int weight;
  void (*write)(Writer& writer);
};
// By family; of `elementwise` those that need more than operands of one type.
std::vector<OperationKind> ElementwiseKinds();
std::vector<OperationKind> DataMovementKinds();
std::vector<OperationKind> IndexingKinds();
std::vector<OperationKind> ContractionKinds();
std::vector<OperationKind> ReductionKinds();
std::vector<OperationKind> WindowKinds();
std::vector<OperationKind> LinearAlgebraKinds();
std::vector<OperationKind> ControlFlowKinds();
std::vector<OperationKind> DynamismKinds();
// Of open programs alone.
std::vector<OperationKind> OpenSizeKinds();
std::vector<OperationKind> CollectiveKinds();
std::vector<OperationKind> QuantizationKinds();

// The text of a new function that takes any sizes, which calls may then name.
std::string WriteOpenFunction(Random& random, const std::string& name,
                              std::vector<Writer::OpenFunction>& functions);

// Gives element `index` any bits of its type.
void PutRandomBits(Random& random, Tensor& tensor, int64_t index);

// A random choice of `count` of 0 .. size - 1, in random order.
std::vector<int64_t> ChooseDimensions(Random& random, size_t size, size_t count);

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_WRITER_H_
