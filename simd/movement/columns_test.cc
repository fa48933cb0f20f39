#include "simd/movement/columns.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <vector>

#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

// Element `i` of column `k`, and nothing beyond the elements.
void CheckColumns(size_t bytes, int64_t column_count, int64_t count) {
  CAPTURE(bytes, column_count, count);
  const auto size = static_cast<size_t>(count) * bytes;
  const auto width = static_cast<size_t>(column_count);
  std::vector<std::byte> tuples(size * width);
  for (size_t i = 0; i < tuples.size(); ++i) tuples[i] = static_cast<std::byte>(i * 37 + i / 256);
  std::vector<std::vector<std::byte>> columns(width, std::vector<std::byte>(size + 64));
  std::byte* parts[kMostColumns] = {};
  for (size_t k = 0; k < width; ++k) parts[k] = columns[k].data();
  SplitColumns(tuples.data(), bytes, parts, column_count, column_count, count);
  bool are_split = true;
  for (size_t k = 0; k < width; ++k) {
    for (size_t i = 0; i < size; ++i) {
      const size_t tuple = i / bytes * width + k;
      are_split = are_split && columns[k][i] == tuples[tuple * bytes + i % bytes];
    }
    for (size_t i = size; i < size + 64; ++i) are_split = are_split && columns[k][i] == std::byte{};
  }
  CHECK(are_split);
  std::vector<std::byte> joined(tuples.size() + 64);
  JoinColumns(parts, bytes, joined.data(), column_count, count);
  tuples.resize(joined.size());
  CHECK(joined == tuples);
}

TEST_CASE("columns are split and joined for every count and width", "[simd][movement]") {
  testing::ForEachTarget([] {
    for (const size_t bytes : {1, 2, 4, 8, 16}) {
      for (const int64_t columns : {2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16}) {
        for (const int64_t count : {0, 1, 3, 15, 16, 17, 63, 64, 65, 130, 200}) {
          CheckColumns(bytes, columns, count);
        }
      }
    }
  });
}

// Some columns of wider tuples, of which the last one ends behind its last column.
void CheckSomeColumns(size_t bytes, int64_t column_count, int64_t stride, int64_t count,
                      uint64_t chosen) {
  CAPTURE(bytes, column_count, stride, count, chosen);
  const auto elements = static_cast<size_t>((count - 1) * stride + column_count);
  // Allocated in this size, so that sanitizers find reads of more.
  const auto tuples = std::make_unique<std::byte[]>(elements * bytes);
  for (size_t i = 0; i < elements * bytes; ++i) {
    tuples[i] = static_cast<std::byte>(i * 37 + i / 256);
  }
  const auto size = static_cast<size_t>(count) * bytes;
  std::vector<std::vector<std::byte>> columns(kMostColumns, std::vector<std::byte>(size + 64));
  std::byte* parts[kMostColumns] = {};
  for (int64_t k = 0; k < column_count; ++k) {
    if ((chosen >> k & 1) != 0) parts[k] = columns[static_cast<size_t>(k)].data();
  }
  SplitColumns(tuples.get(), bytes, parts, column_count, stride, count, chosen % 3 == 0);
  bool are_split = true;
  for (size_t k = 0; k < size_t{kMostColumns}; ++k) {
    for (size_t i = 0; i < size + 64; ++i) {
      const size_t at = (i / bytes * static_cast<size_t>(stride) + k) * bytes + i % bytes;
      const bool is_written = parts[k] != nullptr && i < size;
      are_split = are_split && columns[k][i] == (is_written ? tuples[at] : std::byte{});
    }
  }
  CHECK(are_split);
}

TEST_CASE("some columns of tuples are split for every width", "[simd][movement]") {
  testing::ForEachTarget([] {
    for (const size_t bytes : {1, 2, 4, 8, 16}) {
      for (int64_t stride = 2; stride <= 17; ++stride) {
        for (int64_t columns = 1; columns <= std::min(stride, kMostColumns); ++columns) {
          for (const int64_t count : {1, 4, 8, 9, 17, 33, 70}) {
            CheckSomeColumns(bytes, columns, stride, count, ~uint64_t{0});
            CheckSomeColumns(bytes, columns, stride, count, 0x9249);
          }
        }
      }
    }
  });
}

}  // namespace
}  // namespace paddock::simd
