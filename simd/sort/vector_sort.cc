#include "simd/sort/vector_sort.h"

#ifndef __EMSCRIPTEN__

#include <algorithm>

#include "simd/sort/sort_targets.h"
//
// Avoids linking a file of Highway's. Pivots are seeded by the clock instead of secret numbers, and
// do not affect results.
#define VQSORT_ONLY_STATIC 1

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/sort/vector_sort.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/contrib/sort/vqsort-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class Key>
void SortRow(Key* keys, size_t count) {
#if VQSORT_ENABLED
  hn::VQSortStatic(keys, count, hwy::SortAscending());
#else
  std::sort(keys, keys + count);
#endif
}

void SortRow32(uint32_t* keys, size_t count) { SortRow(keys, count); }
void SortRow64(uint64_t* keys, size_t count) { SortRow(keys, count); }
void SortRow128(Key128* keys, size_t count) {
  SortRow(reinterpret_cast<hwy::uint128_t*>(keys), count);
}

// Branch-free: a branch would be mispredicted half of the time.
template <class Key>
SplitEnds<Key> SplitOneByOne(const Key* keys, size_t count, const Key& pivot, SplitEnds<Key> ends) {
  for (size_t k = 0; k < count; ++k) {
    const bool is_low = keys[k] < pivot;
    Key* const place = is_low ? ends.low : ends.high - 1;
    *place = keys[k];
    ends.low += is_low ? 1 : 0;
    ends.high -= is_low ? 0 : 1;
  }
  return ends;
}

template <class Key>
SplitEnds<Key> SplitVectors(const Key* keys, size_t count, Key pivot, SplitEnds<Key> ends) {
  const hn::ScalableTag<Key> d;
  const size_t lanes = hn::Lanes(d);
  const auto limit = hn::Set(d, pivot);
  size_t k = 0;
  // Whole vectors are written at both ends and must not overlap.
  while (k + lanes <= count && static_cast<size_t>(ends.high - ends.low) >= 2 * lanes) {
    const auto some = hn::LoadU(d, keys + k);
    const auto is_low = hn::Lt(some, limit);
    if constexpr (hn::CompressIsPartition<Key>::value) {
      const auto parted = hn::Compress(some, is_low);
      hn::StoreU(parted, d, ends.low);
      hn::StoreU(parted, d, ends.high - lanes);
      const size_t low_count = hn::CountTrue(d, is_low);
      ends.low += low_count;
      ends.high -= lanes - low_count;
    } else {
      const size_t low_count = hn::CompressStore(some, is_low, d, ends.low);
      ends.low += low_count;
      ends.high -= lanes - low_count;
      hn::CompressBlendedStore(some, hn::Not(is_low), d, ends.high);
    }
    k += lanes;
  }
  return SplitOneByOne(keys + k, count - k, pivot, ends);
}

SplitEnds<uint32_t> SplitRow32(const uint32_t* keys, size_t count, uint32_t pivot,
                               SplitEnds<uint32_t> ends) {
  return SplitVectors(keys, count, pivot, ends);
}
SplitEnds<uint64_t> SplitRow64(const uint64_t* keys, size_t count, uint64_t pivot,
                               SplitEnds<uint64_t> ends) {
  return SplitVectors(keys, count, pivot, ends);
}
SplitEnds<Key128> SplitRow128(const Key128* keys, size_t count, const Key128& pivot,
                              SplitEnds<Key128> ends) {
  return SplitOneByOne(keys, count, pivot, ends);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(SortRow32);
HWY_EXPORT(SortRow64);
HWY_EXPORT(SortRow128);
HWY_EXPORT(SplitRow32);
HWY_EXPORT(SplitRow64);
HWY_EXPORT(SplitRow128);

void SortKeys(uint32_t* keys, size_t count) { HWY_DYNAMIC_DISPATCH(SortRow32)(keys, count); }
void SortKeys(uint64_t* keys, size_t count) { HWY_DYNAMIC_DISPATCH(SortRow64)(keys, count); }
void SortKeys(Key128* keys, size_t count) { HWY_DYNAMIC_DISPATCH(SortRow128)(keys, count); }

SplitEnds<uint32_t> SplitKeys(const uint32_t* keys, size_t count, uint32_t pivot,
                              SplitEnds<uint32_t> ends) {
  return HWY_DYNAMIC_DISPATCH(SplitRow32)(keys, count, pivot, ends);
}
SplitEnds<uint64_t> SplitKeys(const uint64_t* keys, size_t count, uint64_t pivot,
                              SplitEnds<uint64_t> ends) {
  return HWY_DYNAMIC_DISPATCH(SplitRow64)(keys, count, pivot, ends);
}
SplitEnds<Key128> SplitKeys(const Key128* keys, size_t count, const Key128& pivot,
                            SplitEnds<Key128> ends) {
  return HWY_DYNAMIC_DISPATCH(SplitRow128)(keys, count, pivot, ends);
}

}  // namespace paddock::simd
#endif  // HWY_ONCE

#endif  // __EMSCRIPTEN__
