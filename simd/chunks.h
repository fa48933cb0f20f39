// The sizes of chunks of work.
#ifndef PADDOCK_SIMD_CHUNKS_H_
#define PADDOCK_SIMD_CHUNKS_H_

#include <cstdint>

namespace paddock::simd {

// Approximate bytes moved between two checks of a budget.
inline constexpr int64_t kChunkBytes = 256 << 10;

// Return quotients rounded up and down, for divisor > 0. No intermediate sum overflows.
inline int64_t CeilDivide(int64_t dividend, int64_t divisor) {
  return dividend / divisor + (dividend % divisor > 0 ? 1 : 0);
}
inline int64_t FloorDivide(int64_t dividend, int64_t divisor) {
  const int64_t quotient = dividend / divisor;
  return dividend % divisor < 0 ? quotient - 1 : quotient;
}

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_CHUNKS_H_
