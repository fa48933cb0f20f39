// Scaling of matrices with very large or very small elements.
#ifndef PADDOCK_SIMD_FACTOR_SCALE_H_
#define PADDOCK_SIMD_FACTOR_SCALE_H_

namespace paddock::simd {

// A power of two that brings matrices with this largest part into the range where squares neither
// overflow nor vanish.
inline double ScaleFor(double largest) {
  if (largest > 0x1p+400) return 0x1p-600;
  return largest > 0 && largest < 0x1p-400 ? 0x1p+600 : 1;
}

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_SCALE_H_
