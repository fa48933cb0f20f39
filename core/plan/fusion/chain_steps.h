// Passes over the finished steps of a native chain.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_STEPS_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_STEPS_H_

#include <span>
#include <vector>

#include "core/plan/fusion/tile_chain.h"

namespace paddock {

// Returns the steps with streamed results stored past the caches.
std::vector<simd::ChainStep> StreamingSteps(std::vector<simd::ChainStep> steps,
                                            std::span<const TileChainOperand> operands);

// Returns the steps with neighbours joined where a joint step exists.
std::vector<simd::ChainStep> JoinedSteps(const std::vector<simd::ChainStep>& steps,
                                         std::span<const TileChainOperand> operands);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_STEPS_H_
