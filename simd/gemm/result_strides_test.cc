// Results whose rows are apart, as in a transposed result.
#include <catch2/catch_test_macros.hpp>

#include "simd/gemm/gemm_case.h"
#include "simd/gemm/row_major_problem.h"

namespace paddock::simd {
namespace {

using E = ElementType;
using Sizes = GemmCase::Sizes;

constexpr Types kF32 = {E::kF32, E::kF32, E::kF32};
constexpr Types kTypes[] = {
    kF32,
    {E::kF64, E::kF64, E::kF64},
    {E::kBF16, E::kBF16, E::kBF16},
    {E::kF16, E::kF16, E::kF32},
    {E::kI8, E::kI8, E::kI32},
    {E::kI32, E::kI32, E::kI32},
    {E::kI1, E::kI1, E::kI1},
    {E::kC64, E::kC64, E::kC64},
};

struct Shape {
  Sizes batch, m, n, k;
};

// One shape or more for each path that writes rows apart: outer products, small matrices and rows
// times them, few rows, narrow, wide and large tiles with edges, several blocks of k.
const Shape kShapes[] = {
    {{3, 2}, {5}, {70}, {1}},  {{70}, {4}, {7}, {3}},      {{3}, {16}, {16}, {100}},
    {{2, 20}, {1}, {33}, {5}}, {{2}, {1}, {130}, {300}},   {{2}, {4}, {75}, {40}},
    {{3}, {3, 7}, {9}, {20}},  {{2, 2}, {23}, {33}, {10}}, {{2}, {19}, {5, 20}, {7, 9}},
    {{2}, {37}, {150}, {600}}, {{2}, {230}, {70}, {300}},  {{1, 3}, {50}, {2}, {20}},
};

TEST_CASE("gemm gives the oracle's bits for results with strides") {
  ForEachTarget([&] {
    for (const Types& types : kTypes) {
      for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
        for (const Shape& shape : kShapes) {
          for (uint32_t seed = 0; seed < 4; ++seed) {
            GemmCase gemm(types, numerics, seed);
            gemm.SetSizes(shape.batch, shape.m, shape.n, shape.k);
            gemm.SetResultStrides(seed % 2 * 3);
            // Small products of some layouts are written row-major only.
            if (!WritesResultStrides(*PlanGemm(gemm.problem()))) continue;
            INFO(Spelling(types.result) << " " << shape.n[0] << " seed " << seed);
            REQUIRE(CheckCase(gemm, static_cast<GemmCase::Mode>(seed % 3)) == "");
          }
        }
      }
    }
  });
}

TEST_CASE("gemm writes rows of columns that are apart on most paths") {
  const auto path_of = [](int64_t m, int64_t n, int64_t k) {
    GemmProblem problem = RowMajorProblem(kF32, {40, m, n, k});
    problem.result_batch_strides = {n};
    problem.result_row_stride = 40 * n;
    const auto plan = PlanGemm(problem);
    return WritesResultStrides(*plan) ? std::optional(plan->path) : std::nullopt;
  };
  CHECK(path_of(10, 10, 10) == GemmPath::kSmall);
  CHECK(path_of(4, 100, 300) == GemmPath::kRows);
  CHECK(path_of(1, 100, 300) == GemmPath::kVector);
  CHECK(path_of(100, 100, 300) == GemmPath::kBlocked);
  CHECK_FALSE(path_of(100, 1, 300));
#ifndef __wasm__
  CHECK(path_of(5, 70, 1) == GemmPath::kSmall);
  CHECK_FALSE(path_of(2, 2, 2));
#endif
}

}  // namespace
}  // namespace paddock::simd
