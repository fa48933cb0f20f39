#include "core/plan/dynamic_targets.h"

#include "core/check/check.h"
#include "core/plan/quantized_form.h"

namespace paddock {
namespace {

std::vector<Type> ResultTypes(Composition& made) {
  std::vector<Type> types;
  for (size_t i = 0; i < made.source().results.size(); ++i) types.push_back(made.result_type(i));
  return types;
}

}  // namespace

Result<void> LowerDynamicTopK(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  const std::vector<Type> types = ResultTypes(made);
  const NamedAttribute k[] = {made.Integer("k", types[0].shape().back())};
  return made.Give(made.AddAll(OpKind::kChloTopK, made.operands().first(1), types, k));
}

Result<void> LowerDynamicRngBitGenerator(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  const NamedAttribute algorithm[] = {
      Composition::Named("rng_algorithm", operation.Find("rng_algorithm"))};
  return made.Give(made.AddAll(OpKind::kStablehloRngBitGenerator, made.operands().first(1),
                               ResultTypes(made), algorithm));
}

Result<void> LowerDynamicReduceWindow(Lowering& lowering, const Operation& operation) {
  const std::string_view name = operation.Find("called_computations")->elements[0]->text;
  const Operation* function = lowering.module().FindSymbol(name);
  const Block* body = function == nullptr ? nullptr : FunctionBody(*function);
  if (body == nullptr) {
    return lowering.Fail(operation, "run",
                         "there is no function '" + std::string(name) + "' with a body");
  }
  QuantizedForm form(lowering, operation);
  const auto region = form.CopyRegion(*body->parent);
  if (!region) return Failed();
  Composition& made = form.made();
  const std::span<Value* const> operands = made.operands().first(2 * operation.results.size());
  const auto list = [&](size_t k) {
    return Lowering::IntegersOf(lowering.Operand(operation, operands.size() + k))
        .value_or(std::vector<int64_t>());
  };
  const int64_t padding_shape[] = {static_cast<int64_t>(operands[0]->type.rank()), 2};
  const NamedAttribute attributes[] = {
      made.Integers("window_dimensions", list(0)), made.Integers("window_strides", list(1)),
      made.Integers("base_dilations", list(2)), made.Integers("window_dilations", list(3)),
      made.Elements("padding", list(4), padding_shape)};
  const std::span<Value* const> results =
      made.AddAll(OpKind::kStablehloReduceWindow, operands, ResultTypes(made), attributes,
                  std::span(&*region, 1));
  // What the function takes and gives is judged with the operation that it is the body of.
  std::vector<Type> types;
  for (const Value* operand : operands) types.push_back(operand->type);
  if (!InferResultTypes(*results[0]->operation, types, lowering.module(), lowering.types(),
                        lowering.sink())) {
    lowering.MarkFailed();
    return Failed();
  }
  return made.Give(results);
}

}  // namespace paddock
