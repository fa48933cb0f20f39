// Chains that do nothing with floats of 16 bits but compare, choose and move them, in lanes of
// their size.
#ifndef PADDOCK_CORE_PLAN_FUSION_WORD_CHAIN_H_
#define PADDOCK_CORE_PLAN_FUSION_WORD_CHAIN_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/plan/fusion/tile_chain.h"
#include "simd/elementwise/chain.h"

namespace paddock {

// A chain on lanes of 2 bytes. Its operands are those of the chain that it was made from.
struct WordChain {
  std::vector<simd::ChainStep> steps;
  // The type's bits of infinity.
  uint16_t infinity = 0;
};

// Returns nothing unless the steps, for lanes of 4 bytes, do nothing else with floats of one type
// of 16 bits.
std::optional<WordChain> OnWords(std::span<const simd::ChainStep> steps,
                                 std::span<const TileChainOperand> operands);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_WORD_CHAIN_H_
