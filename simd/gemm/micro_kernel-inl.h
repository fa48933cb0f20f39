// The innermost loop: kRows x (kVectors * lanes) sums, kept in registers over a
// block of k.

#include <cstddef>

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

// Rows of sums, two vectors wide (one in the narrow kernel). Two multiply-adds a cycle of
// four cycles each need 8 sums at least; rows * 2 sums, 2 vectors of rhs and one of lhs
// must fit the registers: 32 of AVX-512 and NEON, 16 of the others. Measured in GFLOP/s,
// f32: AVX-512 8 rows 186 (peak 187), 12 rows 68 (spills); AVX2 6 rows 92, 4 rows 82, 8
// rows 71; WASM and SSE4 have no fused form and need a register for the product: 4 rows.
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

// Sums: element (i, j) of plane p is at sums[i * row_stride + p * plane_stride + j].
template <class T>
struct SumTile {
  T* sums;
  size_t row_stride;
  size_t plane_stride;
};

// lhs is packed as [k][plane][kRows], rhs as [k][plane][kVectors * lanes]; each sum goes
// on from what the tile holds if `continues`, else from zero. With Op::kStarts, what is at
// starts[j] is added to column j.
template <class Op, size_t kRows, size_t kVectors>
HWY_NOINLINE void MicroKernel(size_t k_count, const typename Op::T* HWY_RESTRICT lhs,
                              const typename Op::T* HWY_RESTRICT rhs,
                              const SumTile<typename Op::T>& tile, bool continues,
                              const typename Op::T* starts = nullptr) {
  constexpr size_t kPlanes = Op::kPlanes;
  const hn::ScalableTag<typename Op::T> d;
  using V = hn::Vec<decltype(d)>;
  const size_t lanes = hn::Lanes(d);
  const auto address = [&](size_t i, size_t j, size_t p) HWY_ATTR {
    return tile.sums + i * tile.row_stride + p * tile.plane_stride + j * lanes;
  };

  V sums[kRows][kVectors][kPlanes];
  HWY_UNROLL(16)
  for (size_t i = 0; i < kRows; ++i) {
    HWY_UNROLL(16)
    for (size_t j = 0; j < kVectors; ++j) {
      HWY_UNROLL(16)
      for (size_t p = 0; p < kPlanes; ++p) {
        sums[i][j][p] = continues ? hn::LoadU(d, address(i, j, p)) : hn::Zero(d);
        if constexpr (Op::kStarts) {
          sums[i][j][p] = hn::Add(sums[i][j][p], hn::Load(d, starts + j * lanes));
        }
      }
    }
  }
  for (size_t l = 0; l < k_count; ++l) {
    V b[kVectors][kPlanes];
    HWY_UNROLL(16)
    for (size_t j = 0; j < kVectors; ++j) {
      HWY_UNROLL(16)
      for (size_t p = 0; p < kPlanes; ++p) b[j][p] = hn::Load(d, rhs + (p * kVectors + j) * lanes);
    }
    HWY_UNROLL(16)
    for (size_t i = 0; i < kRows; ++i) {
      V a[kPlanes];
      HWY_UNROLL(16)
      for (size_t p = 0; p < kPlanes; ++p) a[p] = hn::Set(d, lhs[p * kRows + i]);
      HWY_UNROLL(16)
      for (size_t j = 0; j < kVectors; ++j) Op::MulAdd(a, b[j], sums[i][j]);
    }
    lhs += kRows * kPlanes;
    rhs += kVectors * kPlanes * lanes;
  }
  HWY_UNROLL(16)
  for (size_t i = 0; i < kRows; ++i) {
    HWY_UNROLL(16)
    for (size_t j = 0; j < kVectors; ++j) {
      HWY_UNROLL(16)
      for (size_t p = 0; p < kPlanes; ++p) hn::StoreU(sums[i][j][p], d, address(i, j, p));
    }
  }
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_MICRO_KERNEL_INL_H_
