// ComputationBuilder: the operations of XLA's document "Operation Semantics", as StableHLO.
//
//   ComputationBuilder max_builder("max");
//   const auto y = max_builder.Parameter(0, ShapeUtil::MakeShape(F32, {}), "y");
//   const auto x = max_builder.Parameter(1, ShapeUtil::MakeShape(F32, {}), "x");
//   max_builder.Max(y, x);
//   const Computation max = *max_builder.Build();
//
//   ComputationBuilder builder("reduce_window_2x3");
//   const auto input = builder.Parameter(0, ShapeUtil::MakeShape(F32, {4, 6}), "input");
//   builder.ReduceWindow(input, builder.ConstantLiteral(LiteralUtil::MinValue(F32)), max, {2, 3},
//                        {2, 3}, Padding::kValid);
//   const auto program = builder.Build()->MakeProgram();
#ifndef PADDOCK_CORE_API_XLA_BUILDER_H_
#define PADDOCK_CORE_API_XLA_BUILDER_H_

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/api/build/builder.h"
#include "core/api/xla/computation.h"
#include "core/api/xla/shape.h"

namespace paddock::xla {

class ComputationBuilder;
struct RecordedCall;

// A value of one ComputationBuilder. A handle is failed if the call that returned it had a mistake.
// Later calls accept it and report nothing.
class ComputationDataHandle {
 public:
  ComputationDataHandle() = default;
  bool is_failed() const { return index_ == kFailed; }

 private:
  friend class ComputationBuilder;
  static constexpr uint32_t kFailed = UINT32_MAX;

  ComputationDataHandle(uint64_t builder, uint32_t index) : builder_(builder), index_(index) {}

  // 0 means no value.
  uint64_t builder_ = 0;
  uint32_t index_ = 0;
};

using Handles = std::vector<ComputationDataHandle>;
using Dimensions = std::vector<int64_t>;
using Where = build::Where;

// A computation, or a function object that makes one: it takes a builder and the parameters, and
// returns the result. It cannot use values of other builders.
class Function {
 public:
  using Make = std::function<ComputationDataHandle(ComputationBuilder&, const Handles&)>;

  Function() = default;
  Function(Computation computation) : computation_(std::move(computation)) {}  // NOLINT: converts
  template <class Maker>
    requires(
        std::is_invocable_r_v<ComputationDataHandle, Maker, ComputationBuilder&, const Handles&>)
  Function(Maker make) : make_(std::move(make)) {}  // NOLINT: converts on purpose

 private:
  friend class ComputationBuilder;
  Computation computation_ = Computation();
  Make make_ = nullptr;
};

enum class Padding : uint8_t {
  kValid,  // no padding
  kSame,   // the result has the operand's sizes, divided by the strides and rounded up
};

struct PaddingConfigDimension {
  int64_t edge_padding_low = 0;
  int64_t edge_padding_high = 0;
  int64_t interior_padding = 0;
};
using PaddingConfig = std::vector<PaddingConfigDimension>;
// Low and high padding of each dimension.
using GeneralPadding = std::vector<std::pair<int64_t, int64_t>>;

// Makes one computation. Its result is that of the last operation. Each method checks the rules of
// the document, whose codes begin with "xla-" (`paddock explain xla-dot-2`), then makes StableHLO
// operations, which the checker's rules apply to. core/api/xla/custom_call_target.h makes functions
// of the document's form targets of CustomCall.
//
// core/api/xla/emit.mjs reads the methods, and writes those of JavaScript.
class ComputationBuilder {
 public:
  explicit ComputationBuilder(std::string_view name);
  ~ComputationBuilder();
  ComputationBuilder(ComputationBuilder&&) noexcept;
  ComputationBuilder& operator=(ComputationBuilder&&) noexcept;

  // Returns the computation, or all diagnostics if there is an error. The builder may go on.
  std::expected<Computation, std::vector<build::BuildDiagnostic>> Build(
      Where where = Where::current());
  // Builds a computation whose result is that value.
  std::expected<Computation, std::vector<build::BuildDiagnostic>> Build(
      ComputationDataHandle result, Where where = Where::current());
  const std::vector<build::BuildDiagnostic>& diagnostics() const;
  // Returns the diagnostics and forgets them: Build succeeds as if the wrong calls had not been
  // made.
  std::vector<build::BuildDiagnostic> TakeDiagnostics();
  // Returns the shape of a value; an empty tuple for a failed one.
  Shape GetShape(ComputationDataHandle operand) const;

  // Parameters of several methods:
  //   broadcast_dimensions: the dimension of the operand of higher rank that each dimension of the
  //     other one is. Needed unless the operands have equal rank, or one is a scalar.
  //   padding: kSame gives the result the sizes of the operand, divided by the strides and rounded
  //     up. kValid is no padding.
  //   epsilon: a number that is added to the variance.
  //   feature_index: the dimension of the features.

