// Rows times few columns, several rows in a register.
#include "simd/gemm/row_blocks.h"

#include <catch2/catch_test_macros.hpp>

#include "simd/gemm/gemm_case.h"
#include "simd/gemm/row_major_problem.h"

namespace paddock::simd {
namespace {

constexpr Types kF32 = {ElementType::kF32, ElementType::kF32, ElementType::kF32};
constexpr Types kF64 = {ElementType::kF64, ElementType::kF64, ElementType::kF64};

TEST_CASE("gemm gives the oracle's bits for rows of a block") {
  ForEachTarget([] {
    for (const Types& types : {kF32, kF64}) {
      for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
        for (int64_t n = 2; n <= 4; ++n) {
          // Rows and elements that fill no register, and in some of these layouts rows are apart.
          for (int64_t k = 2; k <= 40; k += 1 + k / 12) {
            GemmCase gemm(types, numerics, static_cast<uint32_t>(4 * k + n));
            gemm.SetSizes({1}, {64 + k * 7 % 40}, {n}, {k});
            INFO(n << " columns, k = " << k);
            REQUIRE(CheckCase(gemm,
                              k % 2 == 0 ? GemmCase::Mode::kWhole : GemmCase::Mode::kChunks) == "");
          }
        }
        GemmCase deep(types, numerics, 3);
        deep.SetSizes({1}, {2500}, {4}, {511});
        REQUIRE(CheckCase(deep, GemmCase::Mode::kChunks) == "");
      }
    }
  });
}

TEST_CASE("gemm has rows of a block where registers have several") {
  const auto is_planned = [](const Types& types, int64_t m, int64_t n, int64_t k,
                             int64_t row_stride = 0) {
    GemmProblem problem = RowMajorProblem(types, {1, m, n, k});
    if (row_stride != 0) problem.m[0].lhs_stride = row_stride;
    const auto plan = PlanGemm(problem);
    return plan->step != nullptr && plan->step == plan->kernels.step_row_blocks;
  };
  const auto any = PlanGemm(RowMajorProblem(kF32, {1, 100, 4, 32}));
  const bool has_several = kMayHaveLargeTiles && any->kernels.register_lanes > 4;
  CHECK(is_planned(kF32, 100, 4, 32) == has_several);
  CHECK(is_planned(kF32, 100, 3, 512, 1000) == has_several);
  CHECK(is_planned(kF64, 100, 2, 7) == has_several);
  CHECK_FALSE(is_planned(kF32, 100, 4, 513));
  CHECK_FALSE(is_planned(kF32, 63, 4, 32));
  CHECK_FALSE(is_planned(kF32, 100, 5, 32));
  CHECK_FALSE(is_planned(kF32, 100, 2, 32));
  CHECK_FALSE(is_planned(kF32, 100, 1, 32));
}

}  // namespace
}  // namespace paddock::simd
