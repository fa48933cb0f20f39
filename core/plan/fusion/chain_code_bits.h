// Counts of bits in machine code of chains.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_BITS_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_BITS_H_

#include "simd/elementwise/chain.h"

namespace paddock::chain_code {

class LaneCode;

// Returns whether the step counts bits. The accumulator is settled.
bool WriteBitCount(LaneCode& lanes, simd::ChainOp op);

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_BITS_H_
