// The meaning of each operation of the document in StableHLO. Each function makes the operations of
// one call, or reports a rule that the call breaks. Private to core/api/xla.
#ifndef PADDOCK_CORE_API_XLA_LOWER_H_
#define PADDOCK_CORE_API_XLA_LOWER_H_

#include "core/api/xla/builder.h"
#include "core/api/xla/emitter.h"

namespace paddock::xla {

using BinaryMethod = build::Value (build::FunctionBuilder::*)(build::Value, build::Value,
                                                              const build::Extras&, Where);
using UnaryMethod = build::Value (build::FunctionBuilder::*)(build::Value, const build::Extras&,
                                                             Where);

// elementwise.cc
Lowered LowerBinary(Emitter& e, Operands operands, BinaryMethod method, const Dimensions& mapping);
Lowered LowerLogical(Emitter& e, Operands operands, BinaryMethod method, const Dimensions& mapping);
Lowered LowerComparison(Emitter& e, Operands operands, build::ComparisonDirection direction,
                        const Dimensions& mapping);
Lowered LowerUnary(Emitter& e, Operands operands, UnaryMethod method);
Lowered LowerAbs(Emitter& e, Operands operands);
Lowered LowerSign(Emitter& e, Operands operands);
Lowered LowerLogicalNot(Emitter& e, Operands operands);
Lowered LowerClamp(Emitter& e, Operands operands);
Lowered LowerSelect(Emitter& e, Operands operands);
Lowered LowerConvert(Emitter& e, Operands operands, PrimitiveType type);

// shapes.cc
Lowered LowerBroadcast(Emitter& e, Operands operands, const Dimensions& sizes);
Lowered LowerCollapse(Emitter& e, Operands operands, const Dimensions& dimensions);
Lowered LowerReshape(Emitter& e, Operands operands, const Dimensions& new_sizes);
Lowered LowerReshape(Emitter& e, Operands operands, const Dimensions& dimensions,
                     const Dimensions& new_sizes);
Lowered LowerTranspose(Emitter& e, Operands operands, const Dimensions& permutation);
Lowered LowerRev(Emitter& e, Operands operands, const Dimensions& dimensions);

// data_movement.cc
Lowered LowerConcatenate(Emitter& e, Operands operands, int64_t dimension);
Lowered LowerPad(Emitter& e, Operands operands, const PaddingConfig& config);
Lowered LowerSlice(Emitter& e, Operands operands, const Dimensions& starts,
                   const Dimensions& limits);
Lowered LowerDynamicSlice(Emitter& e, Operands operands, const Dimensions& sizes);
Lowered LowerDynamicUpdateSlice(Emitter& e, Operands operands);
Lowered LowerSort(Emitter& e, Operands operands, int64_t dimension);

// contraction.cc
Lowered LowerDot(Emitter& e, Operands operands);
Lowered LowerConv(Emitter& e, Operands operands, const Dimensions& strides, Padding padding);
Lowered LowerConvWithGeneralPadding(Emitter& e, Operands operands, const Dimensions& strides,
                                    const GeneralPadding& padding, const Dimensions& lhs_dilation,
                                    const Dimensions& rhs_dilation);

// reduction.cc
Lowered LowerMap(Emitter& e, Operands operands, size_t mapped, const Computation& computation);
Lowered LowerReduce(Emitter& e, Operands operands, const Computation& computation,
                    const Dimensions& dimensions);
Lowered LowerReduceWindow(Emitter& e, Operands operands, const Computation& computation,
                          const Dimensions& window_dimensions, const Dimensions& window_strides,
                          Padding padding);
Lowered LowerSelectAndScatter(Emitter& e, Operands operands, const Computation& select,
                              const Dimensions& window_dimensions, const Dimensions& window_strides,
                              Padding padding, const Computation& scatter);
Lowered LowerCrossReplicaSum(Emitter& e, Operands operands);

// normalization.cc
Lowered LowerBatchNormTraining(Emitter& e, Operands operands, float epsilon, int64_t feature);
Lowered LowerBatchNormInference(Emitter& e, Operands operands, float epsilon, int64_t feature);
Lowered LowerBatchNormGrad(Emitter& e, Operands operands, float epsilon, int64_t feature);

// random.cc
Lowered LowerRngBernoulli(Emitter& e, Operands operands, const Shape& shape);
Lowered LowerRngNormal(Emitter& e, Operands operands, const Shape& shape);
Lowered LowerRngUniform(Emitter& e, Operands operands, const Shape& shape);

// calls.cc
Lowered LowerCall(Emitter& e, Operands operands, const Computation& computation);
Lowered LowerCustomCall(Emitter& e, Operands operands, const std::string& target,
                        const Shape& shape);
Lowered LowerGetTupleElement(Emitter& e, Operands operands, int64_t index);
Lowered LowerTuple(Emitter& e, Operands operands);
Lowered LowerWhile(Emitter& e, Operands operands, const Computation& condition,
                   const Computation& body);

// Number of places of a window in one dimension: with kSame size / stride, rounded up.
int64_t PlacesOf(Padding padding, int64_t size, int64_t window, int64_t stride);
// Low and high padding of one dimension under which the window has these places.
std::pair<int64_t, int64_t> PaddingOf(Padding padding, int64_t size, int64_t window,
                                      int64_t stride);
// Pairs as the n x 2 elements of a padding attribute.
build::Elements PaddingElements(const GeneralPadding& padding);

}  // namespace paddock::xla

#endif  // PADDOCK_CORE_API_XLA_LOWER_H_
