// The kernels of a transform. Eight lines (or columns of one) are computed side by side: a row of a
// buffer is an element of each, eight real parts and then eight imaginary parts.
#ifndef PADDOCK_SIMD_FFT_PASSES_H_
#define PADDOCK_SIMD_FFT_PASSES_H_

#include <cstdint>

namespace paddock::simd {

// The greatest prime factor that is a radix.
inline constexpr int64_t kMaximumRadix = 31;
// What fills a vector of f64 on every target.
inline constexpr int64_t kFftLanes = 8;
// Numbers of a row.
inline constexpr int64_t kFftRow = 2 * kFftLanes;

// Two passes of radix 4 in one walk over memory, with the same bits. Not in WebAssembly, where 16
// numbers do not fit in registers and code weighs.
#if defined(__wasm__)
inline constexpr bool kHasPassPairs = false;
#else
inline constexpr bool kHasPassPairs = true;
#endif

struct FftPassArguments {
  const double* from;
  double* to;
  int64_t radix;
  int64_t parts;
  int64_t stride;
  const double* roots;
  // For each part p, w^p, w^(2 p) ..: a row each if lanes have their own, else (re, im).
  const double* twiddles;
  bool has_lane_twiddles;
  // The first lane's first part is the whole line's first.
  bool is_first;
  // Of the pass after this one, if it is done together with this one; else null.
  const double* next_twiddles;
};
void RunFftPass(const FftPassArguments& arguments);

// Rows times factors, those of row k from k * factor_step on: one for each lane, or one for all.
struct FftProductArguments {
  double* rows;
  int64_t count;
  const double* factor_re;
  const double* factor_im;
  int64_t factor_step;
  bool has_lane_factors;
  // Real and imaginary parts have changed places in what is read, or shall in what is written.
  bool is_swapped_before;
  bool is_swapped_after;
};
void RunFftProduct(const FftProductArguments& arguments);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FFT_PASSES_H_
