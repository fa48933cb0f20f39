// Loads and stores, booleans and selections in machine code of chains. A boolean is a lane of all
// ones or zeros in registers, and a byte of 0 or 1 in memory.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_ACCESS_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_ACCESS_H_

#include "simd/elementwise/chain.h"

namespace paddock::chain_code {

class LaneCode;

// Return whether the step is one that has code.
bool WriteAccess(LaneCode& lanes, const simd::ChainStep& step);
// Also what reads booleans.
bool WriteBooleanStep(LaneCode& lanes, const simd::ChainStep& step);

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_ACCESS_H_
