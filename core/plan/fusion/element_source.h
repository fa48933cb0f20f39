// The places from which loads of tile programs read single elements.
#ifndef PADDOCK_CORE_PLAN_FUSION_ELEMENT_SOURCE_H_
#define PADDOCK_CORE_PLAN_FUSION_ELEMENT_SOURCE_H_

#include <cstdint>
#include <optional>

#include "core/plan/fusion/tile_load.h"

namespace paddock {

// An offset in bytes in the memory of one of the step's references.
struct ElementSource {
  uint32_t reference = 0;
  uint32_t offset = 0;
};

// Returns where a load reads an element; nothing if it reads none, or from a spaced source.
std::optional<ElementSource> SourceOf(const TileLoad& load, int64_t element);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_ELEMENT_SOURCE_H_
