// Loads of a tensor whose elements are at other places of memory, in steps of equal distance.
#ifndef PADDOCK_CORE_PLAN_FUSION_STRIDED_LOAD_H_
#define PADDOCK_CORE_PLAN_FUSION_STRIDED_LOAD_H_

#include "core/plan/fusion/tile_graph.h"
#include "simd/movement/movement_plan.h"

namespace paddock {

// Returns the load of source 0, even where it is slow, for products, which read through strides.
TileNode StridedLoad(ElementType type, const simd::MovedElements& elements);
// Returns the elements that a kStrided node loads.
simd::MovedElements LoadedElements(const TileNode& load);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_STRIDED_LOAD_H_
