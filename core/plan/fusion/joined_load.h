// Loads of kind kJoined.
#ifndef PADDOCK_CORE_PLAN_FUSION_JOINED_LOAD_H_
#define PADDOCK_CORE_PLAN_FUSION_JOINED_LOAD_H_

#include <cstddef>
#include <cstdint>

#include "core/plan/fusion/tile_load.h"

namespace paddock {

// The part of a joined row at an element, and the element's place in it.
struct PlaceInRow {
  const TileLoad* part;
  int64_t index;
};

PlaceInRow FindPart(const TileLoad& load, int64_t at);

// Writes elements begin .. begin + count to `result`.
void CopyJoined(const TileLoad& load, std::byte* const* pointers, std::byte* result, int64_t begin,
                int64_t count);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_JOINED_LOAD_H_
