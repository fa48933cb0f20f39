// Lowering of the custom_call targets that JAX exports for operations with attributes that are
// values. They are planned when the values are known, like the operations with static attributes.
#include <algorithm>
#include <string>
#include <vector>

#include "core/ir/attribute_values.h"
#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/custom_call_targets.h"
#include "core/plan/lowering/failure.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

// Returns the integers of the operands from `first` on. Suspends planning if one is unknown.
Result<std::vector<std::vector<int64_t>>> KnownFrom(Lowering& lowering, const Operation& operation,
                                                    size_t first) {
  std::vector<std::vector<int64_t>> known;
  std::vector<const Value*> missing;
  for (size_t i = first; i < operation.operands.size(); ++i) {
    auto integers = Values::IntegersOf(lowering.Operand(operation, i));
    if (!integers) missing.push_back(operation.operands[i]);
    known.push_back(std::move(integers).value_or(std::vector<int64_t>()));
  }
  if (!missing.empty()) return lowering.continuations().Suspend(operation, missing);
  return known;
}

std::vector<Type> ResultTypes(Composition& made) {
  std::vector<Type> types;
  for (size_t i = 0; i < made.source().results.size(); ++i) types.push_back(made.result_type(i));
  return types;
}

Result<void> FailCall(Lowering& lowering, const Operation& operation, std::string_view detail) {
  return EmitFailure(lowering, operation, "custom-call",
                     "custom_call @" + std::string(TextOf(operation, "call_target_name")) + " " +
                         std::string(detail));
}

}  // namespace

// Operands: the inputs, an initial value for each, then window dimensions, strides, base dilations,
// window dilations and padding.
Result<void> LowerDynamicReduceWindow(Lowering& lowering, const Operation& operation) {
  const size_t inputs = operation.results.size();
  const Attribute* computations = operation.Find("called_computations");
  const Operation* function = computations == nullptr || computations->elements.size() != 1
                                  ? nullptr
                                  : lowering.module().FindSymbol(computations->elements[0]->text);
  if (function == nullptr || operation.operands.size() != 2 * inputs + 5) {
    return FailCall(lowering, operation, "needs one function of the module that it calls");
  }
  const auto known = KnownFrom(lowering, operation, 2 * inputs);
  if (!known) return Failed();
  Composition made(lowering, operation);
  const std::span<Value* const> operands = made.operands().first(2 * inputs);
  const auto rank = static_cast<int64_t>(operands[0]->type.rank());
  std::vector<Type> arguments;
  for (Value* init : operands.subspan(inputs)) arguments.push_back(init->type);
  for (size_t i = 0; i < inputs; ++i) arguments.push_back(arguments[i]);
  Region* const body = made.RegionOf(*function, arguments, std::span(arguments).first(inputs));
  const int64_t padding_shape[] = {rank, 2};
  const NamedAttribute attributes[] = {
      made.Integers("window_dimensions", (*known)[0]), made.Integers("window_strides", (*known)[1]),
      made.Integers("base_dilations", (*known)[2]), made.Integers("window_dilations", (*known)[3]),
      made.Elements("padding", (*known)[4], padding_shape)};
  return made.Give(made.AddAll(OpKind::kStablehloReduceWindow, operands, ResultTypes(made),
                               attributes, std::span(&body, 1)));
}

Result<void> LowerDynamicRngBitGenerator(Lowering& lowering, const Operation& operation) {
  const Attribute* algorithm = operation.Find("rng_algorithm");
  if (algorithm == nullptr) return FailCall(lowering, operation, "needs its rng_algorithm");
  Composition made(lowering, operation);
  const NamedAttribute attributes[] = {Composition::Named("rng_algorithm", algorithm)};
  return made.Give(made.AddAll(OpKind::kStablehloRngBitGenerator, made.operands().first(1),
                               ResultTypes(made), attributes));
}

Result<void> LowerDynamicTopK(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  const std::vector<Type> types = ResultTypes(made);
  const Type indices = made.LikeOf(made.operand(0), ElementType::kI32);
  if (types[0].rank() == 0 || types[1].element_type() != indices.element_type()) {
    return FailCall(lowering, operation, "gives values and their indices, of i32");
  }
  const NamedAttribute k[] = {made.Integer("k", types[0].shape().back())};
  return made.Give(made.AddAll(OpKind::kChloTopK, made.operands().first(1), types, k));
}

}  // namespace paddock
