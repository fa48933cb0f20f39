// Roots of unity.
#ifndef PADDOCK_SIMD_FFT_ROOTS_H_
#define PADDOCK_SIMD_FFT_ROOTS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace paddock::simd {

struct ComplexTable {
  std::vector<double> re;
  std::vector<double> im;
};

// exp(-2 pi i k / count) for k = 0 .. count - 1, each part within 1.5 * 2^-53 of the exact one;
// the same bits on every machine.
ComplexTable RootsOfUnity(int64_t count);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FFT_ROOTS_H_
