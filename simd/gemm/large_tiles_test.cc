// Large tiles: their last rows and panels, rows of lhs read in place, and a packed rhs.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <tuple>

#include "simd/gemm/gemm.h"
#include "simd/gemm/gemm_case.h"

namespace paddock::simd {
namespace {

constexpr Types kF32 = {ElementType::kF32, ElementType::kF32, ElementType::kF32};
constexpr Types kF64 = {ElementType::kF64, ElementType::kF64, ElementType::kF64};
constexpr Types kBF16 = {ElementType::kBF16, ElementType::kBF16, ElementType::kF32};

std::string CaseName(const Types& types, Numerics numerics) {
  return std::string(Spelling(types.lhs)) + (numerics == Numerics::kFast ? ", fast" : ", portable");
}

// Covers whole panels, and last panels with each possible number of vectors, including a partial
// one.
TEST_CASE("gemm gives the oracle's bits where the panels of large tiles end") {
  ForEachTarget([&] {
    for (const Types& types : {kF32, kF64, kBF16}) {
      for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
        for (const int64_t m : {9, 12, 17, 101}) {
          for (const int64_t n : {33, 48, 64, 65, 80, 96, 111, 128, 145}) {
            const int64_t k = 254 + (m + n) % 5;
            GemmCase gemm(types, numerics, static_cast<uint32_t>(m * n));
            gemm.SetSizes({}, {m}, {n}, {k});
            INFO(CaseName(types, numerics) << ", " << m << " x " << n << " x " << k);
            REQUIRE(CheckCase(gemm,
                              n % 2 == 0 ? GemmCase::Mode::kWhole : GemmCase::Mode::kChunks) == "");
          }
        }
      }
    }
  });
}

// Rows along k in runs, as in a convolution's windows, under one and two panels of rhs. Covers all
// numbers of rows in the last tiles of a block.
TEST_CASE("gemm gives the oracle's bits where rows of lhs are read in place") {
  ForEachTarget([&] {
    for (const Types& types : {kF32, kF64}) {
      for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
        bool has_large_tiles = false, has_wasm_kernel = false;
        int cases_in_place = 0;
        for (int64_t m = 9; m < 33; ++m) {
          const int64_t n = m % 3 == 0 ? 64 : 33 + m;
          const int64_t run = 8 + m % 15;
          GemmCase gemm(types, numerics, static_cast<uint32_t>(m));
          gemm.SetSizes({2}, {m == 32 ? 101 : m}, {n}, {7, run});
          const auto plan = PlanGemm(gemm.problem());
          has_large_tiles = plan->kernels.step_large != nullptr;
          has_wasm_kernel = HWY_ARCH_WASM && plan->kernels.has_rows_in_place;
          if (HWY_ARCH_WASM && numerics == Numerics::kFast) {
            REQUIRE(has_wasm_kernel == (types.lhs == ElementType::kF32));
          }
          if (plan->reads_lhs_in_place) ++cases_in_place;
          INFO(CaseName(types, numerics) << ", " << m << " x " << n << " x 7 x " << run);
          REQUIRE(CheckCase(gemm, m % 2 == 0 ? GemmCase::Mode::kWhole : GemmCase::Mode::kChunks) ==
                  "");
        }
        CHECK((cases_in_place > 4) == (has_large_tiles || has_wasm_kernel));
      }
    }
  });
}

TEST_CASE("gemm gives the same bytes with an rhs that is packed before") {
  ForEachTarget([&] {
    for (const Types& types : {kF32, kF64}) {
      for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
        for (const auto& [m, n, k] :
             {std::tuple{9, 33, 5}, {16, 200, 300}, {33, 1100, 270}, {96, 64, 128}}) {
          GemmCase gemm(types, numerics, static_cast<uint32_t>(m + n));
          gemm.SetSizes({}, {m}, {n}, {k});
          const auto plan = PlanGemm(gemm.problem());
          REQUIRE(MayPackRhs(*plan) == (plan->kernels.step_large != nullptr));
          if (!MayPackRhs(*plan)) continue;
          INFO(CaseName(types, numerics) << ", " << m << " x " << n << " x " << k);
          const auto expected = gemm.Run(*plan, GemmCase::Mode::kWhole);
          for (const GemmCase::Mode mode :
               {GemmCase::Mode::kWhole, GemmCase::Mode::kSteps, GemmCase::Mode::kChunks}) {
            REQUIRE(gemm.RunPacked(*plan, mode) == expected);
          }
        }
      }
    }
  });
}

}  // namespace
}  // namespace paddock::simd
