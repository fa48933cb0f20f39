// Floats of 16 bits in lanes of their size (core/plan/fusion/word_chain.h): their bits are compared
// as integers, and every NaN keeps its own.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_WORDS_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_WORDS_H_

#include "simd/elementwise/chain.h"

namespace paddock::chain_code {

class LaneCode;

// Returns whether the step is one that has code, with long vectors of such lanes.
bool WriteWordStep(LaneCode& lanes, const simd::ChainStep& step);

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_WORDS_H_
