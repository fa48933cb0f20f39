// The fast exponential of f32 in machine code of chains.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_EXPONENTIAL_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_EXPONENTIAL_H_

#include "simd/elementwise/chain.h"

namespace paddock::chain_code {

class LaneCode;

// Returns whether the step is one that has code: with AVX2.
bool WriteExponential(LaneCode& lanes, const simd::ChainStep& step);

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_EXPONENTIAL_H_
