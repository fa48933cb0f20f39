// P a = L U of a small real matrix, whose rows are few vectors. Not in WebAssembly.
#ifndef PADDOCK_SIMD_FACTOR_SMALL_LU_H_
#define PADDOCK_SIMD_FACTOR_SMALL_LU_H_

#include <cstdint>

namespace paddock::simd {

// Limit of rows and of columns.
inline constexpr int64_t kMostSmallLu = 32;

// Rows are `kStride` apart and aligned to 64 bytes; the numbers behind a row are arbitrary, and may
// change.
template <class T>
struct SmallLu {
  static constexpr int64_t kStride = kMostSmallLu;
  T* a;
  int64_t rows;
  int64_t columns;
  // Each difference is rounded once, where the machine fuses multiply-adds.
  bool is_fused = false;
};

// Replaces a by L and U. Row j was swapped with row pivots[j], counted from 0. Returns the first j
// with U(j, j) = 0, counted from 1; 0 if there is none. A row with a zero pivot changes no others.
// Row after row is subtracted from each, as in routine.h.
int64_t FactorSmallLu(const SmallLu<double>& lu, int64_t* pivots);
int64_t FactorSmallLu(const SmallLu<float>& lu, int64_t* pivots);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_SMALL_LU_H_
