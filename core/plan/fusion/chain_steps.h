// The steps of a native chain, once they are written.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_STEPS_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_STEPS_H_

#include <span>
#include <vector>

#include "core/plan/fusion/tile_chain.h"

namespace paddock {

// Results that are streamed are stored past the caches.
std::vector<simd::ChainStep> StreamingSteps(std::vector<simd::ChainStep> steps,
                                            std::span<const TileChainOperand> operands);

// Neighbouring steps are one where there is such a step.
std::vector<simd::ChainStep> JoinedSteps(const std::vector<simd::ChainStep>& steps,
                                         std::span<const TileChainOperand> operands);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_STEPS_H_
