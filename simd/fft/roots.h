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

// exp(-2 pi i k / count), each part within 1.5 * 2^-53 of the exact one; the same bits on every
// machine.
class RootsOfUnity {
 public:
  struct Root {
    double re;
    double im;
  };

  explicit RootsOfUnity(int64_t count) : count_(count) {}
  // Computes roots from k = 0 on, on demand. The second half is the conjugate of the first.
  int64_t half_count() const { return count_ / 2 + 1; }
  void ComputeUpTo(int64_t end);
  // Returns root k, 0 <= k < count. Its half must be computed.
  Root At(int64_t k) const {
    const bool is_second = k >= half_count();
    const auto at = static_cast<size_t>(is_second ? count_ - k : k);
    return {half_.re[at], is_second ? -half_.im[at] : half_.im[at]};
  }

 private:
  int64_t count_;
  ComplexTable half_;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FFT_ROOTS_H_
