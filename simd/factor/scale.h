// Scaling of matrices with very large or very small elements.
#ifndef PADDOCK_SIMD_FACTOR_SCALE_H_
#define PADDOCK_SIMD_FACTOR_SCALE_H_

#include "simd/factor/matrix.h"

namespace paddock::simd {

// Returns a power of two that scales matrices with this largest part into the range where squares
// neither overflow nor underflow to zero.
inline double ScaleFor(double largest) {
  if (largest > 0x1p+400) return 0x1p-600;
  return largest > 0 && largest < 0x1p-400 ? 0x1p+600 : 1;
}

// The original range of a matrix that BringIntoRange scaled.
struct MatrixRange {
  bool is_finite = true;
  // Results of the scaled matrix are divided by this.
  double scale = 1;
};

// Scales `a`; sets it to zero if an element is not finite.
inline MatrixRange BringIntoRange(const Matrix& a) {
  MatrixRange range;
  range.is_finite = IsFinite(a);
  if (!range.is_finite) FillZero(a);
  range.scale = ScaleFor(LargestPart(a));
  if (range.scale != 1) ScaleBy(a, range.scale);
  return range;
}

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_SCALE_H_
