// Steps of floats that are several instructions in machine code of chains.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_FLOATS_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_FLOATS_H_

#include "simd/elementwise/chain.h"

namespace paddock::chain_code {

class LaneCode;

// A division by a power of 2 is a multiplication, which rounds the same number. It takes a tenth of
// the time. Returns whether the step is one.
bool WriteDivisionByPower(LaneCode& lanes, const simd::ChainStep& step);

// The same for a quotient of an integer, in the accumulator as f32, by another constant above 0: a
// product with the rounded inverse and two corrections with fused multiply-adds. Each takes the
// exact rest, so the result is the rounded quotient (Markstein). Floats are divided: infinities,
// and numbers near the ends of the range, have no exact rest. Integers of a byte need no correction
// if the inverse has two parts.
bool WriteQuotientOfInteger(LaneCode& lanes, const simd::ChainStep& step, bool is_of_byte);

// Returns whether the step is one that has code.
bool WriteFloatStep(LaneCode& lanes, const simd::ChainStep& step);

// As above: a step between single floats and integers of at most 32 bits. `is_truncated`: only as
// many low bits of its lanes are used as the integer has.
bool WriteConversion(LaneCode& lanes, simd::ChainOp op, bool is_truncated);

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_FLOATS_H_
