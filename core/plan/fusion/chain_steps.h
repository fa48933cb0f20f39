// Passes over the finished steps of a native chain.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_STEPS_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_STEPS_H_

#include <cstddef>
#include <span>
#include <vector>

#include "core/plan/fusion/tile_chain.h"

namespace paddock {

// Native only: returns whether the step loads elements that are no lanes.
bool IsNarrowLoad(simd::ChainOp op);

// Native only: returns whether only the store behind step `i` reads its result.
bool IsOnlyStored(std::span<const simd::ChainStep> steps, size_t i);

// Native only: returns whether step `i` rounds to f16 what a store rounds too, and the steps
// between them only choose between it and values that already are f16.
bool IsRoundedLater(std::span<const simd::ChainStep> steps, size_t i);

// Returns the steps with streamed results stored past the caches.
std::vector<simd::ChainStep> StreamingSteps(std::vector<simd::ChainStep> steps,
                                            std::span<const TileChainOperand> operands);

// Returns the steps with neighbours joined where a joint step exists.
std::vector<simd::ChainStep> JoinedSteps(const std::vector<simd::ChainStep>& steps,
                                         std::span<const TileChainOperand> operands);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_STEPS_H_
