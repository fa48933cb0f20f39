// Loads and stores, booleans and selections in machine code of chains. A boolean is a lane of all
// ones or zeros in registers, and a byte of 0 or 1 in memory.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_ACCESS_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_ACCESS_H_

#include "core/native/assembler.h"
#include "simd/elementwise/chain.h"

namespace paddock::chain_code {

class LaneCode;

// Packs the low 16 bits of lanes of 4 bytes, whose other bits are zeros.
void PackWords(LaneCode& lanes, Xmm lanes_of_4, Xmm packed);

// Return whether the step is one that has code. A constant that is no lane is extended in advance.
bool WriteConstant(LaneCode& lanes, const simd::ChainStep& step);
bool WriteAccess(LaneCode& lanes, const simd::ChainStep& step);
// Also what reads booleans.
bool WriteBooleanStep(LaneCode& lanes, const simd::ChainStep& step);

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_ACCESS_H_
