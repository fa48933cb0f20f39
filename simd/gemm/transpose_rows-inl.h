// Transposes rows of elements along k into a panel, where each k has a row.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "simd/gemm/ops-inl.h"

#if defined(PADDOCK_SIMD_GEMM_TRANSPOSE_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_TRANSPOSE_ROWS_INL_H_
#undef PADDOCK_SIMD_GEMM_TRANSPOSE_ROWS_INL_H_
#else
#define PADDOCK_SIMD_GEMM_TRANSPOSE_ROWS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// Writes a square of rows, one 128-bit vector each, transposed.
template <class T>
HWY_INLINE void TransposeSquare(const T* const* rows, int64_t l, T* HWY_RESTRICT to,
                                int64_t stride) {
  const hn::Full128<T> d;
  if constexpr (sizeof(T) == 8) {
    const auto a = hn::LoadU(d, rows[0] + l);
    const auto b = hn::LoadU(d, rows[1] + l);
    hn::StoreU(hn::InterleaveLower(d, a, b), d, to);
    hn::StoreU(hn::InterleaveUpper(d, a, b), d, to + stride);
  } else {
    const auto a = hn::LoadU(d, rows[0] + l);
    const auto b = hn::LoadU(d, rows[1] + l);
    const auto c = hn::LoadU(d, rows[2] + l);
    const auto e = hn::LoadU(d, rows[3] + l);
    const auto ac_low = hn::InterleaveLower(d, a, c);
    const auto ac_high = hn::InterleaveUpper(d, a, c);
    const auto be_low = hn::InterleaveLower(d, b, e);
    const auto be_high = hn::InterleaveUpper(d, b, e);
    hn::StoreU(hn::InterleaveLower(d, ac_low, be_low), d, to);
    hn::StoreU(hn::InterleaveUpper(d, ac_low, be_low), d, to + stride);
    hn::StoreU(hn::InterleaveLower(d, ac_high, be_high), d, to + 2 * stride);
    hn::StoreU(hn::InterleaveUpper(d, ac_high, be_high), d, to + 3 * stride);
  }
}

// Bytes may lie together as a lane at any address.
template <class T>
HWY_INLINE void CopyLane(const T* row, int64_t l, T* to) {
  const auto* const bytes = reinterpret_cast<const std::byte*>(row);
  std::memcpy(to, bytes + l * int64_t{sizeof(T)}, sizeof(T));
}

// Elements begin .. end along k of `count` rows.
template <class T>
HWY_INLINE void TransposePart(const T* const* rows, int64_t count, int64_t begin, int64_t end,
                              T* HWY_RESTRICT to, int64_t stride) {
  constexpr int64_t kSide = sizeof(T) == 1 ? 1 : 16 / sizeof(T);
  int64_t i = 0;
  if constexpr (kSide > 1) {
    for (; i < count && count >= kSide; i += kSide) {
      // The last square may overlap the previous one.
      const int64_t first = HWY_MIN(i, count - kSide);
      int64_t l = begin;
      for (; l + kSide <= end; l += kSide) {
        TransposeSquare(rows + first, l, to + l * stride + first, stride);
      }
      for (; l < end; ++l) {
        for (int64_t j = first; j < first + kSide; ++j) CopyLane(rows[j], l, to + l * stride + j);
      }
    }
  }
  for (; i < count; ++i) {
    for (int64_t l = begin; l < end; ++l) CopyLane(rows[i], l, to + l * stride + i);
  }
}

// to[l * stride + i] = rows[i][l]; zeros for i in row_count .. width. A part along k of all rows is
// written before the next, so that its lines stay in L1.
template <class T>
HWY_NOINLINE void TransposeRows(const T* const* rows, int64_t row_count, int64_t width,
                                int64_t k_count, T* HWY_RESTRICT to, int64_t stride) {
  constexpr int64_t kPartBytes = 16 << 10, kLeastPart = 16;
  const int64_t line = stride * static_cast<int64_t>(sizeof(T));
  // A short run needs no division, which takes as long as transposing it.
  const int64_t part =
      k_count <= kLeastPart ? kLeastPart : HWY_MAX(kPartBytes / line / 16 * 16, kLeastPart);
  for (int64_t l = 0; l < k_count; l += part) {
    const int64_t end = HWY_MIN(l + part, k_count);
    TransposePart(rows, row_count, l, end, to, stride);
    for (int64_t i = l; i < end && row_count < width; ++i) {
      std::fill_n(to + i * stride + row_count, width - row_count, T{0});
    }
  }
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_TRANSPOSE_ROWS_INL_H_
