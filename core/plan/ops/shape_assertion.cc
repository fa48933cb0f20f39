// Lowering of custom_call @shape_assertion: constraints of JAX on the sizes of symbolic dimensions.
#include <string>
#include <vector>

#include "core/ir/attribute_values.h"
#include "core/plan/lowering/custom_call_targets.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/report.h"
#include "simd/movement/index_value.h"

namespace paddock {
namespace {

struct AssertionParameters {
  std::string_view message;
  std::vector<simd::ReadIndexFunction> values;
};

template <class Phase>
struct AssertionReferences {
  Read<Phase> condition;
  ReadSpan<Phase, &AssertionParameters::values> values;
};

std::string WithValues(std::string_view message, const AssertionParameters& parameters,
                       std::span<const std::byte* const> values) {
  std::string text(message);
  for (size_t i = 0; i < parameters.values.size(); ++i) {
    const std::string place = "{" + std::to_string(i) + "}";
    const std::string value = std::to_string(parameters.values[i](values[i]));
    for (size_t at = text.find(place); at != std::string::npos; at = text.find(place, at)) {
      text.replace(at, place.size(), value);
      at += value.size();
    }
  }
  return text;
}

StepStatus AssertionStep(StepContext& context) {
  const auto& parameters = context.As<AssertionParameters>();
  const auto at = Bind<AssertionReferences>(context, parameters);
  if (*at.condition != std::byte{0}) return StepStatus::kDone;
  ReportAt(context, "shape-assertion", WithValues(parameters.message, parameters, at.values));
  return StepStatus::kFailed;
}

}  // namespace

// Fails with the attribute error_message if the first operand is false. `{0}`, `{1}` in the message
// stand for the values of the following operands.
Result<void> LowerShapeAssertion(Lowering& lowering, const Operation& operation) {
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &AssertionStep;
  AssertionReferences<Planning> references;
  AssertionParameters parameters;
  parameters.message = TextOf(operation, "error_message");
  if (parameters.message.empty()) parameters.message = "a shape assertion does not hold";
  for (size_t i = 0; i < operation.operands.size(); ++i) {
    const Leaf leaf = lowering.DenseOperand(operation, i);
    const bool is_whole = IsInteger(leaf.type) || IsBoolean(leaf.type);
    if (leaf.count != 1 || !is_whole || (i == 0 && !IsBoolean(leaf.type))) {
      return lowering.Fail(operation, "custom-call",
                           "custom_call @shape_assertion takes a boolean and whole numbers");
    }
    if (i == 0) {
      references.condition = leaf;
    } else {
      parameters.values.push_back(simd::FindReadIndex(leaf.type));
      references.values.push_back(leaf);
    }
  }
  if (operation.operands.empty() || !operation.results.empty()) {
    return lowering.Fail(operation, "custom-call",
                         "custom_call @shape_assertion takes a boolean and has no results");
  }
  SetReferences(spec, references, parameters);
  spec.parameters = lowering.Own(std::move(parameters));
  lowering.Emit(spec);
  return {};
}

}  // namespace paddock
