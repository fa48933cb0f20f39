// Products that are selected from whole registers.
#include "simd/gemm/tiny.h"

#include <catch2/catch_test_macros.hpp>
#include <span>

#include "simd/gemm/gemm_case.h"
#include "simd/gemm/row_major_problem.h"

namespace paddock::simd {
namespace {

// Types that are converted to those of the sums.
constexpr Types kConverted[] = {{ElementType::kF16, ElementType::kF16, ElementType::kF16},
                                {ElementType::kBF16, ElementType::kBF16, ElementType::kF32},
                                {ElementType::kI8, ElementType::kI8, ElementType::kI32},
                                {ElementType::kUI8, ElementType::kI16, ElementType::kI8},
                                {ElementType::kF32, ElementType::kF64, ElementType::kF64}};

constexpr Types kTypes[] = {{ElementType::kF32, ElementType::kF32, ElementType::kF32},
                            {ElementType::kF64, ElementType::kF64, ElementType::kF64},
                            {ElementType::kI32, ElementType::kI32, ElementType::kI32},
                            {ElementType::kUI64, ElementType::kUI64, ElementType::kUI64}};

// Checks the bits for a random order of the dimensions in each operand.
void CheckTiny(int64_t batch, int64_t m, int64_t n, int64_t k, uint32_t seed,
               std::span<const Types> all_types = kTypes) {
  for (const Types& types : all_types) {
    for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
      GemmCase gemm(types, numerics, seed);
      gemm.SetSizes({batch}, {m}, {n}, {k});
      INFO(batch << " of " << m << " x " << n << " x " << k);
      REQUIRE(CheckCase(gemm, seed % 2 == 0 ? GemmCase::Mode::kWhole : GemmCase::Mode::kChunks) ==
              "");
    }
  }
}

TEST_CASE("gemm gives the oracle's bits for many matrices up to 4 x 4 and vectors") {
  ForEachTarget([] {
    for (uint32_t seed = 1; seed <= 4; ++seed) {
      for (int64_t m = 1; m <= 4; ++m) {
        for (int64_t n = 1; n <= 4; ++n) {
          for (int64_t k = 1; k <= 5; ++k) CheckTiny(16 + seed * 3, m, n, k, seed);
        }
      }
      for (int64_t k = 6; k <= 17; ++k) CheckTiny(19, 1, 1, k, seed);
    }
  });
}

TEST_CASE("gemm gives the oracle's bits for many matrices of other types than their sums") {
  ForEachTarget([] {
    for (uint32_t seed = 1; seed <= 6; ++seed) {
      for (int64_t m = 1; m <= 5; ++m) {
        for (int64_t n = 1; n <= 5; ++n) {
          for (int64_t k = 1; k <= 5; ++k) {
            CheckTiny(30 + seed * 9, m, n, k, seed, kConverted);
            CheckTiny(30 + seed * 9, m, n, k, seed);
          }
        }
      }
      for (int64_t k = 6; k <= 17; ++k) CheckTiny(67, 1, 1, k, seed, kConverted);
    }
  });
}

TEST_CASE("gemm gives the oracle's bits for tall matrices times a few columns") {
  ForEachTarget([] {
    for (uint32_t seed = 1; seed <= 4; ++seed) {
      for (int64_t n = 1; n <= 9; ++n) {
        for (int64_t k = 1; k <= 17; k += 2) {
          CheckTiny(1, 33, n, k, seed);
          CheckTiny(1, 36, n, k, seed);
        }
      }
    }
  });
}

TEST_CASE("gemm gives the oracle's bits for many products of vectors") {
  ForEachTarget([] {
    for (uint32_t seed = 1; seed <= 4; ++seed) {
      for (int64_t k : {1, 7, 15, 16, 17, 40, 64, 100}) {
        CheckTiny(15 + seed * 3, 1, 1, k, seed);
        CheckTiny(17, 6, 1, k, seed);
        CheckTiny(17, 1, 6, k, seed);
      }
      // Elements of several products are staged at once, up to 64 of each.
      for (int64_t k : {7, 16, 64, 65, 256}) {
        CheckTiny(70, 1, 1, k, seed);
        CheckTiny(16, k < 100 ? 36 : 3, 1, k, seed);
        CheckTiny(16, 1, k < 100 ? 36 : 3, k, seed);
      }
      for (int64_t k = 2; k <= 6; ++k) {
        CheckTiny(35, 9, 1, k, seed);
        CheckTiny(35, 1, 9, k, seed);
      }
    }
  });
}

TEST_CASE("gemm gives the oracle's bits for more products of 2 to 6 elements than are together") {
  ForEachTarget([] {
    for (uint32_t seed = 1; seed <= 12; ++seed) {
      for (int64_t k = 2; k <= 6; ++k) {
        CheckTiny(150, 1, 1, k, seed);
        CheckTiny(41, 3, 1, k, seed);
        CheckTiny(41, 1, 3, k, seed);
        CheckTiny(16, 17, 1, k, seed);
        CheckTiny(1, 133, 1, k, seed);
        CheckTiny(1, 1, 133, k, seed);
      }
    }
  });
}

// Each vector is that of as many products as its matrix has rows.
TEST_CASE("gemm gives the oracle's bits for many matrices of few rows and their vectors") {
  ForEachTarget([] {
    for (uint32_t seed = 1; seed <= 3; ++seed) {
      for (const int64_t rows : {2, 3, 5, 7, 8}) {
        for (int64_t k = 2; k <= 6; ++k) {
          CheckTiny(67, rows, 1, k, seed);
          CheckTiny(67, 1, rows, k, seed);
        }
      }
    }
  });
}

// Checks the bits for rows of 2 to 6 neighbours, `stride` apart, each with a vector of its own or
// all with one.
void CheckRows(int64_t count, int64_t k, int64_t stride, int64_t vector_stride) {
  for (const Types& types : kTypes) {
    GemmCase gemm(types, Numerics::kFast, static_cast<uint32_t>(count));
    gemm.SetStrides({{count, stride, vector_stride}}, {{k, 1, 1}});
    INFO(count << " products of " << k << ", " << stride << " apart");
    REQUIRE(CheckCase(gemm, GemmCase::Mode::kWhole) == "");
  }
}

TEST_CASE("gemm gives the oracle's bits for short rows at each distance") {
  ForEachTarget([] {
    for (const int64_t count : {16, 63, 64, 65, 71, 72, 73, 128, 200}) {
      for (int64_t k = 2; k <= 6; ++k) {
        for (int64_t stride = k; stride <= 7; ++stride) {
          CheckRows(count, k, stride, 0);
          CheckRows(count, k, stride, k);
        }
        CheckRows(count, k, -k, 1);
      }
    }
  });
}

// Neighbouring products have neighbouring columns, with gaps between the rows.
TEST_CASE("gemm gives the oracle's bits for products of columns") {
  ForEachTarget([] {
    for (const int64_t columns : {15, 16, 17, 127, 129, 300}) {
      for (const int64_t k : {1, 2, 15, 16, 17, 63, 64, 65, 130, 300}) {
        for (const Types& types : kTypes) {
          for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
            GemmCase gemm(types, numerics, static_cast<uint32_t>(columns));
            gemm.SetStrides({{columns, 1, 1}}, {{k, columns, columns + k % 3}});
            INFO(columns << " products of " << k);
            REQUIRE(CheckCase(gemm, GemmCase::Mode::kWhole) == "");
            // Several matrices; those of rhs are between each other's rows.
            gemm.SetStrides({{3, k * columns, columns}, {columns, 1, 1}},
                            {{k, columns, 3 * columns}});
            REQUIRE(CheckCase(gemm, GemmCase::Mode::kWhole) == "");
          }
        }
      }
    }
  });
}

