// Summaries and histograms: every type becomes f64 tile by tile.
#include <algorithm>
#include <cmath>
#include <limits>

#include "simd/bytes.h"
#include "simd/tile_reader.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/bytes_summary.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"

#ifndef PADDOCK_SIMD_BYTES_SUMMARY_STATE_
#define PADDOCK_SIMD_BYTES_SUMMARY_STATE_
namespace paddock::simd {
namespace {

// Eight sums, each of every eighth element, whatever the target's width: the
// mean must not hang on it. 8 is the most lanes of f64 that a target has.
constexpr size_t kSums = 8;
static_assert(TileReader::kMore >= kSums);

struct SummaryState {
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();
  double sums[kSums] = {};
  uint64_t count = 0;
  uint64_t nan_count = 0;
  uint64_t infinity_count = 0;
};

}  // namespace
}  // namespace paddock::simd
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using SumTag = hn::CappedTag<double, kSums>;

// `values` has room for kSums - 1 more, which are filled with NaN: no vector is partial.
void SummarizeTile(double* values, size_t size, SummaryState& state) {
  const SumTag d;
  const size_t lanes = hn::Lanes(d);
  const size_t padded = (size + kSums - 1) / kSums * kSums;
  std::fill(values + size, values + padded, std::numeric_limits<double>::quiet_NaN());
  auto min = hn::Set(d, state.min);
  auto max = hn::Set(d, state.max);
  size_t number_count = 0;
  size_t finite_count = 0;
  for (size_t i = 0; i < padded; i += kSums) {
    for (size_t lane = 0; lane < kSums; lane += lanes) {
      const auto value = hn::LoadU(d, values + i + lane);
      const auto is_number = hn::Eq(value, value);
      const auto is_finite = hn::Lt(hn::Abs(value), hn::Inf(d));
      min = hn::IfThenElse(hn::And(is_finite, hn::Lt(value, min)), value, min);
      max = hn::IfThenElse(hn::And(is_finite, hn::Gt(value, max)), value, max);
      const auto sum = hn::LoadU(d, state.sums + lane);
      hn::StoreU(hn::Add(sum, hn::IfThenElseZero(is_finite, value)), d, state.sums + lane);
      number_count += hn::CountTrue(d, is_number);
      finite_count += hn::CountTrue(d, is_finite);
    }
  }
  state.min = hn::ReduceMin(d, min);
  state.max = hn::ReduceMax(d, max);
  state.count += size;
  state.nan_count += size - number_count;
  state.infinity_count += number_count - finite_count;
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(SummarizeTile);

ElementSummary Summarize(ElementType type, const void* elements, size_t count, size_t limit) {
  TileReader reader(type, elements);
  SummaryState state;
  const size_t tile_count = (count + TileReader::kTile - 1) / TileReader::kTile;
  const size_t tile_limit = std::max<size_t>(1, limit / TileReader::kTile);
  const size_t step = count <= limit ? 1 : (tile_count + tile_limit - 1) / tile_limit;
  for (size_t tile = 0; tile < tile_count; tile += step) {
    const size_t position = tile * TileReader::kTile;
    const size_t size = std::min(TileReader::kTile, count - position);
    HWY_DYNAMIC_DISPATCH(SummarizeTile)(reader.Read(position, size), size, state);
  }
  ElementSummary summary = {.count = state.count,
                            .nan_count = state.nan_count,
                            .infinity_count = state.infinity_count,
                            .min = state.min + 0.0,  // of -0 and 0 the target found either
                            .max = state.max + 0.0};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const uint64_t finite = state.count - state.nan_count - state.infinity_count;
  if (finite == 0) summary.min = summary.max = nan;
  const double* s = state.sums;
  const double sum = ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
  summary.mean = finite == 0 ? nan : sum / static_cast<double>(finite);
  return summary;
}

uint64_t AddToHistogram(ElementType type, const void* elements, size_t count, double low,
                        double high, std::span<uint64_t> bins) {
  if (bins.empty()) return 0;
  TileReader reader(type, elements);
  // Halves, because high - low may overflow.
  const double half_range = high / 2 - low / 2;
  const double bin_count = static_cast<double>(bins.size());
  uint64_t counted = 0;
  for (size_t position = 0; position < count; position += TileReader::kTile) {
    const size_t size = std::min(TileReader::kTile, count - position);
    const double* values = reader.Read(position, size);
    for (size_t i = 0; i < size; ++i) {
      if (!(values[i] >= low && values[i] <= high)) continue;
      const double part = half_range > 0 ? (values[i] / 2 - low / 2) / half_range : 0;
      const size_t bin = static_cast<size_t>(part * bin_count);
      ++bins[std::min(bin, bins.size() - 1)];
      ++counted;
    }
  }
  return counted;
}

}  // namespace paddock::simd
#endif
