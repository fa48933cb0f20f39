// Quotients and remainders by one divisor in machine code of chains: the high half of a product
// with its inverse, as in simd/elementwise/integer_quotient-inl.h. Each call of the code finds the
// inverse, unless the divisor is known while planning; then powers of 2 are shifts. Bytes are
// divided as 16 bits. Divisors are greater than 0.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_DIVISION_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_DIVISION_H_

#include <cstddef>

#include "core/native/assembler.h"
#include "simd/elementwise/chain.h"

namespace paddock::chain_code {

class LaneCode;

// Vectors of constants of a divisor: the inverse, two amounts of shifts, and for bytes the divisor
// as 16 bits.
inline constexpr size_t kDivisorConstants = 4;

constexpr bool IsSignedDivision(simd::ChainOp op) {
  return op == simd::ChainOp::kDivideSigned || op == simd::ChainOp::kRemainderSigned;
}

// Returns the function that writes a divisor's constants, for lanes of 1, 2 or 4 bytes.
Assembler::FrameFunction DivisorFunction(size_t lane_bytes, bool is_signed);

// Returns whether the step is one that has code.
bool WriteDivision(LaneCode& lanes, const simd::ChainStep& step);

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_DIVISION_H_
