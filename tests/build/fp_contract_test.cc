// The compiler must not fuse a*b+c automatically, because a fused result has different bits.
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

template <class Float>
struct Complex {
  Float real, imaginary;
};

template <class Float>
[[gnu::noinline]] void MultiplyComplex(const Complex<Float>* lhs, const Complex<Float>* rhs,
                                       Complex<Float>* result, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const auto [a, b] = lhs[i];
    const auto [c, d] = rhs[i];
    result[i] = {a * c - b * d, a * d + b * c};
  }
}

// Vectorizers treat the two parts of a complex product as a separate pattern.
template <class Float>
void CheckComplexProductRounds() {
  const Tripwire<Float> tripwire;
  for (const Complex<Float> rhs : {Complex<Float>{tripwire.factor, -tripwire.addend},
                                   Complex<Float>{-tripwire.addend, tripwire.factor}}) {
    // factor * factor - (1 + 2e) * 1, with either product first, and likewise the sum.
    const bool is_swapped = rhs.real != tripwire.factor;
    const Complex<Float> lhs =
        is_swapped ? Complex<Float>{1, tripwire.factor} : Complex<Float>{tripwire.factor, 1};
    const std::vector<Complex<Float>> many_lhs(67, lhs);
    const std::vector<Complex<Float>> many_rhs(67, rhs);
    std::vector<Complex<Float>> result(67);
    MultiplyComplex(many_lhs.data(), many_rhs.data(), result.data(), result.size());
    for (const Complex<Float>& value : result) CHECK(value.real == 0);
  }
}

}  // namespace

TEST_CASE("the parts of a complex product round each multiplication") {
  CheckComplexProductRounds<float>();
  CheckComplexProductRounds<double>();
}
TEST_CASE("f32 multiplication and addition round separately") { CheckEachOperationRounds<float>(); }
TEST_CASE("f64 multiplication and addition round separately") {
  CheckEachOperationRounds<double>();
}
