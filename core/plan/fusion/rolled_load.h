// Loads of kind kRolled.
#ifndef PADDOCK_CORE_PLAN_FUSION_ROLLED_LOAD_H_
#define PADDOCK_CORE_PLAN_FUSION_ROLLED_LOAD_H_

#include <cstddef>
#include <cstdint>

#include "core/plan/fusion/tile_load.h"

namespace paddock {

// Returns the element of the source at which row `row` of a rolled load begins, before the shift of
// the run.
int64_t RolledRow(const TileLoad& load, int64_t row);

// A place in a rolled run: the element in the source's row, and the elements up to its end.
struct RolledPlace {
  int64_t element, left;
};

RolledPlace FindRolled(const TileLoad& load, int64_t index);

// Writes elements begin .. begin + count to `result`.
void CopyRolled(const TileLoad& load, const std::byte* source, std::byte* result, int64_t begin,
                int64_t count);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_ROLLED_LOAD_H_
