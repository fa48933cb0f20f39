#include "simd/movement/picked_columns.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <memory>
#include <vector>

#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

// Rows are so far apart that other elements lie between them, in the source and in the result.
bool AreRowsPicked(CopyBlockKernel kernel, size_t bytes, int64_t stride, int64_t columns) {
  constexpr int64_t kRows = 3, kBetween = 5;
  const auto width = static_cast<int64_t>(bytes);
  const int64_t source_row = columns * stride + kBetween, result_row = columns + kBetween;
  // Allocated in this size, so that sanitizers find reads of more.
  const auto size = static_cast<size_t>((kRows - 1) * source_row + (columns - 1) * stride + 1);
  const auto source = std::make_unique<uint8_t[]>(size * bytes);
  for (size_t i = 0; i < size * bytes; ++i) source[i] = static_cast<uint8_t>(i * 37 + i / 256);
  std::vector<uint8_t> result(static_cast<size_t>(kRows * result_row) * bytes, 0xA5);
  std::vector<uint8_t> expected = result;
  for (int64_t row = 0; row < kRows; ++row) {
    for (int64_t i = 0; i < columns; ++i) {
      std::memcpy(&expected[static_cast<size_t>(row * result_row + i) * bytes],
                  &source[static_cast<size_t>(row * source_row + i * stride) * bytes], bytes);
    }
  }
  kernel(source.get(), result.data(),
         {kRows, columns, source_row * width, result_row * width, stride * width, width});
  return result == expected;
}

TEST_CASE("rows of every few elements are picked for every width, stride and size",
          "[simd][movement]") {
  testing::ForEachTarget([] {
    for (const size_t bytes : {1, 2, 4, 8, 16}) {
      for (int64_t stride = 1; stride <= 9; ++stride) {
        for (int64_t columns = 1; columns <= 200; ++columns) {
          const CopyBlockKernel kernel = FindPickKernel(bytes, stride, columns);
          if (kernel == nullptr) continue;
          CAPTURE(bytes, stride, columns);
          REQUIRE(AreRowsPicked(kernel, bytes, stride, columns));
        }
      }
    }
  });
}

}  // namespace
}  // namespace paddock::simd
