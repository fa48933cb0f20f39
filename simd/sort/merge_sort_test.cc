#include "simd/sort/merge_sort.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

namespace paddock::simd {
namespace {

using GoesFirst = std::function<bool(int64_t later, int64_t earlier)>;

// Returns the sorted places of all slices, and counts comparisons.
std::vector<std::vector<uint32_t>> Sort(const SortShape& shape, int64_t most, int64_t budget,
                                        const GoesFirst& goes_first, int64_t* comparisons) {
  const MergeSortPlan plan = PlanMergeSort(shape);
  std::vector<uint64_t> workspace(plan.workspace_bytes / 8 + 1, 0xABABABABABABABAB);
  BeginMergeSort(plan, workspace.data());
  std::vector<int64_t> later(kMergeLanes), earlier(kMergeLanes);
  std::vector<uint8_t> answers(kMergeLanes);
  *comparisons = 0;
  while (true) {
    const Comparisons asked =
        NextComparisons(plan, workspace.data(), most, budget, later.data(), earlier.data());
    if (asked.is_done) break;
    REQUIRE(asked.count <= most);
    *comparisons += asked.count;
    for (size_t i = 0; i < static_cast<size_t>(asked.count); ++i) {
      answers[i] = goes_first(later[i], earlier[i]) ? 1 : 0;
    }
    if (asked.count > 0) TakeAnswers(plan, workspace.data(), answers.data());
  }
  std::vector<std::vector<uint32_t>> places;
  for (int64_t slice = 0; slice < shape.slices(); ++slice) {
    const uint32_t* first = SortedPlaces(plan, workspace.data(), slice);
    places.emplace_back(first, first + shape.size);
  }
  return places;
}

TEST_CASE("a merge sort by answers is the library's sort with ties by place", "[simd][sort]") {
  for (int64_t size : {1, 2, 3, 7, 8, 100, 127, 128, 129, 256, 257, 1000, 5000}) {
    for (const SortShape& shape : {SortShape{1, size, 1}, SortShape{2, size, 3}}) {
      for (int64_t most : {int64_t{1}, int64_t{5}, kMergeLanes}) {
        std::mt19937_64 random(static_cast<uint64_t>(size));
        std::vector<int> keys(static_cast<size_t>(shape.slices() * size));
        for (int& key : keys) key = static_cast<int>(random() % 50);
        int64_t comparisons = 0;
        const auto places = Sort(
            shape, most, 300,
            [&](int64_t a, int64_t b) {
              return keys[static_cast<size_t>(a)] < keys[static_cast<size_t>(b)];
            },
            &comparisons);
        for (int64_t slice = 0; slice < shape.slices(); ++slice) {
          std::vector<uint32_t> expected(static_cast<size_t>(size));
          std::iota(expected.begin(), expected.end(), 0);
          const int64_t origin = shape.Origin(slice, size);
          const auto key = [&](uint32_t k) {
            return keys[static_cast<size_t>(origin + k * shape.stride())];
          };
          // Equal elements keep their order.
          std::sort(expected.begin(), expected.end(), [&](uint32_t x, uint32_t y) {
            return key(x) != key(y) ? key(x) < key(y) : x < y;
          });
          REQUIRE(places[static_cast<size_t>(slice)] == expected);
        }
        // n log n, plus the searches for cuts of merges.
        int64_t levels = 0;
        while ((int64_t{1} << levels) < size) ++levels;
        REQUIRE(comparisons <= shape.slices() * (size * levels + size * levels / 8 + 64));
      }
    }
  }
}

TEST_CASE("an inconsistent comparator gives a permutation", "[simd][sort]") {
  for (int64_t size : {2, 129, 1000, 4097}) {
    for (uint64_t seed = 0; seed < 5; ++seed) {
      std::mt19937_64 random(seed);
      const SortShape shape{2, size, 1};
      int64_t comparisons = 0;
      auto places = Sort(
          shape, kMergeLanes, 1000,
          [&](int64_t a, int64_t b) {
            REQUIRE(a / size == b / size);
            return seed == 0 || (seed > 1 && random() % seed == 0);
          },
          &comparisons);
      std::vector<uint32_t> all(static_cast<size_t>(size));
      std::iota(all.begin(), all.end(), 0);
      for (std::vector<uint32_t>& slice : places) {
        std::sort(slice.begin(), slice.end());
        REQUIRE(slice == all);
      }
    }
  }
}

TEST_CASE("the number of comparisons in a batch does not matter", "[simd][sort]") {
  const SortShape shape{1, 3000, 1};
  const auto contradicts = [](int64_t a, int64_t b) { return (a * 7 + b * 13) % 5 < 2; };
  int64_t comparisons = 0;
  const auto all = Sort(shape, kMergeLanes, 1 << 20, contradicts, &comparisons);
  REQUIRE(Sort(shape, 1, 100, contradicts, &comparisons) == all);
  REQUIRE(Sort(shape, 9, 1, contradicts, &comparisons) == all);
}

}  // namespace
}  // namespace paddock::simd
