// The innermost loop: kRows x (kVectors * lanes) sums, kept in registers over a
// block of k.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "hwy/cache_control.h"
#include "simd/gemm/ops-inl.h"

#if defined(PADDOCK_SIMD_GEMM_MICRO_KERNEL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_MICRO_KERNEL_INL_H_
#undef PADDOCK_SIMD_GEMM_MICRO_KERNEL_INL_H_
#else
#define PADDOCK_SIMD_GEMM_MICRO_KERNEL_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// Rows of sums, two vectors wide (one in the narrow kernel). Two multiply-adds per cycle with a
// latency of four cycles need at least 8 sums. rows * 2 sums, 2 vectors of rhs and one of lhs must
// fit the registers: 32 of AVX-512 and NEON, 16 of the others. Measured in GFLOP/s, f32: AVX-512 8
// rows 186 (peak 187), 12 rows 68 (spills); AVX2 6 rows 92, 4 rows 82, 8 rows 71. WASM and SSE4
// have no fused form and need a register for the product: 4 rows.
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
inline constexpr size_t kRealRows = 8;
inline constexpr size_t kComplexRows = 4;
#elif HWY_TARGET == HWY_AVX2
inline constexpr size_t kRealRows = 6;
inline constexpr size_t kComplexRows = 2;
#elif HWY_ARCH_ARM_A64
inline constexpr size_t kRealRows = 8;
inline constexpr size_t kComplexRows = 4;
#else
inline constexpr size_t kRealRows = 4;
inline constexpr size_t kComplexRows = 2;
#endif

// Rows and vectors of sums of the large kernel of real floats; 0 if registers do not suffice for
// one. It needs 10 / 24 loads a multiply-add, the other kernel 10 / 16. That gives 1.10 to 1.15 of
// the speed on a core shared with another thread. Alone on a core, both are as fast as registers.
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
inline constexpr size_t kLargeRows = 6;
#else
inline constexpr size_t kLargeRows = 0;
#endif
inline constexpr size_t kLargeVectors = 4;

// Sums: element (i, j) of plane p is at sums[i * row_stride + p * plane_stride + j].
template <class T>
struct SumTile {
  T* sums;
  size_t row_stride;
  size_t plane_stride;
};

// Packed rhs: [k][plane][kPanelLanes].
template <class T, size_t kPlanes, size_t kPanelLanes>
struct PackedRhs {
  const T* at;

  template <class D>
  HWY_INLINE hn::Vec<D> Load(D d, size_t p, size_t j) const {
    return hn::Load(d, at + p * kPanelLanes + j);
  }
  HWY_INLINE void Advance() { at += kPlanes * kPanelLanes; }
};

// Unpacked rhs of one plane, with rows `stride` apart. Rows that are read are packed as well. The
// same row of the next panel, which is read later, is prefetched.
template <class T, size_t kPanelLanes>
struct RhsInPassing {
  const T* at;
  int64_t stride;
  T* panel;

  template <class D>
  HWY_INLINE hn::Vec<D> Load(D d, size_t, size_t j) const {
    const hn::Vec<D> lanes = hn::LoadU(d, at + j);
    hn::Store(lanes, d, panel + j);
    hwy::Prefetch(at + kPanelLanes + j);
    return lanes;
  }
  HWY_INLINE void Advance() {
    at += stride;
    panel += kPanelLanes;
  }
};

// The last vector of a row: all of its lanes, or the first ones.
struct WholeVector {};
struct FewerLanes {
  size_t lanes;
};

// Unpacked rhs of one plane, with rows at offsets from the first one. With FewerLanes, a row is
// part of a vector.
template <class T, class Last>
struct RhsInPlace {
  const T* rows;
  const int64_t* offset;
  [[no_unique_address]] Last last;

  template <class D>
  HWY_INLINE hn::Vec<D> Load(D d, size_t, size_t j) const {
    if constexpr (std::is_same_v<Last, FewerLanes>) return hn::LoadN(d, rows + *offset, last.lanes);
    return hn::LoadU(d, rows + *offset + j);
  }
  HWY_INLINE void Advance() { ++offset; }
};

// Packed lhs: [k][plane][kPanelRows].
template <class T, size_t kPlanes, size_t kPanelRows>
struct PackedLhs {
  const T* HWY_RESTRICT at;

  template <class D>
  HWY_INLINE hn::Vec<D> Set(D d, size_t p, size_t i) const {
    return hn::Set(d, at[p * kPanelRows + i]);
  }
  HWY_INLINE void Advance() { at += kPlanes * kPanelRows; }
  HWY_INLINE PackedLhs Begin() const { return *this; }
};

// kRows unpacked rows of lhs of one plane. Each element of k has the same offset in every row.
template <class T, size_t kRows>
struct LhsInPlace {
  const T* rows[kRows];
  const int64_t* offset;

  // Elements may be at any address.
  template <class D>
  HWY_INLINE hn::Vec<D> Set(D d, size_t, size_t i) const {
    T element;
    std::memcpy(&element, rows[i] + *offset, sizeof(T));
    return hn::Set(d, element);
  }
  HWY_INLINE void Advance() { ++offset; }
};

// The same rows as offsets from one element. A kernel finds them itself: six addresses would be
// stored and loaded for each call.
template <class T, size_t kRows>
struct LhsRows {
  const T* elements;
  const int64_t* outer_offsets;
  const int64_t* k_offsets;

