// Copies of neighbouring elements that are each repeated a few times, by permutations: a vector of
// the source becomes as many vectors of the result.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "simd/movement/short_runs.h"

#if defined(PADDOCK_SIMD_MOVEMENT_SPREAD_RUNS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MOVEMENT_SPREAD_RUNS_INL_H_
#undef PADDOCK_SIMD_MOVEMENT_SPREAD_RUNS_INL_H_
#else
#define PADDOCK_SIMD_MOVEMENT_SPREAD_RUNS_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

template <class T, int64_t kTimes>
struct SpreadPlaces {
  static constexpr size_t kLanes = hn::MaxLanes(hn::ScalableTag<T>());
  T places[kTimes * kLanes] = {};

  constexpr SpreadPlaces() {
    for (size_t i = 0; i < kTimes * kLanes; ++i) places[i] = static_cast<T>(i / kTimes);
  }
};

// Repeats each element of the rows that have at least as many as a vector. The last vectors of a
// row overlap those before them.
template <int64_t kTimes, class T>
void SpreadRows(std::span<const ShortRunRow> rows, const T* source, T* result) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  HWY_ALIGN static constexpr SpreadPlaces<T, kTimes> kPlaces;
  decltype(hn::IndicesFromVec(d, hn::Zero(d))) indices[kTimes];
  HWY_UNROLL(8)
  for (int64_t i = 0; i < kTimes; ++i) {
    indices[i] = hn::IndicesFromVec(d, hn::LoadU(d, kPlaces.places + i * lanes));
  }
  for (const ShortRunRow& row : rows) {
    const T* const from = source + row.source;
    T* const to = result + row.result;
    if (row.count < lanes) continue;
    for (int64_t run = 0; run < row.count; run += lanes) {
      run = std::min(run, row.count - lanes);
      const auto vector = hn::LoadU(d, from + run);
      HWY_UNROLL(8)
      for (int64_t i = 0; i < kTimes; ++i) {
        hn::StoreU(hn::TableLookupLanes(vector, indices[i]), d, to + run * kTimes + i * lanes);
      }
    }
  }
}

// Returns the function for runs of neighbouring elements; null if there is none, or if a store for
// each run takes less time.
template <class T>
auto FindSpread(const ShortRuns& runs) -> decltype(&SpreadRows<2, T>) {
  constexpr auto kLanes = static_cast<int64_t>(hn::MaxLanes(hn::ScalableTag<T>()));
  constexpr int64_t kFewestOfVector = 2;
  if (!runs.is_repeated || runs.step != 1 || runs.size * kFewestOfVector > kLanes) return nullptr;
  switch (runs.size) {
    case 2:
      return &SpreadRows<2, T>;
    case 3:
      return &SpreadRows<3, T>;
    case 4:
      return &SpreadRows<4, T>;
    case 5:
      return &SpreadRows<5, T>;
    case 6:
      return &SpreadRows<6, T>;
    case 7:
      return &SpreadRows<7, T>;
    case 8:
      return &SpreadRows<8, T>;
    default:
      return nullptr;
  }
}

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MOVEMENT_SPREAD_RUNS_INL_H_
