// Steps that move bytes: loop-carried values, results of branches, filled constants.
#ifndef PADDOCK_CORE_PLAN_MOVE_STEPS_H_
#define PADDOCK_CORE_PLAN_MOVE_STEPS_H_

#include <cstdint>
#include <span>

#include "core/plan/references.h"
#include "core/plan/step.h"

namespace paddock {

struct MoveParameters {
  struct Entry {
    uint64_t bytes = 0;
    // 0, or the size of the single element that fills the target.
    uint32_t splat_bytes = 0;
  };
  std::span<const Entry> entries;
  // Relative to the following step; negative jumps back.
  int32_t jump = 0;
};

template <class Phase>
struct MoveReferences {
  ReadSpan<Phase, &MoveParameters::entries> sources;
  WriteSpan<Phase, &MoveParameters::entries> targets;
};

// Entries of more bytes charge their work.
inline constexpr uint64_t kMostFreelyMoved = 4096;

// Moves source i to target i, for all entries. A source may equal its target. Otherwise they do not
// overlap, and no target overlaps another entry's source.
StepStatus MoveStep(StepContext& context);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_MOVE_STEPS_H_
