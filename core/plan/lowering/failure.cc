#include "core/plan/lowering/failure.h"

#include "core/plan/lowering/lowering.h"
#include "core/plan/report.h"

namespace paddock {
namespace {

struct FailParameters {
  std::string code;
  std::string message;
};

StepStatus FailStep(StepContext& context) {
  const auto& parameters = context.As<FailParameters>();
  ReportAt(context, parameters.code, parameters.message);
  return StepStatus::kFailed;
}

}  // namespace

Result<void> EmitFailure(Lowering& lowering, const Operation& operation, std::string code,
                         std::string message) {
  if (lowering.position().is_unneeded()) return lowering.Fail(operation, code, std::move(message));
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &FailStep;
  spec.parameters = lowering.Own(FailParameters{std::move(code), std::move(message)});
  for (const Value* result : operation.results) {
    auto leaves = lowering.values().LeavesOf(lowering.TypeOf(*result), operation.name_span);
    if (!leaves) return Failed();
    for (Leaf& leaf : *leaves) {
      if (leaf.is_token) continue;
      leaf = lowering.NewLeaf(leaf.type, leaf.shape);
      spec.writes.push_back(leaf);
    }
    lowering.Bind(*result, *leaves);
  }
  lowering.Emit(spec);
  return {};
}

}  // namespace paddock
