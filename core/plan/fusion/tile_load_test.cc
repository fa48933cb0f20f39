#include "core/plan/fusion/tile_load.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <numeric>
#include <vector>

#include "core/base/arena.h"
#include "core/plan/fusion/bound_copies.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/fusion/tile_graph.h"

namespace paddock {
namespace {

using Values = std::vector<int32_t>;

TileNode LoadNode(TileNode::Kind kind, uint32_t source, int64_t share = 0) {
  TileNode node;
  node.kind = kind;
  node.type = ElementType::kI32;
  node.source = source;
  node.share = share;
  return node;
}

TileNode JoinedNode(std::vector<TileNode> parts) {
  TileNode node = LoadNode(TileNode::Kind::kJoined, 0);
  for (const TileNode& part : parts) node.row += part.share;
  node.parts = std::move(parts);
  return node;
}

// Checks elements begin .. end of the load for all ends, or every `step`-th. The sources are 0, 1
// .. `elements` - 1 and -1.
void CheckLoad(const TileNode& node, const Values& expected, size_t elements = 100,
               int64_t step = 1) {
  Values numbers(elements);
  std::iota(numbers.begin(), numbers.end(), 0);
  Values padding{-1};
  std::vector<uint32_t> sources;
  AddSources(node, sources);
  std::vector<std::byte*> pointers;
  for (uint32_t source : sources) {
    pointers.push_back(reinterpret_cast<std::byte*>(source == 0 ? numbers.data() : padding.data()));
  }
  Arena arena;
  uint32_t reference = 0;
  const TileLoad load = MakeTileLoad(node, reference, arena);
  REQUIRE(reference == sources.size());
  const auto count = static_cast<int64_t>(expected.size());
  for (int64_t begin = 0; begin < count; begin += step) {
    for (int64_t end = begin + step; end <= count; end += step) {
      Values found(static_cast<size_t>(end - begin));
      CopyElements(load, pointers.data(), reinterpret_cast<std::byte*>(found.data()), begin,
                   end - begin);
      const Values part(expected.begin() + begin, expected.begin() + end);
      REQUIRE(found == part);
      BoundCopies copies;
      Values copied(part.size());
      REQUIRE(copies.Add(load, pointers.data(), reinterpret_cast<std::byte*>(copied.data()), begin,
                         end - begin));
      copies.Run();
      REQUIRE(copied == part);
      const std::byte* at = FindInMemory(load, pointers.data(), begin, end - begin);
      if (at != nullptr) REQUIRE(std::memcmp(at, part.data(), part.size() * 4) == 0);
    }
  }
}

TEST_CASE("a load begins at an offset, with strides of either sign", "[plan]") {
  TileNode slice = LoadNode(TileNode::Kind::kStrided, 0);
  slice.offset = 12;
  slice.loops = {{3, 10, 0}, {4, 1, 0}};
  CheckLoad(slice, {12, 13, 14, 15, 22, 23, 24, 25, 32, 33, 34, 35});
  slice.loops = {{2, -10, 0}, {3, -1, 0}};
  CheckLoad(slice, {12, 11, 10, 2, 1, 0});
  slice.loops = {{40, 2, 0}};
  Values halves;
  for (int32_t i = 0; i < 40; ++i) halves.push_back(12 + 2 * i);
  CheckLoad(slice, halves);
}

TEST_CASE("a load has every few elements of rows, or reversed rows", "[plan]") {
  for (const int64_t stride : {-3, -1, 2, 3, 4}) {
    const int64_t size = stride == -1 ? 40 : 20;
    TileNode rows = LoadNode(TileNode::Kind::kStrided, 0);
    rows.offset = stride < 0 ? -stride * (size - 1) : 1;
    rows.loops = {{3, 7, 0}, {size, stride, 0}};
    Values expected;
    for (int64_t row = 0; row < 3; ++row) {
      for (int64_t i = 0; i < size; ++i) {
        expected.push_back(static_cast<int32_t>(rows.offset + 7 * row + i * stride));
      }
    }
    CheckLoad(rows, expected);
  }
}

TEST_CASE("a load repeats short runs, and rows of them", "[plan]") {
  for (const int64_t size : {1, 3, 4, 5}) {
    for (const int64_t times : {2, 3, 5}) {
      TileNode repeated = LoadNode(TileNode::Kind::kStrided, 0);
      repeated.offset = 1;
      repeated.loops = {{2, 30, 0}, {2, 0, 0}, {4, size + 1, 0}, {times, 0, 0}, {size, 1, 0}};
      Values expected;
      for (int64_t i = 0; i < 2 * 2 * 4 * times * size; ++i) {
        const int64_t pixel = i / size / times;
        const int64_t at = 1 + pixel / 8 * 30 + pixel % 4 * (size + 1) + i % size;
        expected.push_back(static_cast<int32_t>(at));
      }
      CheckLoad(repeated, expected);
    }
  }
}

TEST_CASE("a load repeats the elements of short rows", "[plan]") {
  for (const int64_t size : {1, 3, 8}) {
    for (const int64_t times : {2, 4, 7}) {
      TileNode repeated = LoadNode(TileNode::Kind::kStrided, 0);
      repeated.offset = 2;
      repeated.loops = {{2, 20, 0}, {4, 1, 0}, {size, 1, 0}, {times, 0, 0}};
      Values expected;
      for (int64_t i = 0; i < 2 * 4 * size * times; ++i) {
        const int64_t row = i / times / size;
        const int64_t at = 2 + row / 4 * 20 + row % 4 + i / times % size;
        expected.push_back(static_cast<int32_t>(at));
      }
      CheckLoad(repeated, expected);
    }
  }
}

TEST_CASE("a load joins the rows of its parts, which may be joined too", "[plan]") {
  // Rows of 3 and 2 elements from the beginning and from element 50 on, then padding.
  TileNode late = LoadNode(TileNode::Kind::kStrided, 0, 2);
  late.offset = 50;
  late.loops = {{50, 1, 0}};
  const TileNode joined = JoinedNode(
      {LoadNode(TileNode::Kind::kStream, 0, 3), late, LoadNode(TileNode::Kind::kSplat, 1, 1)});
  CheckLoad(joined, {0, 1, 2, 50, 51, -1, 3, 4, 5, 52, 53, -1});
  TileNode inner = joined;
  inner.share = 4;
  CheckLoad(JoinedNode({inner, LoadNode(TileNode::Kind::kSplat, 1, 1)}),
            {0, 1, 2, 50, -1, 51, -1, 3, 4, -1, 5, 52, 53, -1, -1});
}

TEST_CASE("a load displaces rows, with padding before or after them", "[plan]") {
  constexpr int64_t kRows = 30, kRow = 40;
  for (const int64_t padded : {1, 3, 25}) {
    for (const bool is_before : {true, false}) {
      TileNode kept = LoadNode(TileNode::Kind::kStrided, 0, kRow - padded);
      kept.offset = is_before ? 0 : padded;
      kept.loops = {{kRows, kRow, 0}, {kept.share, 1, 0}};
      TileNode padding = LoadNode(TileNode::Kind::kSplat, 1, padded);
      Values expected;
      for (int64_t i = 0; i < kRows * kRow; ++i) {
        const int64_t column = i % kRow + (is_before ? -padded : padded);
        const bool is_kept = column >= 0 && column < kRow;
        expected.push_back(is_kept ? static_cast<int32_t>(i / kRow * kRow + column) : -1);
      }
      const auto joined = is_before ? JoinedNode({padding, kept}) : JoinedNode({kept, padding});
      CheckLoad(joined, expected, size_t{kRows} * kRow, 10);
    }
  }
}

TEST_CASE("a load joins rows of streams, columns and padding", "[plan]") {
  // Rows of `step` elements lose their first ones, or begin with those at their other end.
  const auto part = [](int64_t offset, int64_t step, int64_t share) {
    TileNode node = LoadNode(TileNode::Kind::kStrided, 0, share);
    node.offset = offset;
    node.loops = {{5, step, 0}};
    if (share > 1) node.loops.push_back({share, 1, 0});
    return node;
  };
  for (const int64_t step : {3, 7, 9}) {
    for (int64_t share = 1; share <= step; ++share) {
      for (const bool is_padded : {false, true}) {
        const int64_t back = step - share;
        std::vector<TileNode> parts = {part(back, step, share)};
        if (is_padded) parts.push_back(LoadNode(TileNode::Kind::kSplat, 1, 2));
        parts.push_back(LoadNode(TileNode::Kind::kStream, 0, step));
        if (back > 0) parts.push_back(part(0, step, back));
        Values expected;
        for (int32_t row = 0; row < 5; ++row) {
          const auto first = static_cast<int32_t>(row * step);
          for (int64_t i = back; i < step; ++i) expected.push_back(first + static_cast<int32_t>(i));
          if (is_padded) expected.insert(expected.end(), 2, -1);
          for (int64_t i = 0; i < step; ++i) expected.push_back(first + static_cast<int32_t>(i));
          for (int64_t i = 0; i < back; ++i) expected.push_back(first + static_cast<int32_t>(i));
        }
        CheckLoad(JoinedNode(parts), expected);
      }
    }
  }
}

TEST_CASE("a load rolls rows by joined parts", "[plan]") {
  for (int32_t shift = 1; shift < 9; ++shift) {
    TileNode left = LoadNode(TileNode::Kind::kStrided, 0, 9 - shift);
    left.offset = shift;
    left.loops = {{4, 9, 0}, {9 - shift, 1, 0}};
    TileNode right = LoadNode(TileNode::Kind::kStrided, 0, shift);
    right.loops = {{4, 9, 0}, {shift, 1, 0}};
    Values expected;
    for (int32_t i = 0; i < 36; ++i) expected.push_back(i / 9 * 9 + (i + shift) % 9);
    CheckLoad(JoinedNode({left, right}), expected);
  }
}

TEST_CASE("a load puts elements apart, with padding between them", "[plan]") {
  if constexpr (kHasChainModules) SKIP("no load of WebAssembly is like this");
  TileNode spaced = LoadNode(TileNode::Kind::kSpaced, 0);
  spaced.parts = {LoadNode(TileNode::Kind::kStream, 0), LoadNode(TileNode::Kind::kSplat, 1)};
  spaced.low = 1;
  spaced.step = 2;
  spaced.size = 7;
  spaced.filled = 3;
  CheckLoad(spaced, {-1, 0, -1, 1, -1, 2, -1, -1, 3, -1, 4, -1, 5, -1});
  spaced.inner = 2;
  spaced.size = 4;
  spaced.filled = 1;
  CheckLoad(spaced, {-1, -1, 0, 1, -1, -1, -1, -1, -1, -1, 2, 3, -1, -1, -1, -1});
}

TEST_CASE("a load rolls the dimensions of its source", "[plan]") {
  if constexpr (kHasChainModules) SKIP("no load of WebAssembly is like this");
  TileNode rolled = LoadNode(TileNode::Kind::kRolled, 0);
  rolled.loops = {{3, 4, 0}, {4, 1, 0}};
  rolled.shifts = {0, 1};
  CheckLoad(rolled, {1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8});
  rolled.shifts = {0, 2};
  CheckLoad(rolled, {2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9});
  rolled.shifts = {2, 3};
  CheckLoad(rolled, {11, 8, 9, 10, 3, 0, 1, 2, 7, 4, 5, 6});
  rolled.shifts = {1, 0};
  CheckLoad(rolled, {4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3});
  rolled.loops = {{2, 6, 0}, {1, 6, 0}, {3, 2, 0}, {2, 1, 0}};
  rolled.shifts = {1, 0, 2, 0};
  CheckLoad(rolled, {10, 11, 6, 7, 8, 9, 4, 5, 0, 1, 2, 3});
  rolled.loops = {{2, 40, 0}, {40, 1, 0}};
  for (const int32_t shift : {1, 15, 16, 20, 24, 25, 39}) {
    rolled.shifts = {0, shift};
    Values expected;
    for (int32_t i = 0; i < 80; ++i) expected.push_back(i / 40 * 40 + (i + shift) % 40);
    CheckLoad(rolled, expected);
  }
}

}  // namespace
}  // namespace paddock
