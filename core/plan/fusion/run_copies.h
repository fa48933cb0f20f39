// Copies of the runs of strided loads: many short ones in one call of a kernel.
#ifndef PADDOCK_CORE_PLAN_FUSION_RUN_COPIES_H_
#define PADDOCK_CORE_PLAN_FUSION_RUN_COPIES_H_

#include <cstddef>
#include <cstdint>

#include "core/plan/fusion/tile_load.h"

namespace paddock {

// Writes elements begin .. begin + count of a kStrided load, whose reference is at `source`.
void CopyRuns(const TileLoad& load, const std::byte* source, std::byte* result, int64_t begin,
              int64_t count);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_RUN_COPIES_H_
