#include "simd/movement/short_runs.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <cstring>
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
          for (const int64_t count : {int64_t{1}, int64_t{2}, int64_t{23}, int64_t{301}}) {
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
