// Products of small matrices that are read in place.
#include "simd/gemm/small.h"

#include <catch2/catch_test_macros.hpp>

#include "simd/gemm/gemm_case.h"
#include "simd/gemm/row_major_problem.h"

namespace paddock::simd {
namespace {

constexpr Types kF32 = {ElementType::kF32, ElementType::kF32, ElementType::kF32};
constexpr Types kF64 = {ElementType::kF64, ElementType::kF64, ElementType::kF64};
constexpr Types kI32 = {ElementType::kI32, ElementType::kI32, ElementType::kI32};
constexpr Types kI64 = {ElementType::kI64, ElementType::kI64, ElementType::kI64};
constexpr Types kF16 = {ElementType::kF16, ElementType::kF16, ElementType::kF16};

bool IsPlannedSmall(const GemmProblem& problem) {
  return PlanGemm(problem)->path == GemmPath::kSmall;
}

// More matrices than offsets that are found at once.
TEST_CASE("gemm gives the oracle's bits for many small matrices") {
  ForEachTarget([&] {
    for (const Types& types : {kF32, kF64, kI32, kI64}) {
      for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
        for (int64_t m = 2; m <= kMostSmallRows; ++m) {
          const int64_t n = 2 + m * 5 % (kMostSmallRows - 1), k = m * 7 % 18;
          GemmCase gemm(types, numerics, static_cast<uint32_t>(m));
          gemm.SetSizes({3, 43}, {m}, {n}, {k});
          INFO(m << " x " << n << " x " << k);
          REQUIRE(CheckCase(gemm, m % 2 == 0 ? GemmCase::Mode::kWhole : GemmCase::Mode::kChunks) ==
                  "");
        }
      }
    }
  });
}

// In some of these layouts the columns of a matrix are neighbours, in others elements of several.
TEST_CASE("gemm gives the oracle's bits for matrices of few rows and columns") {
  ForEachTarget([&] {
    for (const Types& types : {kF32, kF64, kI32, kI64}) {
      for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
        for (uint32_t seed = 1; seed <= 60; ++seed) {
          const int64_t m = 2 + seed % 5, n = 2 + seed % 4, k = 1 + seed % 6;
          GemmCase gemm(types, numerics, seed);
          gemm.SetSizes(seed % 3 == 0 ? GemmCase::Sizes{3, 25} : GemmCase::Sizes{70}, {m}, {n},
                        {k});
          INFO(seed << ": " << m << " x " << n << " x " << k);
          REQUIRE(CheckCase(gemm, seed % 2 == 0 ? GemmCase::Mode::kWhole
                                                : GemmCase::Mode::kChunks) == "");
        }
      }
    }
  });
}

TEST_CASE("gemm gives the oracle's bits for small results of long sums") {
  ForEachTarget([&] {
    for (const Types& types : {kF32, kF64, kI32, kI64}) {
      for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
        for (int64_t m = 2; m <= kMostSmallRows; ++m) {
          const int64_t n = 2 + m * 5 % (kMostSmallRows - 1), k = 60 + m * 37 % 500;
          // In some of these layouts the columns are neighbours.
          for (uint32_t seed = 1; seed <= 4; ++seed) {
            GemmCase gemm(types, numerics, static_cast<uint32_t>(m) * 16 + seed);
            gemm.SetSizes({seed % 2 == 0 ? 3 : 1}, {m}, {n}, {k});
            INFO(m << " x " << n << " x " << k);
            REQUIRE(CheckCase(gemm, GemmCase::Mode::kChunks) == "");
          }
        }
      }
    }
  });
}

// Numbers of rows with and without matrices of 4 to 16 rows that they can be divided among.
TEST_CASE("gemm gives the oracle's bits for many rows times few columns") {
  ForEachTarget([&] {
    for (const Types& types : {kF32, kF64, kI32}) {
      for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
        for (int64_t n = 2; n <= 17; ++n) {
          const int64_t m = n % 4 == 1 ? 101 : 20 + n * 4, k = n * 13 % 90;
          GemmCase gemm(types, numerics, static_cast<uint32_t>(n));
          gemm.SetSizes({1}, {m}, {n}, {k});
          INFO(m << " x " << n << " x " << k);
          REQUIRE(CheckCase(gemm, n % 2 == 0 ? GemmCase::Mode::kWhole : GemmCase::Mode::kChunks) ==
                  "");
        }
      }
    }
  });
}

TEST_CASE("gemm gives the oracle's bits for rows that all small matrices leave one of") {
  ForEachTarget([&] {
    for (const Types& types : {kF32, kF64}) {
      GemmCase gemm(types, Numerics::kFast, 1);
      // 1 + 16 * 3 * 5 * 7.
      gemm.SetSizes({1}, {1681}, {4}, {20});
      REQUIRE(CheckCase(gemm, GemmCase::Mode::kChunks) == "");
    }
  });
}