  HWY_INLINE LhsInPlace<T, kRows> Begin() const {
    LhsInPlace<T, kRows> rows;
    HWY_UNROLL(16)
    for (size_t i = 0; i < kRows; ++i) rows.rows[i] = elements + outer_offsets[i];
    rows.offset = k_offsets;
    return rows;
  }
};

// Adds the products of one k to all sums.
template <class Op, size_t kRows, size_t kVectors, class Lhs, class Rhs, class V>
HWY_INLINE void MultiplyOnce(const Lhs& lhs, const Rhs& rhs,
                             V (&sums)[kRows][kVectors][Op::kPlanes]) {
  constexpr size_t kPlanes = Op::kPlanes;
  const hn::ScalableTag<typename Op::T> d;
  V b[kVectors][kPlanes];
  HWY_UNROLL(16)
  for (size_t j = 0; j < kVectors; ++j) {
    HWY_UNROLL(16)
    for (size_t p = 0; p < kPlanes; ++p) b[j][p] = rhs.Load(d, p, j * hn::Lanes(d));
  }
  HWY_UNROLL(16)
  for (size_t i = 0; i < kRows; ++i) {
    V a[kPlanes];
    HWY_UNROLL(16)
    for (size_t p = 0; p < kPlanes; ++p) a[p] = lhs.Set(d, p, i);
    HWY_UNROLL(16)
    for (size_t j = 0; j < kVectors; ++j) Op::MulAdd(a, b[j], sums[i][j]);
  }
}

#if HWY_ARCH_WASM
inline constexpr bool kPrefetches = false;
#else
inline constexpr bool kPrefetches = true;
#endif

// Uses the first kRows of an lhs panel and the first kVectors of an rhs panel. Each sum starts from
// the tile's value if `continues`, else from zero. `next` are the first sums of the tile to be
// computed next, which may be in a distant cache. They are prefetched row by row: all at once would
// occupy the buffers that loads of panels need. With Op::kStarts, starts[j] is added to column j.
// The last vector of a row may have fewer sums.
template <class Op, size_t kRows, size_t kVectors, class Lhs, class Rhs, class Last = WholeVector>
HWY_NOINLINE void MicroKernel(size_t k_count, Lhs lhs_rows, Rhs rhs,
                              const SumTile<typename Op::T>& tile_of_sums, bool continues,
                              const typename Op::T* next, const typename Op::T* starts = nullptr,
                              [[maybe_unused]] Last last = {}) {
  constexpr size_t kPlanes = Op::kPlanes;
  const hn::ScalableTag<typename Op::T> d;
  using V = hn::Vec<decltype(d)>;
  const size_t lanes = hn::Lanes(d);
  // Stores of sums could change the original.
  const SumTile<typename Op::T> tile = tile_of_sums;
  const auto address = [&](size_t i, size_t j, size_t p) HWY_ATTR {
    return tile.sums + i * tile.row_stride + p * tile.plane_stride + j * lanes;
  };

  const auto load = [&](size_t i, size_t j, size_t p) HWY_ATTR {
    if constexpr (std::is_same_v<Last, FewerLanes>) {
      if (j + 1 == kVectors) return hn::LoadN(d, address(i, j, p), last.lanes);
    }
    return hn::LoadU(d, address(i, j, p));
  };

  V sums[kRows][kVectors][kPlanes];
  HWY_UNROLL(16)
  for (size_t i = 0; i < kRows; ++i) {
    HWY_UNROLL(16)
    for (size_t j = 0; j < kVectors; ++j) {
      HWY_UNROLL(16)
      for (size_t p = 0; p < kPlanes; ++p) {
        sums[i][j][p] = continues ? load(i, j, p) : hn::Zero(d);
        if constexpr (Op::kStarts) {
          sums[i][j][p] = hn::Add(sums[i][j][p], hn::Load(d, starts + j * lanes));
        }
      }
    }
  }
  // One loop for all k, not unrolled. Compilers may swap factors differently in each copy of its
  // body. The choice between two NaNs in a sum would then depend on where blocks of k begin.
  auto lhs = lhs_rows.Begin();
  size_t rows_to_ask = kPrefetches ? kRows : 0;
  HWY_UNROLL(1)
  for (size_t left = k_count; left > 0; --left) {
    if (kPrefetches && rows_to_ask > 0) {
      HWY_UNROLL(16)
      for (size_t j = 0; j < kVectors; ++j) hwy::Prefetch(next + j * lanes);
      next += tile.row_stride;
      --rows_to_ask;
    }
    MultiplyOnce<Op>(lhs, rhs, sums);
    lhs.Advance();
    rhs.Advance();
  }
  HWY_UNROLL(16)
  for (size_t i = 0; i < kRows; ++i) {
    HWY_UNROLL(16)
    for (size_t j = 0; j < kVectors; ++j) {
      HWY_UNROLL(16)
      for (size_t p = 0; p < kPlanes; ++p) {
        if constexpr (std::is_same_v<Last, FewerLanes>) {
          if (j + 1 == kVectors) {
            hn::StoreN(sums[i][j][p], d, address(i, j, p), last.lanes);
            continue;
          }
        }
        hn::StoreU(sums[i][j][p], d, address(i, j, p));
      }
    }
  }
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_MICRO_KERNEL_INL_H_
