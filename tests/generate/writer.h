// Builder of a random program's text: values in scope, lines, regions.
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

// Sizes as a program declares them; empty if all are written.
using Sizes = std::vector<Dimension>;

struct Named {
  std::string name;
  // The type with the sizes of the value.
  TensorSpec type;
  Sizes sizes = {};

  // Returns the declared type, whose sizes are open in both versions (open_text.h).
  std::string type_text() const;
};

// Element types that can be run according to the table, and whose tensors can be stored.
inline constexpr uint32_t kStoredElements =
    kBooleanElements | kSignedElements | kUnsignedElements | kFloatElements | kComplexElements;

class Writer {
 public:
  explicit Writer(uint64_t seed);

  Random random;

  // --- Values.
  const std::vector<Named>& scope() const { return scope_; }
  void Add(Named value) { scope_.push_back(std::move(value)); }
  // Returns a value of this type, with any declared sizes: one in scope, or a new one.
  Named Get(const TensorSpec& type);
  // Returns the value under a type that declares these sizes.
  Named As(const Named& value, const Sizes& sizes);
  // Returns a value in scope that satisfies `is_wanted`; recent ones are likelier.
  std::optional<Named> Find(const std::function<bool(const TensorSpec&)>& is_wanted);
  // Returns a value with an element type of the set and a rank in [least, most].
  Named GetAny(uint32_t elements, size_t least_rank = 0, size_t most_rank = 4);
  Named Constant(const TensorSpec& type);
  // Returns `dense<...>` of random elements.
  std::string Literal(const TensorSpec& type);
  // Returns an integer constant of these elements.
  Named Integers(const std::vector<int64_t>& elements, const TensorSpec& type);
  // Returns these elements as a value of a static type. In an open program they are often computed:
  // from sizes of values, from arguments, or from values known only at run time.
  Named KnownIntegers(const std::vector<int64_t>& elements, const TensorSpec& type);
  // Returns a scalar i32 of this value, computed likewise.
  Named KnownScalar(int64_t value);
  // Returns an operand that specifies a result's shape, of any type that such operands may have.
  Named ShapeOperand(const Shape& shape);

  // --- Types.
  // One of the program's few element types, if any is in the set.
  ElementType AnyElement(uint32_t elements);
  Shape AnyShape(size_t least_rank, size_t most_rank);
  // From here on, nearly all new values have these element types.
  void Prefer(std::vector<ElementType> elements) { palette_ = std::move(elements); }
  // In an open program, returns any declaration that the shape satisfies.
  Sizes AnySizes(const Shape& shape);

  // --- Text.
  std::string NewName();
  // Writes `%name = operation` and adds the value to the scope.
  Named Define(const TensorSpec& type, const std::string& operation);
  // Writes the generic form of an operation; each of `regions` is a text `{...}`.
  std::vector<Named> Apply(std::string_view op, const std::vector<Named>& operands,
                           const std::vector<TensorSpec>& results,
                           const std::string& attributes = "",
                           const std::vector<std::string>& regions = {});
  // Like Apply, with exactly these result types; their names are ignored.
  std::vector<Named> ApplyAs(std::string_view op, const std::vector<Named>& operands,
                             const std::vector<Named>& results, const std::string& attributes = "",
                             const std::vector<std::string>& regions = {});
  // Returns `{ ^bb0(arguments): ... return }` around the text of `write`, which returns the
  // results. Outer values are visible if `sees_outside`. An open program may leave sizes of the
  // arguments open if `opens_arguments`.
  std::string Region(const std::vector<TensorSpec>& arguments, bool sees_outside,
                     const std::function<std::vector<Named>(const std::vector<Named>&)>& write,
                     bool opens_arguments = false);
  // Returns a region of a few element-wise operations on scalars.
  std::string ScalarBody(const std::vector<TensorSpec>& arguments,
                         const std::vector<TensorSpec>& results);
  // Returns the body of a reduction or scatter over values of these types: accumulators, then
  // elements. It is often a monoid for each, else any function.
  std::string CombinerBody(const std::vector<TensorSpec>& scalars);

  bool Runs(std::string_view op) const;
  // The grid of the program, and the number of channels in use.
  int64_t replicas = 1;
  int64_t partitions = 1;
  int64_t channels = 0;
  // Whether collective operations may be in branches and loops, where processes can miss each
  // other.
  bool meets_anywhere = true;
  int depth = 0;
  // Whether this is within a body that is applied to elements.
  bool is_in_body = false;
  // If there are any, the shapes of nearly all new values.
  std::vector<Shape> shapes;
  // Percentage of sizes that an open program leaves open; 0 if the program is not open.
  int openness = 0;

  // Scalar arguments of type i32 with values that the program depends on.
  struct KnownArgument {
    std::string name;
    int64_t value = 0;
  };
  std::vector<KnownArgument> known;

  // A function written beside @main. The names of its values are not used.
  struct Function {
    std::string name;
    std::vector<Named> arguments;
    // Values of the scalar arguments that follow.
    std::vector<int64_t> known;
    std::vector<Named> results;
  };
  std::vector<Function> functions;

  // A function for any sizes: a few operations, each on the result of the one before.
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

// Returns "a, b" for names, "T, U" for types.
std::string NamesOf(const std::vector<Named>& values);
std::string TypesOf(const std::vector<Named>& values);
std::string TypesOf(const std::vector<TensorSpec>& types);
// Returns the text of a function; `head` is such as "private @name".
std::string FunctionText(const std::string& head, const std::vector<Named>& arguments,
                         const std::string& body, const std::vector<Named>& results);
std::string ListText(const std::vector<int64_t>& values);   // "1, 2"
std::string ArrayText(const std::vector<int64_t>& values);  // "array<i64: 1, 2>"

// Writes one more operation with all its results, of a kind that can be run.
void WriteOperation(Writer& writer);

// Generator of one kind of operation; it may write nothing.
struct OperationKind {
  std::string_view op;
  int weight;
  void (*write)(Writer& writer);
};
// Generators by family; for `elementwise`, those of operations that need more than operands of one
// type.
std::vector<OperationKind> ElementwiseKinds();
std::vector<OperationKind> DataMovementKinds();
std::vector<OperationKind> IndexingKinds();
std::vector<OperationKind> ContractionKinds();
std::vector<OperationKind> ReductionKinds();
std::vector<OperationKind> WindowKinds();
std::vector<OperationKind> LinearAlgebraKinds();
std::vector<OperationKind> ControlFlowKinds();
std::vector<OperationKind> DynamismKinds();
// Generators for open programs only.
std::vector<OperationKind> OpenSizeKinds();
std::vector<OperationKind> CollectiveKinds();
std::vector<OperationKind> QuantizationKinds();

// Returns the text of a function for any sizes, and adds it to `functions` for later calls.
std::string WriteOpenFunction(Random& random, const std::string& name,
                              std::vector<Writer::OpenFunction>& functions);

// Sets element `index` to random bits of its type.
void PutRandomBits(Random& random, Tensor& tensor, int64_t index);

// Returns a random choice of `count` of 0 .. size - 1, in random order.
std::vector<int64_t> ChooseDimensions(Random& random, size_t size, size_t count);

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_WRITER_H_
