// Shared by the tests of the mathematical kernels: targets, samples, types.
#ifndef PADDOCK_SIMD_MATH_TEST_SAMPLES_H_
#define PADDOCK_SIMD_MATH_TEST_SAMPLES_H_

#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "hwy/targets.h"
#include "simd/math/math.h"

namespace paddock::simd {

template <class T>
struct TestType;
template <>
struct TestType<float> {
  using Bits = uint32_t;
  static constexpr ElementType kType = ElementType::kF32;
};
template <>
struct TestType<double> {
  using Bits = uint64_t;
  static constexpr ElementType kType = ElementType::kF64;
};

template <>
struct TestType<std::complex<float>> {
  using Bits = uint32_t;
  static constexpr ElementType kType = ElementType::kC64;
};
template <>
struct TestType<std::complex<double>> {
  using Bits = uint64_t;
  static constexpr ElementType kType = ElementType::kC128;
};

// Runs `body(target name)` with each target that this CPU and build have.
template <class Body>
void ForEachTarget(Body body) {
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    body(std::string(hwy::TargetName(target)));
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

// splitmix64: the same sample everywhere.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t Next() {
    uint64_t z = (state_ += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }
  // In [low, high).
  double Between(double low, double high) {
    return low + static_cast<double>(Next() >> 11) * 0x1p-53 * (high - low);
  }

 private:
  uint64_t state_;
};

template <class T>
std::vector<T> SpecialValues() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {0,
                           1,
                           2,
                           3,
                           T(0.5),
                           T(1.5),
                           T(2.5),
                           10,
                           100,
                           1000,
                           7,
                           64,
                           1e6,
                           T(0.1),
                           T(1e-3),
                           T(1e-10),
                           T(3.14159265358979),
                           T(1.5707963267948966),
                           T(0.7853981633974483),
                           T(0x1p20),
                           T(1048575.5),
                           T(0x1p30),
                           T(1e22),
                           T(88.5),
                           T(103.9),
                           T(709.5),
                           T(745.1),
                           Limits::min(),
                           Limits::denorm_min(),
                           Limits::max(),
                           Limits::epsilon(),
                           Limits::min() / 2,
                           Limits::infinity(),
                           Limits::quiet_NaN()};
  const size_t count = values.size();
  for (size_t i = 0; i < count; ++i) values.push_back(-values[i]);
  return values;
}

// Half from all bit patterns, half uniformly from the row's range, a few near
// 0 and 1, and the special values.
template <class T>
std::vector<T> SampleOperands(const MathKernel& row, size_t count, uint64_t seed) {
  std::vector<T> sample = SpecialValues<T>();
  Random random(seed);
  while (sample.size() < count) {
    using Bits = typename TestType<T>::Bits;
    sample.push_back(std::bit_cast<T>(static_cast<Bits>(random.Next() >> (64 - 8 * sizeof(T)))));
    sample.push_back(static_cast<T>(random.Between(row.low, row.high)));
    sample.push_back(static_cast<T>(random.Between(-2, 2)));
    sample.push_back(static_cast<T>(random.Between(0.9, 1.1)));
  }
  return sample;
}

// The first operand of these functions has special cases at integers, so every other one is
// rounded.
inline bool WantsIntegers(const MathKernel& row) {
  return row.name == "polygamma" || row.name == "zeta";
}

// Samples of operand `index`.
template <class T>
std::vector<T> SampleOperand(const MathKernel& row, int index, size_t count, uint64_t seed) {
  std::vector<T> sample = SampleOperands<T>(row, count, seed + static_cast<uint64_t>(index));
  if (index != 0 || !WantsIntegers(row)) return sample;
  for (size_t i = 0; i < sample.size(); i += 2) sample[i] = std::floor(sample[i]);
  for (size_t i = 4; i < sample.size(); i += 8) sample[i] = static_cast<T>(i / 8 % 40);
  return sample;
}

// Complex operands: every pair of special values first, then pairs of a real
// sample's.
template <class C>
std::vector<C> SampleComplexOperands(const MathKernel& row, size_t count, uint64_t seed) {
  using T = typename C::value_type;
  MathKernel range = row;
  range.low = -20;
  range.high = 20;
  const std::vector<T> re = SampleOperands<T>(range, count, seed);
  const std::vector<T> im = SampleOperands<T>(range, count, seed + 100);
  const std::vector<T> special = SpecialValues<T>();
  std::vector<C> sample;
  for (size_t i = 0; i < special.size() && sample.size() < count / 2; ++i) {
    for (const T other : special) sample.emplace_back(special[i], other);
  }
  for (size_t i = special.size(); sample.size() < count; ++i) sample.emplace_back(re[i], im[i]);
  sample.resize(count);
  return sample;
}

// Returns the row's bound for T; 0 if it has no kernel.
template <class T>
double BoundOf(const MathKernel& row) {
  switch (TestType<T>::kType) {
    case ElementType::kF32:
      return row.max_ulp_f32;
    case ElementType::kF64:
      return row.max_ulp_f64;
    case ElementType::kC64:
      return row.max_ulp_c64;
    default:
      return row.max_ulp_c128;
  }
}

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MATH_TEST_SAMPLES_H_
