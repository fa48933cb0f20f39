#include "core/plan/fusion/tile_columns.h"

#include <algorithm>
#include <optional>
#include <span>

#include "core/base/stable_sort.h"
#include "core/plan/fusion/tile_chain.h"

namespace paddock {
namespace {

// Bytes after which the tuples of a tensor do not all come from the second cache.
constexpr int64_t kLeastFar = int64_t{2} << 20;

// Tuples of shorter rows are not taken apart.
constexpr int64_t kFewestOfTuples = 64;

// Returns the distance of the load's elements if it may be a column; else 0.
int64_t ColumnStrideOf(const TileLoad& load) {
  if (load.kind != TileLoad::Kind::kStrided || load.outer.size() > 1) return 0;
  if (!load.outer.empty() && load.run.size < kFewestOfTuples) return 0;
  const int64_t stride = load.run.source_stride;
  return stride >= 2 && stride <= simd::kMostColumns ? stride : 0;
}

// Whether two columns have rows of equal sizes, equally far apart.
bool HaveEqualRows(const TileLoad& a, const TileLoad& b) {
  if (a.outer.size() != b.outer.size()) return false;
  return a.outer.empty() ||
         (a.run.size == b.run.size && a.outer[0].source_stride == b.outer[0].source_stride);
}

// Whether taking the columns apart together is faster than one by one. Tuples of up to 4 elements
// are taken apart with all columns, and others in blocks of 16 bytes; columns of narrow elements
// are read one by one in any case.
bool Pays(int64_t stride, int64_t taken, int64_t width) {
  return taken >= 2 && (stride <= 4 || 2 * taken >= width);
}

class ColumnFinder {
 public:
  ColumnFinder(std::span<const TileLoad> loads, std::span<const uint32_t> sources)
      : loads_(loads), sources_(sources), is_taken_(loads.size(), false) {}

  bool is_taken(const TileLoad& load) const {
    return is_taken_[static_cast<size_t>(&load - loads_.data())];
  }

  // Takes the columns from that of `first` on. Returns nothing if they do not pay.
  std::optional<TileColumns> Take(const TileLoad& first) {
    const int64_t stride = ColumnStrideOf(first);
    if (stride == 0 || is_taken(first)) return std::nullopt;
    TileColumns columns{.stride = stride,
                        .element_bytes = first.element_bytes,
                        .tuples = first.reference,
                        .offset = first.offset};
    if (!first.outer.empty()) {
      columns.row = first.run.size;
      columns.row_stride = first.outer[0].source_stride;
    }
    columns.registers.fill(kNoColumn);
    std::vector<const TileLoad*> taken;
    for (const TileLoad& load : loads_) {
      const int64_t k = load.offset - first.offset;
      const bool is_column = ColumnStrideOf(load) == stride && k >= 0 && k < stride &&
                             load.element_bytes == first.element_bytes &&
                             HaveEqualRows(load, first) &&
                             sources_[load.reference] == sources_[first.reference];
      if (!is_column || is_taken(load) || columns.registers[k] != kNoColumn) continue;
      columns.registers[k] = load.result;
      columns.count = std::max(columns.count, k + 1);
      taken.push_back(&load);
    }
    if (!Pays(stride, static_cast<int64_t>(taken.size()), columns.count)) return std::nullopt;
    for (const TileLoad* load : taken) is_taken_[static_cast<size_t>(load - loads_.data())] = true;
    return columns;
  }

 private:
  std::span<const TileLoad> loads_;
  std::span<const uint32_t> sources_;
  std::vector<bool> is_taken_;
};

}  // namespace

std::vector<TileColumns> TakeColumns(std::vector<TileLoad>& loads,
                                     std::span<const uint32_t> sources) {
  std::vector<const TileLoad*> in_order;
  for (const TileLoad& load : loads) in_order.push_back(&load);
  // Loads of one offset keep their order, which is that of their addresses.
  StableSortBy(std::span(in_order), [](const TileLoad* load) { return load->offset; });
  ColumnFinder finder(loads, sources);
  std::vector<TileColumns> found;
  for (const TileLoad* load : in_order) {
    if (const auto columns = finder.Take(*load)) found.push_back(*columns);
  }
  std::erase_if(loads, [&](const TileLoad& load) { return finder.is_taken(load); });
  return found;
}

void SplitTile(const TileColumns& columns, std::byte* const* pointers, std::byte* const* registers,
               int64_t begin, int64_t count) {
  std::byte* parts[simd::kMostColumns];
  for (int64_t k = 0; k < columns.count; ++k) {
    const uint16_t column = columns.registers[k];
    parts[k] = column == kNoColumn ? nullptr : registers[column];
  }
  const int64_t row = columns.row == 0 ? begin + count : columns.row;
  while (count > 0) {
    const int64_t in_row = begin % row, taken = std::min(count, row - in_row);
    const int64_t first =
        columns.offset + begin / row * columns.row_stride + in_row * columns.stride;
    const int64_t bytes = first * int64_t{columns.element_bytes};
    const bool are_far = !kHasChainModules && bytes >= kLeastFar;
    simd::SplitColumns(pointers[columns.tuples] + bytes, columns.element_bytes, parts,
                       columns.count, columns.stride, taken, are_far);
    for (int64_t k = 0; k < columns.count; ++k) {
      if (parts[k] != nullptr) parts[k] += taken * int64_t{columns.element_bytes};
    }
    begin += taken;
    count -= taken;
  }
}

void JoinTile(const TileColumns& columns, std::byte* const* registers, int64_t count) {
  const std::byte* parts[simd::kMostColumns];
  for (int64_t k = 0; k < columns.count; ++k) parts[k] = registers[columns.registers[k]];
  simd::JoinColumns(parts, columns.element_bytes, registers[columns.tuples], columns.count, count);
}

}  // namespace paddock
