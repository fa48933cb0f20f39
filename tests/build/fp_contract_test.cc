// The compiler must not fuse a*b+c on its own: a fused result has other bits.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstddef>
#include <vector>

namespace {

// (1 + e)^2 = 1 + 2e + e^2 rounds to 1 + 2e, so adding -(1 + 2e) gives 0 when each operation
// rounds, and e^2 when the product is not rounded first.
template <class Float>
struct Tripwire {
  static constexpr Float kEpsilon = sizeof(Float) == 4 ? Float(1.0 / 4096) : Float(1.0 / (1 << 30));
  Float factor = 1 + kEpsilon;
  Float addend = -(1 + 2 * kEpsilon);
};

template <class Float>
[[gnu::noinline]] void MultiplyAdd(const Float* lhs, const Float* rhs, const Float* addend,
                                   Float* result, size_t count) {
  for (size_t i = 0; i < count; ++i) result[i] = lhs[i] * rhs[i] + addend[i];
}

template <class Float>
void CheckEachOperationRounds() {
  const Tripwire<Float> tripwire;
  REQUIRE(std::fma(tripwire.factor, tripwire.factor, tripwire.addend) != 0);
  // Enough elements for a vectorised loop and a scalar tail.
  const std::vector<Float> factor(67, tripwire.factor);
  const std::vector<Float> addend(67, tripwire.addend);
  std::vector<Float> result(67, Float(-1));
  MultiplyAdd(factor.data(), factor.data(), addend.data(), result.data(), result.size());
  for (const Float value : result) CHECK(value == 0);
}

}  // namespace

TEST_CASE("f32 multiplication and addition round separately") { CheckEachOperationRounds<float>(); }
TEST_CASE("f64 multiplication and addition round separately") {
  CheckEachOperationRounds<double>();
}
