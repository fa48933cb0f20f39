// Lowering of replica_id and partition_id.
#include <cstring>

#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"

namespace paddock {
namespace {

template <class Phase>
struct IdReferences {
  Write<Phase> result;
};

StepStatus GiveId(const StepContext& context, int64_t number) {
  const auto id = static_cast<uint32_t>(number);
  std::memcpy(Bind<IdReferences>(context).result, &id, sizeof(id));
  return StepStatus::kDone;
}

StepStatus ReplicaIdStep(StepContext& context) {
  ProcessLink& link = context.host->link();
  return GiveId(context, link.size().ProcessOf(link.process()).replica);
}

StepStatus PartitionIdStep(StepContext& context) {
  ProcessLink& link = context.host->link();
  return GiveId(context, link.size().ProcessOf(link.process()).partition);
}

void EmitId(Lowering& lowering, const Operation& operation, StepFunction function) {
  StepSpec spec;
  spec.operation = &operation;
  spec.function = function;
  SetReferences(spec, IdReferences<Planning>{.result = lowering.Define(*operation.results[0])});
  lowering.Emit(spec);
}

}  // namespace

Result<void> LowerReplicaId(Lowering& lowering, const Operation& operation) {
  EmitId(lowering, operation, &ReplicaIdStep);
  return {};
}

Result<void> LowerPartitionId(Lowering& lowering, const Operation& operation) {
  EmitId(lowering, operation, &PartitionIdStep);
  return {};
}

}  // namespace paddock
