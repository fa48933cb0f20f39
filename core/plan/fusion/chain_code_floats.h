// Steps of floats that are several instructions in machine code of chains.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_FLOATS_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_FLOATS_H_

#include "simd/elementwise/chain.h"

namespace paddock::chain_code {

class LaneCode;

// Returns whether the step is one that has code.
bool WriteFloatStep(LaneCode& lanes, const simd::ChainStep& step);

// As above: a step between single floats and integers of 32 bits.
bool WriteConversion(LaneCode& lanes, simd::ChainOp op);

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_FLOATS_H_
