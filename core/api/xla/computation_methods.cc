// ComputationBuilder's operations that use computations.
#include "core/api/xla/builder.h"
#include "core/api/xla/lower.h"

namespace paddock::xla {

ComputationDataHandle ComputationBuilder::Call(const Function& computation, const Handles& args,
                                               Where where) {
  std::vector<Shape> shapes;
  for (const ComputationDataHandle arg : args) shapes.push_back(GetShape(arg));
  const Computation called = Resolve(computation, args, shapes, where);
  return Record(
      {"Call",
       {},
       [=](Emitter& e, Operands o) { return called ? LowerCall(e, o, called) : e.Failed(); },
       where},
      args);
}

ComputationDataHandle ComputationBuilder::Map(const Handles& operands, const Function& computation,
                                              const Handles& static_operands, Where where) {
  Handles all = operands;
  all.insert(all.end(), static_operands.begin(), static_operands.end());
  std::vector<Shape> shapes;
  for (const ComputationDataHandle operand : operands) shapes.push_back(ScalarOf(operand));
  for (const ComputationDataHandle operand : static_operands) shapes.push_back(GetShape(operand));
  const Computation mapped = Resolve(computation, all, shapes, where);
  const size_t count = operands.size();
  return Record(
      {"Map",
       {},
       [=](Emitter& e, Operands o) { return mapped ? LowerMap(e, o, count, mapped) : e.Failed(); },
       where},
      all);
}

ComputationDataHandle ComputationBuilder::Reduce(ComputationDataHandle operand,
                                                 ComputationDataHandle init_value,
                                                 const Function& computation,
                                                 const Dimensions& dimensions, Where where) {
  const Shape scalar = ScalarOf(operand);
  const Computation body = Resolve(computation, {operand}, {scalar, scalar}, where);
  return Record({"Reduce",
                 {},
                 [=](Emitter& e, Operands o) {
                   return body ? LowerReduce(e, o, body, dimensions) : e.Failed();
                 },
                 where},
                {operand, init_value});
}

ComputationDataHandle ComputationBuilder::ReduceWindow(ComputationDataHandle operand,
                                                       ComputationDataHandle init_value,
                                                       const Function& computation,
                                                       const Dimensions& window_dimensions,
                                                       const Dimensions& window_strides,
                                                       Padding padding, Where where) {
  const Shape scalar = ScalarOf(operand);
  const Computation body = Resolve(computation, {operand}, {scalar, scalar}, where);
  return Record({"ReduceWindow",
                 {},
                 [=](Emitter& e, Operands o) {
                   return body ? LowerReduceWindow(e, o, body, window_dimensions, window_strides,
                                                   padding)
                               : e.Failed();
                 },
                 where},
                {operand, init_value});
}

ComputationDataHandle ComputationBuilder::SelectAndScatter(
    ComputationDataHandle operand, const Function& select, const Dimensions& window_dimensions,
    const Dimensions& window_strides, Padding padding, ComputationDataHandle source,
    ComputationDataHandle init_value, const Function& scatter, Where where) {
  const Shape scalar = ScalarOf(operand);
  const Computation choice = Resolve(select, {operand}, {scalar, scalar}, where);
  const Computation sum = Resolve(scatter, {operand}, {scalar, scalar}, where);
  return Record({"SelectAndScatter",
                 {},
                 [=](Emitter& e, Operands o) {
                   return choice && sum ? LowerSelectAndScatter(e, o, choice, window_dimensions,
                                                                window_strides, padding, sum)
                                        : e.Failed();
                 },
                 where},
                {operand, source, init_value});
}

ComputationDataHandle ComputationBuilder::While(const Function& condition, const Function& body,
                                                ComputationDataHandle init, Where where) {
  const Shape state = GetShape(init);
  const Computation test = Resolve(condition, {init}, {state}, where);
  const Computation iteration = Resolve(body, {init}, {state}, where);
  return Record({"While",
                 {},
                 [=](Emitter& e, Operands o) {
                   return test && iteration ? LowerWhile(e, o, test, iteration) : e.Failed();
                 },
                 where},
                {init});
}

}  // namespace paddock::xla
