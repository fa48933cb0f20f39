// Copies of rows of consecutive bytes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "simd/movement/copy_kernels.h"
#include "simd/movement/short_runs.h"

#if defined(PADDOCK_SIMD_MOVEMENT_CONTIGUOUS_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MOVEMENT_CONTIGUOUS_ROWS_INL_H_
#undef PADDOCK_SIMD_MOVEMENT_CONTIGUOUS_ROWS_INL_H_
#else
#define PADDOCK_SIMD_MOVEMENT_CONTIGUOUS_ROWS_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {

// Copies kPart..2*kPart bytes as two parts that overlap.
template <size_t kPart>
void CopyOverlapping(const uint8_t* source, uint8_t* result, size_t count) {
  uint8_t first[kPart];
  uint8_t last[kPart];
  std::memcpy(first, source, kPart);
  std::memcpy(last, source + count - kPart, kPart);
  std::memcpy(result, first, kPart);
  std::memcpy(result + count - kPart, last, kPart);
}

template <size_t kPart>
void CopyShortRows(const uint8_t* source, uint8_t* result, const CopyBlock& block) {
  for (int64_t row = 0; row < block.rows; ++row) {
    CopyOverlapping<kPart>(source + row * block.row_source_stride,
                           result + row * block.row_result_stride,
                           static_cast<size_t>(block.columns));
  }
}

#if !HWY_ARCH_WASM
// Rows that follow each other in the result. Returns false, and copies nothing, if they are long.
bool CopyTouchingRows(const uint8_t* source, uint8_t* result, const CopyBlock& block) {
  constexpr int64_t kFewestRows = 16;
  if (block.row_result_stride != block.columns || block.rows < kFewestRows) return false;
  const int64_t bytes = block.columns | block.row_source_stride;
  const int64_t width = bytes % 4 == 0 ? 4 : bytes % 2 == 0 ? 2 : 1;
  if (block.columns > ShortRuns::kMostElements * width) return false;
  CopyShortRuns({block.columns / width, block.rows, block.row_source_stride / width},
                static_cast<size_t>(width), reinterpret_cast<const std::byte*>(source),
                reinterpret_cast<std::byte*>(result));
  return true;
}
#endif

void CopyBytes(const uint8_t* source, uint8_t* result, const CopyBlock& block) {
  for (int64_t row = 0; row < block.rows; ++row) {
    result[row * block.row_result_stride] = source[row * block.row_source_stride];
  }
}

void CopyContiguous(const uint8_t* source, uint8_t* result, const CopyBlock& block) {
#if !HWY_ARCH_WASM
  if (CopyTouchingRows(source, result, block)) return;
#endif
  // Calling memcpy costs as much as copying a few tens of bytes.
  if (block.columns == 1) return CopyBytes(source, result, block);
  if (block.columns <= 4) return CopyShortRows<2>(source, result, block);
  if (block.columns <= 8) return CopyShortRows<4>(source, result, block);
  if (block.columns <= 16) return CopyShortRows<8>(source, result, block);
  if (block.columns <= 32) return CopyShortRows<16>(source, result, block);
  if (block.columns <= 64) return CopyShortRows<32>(source, result, block);
#if !HWY_ARCH_WASM
  if (block.columns <= 128) return CopyShortRows<64>(source, result, block);
  if (block.columns <= 256) return CopyShortRows<128>(source, result, block);
#endif
  for (int64_t row = 0; row < block.rows; ++row) {
    std::memcpy(result + row * block.row_result_stride, source + row * block.row_source_stride,
                static_cast<size_t>(block.columns));
  }
}

// The beginning of the result is the source for the rest: at most kCopied bytes, which stay in L1.
void CopyRepeat(const uint8_t* source, uint8_t* result, const CopyBlock& block) {
  constexpr int64_t kCopied = 8192;
  const int64_t total = block.rows * block.columns;
  std::memcpy(result, source, static_cast<size_t>(block.columns));
  int64_t done = block.columns;
  int64_t copied = done;
  while (done < total) {
    const int64_t count = std::min(copied, total - done);
    std::memcpy(result + done, result, static_cast<size_t>(count));
    done += count;
    if (copied * 2 <= kCopied) copied = done;
  }
}

}  // namespace
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MOVEMENT_CONTIGUOUS_ROWS_INL_H_
