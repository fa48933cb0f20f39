// Lowering of the interpreter dialect's print and probe.
#include "core/ir/attribute_values.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/report.h"

namespace paddock {
namespace {

struct SeenParameters {
  ElementType element_type = ElementType::kI1;
  std::span<const int64_t> shape;
  Type type;
  std::string_view id;
};

template <class Phase>
struct SeenReferences {
  Read<Phase> operand;
};

Tensor SeenValue(const StepContext& context) {
  const auto& parameters = context.As<SeenParameters>();
  const auto at = Bind<SeenReferences>(context);
  return ViewOf(parameters.element_type, parameters.shape, at.operand);
}

StepStatus PrintStep(StepContext& context) {
  const auto& parameters = context.As<SeenParameters>();
  context.host->Print(*context.operation, parameters.type, SeenValue(context));
  return StepStatus::kDone;
}

StepStatus ProbeStep(StepContext& context) {
  const auto& parameters = context.As<SeenParameters>();
  context.host->Probe(*context.operation, parameters.id, SeenValue(context));
  return StepStatus::kDone;
}

Leaf EmitSeen(Lowering& lowering, const Operation& operation, StepFunction function) {
  const Leaf operand = lowering.DenseOperand(operation, 0);
  StepSpec spec;
  spec.operation = &operation;
  spec.function = function;
  SetReferences(spec, SeenReferences<Planning>{.operand = operand});
  spec.work = static_cast<int64_t>(operand.bytes());
  SeenParameters parameters;
  parameters.element_type = operand.type;
  parameters.shape = operand.shape;
  parameters.type = lowering.TypeOf(*operation.operands[0]);
  parameters.id = TextOf(operation, "probe_id");
  spec.parameters = lowering.Own(parameters);
  lowering.Emit(spec);
  return operand;
}

}  // namespace

Result<void> LowerPrint(Lowering& lowering, const Operation& operation) {
  EmitSeen(lowering, operation, &PrintStep);
  return {};
}

Result<void> LowerProbe(Lowering& lowering, const Operation& operation) {
  const Leaf operand = EmitSeen(lowering, operation, &ProbeStep);
  lowering.Bind(*operation.results[0], operand);
  return {};
}

}  // namespace paddock
