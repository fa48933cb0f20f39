// Tests the table's error bounds as tolerances.
#include "simd/math/error_bound.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "simd/math/math.h"

namespace paddock::simd {
namespace {

TEST_CASE("a bound in ULP is relative to the result", "[simd]") {
  const auto bound = FindErrorBound("exponential", ElementType::kF32);
  REQUIRE(bound);
  CHECK(bound->ulps == 1);
  CHECK(bound->epsilon == 0x1p-23);
  CHECK(std::isinf(bound->absolute));
  CHECK(FindErrorBound("exponential", ElementType::kF64)->epsilon == 0x1p-52);
  CHECK(FindErrorBound("sqrt", ElementType::kF64)->ulps == 0.5);
}

TEST_CASE("errors of bounded results are bounded", "[simd]") {
  CHECK(FindErrorBound("tanh", ElementType::kF32)->absolute == 0x1p-23);
  // 64 is the power of two below 104.
  CHECK(FindErrorBound("log", ElementType::kF32)->absolute == 64 * 0x1p-23);
  CHECK(FindErrorBound("log", ElementType::kF64)->absolute == 2 * 512 * 0x1p-52);
  for (const float x : {0x1p-149f, 0x1.fffffep127f}) {
    CHECK(std::fabs(std::log(x)) < 104);
    CHECK(std::cbrt(x) < 0x1p43f);
    CHECK(std::sqrt(x) < 0x1p64f);
    CHECK(1 / std::sqrt(x) < 0x1p75f);
  }
}

TEST_CASE("a narrow float is rounded once more", "[simd]") {
  CHECK(FindErrorBound("tanh", ElementType::kF16)->ulps == 0.5 + 0x1p-13);
  CHECK(FindErrorBound("tanh", ElementType::kF16)->epsilon == 0x1p-10);
  CHECK(FindErrorBound("tanh", ElementType::kBF16)->ulps == 0.5 + 0x1p-16);
}

TEST_CASE("the error of a complex number includes both parts", "[simd]") {
  CHECK(FindErrorBound("exponential", ElementType::kC64)->ulps == 1);
  CHECK(FindErrorBound("cbrt", ElementType::kC128)->ulps == 3 * 1.4142135623730951);
  CHECK(std::isinf(FindErrorBound("tanh", ElementType::kC64)->absolute));
}

TEST_CASE("a function without a kernel has no bound", "[simd]") {
  CHECK_FALSE(FindErrorBound("exponential", ElementType::kI32));
  CHECK_FALSE(FindErrorBound("erf", ElementType::kC64));
  CHECK_FALSE(FindErrorBound("add", ElementType::kF32));
  for (const MathKernel& kernel : MathKernels()) {
    CHECK(FindErrorBound(kernel.name, ElementType::kF64).has_value() == (kernel.max_ulp_f64 != 0));
  }
}

}  // namespace
}  // namespace paddock::simd
