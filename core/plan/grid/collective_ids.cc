// Lowering of replica_id and partition_id.
#include <cstring>

#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

StepStatus ReplicaIdStep(StepContext& context) {
  ProcessLink& link = context.host->link();
  const auto id = static_cast<uint32_t>(link.size().ProcessOf(link.process()).replica);
  std::memcpy(context.pointers[0], &id, sizeof(id));
  return StepStatus::kDone;
}

StepStatus PartitionIdStep(StepContext& context) {
  ProcessLink& link = context.host->link();
  const auto id = static_cast<uint32_t>(link.size().ProcessOf(link.process()).partition);
  std::memcpy(context.pointers[0], &id, sizeof(id));
  return StepStatus::kDone;
}

void EmitId(Lowering& lowering, const Operation& operation, StepFunction function) {
  StepSpec spec;
  spec.operation = &operation;
  spec.function = function;
  spec.writes = {lowering.Define(*operation.results[0])};
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
