// Portable numerics are the same bits on every machine, target and vector
// width: a hash of each kernel's results over one sample is pinned here. A
// change of an algorithm changes them on purpose; a target must not.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "simd/math/test_samples.h"

namespace paddock::simd {
namespace {

struct Pin {
  std::string_view name;
  uint64_t f32;
  uint64_t f64;
};

constexpr Pin kPins[] = {
    {"atan2", 0xff671c00549c938b, 0x3b3d0e576489e5b0},
    {"cbrt", 0xb1d03d138483c49c, 0x14ab818625e059c3},
    {"cosine", 0x89d7714242593767, 0x65cad850b41cc645},
    {"exponential", 0xe9c770be4e6f5c1, 0x1ff96fc27d2e1dcc},
    {"exponential_minus_one", 0x62510a1afc3082ea, 0xcf500631fb8827b3},
    {"log", 0x4866314a96a8bc07, 0x8c39e0f99be7ab21},
    {"log_plus_one", 0xa5ab192bdcb6eeb2, 0xab4bd5e0084eb891},
    {"logistic", 0x24129ac8acf0df9b, 0x97dccbc0fea48ac},
    {"power", 0x5661caf550b04c86, 0x8209ad3404c44ec6},
    {"rsqrt", 0xd84000cf25885e65, 0x93ea23b6ac6f4138},
    {"sine", 0x914b8fad75fed3c1, 0x81d5be092a806843},
    {"sqrt", 0x4ac1fe0393d4ed4a, 0xd16571ec45004317},
    {"tan", 0xc3be64be5f5132f2, 0xd578cfa9612cb44a},
    {"tanh", 0xaa0dc7e13dcca654, 0x76daeb73a485cf21},
};

// FNV-1a over the results' bits, every NaN as one.
template <class T>
uint64_t HashOfResults(const MathKernel& row) {
  const ElementwiseKernel kernel =
      FindMathKernel(row.name, TestType<T>::kType, Numerics::kPortable);
  const std::vector<T> x = SampleOperands<T>(row, 20000, 3);
  const std::vector<T> y = SampleOperands<T>(row, 20000, 4);
  std::vector<T> results(x.size());
  const void* operands[] = {x.data(), y.data()};
  kernel(operands, results.data(), results.size(), nullptr);
  uint64_t hash = 0xCBF29CE484222325;
  for (const T result : results) {
    const T canonical = std::isnan(result) ? std::numeric_limits<T>::quiet_NaN() : result;
    hash = (hash ^ std::bit_cast<typename TestType<T>::Bits>(canonical)) * 0x100000001B3;
  }
  return hash;
}

}  // namespace

TEST_CASE("portable math kernels give their pinned bits", "[simd]") {
  ForEachTarget([](const std::string& target) {
    for (const MathKernel& row : MathKernels()) {
      const Pin* pin = nullptr;
      for (const Pin& candidate : kPins) {
        if (candidate.name == row.name) pin = &candidate;
      }
      INFO(target << " {\"" << row.name << "\", 0x" << std::hex << HashOfResults<float>(row)
                  << ", 0x" << HashOfResults<double>(row) << "},");
      CHECK(HashOfResults<float>(row) == (pin == nullptr ? 0 : pin->f32));
      CHECK(HashOfResults<double>(row) == (pin == nullptr ? 0 : pin->f64));
    }
  });
}

}  // namespace paddock::simd