  // Declares a parameter of the computation. The numbers are 0, 1, ..., each once.
  ComputationDataHandle Parameter(int64_t number, const Shape& shape, std::string_view name,
                                  Where where = Where::current());
  // Makes a constant.
  ComputationDataHandle ConstantLiteral(const Literal& literal, Where where = Where::current());
  // Adds dimensions of these sizes on the left, and repeats operand in them.
  ComputationDataHandle Broadcast(ComputationDataHandle operand, const Dimensions& broadcast_sizes,
                                  Where where = Where::current());
  // Calls the computation as a function of the program.
  ComputationDataHandle Call(const Function& computation, const Handles& args,
                             Where where = Where::current());
  // Limits the elements of operand to those of min and max.
  ComputationDataHandle Clamp(ComputationDataHandle operand, ComputationDataHandle min,
                              ComputationDataHandle max, Where where = Where::current());
  // Makes one dimension of consecutive dimensions.
  ComputationDataHandle Collapse(ComputationDataHandle operand, const Dimensions& dimensions,
                                 Where where = Where::current());
  // Joins the operands along a dimension.
  ComputationDataHandle Concatenate(const Handles& operands, int64_t dimension,
                                    Where where = Where::current());
  // Converts each element. Floats become integers by rounding towards zero.
  ComputationDataHandle ConvertElementType(ComputationDataHandle operand,
                                           PrimitiveType new_element_type,
                                           Where where = Where::current());
  // Convolves lhs, whose dimensions are batch, feature and space, with the kernel rhs, whose
  // dimensions are output feature, input feature and space.
  ComputationDataHandle Conv(ComputationDataHandle lhs, ComputationDataHandle rhs,
                             const Dimensions& window_strides, Padding padding,
                             Where where = Where::current());
  // Convolves with low and high padding of each spatial dimension, and with holes between elements.
  // Empty dilations are 1.
  ComputationDataHandle ConvWithGeneralPadding(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                               const Dimensions& window_strides,
                                               const GeneralPadding& padding,
                                               const Dimensions& lhs_dilation = {},
                                               const Dimensions& rhs_dilation = {},
                                               Where where = Where::current());
  // Adds the replicas' operands.
  ComputationDataHandle CrossReplicaSum(ComputationDataHandle operand,
                                        Where where = Where::current());
  // Calls a function that each run is given.
  ComputationDataHandle CustomCall(std::string_view target_name, const Handles& args,
                                   const Shape& shape, Where where = Where::current());
  // Multiplies vectors or matrices.
  ComputationDataHandle Dot(ComputationDataHandle lhs, ComputationDataHandle rhs,
                            Where where = Where::current());
  // Returns lhs + rhs.
  ComputationDataHandle Add(ComputationDataHandle lhs, ComputationDataHandle rhs,
                            const Dimensions& broadcast_dimensions = {},
                            Where where = Where::current());
  // Returns lhs - rhs.
  ComputationDataHandle Sub(ComputationDataHandle lhs, ComputationDataHandle rhs,
                            const Dimensions& broadcast_dimensions = {},
                            Where where = Where::current());
  // Returns lhs * rhs.
  ComputationDataHandle Mul(ComputationDataHandle lhs, ComputationDataHandle rhs,
                            const Dimensions& broadcast_dimensions = {},
                            Where where = Where::current());
  // Returns lhs / rhs.
  ComputationDataHandle Div(ComputationDataHandle lhs, ComputationDataHandle rhs,
                            const Dimensions& broadcast_dimensions = {},
                            Where where = Where::current());
  // Returns the remainder of lhs / rhs, which has the sign of lhs.
  ComputationDataHandle Rem(ComputationDataHandle lhs, ComputationDataHandle rhs,
                            const Dimensions& broadcast_dimensions = {},
                            Where where = Where::current());
  // Returns the greater elements.
  ComputationDataHandle Max(ComputationDataHandle lhs, ComputationDataHandle rhs,
                            const Dimensions& broadcast_dimensions = {},
                            Where where = Where::current());
  // Returns the lesser elements.
  ComputationDataHandle Min(ComputationDataHandle lhs, ComputationDataHandle rhs,
                            const Dimensions& broadcast_dimensions = {},
                            Where where = Where::current());
  // Returns whether both elements are true.
  ComputationDataHandle LogicalAnd(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                   const Dimensions& broadcast_dimensions = {},
                                   Where where = Where::current());
  // Returns whether one of the elements is true.
  ComputationDataHandle LogicalOr(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                  const Dimensions& broadcast_dimensions = {},
                                  Where where = Where::current());
  // Compares: lhs = rhs.
  ComputationDataHandle Eq(ComputationDataHandle lhs, ComputationDataHandle rhs,
                           const Dimensions& broadcast_dimensions = {},
                           Where where = Where::current());
  // Compares: lhs != rhs.
  ComputationDataHandle Ne(ComputationDataHandle lhs, ComputationDataHandle rhs,
                           const Dimensions& broadcast_dimensions = {},
                           Where where = Where::current());
  // Compares: lhs >= rhs.
  ComputationDataHandle Ge(ComputationDataHandle lhs, ComputationDataHandle rhs,
                           const Dimensions& broadcast_dimensions = {},
                           Where where = Where::current());
  // Compares: lhs > rhs.
  ComputationDataHandle Gt(ComputationDataHandle lhs, ComputationDataHandle rhs,
                           const Dimensions& broadcast_dimensions = {},
                           Where where = Where::current());
  // Compares: lhs <= rhs.
  ComputationDataHandle Le(ComputationDataHandle lhs, ComputationDataHandle rhs,
                           const Dimensions& broadcast_dimensions = {},
                           Where where = Where::current());
  // Compares: lhs < rhs.
  ComputationDataHandle Lt(ComputationDataHandle lhs, ComputationDataHandle rhs,
                           const Dimensions& broadcast_dimensions = {},
                           Where where = Where::current());
  // Returns the absolute values.
  ComputationDataHandle Abs(ComputationDataHandle operand, Where where = Where::current());
  // Rounds up.
  ComputationDataHandle Ceil(ComputationDataHandle operand, Where where = Where::current());
  // Returns the cosines.
  ComputationDataHandle Cos(ComputationDataHandle operand, Where where = Where::current());
  // Returns e to the power of each element.
  ComputationDataHandle Exp(ComputationDataHandle operand, Where where = Where::current());
  // Rounds down.
  ComputationDataHandle Floor(ComputationDataHandle operand, Where where = Where::current());
  // Returns whether the elements are neither infinite nor NaN.
  ComputationDataHandle IsFinite(ComputationDataHandle operand, Where where = Where::current());
  // Returns the natural logarithms.
  ComputationDataHandle Log(ComputationDataHandle operand, Where where = Where::current());
  // Negates truth values.
  ComputationDataHandle LogicalNot(ComputationDataHandle operand, Where where = Where::current());
  // Returns -operand.
  ComputationDataHandle Neg(ComputationDataHandle operand, Where where = Where::current());
  // Returns -1, 0 or 1 for each element.
  ComputationDataHandle Sign(ComputationDataHandle operand, Where where = Where::current());
  // Returns the hyperbolic tangents.
  ComputationDataHandle Tanh(ComputationDataHandle operand, Where where = Where::current());
  // Normalizes each feature by its mean and variance. Returns the tuple (output, batch_mean,
  // batch_var).
  ComputationDataHandle BatchNormTraining(ComputationDataHandle operand,
                                          ComputationDataHandle scale, ComputationDataHandle offset,
                                          float epsilon, int64_t feature_index,
                                          Where where = Where::current());
  // Normalizes each feature by a given mean and variance.
  ComputationDataHandle BatchNormInference(ComputationDataHandle operand,
                                           ComputationDataHandle scale,
                                           ComputationDataHandle offset, ComputationDataHandle mean,
                                           ComputationDataHandle variance, float epsilon,
                                           int64_t feature_index, Where where = Where::current());
  // Returns the gradients of BatchNormTraining: the tuple (grad_operand, grad_scale, grad_offset).
  ComputationDataHandle BatchNormGrad(ComputationDataHandle operand, ComputationDataHandle scale,
                                      ComputationDataHandle mean, ComputationDataHandle variance,
                                      ComputationDataHandle grad_output, float epsilon,
                                      int64_t feature_index, Where where = Where::current());
  // Returns an element of a tuple.
  ComputationDataHandle GetTupleElement(ComputationDataHandle operand, int64_t index,
                                        Where where = Where::current());
  // Reads an array, or a tuple of arrays. Each Infeed must depend on the one before.
  ComputationDataHandle Infeed(const Shape& shape, Where where = Where::current());
  // Applies a computation to each element. It takes one scalar of each operand, then the static
  // operands.
  ComputationDataHandle Map(const Handles& operands, const Function& computation,
                            const Handles& static_operands = {}, Where where = Where::current());
  // Adds elements around operand and between its elements, or removes them at negative padding.
  ComputationDataHandle Pad(ComputationDataHandle operand, ComputationDataHandle padding_value,
                            const PaddingConfig& padding_config, Where where = Where::current());
  // Reduces dimensions by a computation of two scalars, which begins with init_value.
  ComputationDataHandle Reduce(ComputationDataHandle operand, ComputationDataHandle init_value,
                               const Function& computation, const Dimensions& dimensions,
                               Where where = Where::current());
  // Reduces each window by a computation of two scalars, which begins with init_value.
  ComputationDataHandle ReduceWindow(ComputationDataHandle operand,
                                     ComputationDataHandle init_value, const Function& computation,
                                     const Dimensions& window_dimensions,
                                     const Dimensions& window_strides, Padding padding,
                                     Where where = Where::current());
  // Changes the dimensions. The elements keep their order.
  ComputationDataHandle Reshape(ComputationDataHandle operand, const Dimensions& new_sizes,
                                Where where = Where::current());
  // Changes the dimensions after a transposition. `dimensions` is the order in which dimensions are
  // collapsed, the slowest varying first.
  ComputationDataHandle Reshape(ComputationDataHandle operand, const Dimensions& dimensions,
                                const Dimensions& new_sizes, Where where = Where::current());
  // Reverses the order of elements along dimensions.
  ComputationDataHandle Rev(ComputationDataHandle operand, const Dimensions& dimensions,
                            Where where = Where::current());
  // Makes random elements of type u32, 1 with the probability mean and 0 otherwise.
  ComputationDataHandle RngBernoulli(ComputationDataHandle mean, const Shape& shape,
                                     Where where = Where::current());
  // Makes random elements of the normal distribution with mean mu and standard deviation sigma.
  ComputationDataHandle RngNormal(ComputationDataHandle mu, ComputationDataHandle sigma,
                                  const Shape& shape, Where where = Where::current());
  // Makes random elements between a, included, and b, excluded.
  ComputationDataHandle RngUniform(ComputationDataHandle a, ComputationDataHandle b,
                                   const Shape& shape, Where where = Where::current());
  // Takes elements from on_true where pred is true, and from on_false elsewhere. A scalar pred
  // selects an array or a tuple.
  ComputationDataHandle Select(ComputationDataHandle pred, ComputationDataHandle on_true,
                               ComputationDataHandle on_false, Where where = Where::current());
  // Selects an element of each window of operand, and adds to its place the element of source, by
  // the computation scatter.
  ComputationDataHandle SelectAndScatter(ComputationDataHandle operand, const Function& select,
                                         const Dimensions& window_dimensions,
                                         const Dimensions& window_strides, Padding padding,
                                         ComputationDataHandle source,
                                         ComputationDataHandle init_value, const Function& scatter,
                                         Where where = Where::current());
  // Takes the elements from start_indices, included, to limit_indices, excluded.
  ComputationDataHandle Slice(ComputationDataHandle operand, const Dimensions& start_indices,
                              const Dimensions& limit_indices, Where where = Where::current());
  // Takes a part of the sizes size_indices from start_indices, a vector, on.
  ComputationDataHandle DynamicSlice(ComputationDataHandle operand,
                                     ComputationDataHandle start_indices,
                                     const Dimensions& size_indices,
                                     Where where = Where::current());
  // Replaces the part of operand from start_indices, a vector, on by update.
  ComputationDataHandle DynamicUpdateSlice(ComputationDataHandle operand,
                                           ComputationDataHandle update,
                                           ComputationDataHandle start_indices,
                                           Where where = Where::current());
  // Sorts along a dimension in ascending order. NaNs with a sign are first, others last.
  ComputationDataHandle Sort(ComputationDataHandle operand, int64_t dimension = -1,
                             Where where = Where::current());
  // Permutes the dimensions.
  ComputationDataHandle Transpose(ComputationDataHandle operand, const Dimensions& permutation,
                                  Where where = Where::current());
  // Makes a tuple.
  ComputationDataHandle Tuple(const Handles& elements, Where where = Where::current());
  // Repeats body while condition returns true. Both take the state, which is init at first.
  ComputationDataHandle While(const Function& condition, const Function& body,
                              ComputationDataHandle init, Where where = Where::current());

 private:
  struct State;

  // Reports a wrong use of the builder.
  void ReportUse(std::string message, Where where);
  // Records a call and makes its operations.
  ComputationDataHandle Record(RecordedCall call, const Handles& operands);
  // Returns the computation of a call with these operands. Null after a diagnostic, or if an
  // operand is failed and the computation's parameters are unknown.
  Computation Resolve(const Function& function, const Handles& operands,
                      const std::vector<Shape>& parameters, Where where);
  // Returns a scalar shape of the operand's element type.
  Shape ScalarOf(ComputationDataHandle operand) const;

  std::unique_ptr<State> state_;
};

}  // namespace paddock::xla

#endif  // PADDOCK_CORE_API_XLA_BUILDER_H_
