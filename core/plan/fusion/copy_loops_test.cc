#include "core/plan/fusion/copy_loops.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <random>
#include <vector>

namespace paddock {
namespace {

// Returns the elements that the loops read, in order.
std::vector<int64_t> ElementsOf(const CopyLoops& loops) {
  std::vector<int64_t> elements = {0};
  for (const simd::CopyDimension& loop : loops) {
    std::vector<int64_t> next;
    for (int64_t from : elements) {
      for (int64_t i = 0; i < loop.size; ++i) next.push_back(from + i * loop.source_stride);
    }
    elements = std::move(next);
  }
  return elements;
}

// Sizes whose product is `count`.
std::vector<int64_t> FactorsOf(int64_t count, std::mt19937& random) {
  std::vector<int64_t> factors;
  for (int64_t prime : {2, 3, 5}) {
    for (; count % prime == 0; count /= prime) {
      if (!factors.empty() && random() % 2 == 0) {
        factors[random() % factors.size()] *= prime;
      } else {
        factors.push_back(prime);
      }
    }
  }
  std::ranges::shuffle(factors, random);
  return factors;
}

TEST_CASE("composed loops read what the outer ones read of the inner ones", "[plan]") {
  std::mt19937 random(1);
  size_t composed_count = 0;
  for (int round = 0; round < 2000; ++round) {
    CopyLoops inner;
    for (int64_t size : FactorsOf(120, random)) {
      inner.push_back({size, static_cast<int64_t>(random() % 7) - 2, 0});
    }
    CopyLoops outer;
    int64_t stride = 120;
    for (int64_t size : FactorsOf(120, random)) {
      if (random() % 3 == 0) outer.push_back({2 + static_cast<int64_t>(random() % 3), 0, 0});
      stride /= size;
      outer.push_back({size, stride, 0});
    }
    const auto composed = ComposedLoops(outer, inner);
    if (!composed) continue;
    ++composed_count;
    const std::vector<int64_t> source = ElementsOf(inner);
    std::vector<int64_t> expected;
    for (int64_t element : ElementsOf(outer)) {
      expected.push_back(source[static_cast<size_t>(element)]);
    }
    REQUIRE(ElementsOf(*composed) == expected);
    REQUIRE(ElementCount(*composed) == static_cast<int64_t>(expected.size()));
  }
  CHECK(composed_count > 100);
}

TEST_CASE("loops that skip or reorder elements are not composed", "[plan]") {
  const CopyLoops inner = {{4, 100, 0}, {6, 1, 0}};
  CHECK(ComposedLoops(CopyLoops{{24, 1, 0}, {3, 0, 0}}, inner));
  CHECK(!ComposedLoops(CopyLoops{{12, 2, 0}}, inner));
  CHECK(!ComposedLoops(CopyLoops{{12, 1, 0}}, inner));
  CHECK(!ComposedLoops(CopyLoops{{6, 1, 0}, {4, 6, 0}}, inner));
  CHECK(!ComposedLoops(CopyLoops{{48, 1, 0}}, inner));
  CHECK(!ComposedLoops(CopyLoops{{3, 8, 0}, {8, 1, 0}}, inner));
}

TEST_CASE("repetitions are the last loop's where all elements are read in order", "[plan]") {
  CHECK(RepetitionsOf(CopyLoops{{24, 1, 0}, {3, 0, 0}}) == 3);
  CHECK(RepetitionsOf(CopyLoops{{4, 6, 0}, {6, 1, 0}, {3, 0, 0}}) == 3);
  CHECK(RepetitionsOf(CopyLoops{{4, 8, 0}, {6, 1, 0}, {3, 0, 0}}) == 1);
  CHECK(RepetitionsOf(CopyLoops{{2, 0, 0}, {24, 1, 0}, {3, 0, 0}}) == 1);
  CHECK(RepetitionsOf(CopyLoops{{24, 1, 0}}) == 1);
}

TEST_CASE("merged loops read the same elements", "[plan]") {
  const CopyLoops loops = {{2, 60, 0}, {1, 7, 0}, {3, 20, 0}, {5, 4, 0}, {4, 0, 0}, {2, 1, 0}};
  const CopyLoops merged = MergedLoops(loops);
  CHECK(merged.size() == 3);
  CHECK(ElementsOf(merged) == ElementsOf(loops));
}

}  // namespace
}  // namespace paddock
