#include "core/plan/fusion/tile_columns.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <vector>

namespace paddock {
namespace {

TileLoad ColumnAt(int64_t offset, int64_t stride, uint16_t result, uint32_t reference = 0) {
  TileLoad load;
  load.kind = TileLoad::Kind::kStrided;
  load.result = result;
  load.reference = reference;
  load.element_bytes = 4;
  load.offset = offset;
  load.run = {100, stride, 0};
  return load;
}

TEST_CASE("columns that are read are taken apart without the others") {
  // In any order, from the middle of the tuples on, through two references to one source.
  std::vector<TileLoad> loads = {ColumnAt(7, 5, 0), ColumnAt(3, 5, 1), ColumnAt(4, 5, 2, 1)};
  const std::vector<uint32_t> sources = {9, 9};
  const std::vector<TileColumns> columns = TakeColumns(loads, sources);
  CHECK(loads.empty());
  REQUIRE(columns.size() == 1);
  CHECK(columns[0].count == 5);
  CHECK(columns[0].registers[0] == 1);
  CHECK(columns[0].registers[1] == 2);
  CHECK(columns[0].registers[2] == kNoColumn);
  CHECK(columns[0].registers[4] == 0);

  std::vector<uint32_t> source(3 + 99 * 5 + 5);
  for (size_t i = 0; i < source.size(); ++i) source[i] = static_cast<uint32_t>(i);
  std::vector<std::vector<uint32_t>> found(3, std::vector<uint32_t>(40));
  auto* const pointer = reinterpret_cast<std::byte*>(source.data());
  std::byte* const pointers[] = {pointer, pointer};
  std::byte* registers[3];
  for (size_t k = 0; k < 3; ++k) registers[k] = reinterpret_cast<std::byte*>(found[k].data());
  SplitTile(columns[0], pointers, registers, 60, 40);
  for (uint32_t i = 0; i < 40; ++i) {
    REQUIRE(found[0][i] == 7 + (60 + i) * 5);
    REQUIRE(found[1][i] == 3 + (60 + i) * 5);
    REQUIRE(found[2][i] == 4 + (60 + i) * 5);
  }
}

TEST_CASE("columns of rows are taken apart over the ends of rows") {
  constexpr int64_t kRow = 70, kDistance = 200;
  const simd::CopyDimension rows{3, kDistance, kRow};
  std::vector<TileLoad> loads = {ColumnAt(1, 2, 0), ColumnAt(2, 2, 1)};
  for (TileLoad& load : loads) {
    load.run.size = kRow;
    load.outer = {&rows, 1};
  }
  const std::vector<uint32_t> sources = {9};
  const std::vector<TileColumns> columns = TakeColumns(loads, sources);
  REQUIRE(columns.size() == 1);
  std::vector<uint32_t> source(2 + 2 * kDistance + 2 * kRow);
  for (size_t i = 0; i < source.size(); ++i) source[i] = static_cast<uint32_t>(i);
  std::vector<uint32_t> found[2] = {std::vector<uint32_t>(150), std::vector<uint32_t>(150)};
  std::byte* const pointer = reinterpret_cast<std::byte*>(source.data());
  std::byte* registers[2];
  for (size_t k = 0; k < 2; ++k) registers[k] = reinterpret_cast<std::byte*>(found[k].data());
  SplitTile(columns[0], &pointer, registers, 60, 150);
  for (int64_t i = 0; i < 150; ++i) {
    const int64_t at = (60 + i) / kRow * kDistance + (60 + i) % kRow * 2;
    REQUIRE(found[0][static_cast<size_t>(i)] == at + 1);
    REQUIRE(found[1][static_cast<size_t>(i)] == at + 2);
  }
}

TEST_CASE("columns stay loads if taking them apart does not pay") {
  const std::vector<uint32_t> sources = {9, 8};
  const auto taken = [&](std::vector<TileLoad> loads) {
    return TakeColumns(loads, sources).size();
  };
  CHECK(taken({ColumnAt(0, 3, 0)}) == 0);
  CHECK(taken({ColumnAt(0, 3, 0), ColumnAt(2, 3, 1)}) == 1);
  // Two of nine, another source, another stride, too wide.
  CHECK(taken({ColumnAt(0, 9, 0), ColumnAt(8, 9, 1)}) == 0);
  CHECK(taken({ColumnAt(0, 3, 0), ColumnAt(1, 3, 1, 1)}) == 0);
  CHECK(taken({ColumnAt(0, 3, 0), ColumnAt(1, 4, 1)}) == 0);
  CHECK(taken({ColumnAt(0, 17, 0), ColumnAt(1, 17, 1)}) == 0);
  // Two groups: the next column belongs to the next tuple.
  CHECK(taken({ColumnAt(1, 2, 0), ColumnAt(2, 2, 1), ColumnAt(3, 2, 2), ColumnAt(4, 2, 3)}) == 2);
}

}  // namespace
}  // namespace paddock
