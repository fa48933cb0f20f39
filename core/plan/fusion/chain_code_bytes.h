// Products and shifts of bytes in machine code of chains, which has no instructions for them.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_BYTES_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_BYTES_H_

#include "simd/elementwise/chain.h"

namespace paddock::chain_code {

class LaneCode;

// Returns whether the step, on lanes of 1 byte, is one that has code. The accumulator is settled.
bool WriteByteStep(LaneCode& lanes, const simd::ChainStep& step);

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_BYTES_H_
