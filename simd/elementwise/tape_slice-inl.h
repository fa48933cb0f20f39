// Slices of tapes, compiled once per SIMD target. WebAssembly has none.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "simd/elementwise/tape.h"

#if defined(PADDOCK_SIMD_ELEMENTWISE_TAPE_SLICE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_ELEMENTWISE_TAPE_SLICE_INL_H_
#undef PADDOCK_SIMD_ELEMENTWISE_TAPE_SLICE_INL_H_
#else
#define PADDOCK_SIMD_ELEMENTWISE_TAPE_SLICE_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/elementwise/map-inl.h"

#if !HWY_ARCH_WASM
HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

HWY_INLINE void MoveFewBytes(const uint8_t* source, uint8_t* target, size_t bytes) {
  // The usual sizes are one load and one store each.
  if (bytes == 4) {
    memcpy(target, source, 4);
  } else if (bytes == 8) {
    memcpy(target, source, 8);
  } else {
    memmove(target, source, bytes);
  }
}

// Unsigned types are zero-extended. Values past int64 become its greatest value.
HWY_INLINE int64_t LoadTapeIndex(const TapeSlice& slice, const void* address) {
  const bool is_signed = slice.is_signed;
  switch (slice.index_bytes) {
    case 1:
      return is_signed ? LoadElement<int8_t>(address, 0) : LoadElement<uint8_t>(address, 0);
    case 2:
      return is_signed ? LoadElement<int16_t>(address, 0) : LoadElement<uint16_t>(address, 0);
    case 4:
      return is_signed ? LoadElement<int32_t>(address, 0)
                       : int64_t{LoadElement<uint32_t>(address, 0)};
    default:
      const auto index = LoadElement<int64_t>(address, 0);
      return is_signed || index >= 0 ? index : std::numeric_limits<int64_t>::max();
  }
}

HWY_INLINE void MoveTapeSlice(const TapeInstruction& at) {
  const auto& slice = *static_cast<const TapeSlice*>(at.extra);
  ptrdiff_t offset = 0;
  for (size_t k = 0; k < 2; ++k) {
    const int64_t limit = slice.indices[k].limit;
    const int64_t index = LoadTapeIndex(slice, at.operands[1 + k]);
    if (slice.drops_outside && (index < 0 || index > limit)) return;
    const int64_t clamped = HWY_MIN(HWY_MAX(index, 0), limit);
    offset += static_cast<ptrdiff_t>(clamped * slice.indices[k].stride);
  }
  const auto* source = static_cast<const uint8_t*>(at.operands[0]);
  auto* target = static_cast<uint8_t*>(at.result);
  MoveFewBytes(slice.is_update ? source : source + offset,
               slice.is_update ? target + offset : target, slice.bytes);
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif  // PADDOCK_SIMD_ELEMENTWISE_TAPE_SLICE_INL_H_
