// Quotients and remainders by one divisor in machine code of chains: products with its inverse, in
// floats of twice as many bits. The inverse is rounded away from zero, so that no exact quotient is
// missed. Any other is at least 1 / divisor below the next integer, which the error does not reach:
// relative 2^-51 of integers below 2^32, or 2^-22 of those below 2^16.
//
// The divisor is not 0. MIN / -1 is MIN.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_DIVISION_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_DIVISION_H_

#include <cstdint>

#include "simd/elementwise/chain.h"

namespace paddock::chain_code {

class LaneCode;

constexpr bool IsSignedDivision(simd::ChainOp op) {
  return op == simd::ChainOp::kDivideSigned || op == simd::ChainOp::kRemainderSigned;
}

// Computes the inverse of operand k in kOne.
void WriteInverse(LaneCode& lanes, uint16_t k, bool is_signed);

// Returns whether the step is one that has code.
bool WriteDivision(LaneCode& lanes, const simd::ChainStep& step);

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_DIVISION_H_
