// Machine code of the modulus of a complex number, whose parts are the accumulator and an operand.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_MODULUS_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_MODULUS_H_

#include "core/plan/fusion/lane_code.h"
#include "simd/elementwise/chain.h"

namespace paddock::chain_code {

// Returns false if the step is another one.
bool WriteModulus(LaneCode& lanes, const simd::ChainStep& step);

// Writes a modulus and the step that compares it with a constant. Only that step reads the modulus.
// Returns false if the steps are others.
bool WriteComparedModulus(LaneCode& lanes, const simd::ChainStep& step,
                          const simd::ChainStep& comparison);

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_MODULUS_H_
