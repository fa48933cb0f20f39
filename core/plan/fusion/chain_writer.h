// Writes the steps of a chain for the machine of simd/elementwise/chain.h.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_WRITER_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_WRITER_H_

#include <cstdint>
#include <vector>

#include "core/plan/fusion/tile_chain.h"
#include "simd/elementwise/chain.h"

namespace paddock {

struct ChainSteps {
  std::vector<simd::ChainStep> steps;
  std::vector<TileChainOperand> operands;
};

// Values of booleans, and of integers narrower than a lane, are lanes in the chain and narrow in
// memory outside.
ChainSteps WriteChainSteps(const std::vector<uint32_t>& members,
                           const ChainSurroundings& surroundings);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_WRITER_H_
