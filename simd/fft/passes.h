// The kernels of a transform.
#ifndef PADDOCK_SIMD_FFT_PASSES_H_
#define PADDOCK_SIMD_FFT_PASSES_H_

#include <cstdint>

namespace paddock::simd {

// The greatest prime factor that is a radix.
inline constexpr int64_t kMaximumRadix = 31;
// Neighbouring elements of one unit.
inline constexpr int64_t kFftBlock = 1024;

struct FftPassArguments {
  const double* from_re;
  const double* from_im;
  double* to_re;
  double* to_im;
  int64_t radix;
  int64_t parts;
  int64_t stride;  // times the width
  const double* twiddles;
  const double* roots;
  // Unit p * blocks + b: part p, elements b * kFftBlock on of the stride.
  int64_t begin;
  int64_t end;
};
void RunFftPass(const FftPassArguments& arguments);

// (re, im) of each of `width` lines times (factor_re[k], factor_im[k]), for k = begin .. end.
struct FftProductArguments {
  double* re;
  double* im;
  const double* factor_re;
  const double* factor_im;
  int64_t width;
  int64_t begin;
  int64_t end;
};
void RunFftProduct(const FftProductArguments& arguments);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FFT_PASSES_H_
