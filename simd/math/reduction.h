// Argument reduction of sine, cosine and tan for huge arguments.
#ifndef PADDOCK_SIMD_MATH_REDUCTION_H_
#define PADDOCK_SIMD_MATH_REDUCTION_H_

#include <cstdint>

namespace paddock::simd {

// x = (4 n + quadrant) pi/2 + hi + lo, abs(hi) <= pi/4, 0 <= quadrant < 4.
struct ReducedAngle {
  double hi;
  double lo;
  uint64_t quadrant;
};

// For finite abs(x) >= 2^20; exact to about 2^-63 of hi. Integer arithmetic, so
// the same bits everywhere.
ReducedAngle ReduceHugeAngle(double x);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MATH_REDUCTION_H_
