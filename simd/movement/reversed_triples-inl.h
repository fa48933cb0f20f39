// Copies of neighbouring runs of three elements backwards, such as the pixels of a mirrored row.
#include <cstddef>
#include <cstdint>

#if defined(PADDOCK_SIMD_MOVEMENT_REVERSED_TRIPLES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MOVEMENT_REVERSED_TRIPLES_INL_H_
#undef PADDOCK_SIMD_MOVEMENT_REVERSED_TRIPLES_INL_H_
#else
#define PADDOCK_SIMD_MOVEMENT_REVERSED_TRIPLES_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// A group of whole runs is read from a vector that ends with its first run, the last one of a row
// from a vector that begins with its last run. With 8 lanes:
//
//   source    . . d e f a b c        x y z u v w . .
//   result    a b c d e f ? ?        u v w x y z
template <class T>
struct TriplePlaces {
  static constexpr size_t kLanes = hn::MaxLanes(hn::ScalableTag<T>());
  T group[kLanes] = {};
  T last[kLanes] = {};

  constexpr TriplePlaces() {
    for (size_t i = 0; i < kLanes / 3 * 3; ++i) {
      group[i] = static_cast<T>(kLanes - 3 - i / 3 * 3 + i % 3);
      last[i] = static_cast<T>((kLanes / 3 - 1 - i / 3) * 3 + i % 3);
    }
  }
};

// Copies `count` runs, the first of which is the last one in memory. Returns false, and copies
// nothing, if they do not fill a vector.
template <class T>
bool ReverseTriples(const T* from, T* to, int64_t count) {
  const hn::ScalableTag<T> d;
  constexpr auto kLanes = static_cast<int64_t>(TriplePlaces<T>::kLanes);
  constexpr int64_t kGroup = kLanes / 3;
  HWY_ALIGN static constexpr TriplePlaces<T> kPlaces;
  const int64_t total = 3 * count;
  if (total < kLanes) return false;
  const auto group = hn::IndicesFromVec(d, hn::LoadU(d, kPlaces.group));
  for (int64_t i = 0; i + kLanes < total; i += 3 * kGroup) {
    const auto vector = hn::LoadU(d, from - i + 3 - kLanes);
    hn::StoreU(hn::TableLookupLanes(vector, group), d, to + i);
  }
  const auto last = hn::IndicesFromVec(d, hn::LoadU(d, kPlaces.last));
  const auto vector = hn::LoadU(d, from - (total - 3));
  hn::StoreN(hn::TableLookupLanes(vector, last), d, to + total - 3 * kGroup, 3 * kGroup);
  return true;
}

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MOVEMENT_REVERSED_TRIPLES_INL_H_
