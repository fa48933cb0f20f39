#include "simd/movement/short_runs.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

// WebAssembly has no runs backwards.
#ifdef __wasm__
constexpr bool kIsNative = false;
#else
constexpr bool kIsNative = true;
#endif

// Copies runs whose source ends with its last element, and compares all bytes, with those after the
// result.
bool AreRunsCopied(const ShortRuns& runs, size_t bytes) {
  const int64_t last = (runs.count - 1) * std::abs(runs.step) + (runs.is_repeated ? 1 : runs.size);
  // Backwards, the first run is the last one of the source.
  const int64_t first = runs.step < 0 ? (1 - runs.count) * runs.step : 0;
  std::vector<std::byte> source(static_cast<size_t>(last) * bytes);
  for (size_t i = 0; i < source.size(); ++i) source[i] = static_cast<std::byte>(i * 37 + i / 256);
  const size_t size = static_cast<size_t>(runs.count * runs.size) * bytes;
  std::vector<std::byte> expected(size), result(size + 64, std::byte{0xA5});
  for (int64_t run = 0; run < runs.count; ++run) {
    for (int64_t i = 0; i < runs.size; ++i) {
      const int64_t from = first + run * runs.step + (runs.is_repeated ? 0 : i);
      std::memcpy(&expected[static_cast<size_t>(run * runs.size + i) * bytes],
                  &source[static_cast<size_t>(from) * bytes], bytes);
    }
  }
  CopyShortRuns(runs, bytes, source.data() + static_cast<size_t>(first) * bytes, result.data());
  expected.resize(size + 64, std::byte{0xA5});
  return result == expected;
}

TEST_CASE("short runs are copied for every size, step and width", "[simd][movement]") {
  testing::ForEachTarget([] {
    for (const size_t bytes : {size_t{1}, size_t{2}, size_t{4}, size_t{8}, size_t{16}}) {
      for (int64_t size = 1; size <= ShortRuns::kMostElements; ++size) {
        for (const int64_t step : {int64_t{0}, int64_t{1}, int64_t{3}, int64_t{4}, size,
                                   int64_t{19}, -size, int64_t{-19}}) {
          if (step < 0 && !kIsNative) continue;
          for (const int64_t count : {1, 2, 23, 70, 301, 1100}) {
            for (const bool is_repeated : {true, false}) {
              const bool is_copied = AreRunsCopied({size, count, step, is_repeated}, bytes);
              CAPTURE(bytes, size, step, count, is_repeated);
              REQUIRE(is_copied);
            }
          }
        }
      }
    }
  });
}

// Copies rows of different numbers of runs, which are in any order in the source.
bool AreRowsCopied(const ShortRuns& runs, std::span<const int64_t> counts, size_t bytes) {
  constexpr int64_t kBetween = 3;
  std::vector<ShortRunRow> rows;
  int64_t read = 0, written = 0;
  for (const int64_t count : counts) {
    const int64_t extent = (count - 1) * std::abs(runs.step) + (runs.is_repeated ? 1 : runs.size);
    // Backwards, the first run is the last one of the source.
    rows.push_back({read + (runs.step < 0 ? (1 - count) * runs.step : 0), written, count});
    read += extent;
    written += count * runs.size + kBetween;
  }
  std::swap(rows.front(), rows.back());
  std::vector<std::byte> source(static_cast<size_t>(read) * bytes);
  for (size_t i = 0; i < source.size(); ++i) source[i] = static_cast<std::byte>(i * 37 + i / 256);
  std::vector<std::byte> expected(static_cast<size_t>(written) * bytes, std::byte{0xA5});
  std::vector<std::byte> result = expected;
  for (const ShortRunRow& row : rows) {
    for (int64_t i = 0; i < row.count * runs.size; ++i) {
      const int64_t in_run = runs.is_repeated ? 0 : i % runs.size;
      const int64_t from = row.source + i / runs.size * runs.step + in_run;
      std::memcpy(&expected[static_cast<size_t>(row.result + i) * bytes],
                  &source[static_cast<size_t>(from) * bytes], bytes);
    }
  }
  CopyShortRuns(runs, rows, bytes, source.data(), result.data());
  return result == expected;
}

TEST_CASE("rows of short runs are copied for every size, step and width", "[simd][movement]") {
  const std::vector<int64_t> all_counts[] = {
      {40, 1, 7, 16}, {129, 129, 129}, {5, 64, 65, 66, 3}, {16, 16, 16, 16, 300}, {1000, 63}};
  testing::ForEachTarget([&] {
    for (const size_t bytes : {size_t{1}, size_t{2}, size_t{4}, size_t{8}, size_t{16}}) {
      for (int64_t size = 1; size <= ShortRuns::kMostElements; ++size) {
        for (const int64_t step :
             {int64_t{0}, int64_t{1}, int64_t{2}, int64_t{5}, size, size + 1, -size, -size - 1}) {
          if (step < 0 && !kIsNative) continue;
          for (const std::vector<int64_t>& counts : all_counts) {
            for (const bool is_repeated : {true, false}) {
              const bool is_copied = AreRowsCopied({size, 0, step, is_repeated}, counts, bytes);
              CAPTURE(bytes, size, step, counts, is_repeated);
              REQUIRE(is_copied);
            }
          }
        }
      }
    }
  });
}

TEST_CASE("longer runs repeat elements of 4 and 8 bytes", "[simd][movement]") {
  testing::ForEachTarget([] {
    for (const size_t bytes : {size_t{4}, size_t{8}}) {
      for (const int64_t size : {17, 31, 32, 49, 100}) {
        if (!ShortRuns::MayRepeat(size, bytes)) continue;
        for (const int64_t step : {0, 1, 3}) {
          CAPTURE(bytes, size, step);
          REQUIRE(AreRunsCopied({size, 9, step, true}, bytes));
        }
      }
    }
  });
}

}  // namespace
}  // namespace paddock::simd
