#include "core/plan/fusion/tile_columns.h"

#include <algorithm>
#include <iterator>

namespace paddock {
namespace {

// Returns the distance of the load's elements if it may be a column; else 0.
int64_t ColumnStrideOf(const TileLoad& load) {
  if (load.kind != TileLoad::Kind::kStrided || !load.outer.empty()) return 0;
  const int64_t stride = load.run.source_stride;
  return stride >= 2 && stride <= simd::kMostColumns ? stride : 0;
}

}  // namespace

std::vector<TileColumns> TakeColumns(std::vector<TileLoad>& loads,
                                     std::span<const uint32_t> sources) {
  std::vector<TileColumns> taken;
  std::vector<bool> is_taken(loads.size(), false);
  for (const TileLoad& first : loads) {
    const int64_t stride = ColumnStrideOf(first);
    // The load of column k of the tuples that begin with `first`.
    const auto find = [&](int64_t k) {
      return std::ranges::find_if(loads, [&](const TileLoad& load) {
        return ColumnStrideOf(load) == stride && load.offset == first.offset + k &&
               load.element_bytes == first.element_bytes &&
               sources[load.reference] == sources[first.reference] &&
               !is_taken[static_cast<size_t>(&load - loads.data())];
      });
    };
    TileColumns columns{stride, first.element_bytes, {}, first.reference, first.offset};
    bool has_all = stride != 0;
    for (int64_t k = 0; k < stride && has_all; ++k) has_all = find(k) != loads.end();
    if (!has_all) continue;
    for (int64_t k = 0; k < stride; ++k) {
      const auto load = find(k);
      columns.registers[k] = load->result;
      is_taken[static_cast<size_t>(std::distance(loads.begin(), load))] = true;
    }
    taken.push_back(columns);
  }
  std::erase_if(loads, [&](const TileLoad& load) {
    return is_taken[static_cast<size_t>(&load - loads.data())];
  });
  return taken;
}

void SplitTile(const TileColumns& columns, std::byte* const* pointers, std::byte* const* registers,
               int64_t begin, int64_t count) {
  std::byte* parts[simd::kMostColumns];
  for (int64_t k = 0; k < columns.count; ++k) parts[k] = registers[columns.registers[k]];
  const int64_t element = columns.offset + begin * columns.count;
  simd::SplitColumns(pointers[columns.tuples] + element * int64_t{columns.element_bytes},
                     columns.element_bytes, parts, columns.count, count);
}

void JoinTile(const TileColumns& columns, std::byte* const* registers, int64_t count) {
  const std::byte* parts[simd::kMostColumns];
  for (int64_t k = 0; k < columns.count; ++k) parts[k] = registers[columns.registers[k]];
  simd::JoinColumns(parts, columns.element_bytes, registers[columns.tuples], columns.count, count);
}

}  // namespace paddock
