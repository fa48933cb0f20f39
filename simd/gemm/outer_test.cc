// Outer products, which are written without packing.
#include <catch2/catch_test_macros.hpp>

#include "simd/gemm/gemm_case.h"
#include "simd/gemm/row_major_problem.h"

namespace paddock::simd {
namespace {

constexpr Types kF32 = {ElementType::kF32, ElementType::kF32, ElementType::kF32};
constexpr Types kF64 = {ElementType::kF64, ElementType::kF64, ElementType::kF64};
constexpr Types kI32 = {ElementType::kI32, ElementType::kI32, ElementType::kI32};
constexpr Types kBF16 = {ElementType::kBF16, ElementType::kBF16, ElementType::kBF16};

TEST_CASE("gemm gives the oracle's bits for outer products") {
  ForEachTarget([&] {
    for (const Types& types : {kF32, kF64, kI32, kBF16}) {
      for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
        for (int64_t n = 2; n <= 83; n += 3) {
          GemmCase gemm(types, numerics, static_cast<uint32_t>(n));
          const int64_t m = n % 2 == 0 ? 1 + n % 5 : 17;
          gemm.SetSizes(n % 4 == 0 ? GemmCase::Sizes{} : GemmCase::Sizes{3, 23}, {m}, {n}, {1});
          INFO(m << " x " << n);
          REQUIRE(CheckCase(gemm, n % 2 == 0 ? GemmCase::Mode::kWhole : GemmCase::Mode::kChunks) ==
                  "");
        }
      }
    }
  });
}

// Tiles end within a matrix.
TEST_CASE("gemm gives the oracle's bits for tiles of large outer products") {
  ForEachTarget([&] {
    for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
      GemmCase gemm(kF32, numerics, 5);
      gemm.SetSizes({3}, {100}, {1001}, {1});
      REQUIRE(CheckCase(gemm, GemmCase::Mode::kChunks) == "");
      REQUIRE(CheckCase(gemm, GemmCase::Mode::kSteps) == "");
    }
  });
}

#ifndef __wasm__
TEST_CASE("gemm plans outer products whose rows fill a register") {
  const auto is_outer = [](const GemmProblem& problem) {
    const auto plan = PlanGemm(problem);
    return plan->kernels.step_outer != nullptr && plan->step == plan->kernels.step_outer;
  };
  CHECK(is_outer(RowMajorProblem(kF32, {7, 5, 64, 1})));
  CHECK(is_outer(RowMajorProblem(kF64, {1, 1, 64, 1})));
  CHECK_FALSE(is_outer(RowMajorProblem(kF32, {7, 5, 3, 1})));
  CHECK_FALSE(is_outer(RowMajorProblem(kF32, {7, 5, 64, 2})));
  CHECK_FALSE(is_outer(RowMajorProblem(kBF16, {7, 5, 64, 1})));
  GemmProblem apart = RowMajorProblem(kF32, {7, 5, 64, 1});
  apart.n = {{64, 0, 2}};
  CHECK_FALSE(is_outer(apart));
}
#endif

}  // namespace
}  // namespace paddock::simd
