#include "simd/movement/picked_columns.h"

#include <cstring>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/movement/picked_columns.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_SSE4
// Before AVX-512 VBMI, elements of 1 and 2 bytes are permuted in blocks of 16.
template <class T>
inline constexpr bool kPicksBlocks = sizeof(T)<4 && HWY_TARGET> HWY_AVX3_DL;

template <class T>
using PickTag =
    std::conditional_t<kPicksBlocks<T>, hn::FixedTag<T, 16 / sizeof(T)>, hn::ScalableTag<T>>;

// A vector of the result has its elements from kStride vectors of the source. These are loaded so
// that the elements of vector i are in its lanes i, i + kStride, ..; blended, each lane of one
// vector has one of them. For kStride 3 and 8 lanes:
//
//   vector 0   a . . b . . c .      blended   a d g b e h c f
//   vector 1   . d . . e . . f      result    a b c d e f g h
//   vector 2   . . g . . h . .
//
// These read up to the next tuple. Mirrored, they read from behind the tuple before the first.
template <class T, int64_t kStride, bool kIsMirrored = false>
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
    size_t picked = 0;
    for (size_t i = 0; i < size_t{kStride}; ++i) {
      const int64_t begin =
          static_cast<int64_t>(picked * size_t{kStride}) - static_cast<int64_t>(i);
      constexpr auto kLast = static_cast<int64_t>(kLanes) - 1;
      begins[i] = kIsMirrored ? kLast * (kStride - 1) - begin : begin;
      for (size_t at = i; at < kLanes; at += size_t{kStride}, ++picked) {
        const size_t lane = kIsMirrored ? kLanes - 1 - at : at;
        const size_t element = kIsMirrored ? kLanes - 1 - picked : picked;
        masks[i][lane] = static_cast<T>(~T{0});
        for (size_t b = 0; b < sizeof(T); ++b) {
          bytes[element * sizeof(T) + b] = static_cast<uint8_t>(lane * sizeof(T) + b);
        }
        lanes[element] = static_cast<T>(lane);
      }
    }
  }
};

// Returns a vector of elements that are kStride apart, from `from` on.
template <class T, int64_t kStride, bool kIsMirrored = false>
HWY_INLINE hn::Vec<PickTag<T>> PickVector(const T* from) {
  const PickTag<T> d;
  HWY_ALIGN static constexpr PickPlan<T, kStride, kIsMirrored> kPlan;
  const auto masked = [&](auto rest, size_t i) HWY_ATTR {
    const auto mask = hn::MaskFromVec(hn::LoadU(d, kPlan.masks[i]));
    return hn::IfThenElse(mask, hn::LoadU(d, from + kPlan.begins[i]), rest);
  };
  auto blended = hn::LoadU(d, from + kPlan.begins[0]);
  HWY_UNROLL(8)
  for (size_t k = 1; k < size_t{kStride}; ++k) blended = masked(blended, k);
  if constexpr (kPicksBlocks<T>) {
    const hn::Repartition<uint8_t, decltype(d)> bytes;
    const auto order = hn::BitCast(d, hn::LoadU(bytes, kPlan.bytes));
    return hn::TableLookupBytes(blended, order);
  } else {
    return hn::TableLookupLanes(blended, hn::SetTableIndices(d, kPlan.lanes));
  }
}

// Copies rows of more elements than a vector has. Reads nothing before the first element of a row,
// and nothing after the last one.
template <class T, int64_t kStride>
void PickRows(const uint8_t* source, uint8_t* result, const CopyBlock& block) {
  const PickTag<T> d;
  constexpr auto kLanes = static_cast<int64_t>(PickPlan<T, kStride>::kLanes);
  const int64_t last = block.columns - kLanes;
  for (int64_t row = 0; row < block.rows; ++row) {
    const auto* const from = reinterpret_cast<const T*>(source + row * block.row_source_stride);
    auto* const to = reinterpret_cast<T*>(result + row * block.row_result_stride);
    for (int64_t i = 0; i < last; i += kLanes) {
      hn::StoreU(PickVector<T, kStride>(from + i * kStride), d, to + i);
    }
    hn::StoreU(PickVector<T, kStride, true>(from + last * kStride), d, to + last);
  }
}

template <class T, int64_t kStride>
CopyBlockKernel FindForPickedStride(int64_t columns) {
  constexpr auto kLanes = static_cast<int64_t>(PickPlan<T, kStride>::kLanes);
  // More loads than elements take as long as copying these one by one.
  constexpr bool kPays = kStride <= (sizeof(T) == 8 && HWY_TARGET <= HWY_AVX3 ? 4 : kLanes);
  if constexpr (kPays) {
    if (columns > kLanes) return &PickRows<T, kStride>;
  }
  return nullptr;
}

template <class T>
CopyBlockKernel FindForPickedWidth(int64_t stride, int64_t columns) {
  switch (stride) {
    case 2:
      return FindForPickedStride<T, 2>(columns);
    case 3:
      return FindForPickedStride<T, 3>(columns);
    case 4:
      return FindForPickedStride<T, 4>(columns);
    case 5:
      return FindForPickedStride<T, 5>(columns);
    case 6:
      return FindForPickedStride<T, 6>(columns);
    case 7:
      return FindForPickedStride<T, 7>(columns);
    case 8:
      return FindForPickedStride<T, 8>(columns);
    default:
      return nullptr;
  }
}

CopyBlockKernel FindPicksHere(size_t element_bytes, int64_t stride, int64_t columns) {
  if (element_bytes == 1) return FindForPickedWidth<uint8_t>(stride, columns);
  if (element_bytes == 2) return FindForPickedWidth<uint16_t>(stride, columns);
  if (element_bytes == 4) return FindForPickedWidth<uint32_t>(stride, columns);
  return element_bytes == 8 ? FindForPickedWidth<uint64_t>(stride, columns) : nullptr;
}
#else
CopyBlockKernel FindPicksHere(size_t, int64_t, int64_t) { return nullptr; }
#endif

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
namespace {
HWY_EXPORT(FindPicksHere);
}  // namespace

CopyBlockKernel FindPickKernel(size_t element_bytes, int64_t stride, int64_t columns) {
  return HWY_DYNAMIC_DISPATCH(FindPicksHere)(element_bytes, stride, columns);
}

}  // namespace paddock::simd
#endif  // HWY_ONCE
