// The kernels of a transform. Eight lines, or columns of one line, are computed side by side. A row
// of a buffer holds one element of each: eight real parts, then eight imaginary parts.
#ifndef PADDOCK_SIMD_FFT_PASSES_H_
#define PADDOCK_SIMD_FFT_PASSES_H_

#include <cstdint>

namespace paddock::simd {

// The greatest prime factor that is a radix.
inline constexpr int64_t kMaximumRadix = 31;
// Lanes of f64 that fill a vector on every target.
inline constexpr int64_t kFftLanes = 8;
// Numbers in a row.
inline constexpr int64_t kFftRow = 2 * kFftLanes;

// Whether two passes of radix 4 run in one walk over memory, with the same bits. Not in
// WebAssembly, where 16 numbers exceed the registers and code size matters.
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
  // The first lane's first part is the first part of the whole line.
  bool is_first;
  // Twiddles of the following pass if both are fused; else null.
  const double* next_twiddles;
};
void RunFftPass(const FftPassArguments& arguments);

// Multiplies rows by factors. Those of row k begin at k * factor_step: one for each lane, or one
// for all.
struct FftProductArguments {
  double* rows;
  int64_t count;
  const double* factor_re;
  const double* factor_im;
  int64_t factor_step;
  bool has_lane_factors;
  // Whether real and imaginary parts are exchanged in the input, and are to be exchanged in the
  // output.
  bool is_swapped_before;
  bool is_swapped_after;
};
void RunFftProduct(const FftProductArguments& arguments);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FFT_PASSES_H_
