// Steps of integers that are several instructions in machine code of chains.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_INTEGERS_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_INTEGERS_H_

#include "simd/elementwise/chain.h"

namespace paddock::chain_code {

class LaneCode;

// Returns whether the step is a product with a constant power of 2: a shift, in any register.
bool WriteProductWithPower(LaneCode& lanes, const simd::ChainStep& step);
// Returns whether the step is one that has code.
bool WriteIntegerStep(LaneCode& lanes, const simd::ChainStep& step);

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_INTEGERS_H_
