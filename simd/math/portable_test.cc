// Portable numerics have the same bits on every machine, target and vector width. A hash of each
// kernel's results over one sample is pinned here. A change of an algorithm changes them on
// purpose; a target must not.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "simd/math/test_samples.h"

namespace paddock::simd {
namespace {

struct Pin {
  std::string_view name;
  uint64_t f32;
  uint64_t f64;
  uint64_t c64;
  uint64_t c128;
};

// clang-format off
constexpr Pin kPins[] = {
    {"_asin_acos_kernel", 0x0, 0x0, 0x61e2161b5f556da1, 0x4a1d26a6316e3ebb},
    {"abs", 0x0, 0x0, 0xe298af79a23ed3b0, 0x775ef2913ec600c3},
    {"acos", 0x6187b80566228a53, 0xbdb8d82dcfd9dfc2, 0xe5769f09c0bbaaff, 0xe52778bab514a0b6},
    {"acosh", 0xcf91088e35b10053, 0x80610a7a427549e, 0x5f7a18ed285a75df, 0x81f45413fe6f12bc},
    {"asin", 0x40f1888612fea465, 0x5ca56f6cce45afb8, 0xc3a262f2ea621797, 0x3fd797ef0992ffb5},
    {"asinh", 0xc60e2477b85a9ef1, 0x899ce3cf4f380248, 0xf76d38f818758871, 0xe718d1155d50aa51},
    {"atan", 0x4f095aa4d41b4cf2, 0x4cb1939083953fe0, 0x5398e39ab8d3c64b, 0x5fd0bf1cc57ffc98},
    {"atan2", 0xff671c00549c938b, 0x3b3d0e576489e5b0, 0x61bbc21c5bed7610, 0xd2a3d284cfa0448a},
    {"atanh", 0xdf16b2febc222a7d, 0xd2c1aaa5c10d703f, 0x4f92aa97c85887f9, 0xd3eac74a8828db6d},
    {"bessel_i1e", 0xfd72f3ddf944e2ea, 0x4f5de5cfd36dd4b2, 0x0, 0x0},
    {"cbrt", 0xb1d03d138483c49c, 0x14ab818625e059c3, 0xf88eacb0bcbf0e88, 0x33adbc2946d19f30},
    {"cosh", 0xad22d532c0a7dc4f, 0x83193e959ebc8689, 0x77890039730b7a44, 0x8817c17c5f4b3520},
    {"cosine", 0x89d7714242593767, 0x65cad850b41cc645, 0x6552a485028b8c49, 0x413a32c618a8288f},
    {"digamma", 0x713b92c1d6df2485, 0x3418c309c8853609, 0x0, 0x0},
    {"erf", 0x2391855e3d3d3690, 0x8e6ae6a2ad50f078, 0x0, 0x0},
    {"erf_inv", 0x2e90d748123f1c14, 0x412e0dd08d936b28, 0x0, 0x0},
    {"erfc", 0x6d25e52122bbe645, 0x328c11dd8514596e, 0x0, 0x0},
    {"exponential", 0xe9c770be4e6f5c1, 0x1ff96fc27d2e1dcc, 0x590c431eb10c7db7, 0xfb464cc665cc305b},
    {"exponential_minus_one", 0x62510a1afc3082ea, 0xcf500631fb8827b3, 0x7f613daccc274383, 0x727af71461887dfd},
    {"lgamma", 0x3ece5eda0575a9e5, 0x9587c9169e393d6e, 0x0, 0x0},
    {"log", 0x4866314a96a8bc07, 0x8c39e0f99be7ab21, 0x55611e1c171f1a07, 0x861652d2651917df},
    {"log_plus_one", 0xa5ab192bdcb6eeb2, 0xab4bd5e0084eb891, 0xe7753a157179b0b3, 0x7d7f209873508073},
    {"logistic", 0x24129ac8acf0df9b, 0x97dccbc0fea48ac, 0x94c74bfc2e8f6741, 0xd7d78bfa50eb74e8},
    {"polygamma", 0x8ea9c8930a7eef74, 0xe776be379556b1ed, 0x0, 0x0},
    {"power", 0x5661caf550b04c86, 0x8209ad3404c44ec6, 0x18ff2d70a4e58a70, 0xb1d0ae820bdca01a},
    {"rsqrt", 0xd84000cf25885e65, 0x93ea23b6ac6f4138, 0xf57079c6d529e110, 0x17251effd98eff2b},
    {"sign", 0x0, 0x0, 0xdf62796171abee6b, 0x795a6037197a0936},
    {"sine", 0x914b8fad75fed3c1, 0x81d5be092a806843, 0x27bbafdc9904af1, 0x2c02fba824b312ca},
    {"sinh", 0xe74caf8aaf0699ba, 0xa0f85b8efa130ae5, 0x44ad340fa7686ddb, 0x5ecf35d28beddb7a},
    {"sqrt", 0x4ac1fe0393d4ed4a, 0xd16571ec45004317, 0xcbc2ffa81a7736e9, 0x65ac0ea5a0b3279a},
    {"tan", 0xc3be64be5f5132f2, 0xd578cfa9612cb44a, 0x5113266284982c80, 0xeb8d3b6f7f27c437},
    {"tanh", 0xaa0dc7e13dcca654, 0x76daeb73a485cf21, 0x2bf5b84bcd212439, 0x4fae38129fea6be8},
    {"zeta", 0x77311c239aaa5d44, 0x41df69cecc53d221, 0x0, 0x0},
};
// clang-format on

// FNV-1a over the bits of `count` floats, every NaN as one.
template <class T>
uint64_t HashOf(const T* floats, size_t count) {
  uint64_t hash = 0xCBF29CE484222325;
  for (size_t i = 0; i < count; ++i) {
    const T canonical = std::isnan(floats[i]) ? std::numeric_limits<T>::quiet_NaN() : floats[i];
    hash = (hash ^ std::bit_cast<typename TestType<T>::Bits>(canonical)) * 0x100000001B3;
  }
  return hash;
}

template <class T>
uint64_t HashOfResults(const MathKernel& row) {
  if (BoundOf<T>(row) == 0) return 0;
  const ElementwiseFunction kernel =
      FindMathFunction(row.name, TestType<T>::kType, Numerics::kPortable);
  const std::vector<T> x = SampleOperand<T>(row, 0, 20000, 3);
  const std::vector<T> y = SampleOperand<T>(row, 1, 20000, 3);
  std::vector<T> results(x.size());
  const void* operands[] = {x.data(), y.data()};
  kernel(operands, results.data(), results.size(), nullptr);
  return HashOf(results.data(), results.size());
}

// abs has half the floats; the rest stay zero.
template <class T>
uint64_t HashOfComplexResults(const MathKernel& row) {
  using C = std::complex<T>;
  if (BoundOf<C>(row) == 0) return 0;
  const ElementwiseFunction kernel =
      FindMathFunction(row.name, TestType<C>::kType, Numerics::kPortable);
  const std::vector<C> x = SampleComplexOperands<C>(row, 10000, 3);
  const std::vector<C> y = SampleComplexOperands<C>(row, 10000, 4);
  std::vector<T> results(2 * x.size());
  const void* operands[] = {x.data(), y.data()};
  kernel(operands, results.data(), x.size(), nullptr);
  return HashOf(results.data(), results.size());
}

}  // namespace

TEST_CASE("portable math kernels give their pinned bits", "[simd]") {
  ForEachTarget([](const std::string& target) {
    for (const MathKernel& row : MathKernels()) {
      const Pin* pin = nullptr;
      for (const Pin& candidate : kPins) {
        if (candidate.name == row.name) pin = &candidate;
      }
      const uint64_t f32 = HashOfResults<float>(row);
      const uint64_t f64 = HashOfResults<double>(row);
      const uint64_t c64 = HashOfComplexResults<float>(row);
      const uint64_t c128 = HashOfComplexResults<double>(row);
      INFO(target << " {\"" << row.name << std::hex << "\", 0x" << f32 << ", 0x" << f64 << ", 0x"
                  << c64 << ", 0x" << c128 << "},");
      REQUIRE(pin != nullptr);
      CHECK(f32 == pin->f32);
      CHECK(f64 == pin->f64);
      CHECK(c64 == pin->c64);
      CHECK(c128 == pin->c128);
    }
  });
}

}  // namespace paddock::simd
