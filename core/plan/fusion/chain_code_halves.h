// Floats of 16 bits in machine code of chains: f32 in lanes, rounded after each operation.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_HALVES_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_HALVES_H_

#include "simd/elementwise/chain.h"

namespace paddock::chain_code {

class LaneCode;

// Returns whether the step is one that has code.
bool WriteHalvesStep(LaneCode& lanes, const simd::ChainStep& step);

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_HALVES_H_