GemmPath PathOf(int64_t batch, int64_t m, int64_t n, int64_t k) {
  return PlanGemm(RowMajorProblem(kTypes[0], {batch, m, n, k}))->path;
}

TEST_CASE("gemm selects tiny products from registers") {
  if (!kMayHaveLargeTiles) return;
  CHECK(PathOf(16, 2, 2, 2) == GemmPath::kTiny);
  CHECK(PathOf(1, 100, 3, 4) == GemmPath::kTiny);
  CHECK(PathOf(15, 2, 2, 2) == GemmPath::kSmall);
  CHECK(PathOf(16, 5, 5, 5) == GemmPath::kSmall);
  CHECK(PathOf(1, 100, 17, 4) == GemmPath::kBlocked);
  CHECK(PathOf(1, 100, 1, 17) == GemmPath::kVector);
  CHECK(PathOf(1, 100, 1, 2) == GemmPath::kTiny);
  CHECK(PathOf(16, 8, 1, 17) == GemmPath::kDots);
  CHECK(PathOf(15, 8, 1, 17) == GemmPath::kVector);
  CHECK(PathOf(16, 8, 1, 513) == GemmPath::kVector);
}

// Nine elements of each matrix: three fit two registers of 16.
TEST_CASE("gemm selects matrices of more products from two registers") {
  const auto plan = PlanGemm(RowMajorProblem(kTypes[0], {100, 3, 1, 3}));
  if (!plan->kernels.selects_from_pairs || plan->kernels.register_lanes != 16) return;
  CHECK(plan->tiny.are_in_pairs);
  CHECK(plan->tiny.together == 3);
  const auto full = PlanGemm(RowMajorProblem(kTypes[0], {100, 4, 4, 4}));
  CHECK_FALSE(full->tiny.are_in_pairs);
}

}  // namespace
}  // namespace paddock::simd
