// Compares every type, shape, layout and way of running with the scalar oracle, bit for bit.
#include "simd/gemm/gemm.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>
#include <utility>
#include <vector>

#include "simd/gemm/gemm_case.h"

namespace paddock::simd {
namespace {

using Mode = GemmCase::Mode;
using Sizes = GemmCase::Sizes;
using E = ElementType;

constexpr Types kTypes[] = {
    {E::kF32, E::kF32, E::kF32},
    {E::kF64, E::kF64, E::kF64},
    {E::kC64, E::kC64, E::kC64},
    {E::kC128, E::kC128, E::kC128},
    {E::kF16, E::kF16, E::kF16},
    {E::kBF16, E::kBF16, E::kBF16},
    {E::kBF16, E::kBF16, E::kF32},
    {E::kF16, E::kBF16, E::kF64},
    {E::kF32, E::kF32, E::kF64},
    {E::kF64, E::kF64, E::kF32},
    {E::kF8E4M3FN, E::kF8E4M3FN, E::kF32},
    {E::kF8E5M2, E::kF8E4M3FNUZ, E::kF16},
    {E::kF4E2M1FN, E::kF6E2M3FN, E::kF32},
    {E::kF8E8M0FNU, E::kF32, E::kF32},
    {E::kF8E4M3FN, E::kF8E4M3FN, E::kF8E4M3FN},
    {E::kF8E5M2, E::kF8E5M2, E::kF8E5M2},
    {E::kF8E4M3B11FNUZ, E::kF8E3M4, E::kF8E5M2FNUZ},
    {E::kF4E2M1FN, E::kF4E2M1FN, E::kF6E3M2FN},
    {E::kF64, E::kF32, E::kF16},
    {E::kF64, E::kF64, E::kBF16},
    {E::kF8E8M0FNU, E::kF8E8M0FNU, E::kF8E8M0FNU},
    {E::kF8E4M3, E::kF16, E::kF8E4M3},
    {E::kC64, E::kC64, E::kC128},
    {E::kI1, E::kI1, E::kI1},
    {E::kI1, E::kI1, E::kI32},
    {E::kI2, E::kI2, E::kI2},
    {E::kI4, E::kI4, E::kI4},
    {E::kI4, E::kI4, E::kI8},
    {E::kUI4, E::kUI4, E::kUI4},
    {E::kUI2, E::kUI2, E::kUI8},
    {E::kI8, E::kI8, E::kI8},
    {E::kI8, E::kI8, E::kI32},
    {E::kUI8, E::kUI8, E::kUI32},
    {E::kI16, E::kI16, E::kI16},
    {E::kUI16, E::kUI16, E::kI32},
    {E::kI32, E::kI32, E::kI32},
    {E::kUI32, E::kUI32, E::kUI64},
    {E::kI32, E::kI32, E::kI64},
    {E::kI64, E::kI64, E::kI64},
    {E::kUI64, E::kUI64, E::kUI64},
    {E::kI8, E::kI8, E::kI64},
    {E::kI64, E::kI64, E::kI32},
    {E::kI8, E::kUI8, E::kI32},
    {E::kUI8, E::kI8, E::kI32},
    {E::kUI8, E::kUI8, E::kUI8},
    {E::kUI4, E::kI8, E::kI16},
    {E::kI4, E::kI1, E::kI32},
    {E::kI8, E::kI16, E::kI32},
    {E::kI16, E::kUI8, E::kI32},
    {E::kI16, E::kI16, E::kI32},
    {E::kUI16, E::kI8, E::kI32},
};

std::string Name(const Types& types, Numerics numerics) {
  return std::string(Spelling(types.lhs)) + " x " + std::string(Spelling(types.rhs)) + " -> " +
         std::string(Spelling(types.result)) +
         (numerics == Numerics::kFast ? ", fast" : ", portable");
}

std::string Text(const Sizes& sizes) {
  std::string text = "[";
  for (int64_t size : sizes) text += std::to_string(size) + " ";
  return text + "]";
}

// Checks one case of each type and numerics on each target, with sizes drawn by `draw`.
template <class Draw>
void CheckRandomCases(int cases, Draw draw) {
  ForEachTarget([&] {
    for (const Types& types : kTypes) {
      for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
        INFO(Name(types, numerics));
        for (int i = 0; i < cases; ++i) {
          GemmCase gemm(types, numerics, static_cast<uint32_t>(i));
          const auto [batch, m, n, k] = draw(gemm.random());
          gemm.SetSizes(batch, m, n, k);
          INFO("case " << i << ": batch " << Text(batch) << " m " << Text(m) << " n " << Text(n)
                       << " k " << Text(k));
          const Mode mode = static_cast<Mode>(gemm.random()() % 3);
          REQUIRE(CheckCase(gemm, mode) == "");
        }
      }
    }
  });
}

struct Shape {
  Sizes batch, m, n, k;
};

TEST_CASE("gemm gives the oracle's bits for small shapes of every type and layout") {
  CheckRandomCases(60, [](std::mt19937& random) {
    constexpr int64_t kSizes[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33};
    const auto size = [&] { return kSizes[random() % std::size(kSizes)]; };
    return Shape{{}, {size()}, {size()}, {size()}};
  });
}

TEST_CASE("gemm gives the oracle's bits for many dimensions in any order") {
  CheckRandomCases(25, [](std::mt19937& random) {
    const auto sizes = [&](size_t most) {
      Sizes drawn(random() % (most + 1));
      for (int64_t& size : drawn) size = 1 + static_cast<int64_t>(random() % 5);
      return drawn;
    };
    return Shape{sizes(2), sizes(3), sizes(3), sizes(3)};
  });
}

TEST_CASE("gemm gives the oracle's bits where tiles and blocks of k end") {
  CheckRandomCases(3, [](std::mt19937& random) {
    const auto near = [&](int64_t size) { return size + static_cast<int64_t>(random() % 5) - 2; };
    return Shape{{}, {near(40)}, {near(48)}, {near(random() % 2 == 0 ? 256 : 520)}};
  });
}

TEST_CASE("gemm gives the oracle's bits for few rows and several blocks of k") {
  CheckRandomCases(8, [](std::mt19937& random) {
    const auto from = [&](int64_t least, uint32_t span) {
      return least + static_cast<int64_t>(random() % span);
    };
    return Shape{{}, {from(2, 8)}, {from(17, 60)}, {from(255, 300)}};
  });
}

// Shapes as in windows. pack_test.cc tests packing separately.
TEST_CASE("gemm gives the oracle's bits for few columns of several panels") {
  CheckRandomCases(12, [](std::mt19937& random) {
    const auto few = 2 + static_cast<int64_t>(random() % 3);
    const auto many = 12 + static_cast<int64_t>(random() % 30);
    const bool is_lhs = random() % 2 == 0;
    return Shape{{}, {is_lhs ? many : few}, {is_lhs ? few : many}, {2, 3}};
  });
}

TEST_CASE("gemm gives the oracle's bits for a matrix times a vector of any length") {
  CheckRandomCases(20, [](std::mt19937& random) {
    const auto rows = static_cast<int64_t>(random() % 70);
    const auto k = static_cast<int64_t>(random() % 8 == 0 ? 4090 + random() % 200 : random() % 200);
    const bool vector_is_rhs = random() % 2 == 0;
    return Shape{{1 + static_cast<int64_t>(random() % 3)},
                 {vector_is_rhs ? rows : 1},
                 {vector_is_rhs ? 1 : rows},
                 {k}};
  });
}

// Products of least integers are the greatest, and all of one sign. Instructions that saturate to
// 32 bits would fail here, and two products of i16 exceed i32.
// Runs of k, as in the windows of an image with many features.
TEST_CASE("gemm gives the oracle's bits for runs of k times a vector") {
  CheckRandomCases(12, [](std::mt19937& random) {
    const auto rows = 1 + static_cast<int64_t>(random() % 20);
    const auto runs = 2 + static_cast<int64_t>(random() % 3);
    const auto run = static_cast<int64_t>(random() % 6 == 0 ? 1500 + random() % 40 : random() % 90);
    const bool vector_is_rhs = random() % 2 == 0;
    return Shape{{}, {vector_is_rhs ? rows : 1}, {vector_is_rhs ? 1 : rows}, {runs, run + 1}};
  });
}

TEST_CASE("gemm wraps sums of the least and greatest integers") {
  ForEachTarget([&] {
    for (const Types& types : kTypes) {
      if (!IsInteger(types.lhs) || !IsInteger(types.rhs)) continue;
      for (const auto& [lhs_is_least, rhs_is_least] :
           {std::pair(true, true), {true, false}, {false, true}, {false, false}}) {
        for (const int64_t k : {1, 2, 3, 4, 7, 33, 1500}) {
          GemmCase gemm(types, Numerics::kPortable, static_cast<uint32_t>(k));
          gemm.SetSizes({}, {10}, {35}, {k});
          gemm.SetExtremes(lhs_is_least, rhs_is_least);
          INFO(Name(types, Numerics::kPortable) << ", k " << k);
          REQUIRE(CheckCase(gemm, Mode::kWhole) == "");
        }
      }
    }
  });
}

// Sums of columns are computed for each block of k and each tile.
TEST_CASE("gemm gives the oracle's bits for small integers in several tiles and blocks of k") {
  ForEachTarget([&] {
    for (const E lhs : {E::kI8, E::kUI8, E::kI16}) {
      for (const E rhs : {E::kI8, E::kUI8, E::kI16}) {
        // Sizes below and above the threshold for tile instructions.
        for (const int64_t m : {12, 37}) {
          GemmCase gemm({lhs, rhs, E::kI32}, Numerics::kPortable, 11);
          gemm.SetSizes({}, {m}, {1030}, {1027});
          INFO(Name({lhs, rhs, E::kI32}, Numerics::kPortable) << ", m " << m);
          REQUIRE(CheckCase(gemm, Mode::kChunks) == "");
        }
      }
    }
  });
}

// With fusion, the product rounds to -0 and so do all sums. One addition too many gives +0.
TEST_CASE("gemm keeps a sum of -0 where multiply-adds fuse") {
  ForEachTarget([&] {
    for (const int64_t n : {1, 3}) {
      for (const int64_t k : {16, 17, 23, 33}) {
        GemmCase gemm(kTypes[0], Numerics::kFast, 1);
        gemm.SetSizes({}, {9}, {n}, {k});
        gemm.SetF32(1e-30f, -1e-30f);
        REQUIRE(CheckCase(gemm, Mode::kWhole) == "");
      }
    }
  });
}

TEST_CASE("gemm gives the oracle's bits for shapes of several tiles") {
  ForEachTarget([&] {
    for (const Types& types : {kTypes[0], kTypes[2], kTypes[5]}) {
      GemmCase gemm(types, Numerics::kPortable, 7);
      gemm.SetSizes({2}, {530}, {1100}, {30});
      INFO(Name(types, Numerics::kPortable));
      REQUIRE(CheckCase(gemm, Mode::kChunks) == "");
    }
  });
}

TEST_CASE("gemm gives the same bytes whole, in steps and in chunks of any order") {
  ForEachTarget([&] {
    for (const Types& types : kTypes) {
      GemmCase gemm(types, Numerics::kFast, 3);
      gemm.SetSizes({3}, {200}, {70}, {300});
      const auto plan = PlanGemm(gemm.problem());
      REQUIRE(plan);
      const auto whole = gemm.Run(*plan, Mode::kWhole);
      REQUIRE(gemm.Run(*plan, Mode::kSteps) == whole);
      REQUIRE(gemm.Run(*plan, Mode::kChunks) == whole);
    }
  });
}

TEST_CASE("gemm over the first elements of k is their product") {
  ForEachTarget([&] {
    for (const Types& types : kTypes) {
      // Blocked, with few rows, and as a matrix times a vector.
      for (const auto& [m, n] : {std::pair{40, 50}, {5, 70}, {1, 30}, {30, 1}}) {
        GemmCase gemm(types, Numerics::kFast, static_cast<uint32_t>(m + n));
        gemm.SetSizes({}, {m}, {n}, {600});
        const auto plan = PlanGemm(gemm.problem());
        REQUIRE(plan);
        for (const int64_t k : {0, 1, 17, 256, 599}) {
          GemmProblem shorter = gemm.problem();
          shorter.k[0].size = k;
          INFO(Name(types, Numerics::kFast) << ", " << m << " x " << n << ", first " << k);
          const auto expected = gemm.Run(*PlanGemm(shorter), Mode::kWhole);
          REQUIRE(gemm.Run(WithContractingSize(*plan, k), Mode::kWhole) == expected);
          REQUIRE(gemm.Run(WithContractingSize(*plan, k), Mode::kChunks) == expected);
        }
      }
    }
  });
}

TEST_CASE("gemm gives the same bits on every target in portable numerics") {
  std::vector<std::byte> expected;
  ForEachTarget([&] {
    GemmCase gemm(kTypes[0], Numerics::kPortable, 5);
    gemm.SetSizes({2}, {37}, {45}, {700});
    const auto plan = PlanGemm(gemm.problem());
    const auto result = gemm.Run(*plan, Mode::kWhole);
    if (expected.empty()) expected = result;
    REQUIRE(result == expected);
  });
}

TEST_CASE("gemm makes enough chunks for the threads") {
  GemmCase gemm(kTypes[0], Numerics::kFast, 3);
  gemm.SetSizes({}, {1000}, {90}, {20});
  const auto plan = PlanGemm(gemm.problem());
  CHECK(ChunkCount(*plan, 1) == 1);
  CHECK(ChunkCount(*plan, 2) >= 4);
  CHECK(ChunkCount(*plan, 4) >= 4);
}

TEST_CASE("gemm has rounds between which a long chunk can stop") {
  for (const int64_t k : {4096, 40'000}) {
    GemmCase gemm(kTypes[0], Numerics::kFast, 3);
    gemm.SetSizes({}, {512}, {512}, {k});
    const auto plan = PlanGemm(gemm.problem());
    CHECK(RoundCount(*plan) == plan->blocks_k);
    CHECK(WorkOf(*plan) / ChunkCount(*plan, 2) / RoundCount(*plan) <= int64_t{1} << 31);
  }
}

TEST_CASE("gemm has two chunks for two threads where all rows are one block") {
  if (!kMayHaveLargeTiles) return;
  GemmCase gemm(kTypes[0], Numerics::kFast, 3);
  gemm.SetSizes({}, {16}, {1024}, {256});
  const auto plan = PlanGemm(gemm.problem());
  REQUIRE(plan->blocks_m == 1);
  CHECK(ChunkCount(*plan, 2) == 2);
}

TEST_CASE("gemm deals rows to two threads evenly") {
  if (!kMayHaveLargeTiles) return;
  ForEachTarget([&] {
    for (const int64_t m : {400, 1000, 1024, 2048}) {
      GemmCase gemm(kTypes[0], Numerics::kFast, 3);
      gemm.SetSizes({}, {m}, {300}, {300});
      const auto plan = PlanGemm(gemm.problem());
      INFO(m << " rows in blocks of " << plan->block_m);
      REQUIRE(plan->tiles == 1);
      // Each takes two chunks, the last with the remainder.
      const int64_t chunks = ChunkCount(*plan, 2);
      REQUIRE(chunks == 4);
      const int64_t rows = (plan->blocks_m + chunks - 1) / chunks * plan->block_m;
      CHECK(2 * rows * 100 <= m * 56);
    }
  });
}

TEST_CASE("gemm has one chunk for each thread where more would pack for few rows") {
  if (!kMayHaveLargeTiles) return;
  GemmCase gemm(kTypes[0], Numerics::kFast, 3);
  gemm.SetSizes({}, {256}, {256}, {784});
  const auto plan = PlanGemm(gemm.problem());
  REQUIRE(plan->tiles == 1);
  if (plan->blocks_m % 2 != 0) return;
  CHECK(ChunkCount(*plan, 2) == 2);
  CHECK(ChunkCount(*plan, 4) == plan->blocks_m);
}

TEST_CASE("gemm refuses unsupported pairs of types") {
  REQUIRE_FALSE(AccumulationFor(E::kF32, E::kF32, E::kI32));
  REQUIRE_FALSE(AccumulationFor(E::kI32, E::kI32, E::kF32));
  REQUIRE_FALSE(AccumulationFor(E::kC64, E::kC64, E::kF32));
  REQUIRE_FALSE(AccumulationFor(E::kC128, E::kC128, E::kC64));
  REQUIRE_FALSE(AccumulationFor(E::kI32, E::kI32, E::kI1));
}

TEST_CASE("gemm's workspace and steps are bounded for any size") {
  // A matrix, and a vector.
  const int64_t rows = GENERATE(1 << 20, 1);
  for (const Types& types : kTypes) {
    GemmProblem problem;
    problem.lhs_type = types.lhs;
    problem.rhs_type = types.rhs;
    problem.result_type = types.result;
    problem.m = {{rows, 1 << 20, 0}};
    problem.n = {{1 << 20, 0, 1}};
    problem.k = {{1 << 20, 1, 1 << 20}};
    const auto plan = PlanGemm(problem);
    REQUIRE(plan);
    const size_t most_mebibytes = rows == 1 ? 6 : 4;
    CHECK(WorkspaceBytes(*plan) <= most_mebibytes << 20);
    // A dot instruction does the multiply-adds of a group in the time of one.
    const int64_t most = (int64_t{1} << 25) * plan->kernels.k_group;
    CHECK(WorkOf(*plan) / plan->tiles / plan->steps_per_tile <= most);
  }
}

}  // namespace
}  // namespace paddock::simd
