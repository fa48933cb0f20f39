#include "core/plan/fusion/element_source.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <vector>

namespace paddock {
namespace {

TileLoad Strided(uint32_t reference, int64_t offset, simd::CopyDimension run) {
  TileLoad load;
  load.kind = TileLoad::Kind::kStrided;
  load.reference = reference;
  load.element_bytes = 4;
  load.offset = offset;
  load.run = run;
  return load;
}

// Whether each element that the load copies is the one at its source.
bool AreSourcesRight(const TileLoad& load, int64_t count) {
  std::vector<std::vector<uint32_t>> memory(2, std::vector<uint32_t>(40));
  std::vector<std::byte*> pointers;
  for (uint32_t r = 0; r < 2; ++r) {
    for (uint32_t i = 0; i < 40; ++i) memory[r][i] = 100 * r + i;
    pointers.push_back(reinterpret_cast<std::byte*>(memory[r].data()));
  }
  std::vector<uint32_t> copied(static_cast<size_t>(count));
  CopyElements(load, pointers.data(), reinterpret_cast<std::byte*>(copied.data()), 0, count);
  for (int64_t i = 0; i < count; ++i) {
    const auto source = SourceOf(load, i);
    if (!source) return false;
    uint32_t element = 0;
    std::memcpy(&element, pointers[source->reference] + source->offset, sizeof(element));
    if (element != copied[static_cast<size_t>(i)]) return false;
  }
  return true;
}

TEST_CASE("each element's source is where a load copies it from", "[plan]") {
  const simd::CopyDimension outer[] = {{3, 7, 0}};
  TileLoad rows = Strided(1, 2, {4, 1, 0});
  rows.outer = outer;
  CHECK(AreSourcesRight(rows, 12));
  CHECK(AreSourcesRight(Strided(0, 9, {5, -2, 0}), 5));
  TileLoad parts[] = {Strided(0, 3, {4, 1, 0}), Strided(1, 0, {2, 5, 0})};
  parts[0].share = 2;
  parts[1].share = 1;
  TileLoad joined;
  joined.kind = TileLoad::Kind::kJoined;
  joined.element_bytes = 4;
  joined.row = 3;
  joined.first_part = parts;
  joined.part_count = 2;
  CHECK(AreSourcesRight(joined, 6));
  TileLoad iota;
  iota.kind = TileLoad::Kind::kIota;
  CHECK_FALSE(SourceOf(iota, 0).has_value());
}

}  // namespace
}  // namespace paddock