// All remainders of the rows, among them those that leave a single row.
TEST_CASE("gemm gives the oracle's bits for batches of many rows times few columns") {
  ForEachTarget([&] {
    for (const Types& types : {kF32, kF64, kI32}) {
      for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
        for (int64_t rest = 0; rest < 50; ++rest) {
          const int64_t m = 288 + rest, n = 2 + rest * 5 % 15, k = 1 + rest * 7 % 34;
          const bool is_batch = rest % 3 != 0;
          GemmCase gemm(types, numerics, static_cast<uint32_t>(rest));
          gemm.SetSizes({is_batch ? 3 : 1}, {m}, {n}, {k});
          INFO(m << " x " << n << " x " << k);
          REQUIRE(CheckCase(gemm, rest % 2 == 0 ? GemmCase::Mode::kWhole
                                                : GemmCase::Mode::kChunks) == "");
        }
      }
    }
  });
}

TEST_CASE("gemm gives the oracle's bits for rows times many matrices") {
  ForEachTarget([&] {
    for (const Types& types : {kF32, kF64, kI32, kI64}) {
      for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
        for (int64_t k = 1; k <= 17; ++k) {
          GemmCase gemm(types, numerics, static_cast<uint32_t>(k));
          gemm.SetSizes({3, 43}, {1}, {k * 11 % 37 + 2}, {k});
          INFO("k = " << k);
          REQUIRE(CheckCase(gemm, k % 2 == 0 ? GemmCase::Mode::kWhole : GemmCase::Mode::kChunks) ==
                  "");
        }
      }
    }
  });
}

TEST_CASE("gemm reads small floats of 32 and 64 bits in place") {
  const auto problem_of = [](const Types& types, int64_t m, int64_t n, int64_t k,
                             int64_t batch = 5) {
    return RowMajorProblem(types, {batch, m, n, k});
  };
  // WebAssembly has only kernels of f32, for at least four rows and columns, or narrow products.
  CHECK(IsPlannedSmall(problem_of(kF32, 16, 16, 64)) == (kMayHaveLargeTiles || HWY_ARCH_WASM));
  CHECK(IsPlannedSmall(problem_of(kF32, 6, 9, 3)) == (kMayHaveLargeTiles || HWY_ARCH_WASM));
  CHECK(IsPlannedSmall(problem_of(kF32, 4, 3, 3)) == (kMayHaveLargeTiles || HWY_ARCH_WASM));
  CHECK(IsPlannedSmall(problem_of(kF32, 4, 3, 5)) == kMayHaveLargeTiles);
  CHECK(IsPlannedSmall(problem_of(kF64, 2, 3, 0)) == kMayHaveLargeTiles);
  CHECK(IsPlannedSmall(problem_of(kF32, 17, 16, 64)) == HWY_ARCH_WASM);
  CHECK_FALSE(IsPlannedSmall(problem_of(kF32, 33, 16, 64)));
  CHECK(IsPlannedSmall(problem_of(kF32, 16, 16, 65)) == (kMayHaveLargeTiles || HWY_ARCH_WASM));
  CHECK_FALSE(IsPlannedSmall(problem_of(kF32, 16, 16, 1 << 20)));
  GemmProblem divided = problem_of(kF32, 16, 16, 70);
  divided.k = {{7, 10, 160}, {10, 1, 17}};
  CHECK_FALSE(IsPlannedSmall(divided));
  CHECK_FALSE(IsPlannedSmall(problem_of(kF32, 1, 64, 4)));
  CHECK(IsPlannedSmall(problem_of(kF32, 1, 64, 4, 16)) == kMayHaveLargeTiles);
  CHECK(IsPlannedSmall(problem_of(kF64, 1, 64, 8, 16)) == kMayHaveLargeTiles);
  CHECK_FALSE(IsPlannedSmall(problem_of(kF64, 1, 64, 9, 16)));
  CHECK_FALSE(IsPlannedSmall(problem_of(kF16, 4, 4, 4)));
  // Rows that are divided among matrices, the last of them perhaps of fewer rows.
  const auto plan = PlanGemm(problem_of(kF64, 1, 1, 1));
  REQUIRE(plan);
  const auto lanes = static_cast<int64_t>(plan->kernels.register_lanes);
  for (const int64_t m : {800, 801, 803}) {
    for (const int64_t batch : {1, 3}) {
      CHECK(IsPlannedSmall(problem_of(kF64, m, lanes, 20, batch)) == kMayHaveLargeTiles);
      CHECK(IsPlannedSmall(problem_of(kF64, m, 16, 8, batch)) == kMayHaveLargeTiles);
      CHECK_FALSE(IsPlannedSmall(problem_of(kF64, m, 17, 8, batch)));
    }
  }
  GemmProblem transposed = problem_of(kF32, 4, 4, 4);
  transposed.n = {{4, 0, 4}};
  transposed.k = {{4, 1, 1}};
  // Its columns are neighbours; matrices of more elements are packed.
  CHECK(IsPlannedSmall(transposed) == (kMayHaveLargeTiles || HWY_ARCH_WASM));
  GemmProblem packed = problem_of(kF32, 16, 16, 33);
  packed.n = {{16, 0, 33}};
  packed.k = {{33, 1, 1}};
  CHECK_FALSE(IsPlannedSmall(packed));
}

}  // namespace
}  // namespace paddock::simd
