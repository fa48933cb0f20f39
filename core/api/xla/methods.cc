// ComputationBuilder's other operations.
#include "core/api/xla/builder.h"
#include "core/api/xla/lower.h"

namespace paddock::xla {

ComputationDataHandle ComputationBuilder::ConstantLiteral(const Literal& literal, Where where) {
  return Record({"ConstantLiteral",
                 {},
                 [=](Emitter& e, Operands) { return e.Made(e.Constant(literal)); },
                 where},
                {});
}

ComputationDataHandle ComputationBuilder::Broadcast(ComputationDataHandle operand,
                                                    const Dimensions& broadcast_sizes,
                                                    Where where) {
  return Record({"Broadcast",
                 {},
                 [=](Emitter& e, Operands o) { return LowerBroadcast(e, o, broadcast_sizes); },
                 where},
                {operand});
}

ComputationDataHandle ComputationBuilder::Collapse(ComputationDataHandle operand,
                                                   const Dimensions& dimensions, Where where) {
  return Record({"Collapse",
                 {},
                 [=](Emitter& e, Operands o) { return LowerCollapse(e, o, dimensions); },
                 where},
                {operand});
}

ComputationDataHandle ComputationBuilder::Concatenate(const Handles& operands, int64_t dimension,
                                                      Where where) {
  return Record({"Concatenate",
                 {},
                 [=](Emitter& e, Operands o) { return LowerConcatenate(e, o, dimension); },
                 where},
                operands);
}

ComputationDataHandle ComputationBuilder::Conv(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                               const Dimensions& window_strides, Padding padding,
                                               Where where) {
  return Record({"Conv",
                 {},
                 [=](Emitter& e, Operands o) { return LowerConv(e, o, window_strides, padding); },
                 where},
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::ConvWithGeneralPadding(
    ComputationDataHandle lhs, ComputationDataHandle rhs, const Dimensions& window_strides,
    const GeneralPadding& padding, const Dimensions& lhs_dilation, const Dimensions& rhs_dilation,
    Where where) {
  return Record({"ConvWithGeneralPadding",
                 {},
                 [=](Emitter& e, Operands o) {
                   return LowerConvWithGeneralPadding(e, o, window_strides, padding, lhs_dilation,
                                                      rhs_dilation);
                 },
                 where},
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::CrossReplicaSum(ComputationDataHandle operand,
                                                          Where where) {
  return Record({"CrossReplicaSum",
                 {},
                 [](Emitter& e, Operands o) { return LowerCrossReplicaSum(e, o); },
                 where},
                {operand});
}

ComputationDataHandle ComputationBuilder::CustomCall(std::string_view target_name,
                                                     const Handles& args, const Shape& shape,
                                                     Where where) {
  return Record({"CustomCall",
                 {},
                 [target = std::string(target_name), shape](Emitter& e, Operands o) {
                   return LowerCustomCall(e, o, target, shape);
                 },
                 where},
                args);
}

ComputationDataHandle ComputationBuilder::Dot(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                              Where where) {
  return Record({"Dot", {}, [](Emitter& e, Operands o) { return LowerDot(e, o); }, where},
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::BatchNormTraining(ComputationDataHandle operand,
                                                            ComputationDataHandle scale,
                                                            ComputationDataHandle offset,
                                                            float epsilon, int64_t feature_index,
                                                            Where where) {
  return Record(
      {"BatchNormTraining",
       {},
       [=](Emitter& e, Operands o) { return LowerBatchNormTraining(e, o, epsilon, feature_index); },
       where},
      {operand, scale, offset});
}

ComputationDataHandle ComputationBuilder::BatchNormInference(
    ComputationDataHandle operand, ComputationDataHandle scale, ComputationDataHandle offset,
    ComputationDataHandle mean, ComputationDataHandle variance, float epsilon,
    int64_t feature_index, Where where) {
  return Record({"BatchNormInference",
                 {},
                 [=](Emitter& e, Operands o) {
                   return LowerBatchNormInference(e, o, epsilon, feature_index);
                 },
                 where},
                {operand, scale, offset, mean, variance});
}

ComputationDataHandle ComputationBuilder::BatchNormGrad(
    ComputationDataHandle operand, ComputationDataHandle scale, ComputationDataHandle mean,
    ComputationDataHandle variance, ComputationDataHandle grad_output, float epsilon,
    int64_t feature_index, Where where) {
  return Record(
      {"BatchNormGrad",
       {},
       [=](Emitter& e, Operands o) { return LowerBatchNormGrad(e, o, epsilon, feature_index); },
       where},
      {operand, scale, mean, variance, grad_output});
}

ComputationDataHandle ComputationBuilder::GetTupleElement(ComputationDataHandle operand,
                                                          int64_t index, Where where) {
  return Record({"GetTupleElement",
                 {},
                 [=](Emitter& e, Operands o) { return LowerGetTupleElement(e, o, index); },
                 where},
                {operand});
}

ComputationDataHandle ComputationBuilder::Infeed(const Shape& shape, Where where) {
  return Record({"Infeed", {}, [=](Emitter& e, Operands) { return e.Infeed(shape); }, where}, {});
}

ComputationDataHandle ComputationBuilder::Pad(ComputationDataHandle operand,
                                              ComputationDataHandle padding_value,
                                              const PaddingConfig& padding_config, Where where) {
  return Record(
      {"Pad", {}, [=](Emitter& e, Operands o) { return LowerPad(e, o, padding_config); }, where},
      {operand, padding_value});
}

ComputationDataHandle ComputationBuilder::Reshape(ComputationDataHandle operand,
                                                  const Dimensions& new_sizes, Where where) {
  return Record(
      {"Reshape", {}, [=](Emitter& e, Operands o) { return LowerReshape(e, o, new_sizes); }, where},
      {operand});
}

ComputationDataHandle ComputationBuilder::Reshape(ComputationDataHandle operand,
                                                  const Dimensions& dimensions,
                                                  const Dimensions& new_sizes, Where where) {
  return Record({"Reshape",
                 {},
                 [=](Emitter& e, Operands o) { return LowerReshape(e, o, dimensions, new_sizes); },
                 where},
                {operand});
}

ComputationDataHandle ComputationBuilder::Rev(ComputationDataHandle operand,
                                              const Dimensions& dimensions, Where where) {
  return Record(
      {"Rev", {}, [=](Emitter& e, Operands o) { return LowerRev(e, o, dimensions); }, where},
      {operand});
}

ComputationDataHandle ComputationBuilder::RngBernoulli(ComputationDataHandle mean,
                                                       const Shape& shape, Where where) {
  return Record({"RngBernoulli",
                 {},
                 [=](Emitter& e, Operands o) { return LowerRngBernoulli(e, o, shape); },
                 where},
                {mean});
}

ComputationDataHandle ComputationBuilder::RngNormal(ComputationDataHandle mu,
                                                    ComputationDataHandle sigma, const Shape& shape,
                                                    Where where) {
  return Record(
      {"RngNormal", {}, [=](Emitter& e, Operands o) { return LowerRngNormal(e, o, shape); }, where},
      {mu, sigma});
}

ComputationDataHandle ComputationBuilder::RngUniform(ComputationDataHandle a,
                                                     ComputationDataHandle b, const Shape& shape,
                                                     Where where) {
  return Record({"RngUniform",
                 {},
                 [=](Emitter& e, Operands o) { return LowerRngUniform(e, o, shape); },
                 where},
                {a, b});
}

ComputationDataHandle ComputationBuilder::Slice(ComputationDataHandle operand,
                                                const Dimensions& start_indices,
                                                const Dimensions& limit_indices, Where where) {
  return Record(
      {"Slice",
       {},
       [=](Emitter& e, Operands o) { return LowerSlice(e, o, start_indices, limit_indices); },
       where},
      {operand});
}

ComputationDataHandle ComputationBuilder::DynamicSlice(ComputationDataHandle operand,
                                                       ComputationDataHandle start_indices,
                                                       const Dimensions& size_indices,
                                                       Where where) {
  return Record({"DynamicSlice",
                 {},
                 [=](Emitter& e, Operands o) { return LowerDynamicSlice(e, o, size_indices); },
                 where},
                {operand, start_indices});
}

ComputationDataHandle ComputationBuilder::DynamicUpdateSlice(ComputationDataHandle operand,
                                                             ComputationDataHandle update,
                                                             ComputationDataHandle start_indices,
                                                             Where where) {
  return Record({"DynamicUpdateSlice",
                 {},
                 [](Emitter& e, Operands o) { return LowerDynamicUpdateSlice(e, o); },
                 where},
                {operand, update, start_indices});
}

ComputationDataHandle ComputationBuilder::Sort(ComputationDataHandle operand, int64_t dimension,
                                               Where where) {
  return Record(
      {"Sort", {}, [=](Emitter& e, Operands o) { return LowerSort(e, o, dimension); }, where},
      {operand});
}

ComputationDataHandle ComputationBuilder::Transpose(ComputationDataHandle operand,
                                                    const Dimensions& permutation, Where where) {
  return Record({"Transpose",
                 {},
                 [=](Emitter& e, Operands o) { return LowerTranspose(e, o, permutation); },
                 where},
                {operand});
}

ComputationDataHandle ComputationBuilder::Tuple(const Handles& elements, Where where) {
  return Record({"Tuple", {}, [](Emitter& e, Operands o) { return LowerTuple(e, o); }, where},
                elements);
}

}  // namespace paddock::xla
