// Comparisons in machine code of chains.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_COMPARISONS_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_COMPARISONS_H_

#include "simd/elementwise/chain.h"

namespace paddock::chain_code {

class LaneCode;

// Returns whether the step is a comparison. Its result is a boolean.
bool WriteComparison(LaneCode& lanes, const simd::ChainStep& step);

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_COMPARISONS_H_
