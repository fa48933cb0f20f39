#include "core/plan/control_steps.h"

#include "simd/movement/index_value.h"

namespace paddock {

StepStatus BranchStep(StepContext& context) {
  const auto& parameters = context.As<BranchParameters>();
  const auto count = static_cast<int64_t>(parameters.jumps.size());
  const auto at = Bind<BranchReferences>(context);
  int64_t index = 0;
  if (parameters.is_predicate) {
    index = simd::LoadUnaligned<uint8_t>(at.index) != 0 ? 1 : 0;
  } else {
    index = simd::LoadUnaligned<int32_t>(at.index);
    if (index < 0 || index >= count) index = count - 1;
  }
  context.next += static_cast<uint32_t>(parameters.jumps[static_cast<size_t>(index)]);
  return StepStatus::kDone;
}

StepStatus EnterStep(StepContext&) { return StepStatus::kDone; }

}  // namespace paddock
