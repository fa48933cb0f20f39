// Summaries and histograms: every type becomes f64 tile by tile.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "simd/bytes/bytes.h"
#include "simd/bytes/tile_reader.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/bytes/summary.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"

#ifndef PADDOCK_SIMD_BYTES_SUMMARY_STATE_
#define PADDOCK_SIMD_BYTES_SUMMARY_STATE_
namespace paddock::simd {
namespace {

// Eight sums, each of every eighth element, on every target, because the mean must not depend on
// the vector width. No target has more lanes of f64.
constexpr size_t kSums = 8;
static_assert(TileReader::kMore >= kSums);

constexpr size_t kTables = 4;

struct SummaryState {
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();
  double sums[kSums] = {};
  uint64_t count = 0;
  uint64_t nan_count = 0;
  uint64_t infinity_count = 0;
};

struct HistogramBins {
  double low;
  double high;
  double count;
};

}  // namespace
}  // namespace paddock::simd
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using SumTag = hn::CappedTag<double, kSums>;

constexpr size_t kSumVectors = kSums / hn::MaxLanes(SumTag());

// `values` has room for kSums - 1 more. Elements that are not finite are counted. They add zero to
// sums, and leave minimum and maximum unchanged.
void SummarizeTile(double* values, size_t size, SummaryState& state) {
  const SumTag d;
  const hn::RebindToUnsigned<SumTag> du;
  const size_t lanes = hn::Lanes(d);
  const size_t padded = (size + kSums - 1) / kSums * kSums;
  std::fill(values + size, values + padded, std::numeric_limits<double>::quiet_NaN());
  auto min = hn::Set(d, state.min);
  auto max = hn::Set(d, state.max);
  auto nan_counts = hn::Zero(du);
  auto infinity_counts = hn::Zero(du);
  hn::Vec<SumTag> sums[kSumVectors];
  for (size_t v = 0; v < kSumVectors; ++v) sums[v] = hn::LoadU(d, state.sums + v * lanes);
  for (size_t i = 0; i < padded; i += kSums) {
    auto are_finite = hn::Eq(min, min);  // it is never NaN
    hn::Vec<SumTag> group[kSumVectors];
    for (size_t v = 0; v < kSumVectors; ++v) {
      group[v] = hn::LoadU(d, values + i + v * lanes);
      are_finite = hn::And(are_finite, hn::Lt(hn::Abs(group[v]), hn::Inf(d)));
    }
    if (HWY_LIKELY(hn::AllTrue(d, are_finite))) {
      for (size_t v = 0; v < kSumVectors; ++v) {
        min = hn::Min(min, group[v]);
        max = hn::Max(max, group[v]);
        sums[v] = hn::Add(sums[v], group[v]);
      }
      continue;
    }
    for (size_t v = 0; v < kSumVectors; ++v) {
      const auto value = group[v];
      const auto is_finite = hn::Lt(hn::Abs(value), hn::Inf(d));
      const auto is_number = hn::Eq(value, value);
      min = hn::Min(min, hn::IfThenElse(is_finite, value, min));
      max = hn::Max(max, hn::IfThenElse(is_finite, value, max));
      sums[v] = hn::Add(sums[v], hn::IfThenElseZero(is_finite, value));
      // A mask is -1.
      const auto number = hn::BitCast(du, hn::VecFromMask(d, is_number));
      const auto finite = hn::BitCast(du, hn::VecFromMask(d, is_finite));
      nan_counts = hn::Add(nan_counts, hn::Add(number, hn::Set(du, 1)));
      infinity_counts = hn::Add(infinity_counts, hn::Sub(finite, number));
    }
  }
  for (size_t v = 0; v < kSumVectors; ++v) hn::StoreU(sums[v], d, state.sums + v * lanes);
  state.min = hn::ReduceMin(d, min);
  state.max = hn::ReduceMax(d, max);
  state.count += size;
  state.nan_count += hn::ReduceSum(du, nan_counts) - (padded - size);
  state.infinity_count += hn::ReduceSum(du, infinity_counts);
}

// Writes the bin of each of `size` values to the low half of a word, or `bins.count` if no bin
// contains the value. Both arrays have room for kSums - 1 more elements.
void FindBins(const double* values, size_t size, const HistogramBins& bins, uint64_t* found) {
  const SumTag d;
  const hn::RebindToUnsigned<SumTag> du;
  const auto low = hn::Set(d, bins.low);
  const auto high = hn::Set(d, bins.high);
  const auto half = hn::Set(d, 0.5);
  // Halves, because high - low may overflow.
  const auto half_low = hn::Set(d, bins.low / 2);
  const double half_range = bins.high / 2 - bins.low / 2;
  const auto range = hn::Set(d, half_range > 0 ? half_range : 1);
  const auto count = hn::Set(d, bins.count);
  const auto last = hn::Set(d, bins.count - 1);
  // Not every target converts vectors to integers. From 2^52 on, the low bits of a double are the
  // whole number.
  const auto whole = hn::Set(d, 0x1p52);
  for (size_t i = 0; i < size; i += hn::Lanes(d)) {
    const auto value = hn::LoadU(d, values + i);
    const auto is_inside = hn::And(hn::Ge(value, low), hn::Le(value, high));
    const auto part = hn::Div(hn::Sub(hn::Mul(value, half), half_low), range);
    const auto bin = hn::IfThenElse(is_inside, hn::Min(hn::Mul(part, count), last), count);
    hn::StoreU(hn::BitCast(du, hn::Add(hn::Floor(bin), whole)), du, found + i);
  }
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(SummarizeTile);
HWY_EXPORT(FindBins);

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
                            .min = state.min + 0.0,  // the target may have found -0 or 0
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
  // Neighbours are counted in different tables, because counting in one bin twice in a row waits
  // for the first count.
  const size_t table_size = bins.size() + 1;
  std::vector<uint64_t> tables(kTables * table_size);
  uint64_t found[TileReader::kTile + TileReader::kMore];
  const HistogramBins all = {low, high, static_cast<double>(bins.size())};
  for (size_t position = 0; position < count; position += TileReader::kTile) {
    const size_t size = std::min(TileReader::kTile, count - position);
    HWY_DYNAMIC_DISPATCH(FindBins)(reader.Read(position, size), size, all, found);
    for (size_t i = 0; i < size; ++i) {
      ++tables[i % kTables * table_size + static_cast<uint32_t>(found[i])];
    }
  }
  uint64_t counted = 0;
  for (size_t i = 0; i < tables.size(); ++i) {
    const size_t bin = i % table_size;
    if (bin == bins.size()) continue;
    bins[bin] += tables[i];
    counted += tables[i];
  }
  return counted;
}

}  // namespace paddock::simd
#endif
