// One column of tuples: every kStride-th element.
#include <cstddef>
#include <cstdint>
#include <type_traits>

#if defined(PADDOCK_SIMD_MOVEMENT_PICKED_COLUMN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MOVEMENT_PICKED_COLUMN_INL_H_
#undef PADDOCK_SIMD_MOVEMENT_PICKED_COLUMN_INL_H_
#else
#define PADDOCK_SIMD_MOVEMENT_PICKED_COLUMN_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Whether blends and one permutation are faster than loads that interleave, or permutations of
// several vectors: on x86 from SSE4 on, before AVX-512.
inline constexpr bool kPicksColumns =
    HWY_ARCH_X86 && HWY_TARGET > HWY_AVX3&& HWY_TARGET <= HWY_SSE4;

// Elements of 1 and 2 bytes are permuted in blocks of 16.
template <class T>
using PickTag =
    std::conditional_t<(sizeof(T) < 4), hn::FixedTag<T, 16 / sizeof(T)>, hn::ScalableTag<T>>;

// A vector of the result has its elements from kStride vectors of the source. These are loaded so
// that the elements of vector i are in its lanes i, i + kStride, ..; blended, each lane of one
// vector has one of them. For kStride 3 and 8 lanes:
//
//   vector 0   a . . b . . c .      blended   a d g b e h c f
//   vector 1   . d . . e . . f      result    a b c d e f g h
//   vector 2   . . g . . h . .
template <class T, int64_t kStride>
struct PickPlan {
  static constexpr size_t kLanes = hn::MaxLanes(PickTag<T>());
  // By vector of the source: where it begins.
  int64_t begins[kStride] = {};
  // By vector: its lanes, as all ones.
  T masks[kStride][kLanes] = {};
  // By element of the result: its lane.
  T lanes[kLanes] = {};
  // The same in bytes.
  uint8_t bytes[kLanes * sizeof(T)] = {};

  constexpr PickPlan() {
    size_t element = 0;
    for (size_t i = 0; i < size_t{kStride}; ++i) {
      begins[i] = static_cast<int64_t>(element * size_t{kStride}) - static_cast<int64_t>(i);
      for (size_t lane = i; lane < kLanes; lane += size_t{kStride}) {
        masks[i][lane] = static_cast<T>(~T{0});
        for (size_t b = 0; b < sizeof(T); ++b) {
          bytes[element * sizeof(T) + b] = static_cast<uint8_t>(lane * sizeof(T) + b);
        }
        lanes[element++] = static_cast<T>(lane);
      }
    }
  }
};

// Writes a multiple of a vector's lanes, at most `count` elements, and returns how many: to the end
// of the last tuple is read.
template <class T, int64_t kStride>
HWY_NOINLINE int64_t PickColumn(const T* from, T* to, int64_t count) {
  const PickTag<T> d;
  constexpr auto kLanes = static_cast<int64_t>(PickPlan<T, kStride>::kLanes);
  HWY_ALIGN static constexpr PickPlan<T, kStride> kPlan;
  if constexpr (kLanes < kStride) {
    return 0;
  } else {
    const auto masked = [&](auto rest, size_t i) HWY_ATTR {
      const auto mask = hn::MaskFromVec(hn::LoadU(d, kPlan.masks[i]));
      return hn::IfThenElse(mask, hn::LoadU(d, from + kPlan.begins[i]), rest);
    };
    int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes, from += kLanes * kStride) {
      auto blended = hn::LoadU(d, from);
      HWY_UNROLL(8)
      for (size_t k = 1; k < size_t{kStride}; ++k) blended = masked(blended, k);
      if constexpr (sizeof(T) < 4) {
        const hn::Repartition<uint8_t, decltype(d)> bytes;
        const auto order = hn::BitCast(d, hn::LoadU(bytes, kPlan.bytes));
        blended = hn::TableLookupBytes(blended, order);
      } else {
        blended = hn::TableLookupLanes(blended, hn::SetTableIndices(d, kPlan.lanes));
      }
      hn::StoreU(blended, d, to + i);
    }
    return i;
  }
}

inline constexpr int64_t kMostPickedStride = 8;

template <class T>
int64_t PickColumn(const T* from, T* to, int64_t stride, int64_t count) {
  switch (stride) {
    case 2:
      return PickColumn<T, 2>(from, to, count);
    case 3:
      return PickColumn<T, 3>(from, to, count);
    case 4:
      return PickColumn<T, 4>(from, to, count);
    case 5:
      return PickColumn<T, 5>(from, to, count);
    case 6:
      return PickColumn<T, 6>(from, to, count);
    case 7:
      return PickColumn<T, 7>(from, to, count);
    case kMostPickedStride:
      return PickColumn<T, kMostPickedStride>(from, to, count);
    default:
      return 0;
  }
}

}  // namespace
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MOVEMENT_PICKED_COLUMN_INL_H_
