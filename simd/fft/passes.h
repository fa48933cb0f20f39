// The kernels of a transform. As many lines, or columns of one line, as numbers fill 64 bytes are
// computed side by side: eight in f64, sixteen in f32. A row of a buffer holds one element of each:
// their real parts, then their imaginary parts.
//
// In f64 no multiply-add is fused. In f32, which portable numerics does not use, all are that can
// be.
#ifndef PADDOCK_SIMD_FFT_PASSES_H_
#define PADDOCK_SIMD_FFT_PASSES_H_

#include <cstdint>

namespace paddock::simd {

// The greatest prime factor that is a radix.
inline constexpr int64_t kMaximumRadix = 31;
// Numbers of 64 bytes, which fill a vector on every target.
template <class Real>
inline constexpr int64_t kFftLanes = 64 / static_cast<int64_t>(sizeof(Real));
// Numbers in a row.
template <class Real>
inline constexpr int64_t kFftRow = 2 * kFftLanes<Real>;

// Whether two passes of radix 4 run in one walk over memory, with the same bits. Not in
// WebAssembly, where 16 numbers exceed the registers and code size matters.
// kHasFastFft: whether transforms of f32 can be computed in f32, and real ones of an even length by
// complex ones of half the length. Not in WebAssembly, for its code size.
#if defined(__wasm__)
inline constexpr bool kHasPassPairs = false;
inline constexpr bool kHasFastFft = false;
#else
inline constexpr bool kHasPassPairs = true;
inline constexpr bool kHasFastFft = true;
#endif

template <class Real>
struct FftPassArguments {
  const Real* from;
  Real* to;
  int64_t radix;
  int64_t parts;
  int64_t stride;
  const Real* roots;
  // For each part p, w^p, w^(2 p) ..: a row each if lanes have their own, else (re, im).
  const Real* twiddles;
  bool has_lane_twiddles;
  // The first lane's first part is the first part of the whole line.
  bool is_first;
  // Twiddles of the following pass if both are fused; else null.
  const Real* next_twiddles;
};
void RunFftPass(const FftPassArguments<double>& arguments);
void RunFftPass(const FftPassArguments<float>& arguments);

// Multiplies rows by factors. Those of row k begin at k * factor_step: one for each lane, or one
// for all.
template <class Real>
struct FftProductArguments {
  Real* rows;
  int64_t count;
  const Real* factor_re;
  const Real* factor_im;
  int64_t factor_step;
  bool has_lane_factors;
  // Whether real and imaginary parts are exchanged in the input, and are to be exchanged in the
  // output.
  bool is_swapped_before;
  bool is_swapped_after;
};
void RunFftProduct(const FftProductArguments<double>& arguments);
void RunFftProduct(const FftProductArguments<float>& arguments);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FFT_PASSES_H_
