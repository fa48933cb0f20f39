#include "simd/linalg/row_products.h"

#ifndef __wasm__

#include <algorithm>
#include <cstddef>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/linalg/row_products.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr size_t kSums = 16;
using SumsTag = hn::CappedTag<float, kSums>;
constexpr size_t kSumLanes = hn::MaxLanes(SumsTag());
constexpr size_t kSumVectors = kSums / kSumLanes;
// Rows at once: at most eight vectors of sums.
constexpr size_t kMostRows = kSumVectors > 2 ? 2 : 4;

// The products of rows i .. i + kRows.
template <size_t kRows>
HWY_INLINE void MultiplyAtOnce(const RowProducts& all, int64_t i) {
  const SumsTag d;
  using V = hn::Vec<SumsTag>;
  V sums[kRows][kSumVectors];
  for (auto& row : sums) {
    for (V& sum : row) sum = hn::Zero(d);
  }
  const auto add = [&](int64_t column, size_t count) HWY_ATTR {
    HWY_UNROLL(4)
    for (size_t v = 0; v < kSumVectors; ++v) {
      const size_t rest = std::min(kSumLanes, count - std::min(count, v * kSumLanes));
      const auto load = [&](const float* from) HWY_ATTR {
        const float* const at = from + column + v * kSumLanes;
        return count == kSums ? hn::LoadU(d, at) : hn::LoadN(d, at, rest);
      };
      const V factor = load(all.row);
      HWY_UNROLL(4)
      for (size_t r = 0; r < kRows; ++r) {
        const float* const row = all.rows + (i + static_cast<int64_t>(r)) * all.row_stride;
        sums[r][v] = hn::MulAdd(load(row), factor, sums[r][v]);
      }
    }
  };
  int64_t column = 0;
  constexpr auto kStep = static_cast<int64_t>(kSums);
  for (; column + kStep <= all.columns; column += kStep) add(column, kSums);
  if (column < all.columns) add(column, static_cast<size_t>(all.columns - column));
  for (size_t r = 0; r < kRows; ++r) {
    float parts[kSums];
    for (size_t v = 0; v < kSumVectors; ++v) hn::StoreU(sums[r][v], d, parts + v * kSumLanes);
    for (size_t half = kSums / 2; half > 0; half /= 2) {
      for (size_t k = 0; k < half; ++k) parts[k] += parts[k + half];
    }
    all.products[i + static_cast<int64_t>(r)] = parts[0];
  }
}

}  // namespace

void MultiplyRowsKernel(const RowProducts& all) {
  constexpr auto kRows = static_cast<int64_t>(kMostRows);
  int64_t i = 0;
  for (; i + kRows <= all.count; i += kRows) MultiplyAtOnce<kMostRows>(all, i);
  for (; i < all.count; ++i) MultiplyAtOnce<1>(all, i);
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(MultiplyRowsKernel);

void MultiplyRows(const RowProducts& all) { HWY_DYNAMIC_DISPATCH(MultiplyRowsKernel)(all); }

}  // namespace paddock::simd
#endif
#endif  // __wasm__
