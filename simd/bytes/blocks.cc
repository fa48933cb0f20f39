// Windows of blocks. Rows of elements are folded into one row as vectors, a tile at a time. That
// row is then folded into blocks, once for all rows of a block.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "simd/bytes/bytes.h"
#include "simd/bytes/tile_reader.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/bytes/blocks.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"

#ifndef PADDOCK_SIMD_BYTES_BLOCKS_STATE_
#define PADDOCK_SIMD_BYTES_BLOCKS_STATE_
namespace paddock::simd {
namespace {

// Accumulated values and marks of the columns of one tile. For means, `values` are sums.
struct FoldedTile {
  double values[TileReader::kTile];
  double counts[TileReader::kTile];  // of finite elements
  uint8_t marks[TileReader::kTile];
};

uint8_t MarkOf(double value) {
  if (std::isnan(value)) return kBlockHasNan;
  if (std::isfinite(value)) return kBlockHasFinite;
  return value > 0 ? kBlockHasInfinity : kBlockHasNegativeInfinity;
}

}  // namespace
}  // namespace paddock::simd
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Returns the better of two finite values. `best` is NaN if there was none yet, and the comparisons
// are written to fail with it.
template <BlockValue kValue, class V>
HWY_INLINE V Choose(V best, V value) {
  if constexpr (kValue == BlockValue::kMean) return hn::Add(best, value);
  if constexpr (kValue == BlockValue::kMin) return hn::IfThenElse(hn::Ge(value, best), best, value);
  if constexpr (kValue == BlockValue::kMax) return hn::IfThenElse(hn::Le(value, best), best, value);
  return hn::IfThenElse(hn::Le(hn::Abs(value), hn::Abs(best)), best, value);
}

template <BlockValue kValue>
void FoldRowBy(const double* row, size_t size, FoldedTile& tile) {
  const hn::ScalableTag<double> d;
  const size_t lanes = hn::Lanes(d);
  const auto one = hn::Set(d, 1.0);
  for (size_t i = 0; i < size; i += lanes) {
    const size_t count = std::min(lanes, size - i);
    const auto value = hn::LoadN(d, row + i, count);
    const auto best = hn::LoadN(d, tile.values + i, count);
    const auto is_finite = hn::Lt(hn::Abs(value), hn::Inf(d));
    hn::StoreN(hn::IfThenElse(is_finite, Choose<kValue>(best, value), best), d, tile.values + i,
               count);
    const auto counts = hn::LoadN(d, tile.counts + i, count);
    hn::StoreN(hn::Add(counts, hn::IfThenElseZero(is_finite, one)), d, tile.counts + i, count);
    // A rare case. LoadN's zeros after the end are finite.
    if (hn::AllTrue(d, is_finite)) continue;
    for (size_t k = i; k < i + count; ++k) {
      if (!std::isfinite(row[k])) tile.marks[k] |= MarkOf(row[k]);
    }
  }
}

void FoldRow(const double* row, size_t size, BlockValue value, FoldedTile& tile) {
  switch (value) {
    case BlockValue::kLargest:
      return FoldRowBy<BlockValue::kLargest>(row, size, tile);
    case BlockValue::kMin:
      return FoldRowBy<BlockValue::kMin>(row, size, tile);
    case BlockValue::kMax:
      return FoldRowBy<BlockValue::kMax>(row, size, tile);
    case BlockValue::kMean:
      return FoldRowBy<BlockValue::kMean>(row, size, tile);
  }
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(FoldRow);

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

double Better(BlockValue kind, double best, double value) {
  switch (kind) {
    case BlockValue::kMean:
      return best + value;
    case BlockValue::kMin:
      return value >= best ? best : value;
    case BlockValue::kMax:
      return value <= best ? best : value;
    case BlockValue::kLargest:
      return std::abs(value) <= std::abs(best) ? best : value;
  }
  return value;
}

// Computes one row of blocks after another.
class BlockReader {
 public:
  BlockReader(ElementType type, const void* elements, const BlockWindow& window, BlockValue kind)
      : reader_(type, elements),
        window_(window),
        kind_(kind),
        nothing_(kind == BlockValue::kMean ? 0 : kNothing),
        width_(window.block_columns() * window.channels),
        counts_(width_) {}

  void ReadRow(size_t block_row, double* values, uint8_t* marks) {
    std::fill(values, values + width_, nothing_);
    std::fill(marks, marks + width_, uint8_t{0});
    std::fill(counts_.begin(), counts_.end(), 0.0);
    const size_t elements = window_.columns * window_.channels;
    // Whole cells, so that a tile begins with the first channel.
    const size_t tile = TileReader::kTile / window_.channels * window_.channels;
    for (size_t begin = 0; begin < elements; begin += tile) {
      const size_t size = std::min(tile, elements - begin);
      FoldRows(block_row, begin, size);
      AddTile(begin, size, values, marks);
    }
    for (size_t i = 0; i < width_; ++i) {
      if (counts_[i] > 0) {
        marks[i] |= kBlockHasFinite;
        if (kind_ == BlockValue::kMean) values[i] /= counts_[i];
      } else {
        values[i] = kNothing;
      }
    }
  }

 private:
  // Folds elements begin .. begin + size of all rows of a block.
  void FoldRows(size_t block_row, size_t begin, size_t size) {
    std::fill(tile_.values, tile_.values + size, nothing_);
    std::fill(tile_.counts, tile_.counts + size, 0.0);
    std::fill(tile_.marks, tile_.marks + size, uint8_t{0});
    const size_t first_row = block_row * window_.rows_per_block;
    const size_t last_row = std::min(first_row + window_.rows_per_block, window_.rows);
    for (size_t row = first_row; row < last_row; ++row) {
      const size_t position = window_.first + row * window_.row_stride + begin;
      if (position >= window_.end) break;
      const size_t there = std::min(size, window_.end - position);
      HWY_DYNAMIC_DISPATCH(FoldRow)(reader_.Read(position, there), there, kind_, tile_);
    }
  }

  void AddTile(size_t begin, size_t size, double* values, uint8_t* marks) {
    const size_t channels = window_.channels;
    for (size_t i = 0; i < size; ++i) {
      const size_t column = (begin + i) / channels;
      const size_t block = column / window_.columns_per_block * channels + (begin + i) % channels;
      marks[block] |= tile_.marks[i];
      if (tile_.counts[i] == 0) continue;
      values[block] = Better(kind_, values[block], tile_.values[i]);
      counts_[block] += tile_.counts[i];
    }
  }

  TileReader reader_;
  const BlockWindow& window_;
  BlockValue kind_;
  double nothing_;
  size_t width_;
  std::vector<double> counts_;
  FoldedTile tile_;
};

}  // namespace

void ReadBlocks(ElementType type, const void* elements, const BlockWindow& window, BlockValue value,
                double* values, uint8_t* marks) {
  BlockReader reader(type, elements, window, value);
  const size_t width = window.block_columns() * window.channels;
  for (size_t row = 0; row < window.block_rows(); ++row) {
    reader.ReadRow(row, values + row * width, marks + row * width);
  }
}

}  // namespace paddock::simd
#endif
