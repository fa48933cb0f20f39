// Matrices of groups, against one sum for each element.
#include "simd/gemm/grouped.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "simd/gemm/gemm_case.h"

namespace paddock::simd {
namespace {

template <class T>
std::vector<T> Numbers(int64_t count, int seed) {
  std::vector<T> numbers(static_cast<size_t>(count));
  for (size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<T>(std::sin(static_cast<double>(i * 7 + static_cast<size_t>(seed))));
  }
  return numbers;
}

struct Sizes {
  int64_t matrices, rows, columns, terms;
};

// Matrices of splats one after another, with the terms of a row in reverse; those of vectors
// with a gap between the rows, which all matrices share; results with a gap too.
template <class T>
void Check(ElementType type, const Sizes& sizes) {
  const auto& [matrices, rows, columns, terms] = sizes;
  const int64_t width = columns + 3;
  GroupedProblem problem;
  problem.type = type;
  problem.loops = {{matrices, rows * terms, 1, rows * width}};
  problem.rows = {rows, terms, 0, width};
  problem.columns = {columns, 0, 1, 1};
  for (int64_t t = 0; t < terms; ++t) {
    problem.splat_terms.push_back(terms - 1 - t);
    problem.vector_terms.push_back(t * width);
  }
  const auto splats = Numbers<T>(matrices * rows * terms, 1);
  const auto vectors = Numbers<T>(terms * width + matrices, 2);
  std::vector<T> expected(static_cast<size_t>(matrices * rows * width), T{9});
  std::vector<T> results = expected;
  for (int64_t m = 0; m < matrices; ++m) {
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t c = 0; c < columns; ++c) {
        T sum = 0;
        for (int64_t t = 0; t < terms; ++t) {
          const T product = splats[static_cast<size_t>((m * rows + r) * terms + terms - 1 - t)] *
                            vectors[static_cast<size_t>(m + t * width + c)];
          sum = sum + product;
        }
        expected[static_cast<size_t>((m * rows + r) * width + c)] = sum;
      }
    }
  }
  const GroupedPlan plan = PlanGrouped(problem);
  for (int64_t chunk = ChunkCount(plan); chunk-- > 0;) {
    RunGroupedChunk(plan, splats.data(), vectors.data(), results.data(), chunk);
  }
  INFO(matrices << " matrices, " << rows << " rows, " << columns << " columns, " << terms
                << " terms");
  CHECK(results == expected);
}

TEST_CASE("matrices of groups have one sum for each element", "[simd]") {
  ForEachTarget([] {
    for (const int64_t rows : {1, 2, 3, 4, 5, 7, 8, 9, 13}) {
      for (int64_t columns = 2; columns < 70; columns += columns < 20 ? 1 : 7) {
        if (columns >= FewestColumns(ElementType::kF32)) {
          Check<float>(ElementType::kF32, {3, rows, columns, 9});
        }
        Check<double>(ElementType::kF64, {2, rows, columns, 5});
      }
    }
    Check<float>(ElementType::kF32, {1, 4, 16, 0});
    Check<float>(ElementType::kF32, {40, 8, 33, 100});
  });
}

TEST_CASE("vectors of columns are at least of 16 bytes", "[simd]") {
  CHECK(FewestColumns(ElementType::kF32) == 4);
  CHECK(FewestColumns(ElementType::kF64) == 2);
  CHECK(LanesOfColumns(ElementType::kF32) >= 4);
  CHECK(LanesOfColumns(ElementType::kF64) * 2 == LanesOfColumns(ElementType::kF32));
}

}  // namespace
}  // namespace paddock::simd
