// Copies of elements backwards.
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(PADDOCK_SIMD_MOVEMENT_REVERSED_ROW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MOVEMENT_REVERSED_ROW_INL_H_
#undef PADDOCK_SIMD_MOVEMENT_REVERSED_ROW_INL_H_
#else
#define PADDOCK_SIMD_MOVEMENT_REVERSED_ROW_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// WebAssembly has no vectors of elements of 16 bytes, and copies the last elements one by one, for
// size.
template <size_t kBytes>
inline constexpr bool kReversesVectors = kBytes <= (HWY_ARCH_WASM ? 8 : 16);

// Reverses a vector of elements of kBytes.
template <size_t kBytes>
HWY_INLINE void ReverseVector(const uint8_t* from, uint8_t* to) {
  const hn::ScalableTag<uint8_t> bytes;
  if constexpr (kBytes == 16) {
    hn::StoreU(hn::ReverseBlocks(bytes, hn::LoadU(bytes, from)), bytes, to);
  } else {
    const hn::ScalableTag<hwy::UnsignedFromSize<kBytes>> d;
    const auto vector = hn::BitCast(d, hn::LoadU(bytes, from));
    hn::StoreU(hn::BitCast(bytes, hn::Reverse(d, vector)), bytes, to);
  }
}

// `source` is the last element in memory, `result` the first.
template <size_t kBytes>
void ReverseRow(const uint8_t* source, uint8_t* result, int64_t count) {
  constexpr auto kWidth = static_cast<int64_t>(kBytes);
  int64_t i = 0;
  if constexpr (kReversesVectors<kBytes>) {
    const auto lanes = static_cast<int64_t>(hn::Lanes(hn::ScalableTag<uint8_t>())) / kWidth;
    const auto reverse = [&](int64_t first) HWY_ATTR {
      ReverseVector<kBytes>(source - (first + lanes - 1) * kWidth, result + first * kWidth);
    };
    for (; i + lanes <= count; i += lanes) reverse(i);
    if (!HWY_ARCH_WASM && i > 0) {
      if (i < count) reverse(count - lanes);
      return;
    }
  }
  for (; i < count; ++i) std::memcpy(result + i * kWidth, source - i * kWidth, kBytes);
}

}  // namespace
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MOVEMENT_REVERSED_ROW_INL_H_
