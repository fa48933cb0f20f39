#include "core/plan/lowering/interval_packing.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <random>
#include <set>
#include <vector>

namespace paddock {
namespace {

bool Meet(const MemoryInterval& a, const MemoryInterval& b) {
  return a.first <= b.last && b.first <= a.last;
}

// Returns whether all intervals are aligned, lie within `bytes`, and share no byte at the same
// time.
bool IsPacking(const std::vector<MemoryInterval>& intervals, uint64_t bytes) {
  for (size_t i = 0; i < intervals.size(); ++i) {
    const MemoryInterval& a = intervals[i];
    if (a.bytes == 0) continue;
    if (a.offset + a.bytes > bytes || a.offset % (a.bytes <= 32 ? 16 : 64) != 0) return false;
    for (size_t j = 0; j < i; ++j) {
      const MemoryInterval& b = intervals[j];
      if (b.bytes == 0 || !Meet(a, b)) continue;
      if (a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes) return false;
    }
  }
  return true;
}

uint64_t MostAtOneStep(const std::vector<MemoryInterval>& intervals, uint32_t steps) {
  uint64_t most = 0;
  for (uint32_t step = 0; step < steps; ++step) {
    uint64_t live = 0;
    for (const MemoryInterval& interval : intervals) {
      if (interval.first <= step && step <= interval.last) live += PaddedBytes(interval.bytes);
    }
    most = std::max(most, live);
  }
  return most;
}

TEST_CASE("a small value does not fragment the memory of a large one", "[plan]") {
  // Consecutive large values overlap in time, each with a small ticket of its own.
  std::vector<MemoryInterval> intervals;
  for (uint32_t i = 0; i < 20; ++i) {
    intervals.push_back({2 * i, 2 * i + 2, 1 << 20});
    intervals.push_back({2 * i + 1, 2 * i + 2, 8});
  }
  const uint64_t bytes = PackIntervals(intervals);
  CHECK(IsPacking(intervals, bytes));
  CHECK(bytes == 2 * PaddedBytes(1 << 20) + 16);
}

TEST_CASE("large arrays of one size begin in different sets of the caches", "[plan]") {
  std::vector<MemoryInterval> intervals(40, MemoryInterval{0, 1, 1 << 20});
  CHECK(IsPacking(intervals, PackIntervals(intervals)));
  std::set<uint64_t> sets;
  for (const MemoryInterval& interval : intervals) {
    CHECK(interval.offset % 64 == 0);
    sets.insert(interval.offset % 4096);
  }
  CHECK(sets.size() == intervals.size());
}

TEST_CASE("random intervals share no memory at the same time", "[plan]") {
  std::mt19937 random(1);
  const auto below = [&](uint32_t limit) { return static_cast<uint32_t>(random() % limit); };
  for (const uint32_t count : {0u, 1u, 7u, 100u, 3000u}) {
    std::vector<MemoryInterval> intervals;
    const uint32_t steps = count / 2 + 1;
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t first = below(steps);
      const uint32_t last = std::min(steps - 1, first + below(12));
      intervals.push_back({first, last, uint64_t{below(1u << below(16))}});
    }
    const uint64_t bytes = PackIntervals(intervals);
    CHECK(IsPacking(intervals, bytes));
    const uint64_t least = MostAtOneStep(intervals, steps);
    CHECK(bytes >= least);
    CHECK(4 * bytes <= 5 * least);
  }
}

TEST_CASE("intervals beyond the limit for placement by size lie behind the others", "[plan]") {
  std::vector<MemoryInterval> intervals;
  for (uint32_t i = 0; i < 5000; ++i) intervals.push_back({i, i + 3, uint64_t{100} + i % 900});
  const uint64_t bytes = PackIntervals(intervals);
  CHECK(IsPacking(intervals, bytes));
}

}  // namespace
}  // namespace paddock
