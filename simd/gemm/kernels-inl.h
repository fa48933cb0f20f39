// Sizes of micro-kernels by target, and the table of one accumulation type.

#include <cstddef>

#include "simd/gemm/blocked-inl.h"
#include "simd/gemm/vector-inl.h"

#if defined(PADDOCK_SIMD_GEMM_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_KERNELS_INL_H_
#undef PADDOCK_SIMD_GEMM_KERNELS_INL_H_
#else
#define PADDOCK_SIMD_GEMM_KERNELS_INL_H_
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

template <class Op>
GemmKernels MakeKernels() {
  constexpr size_t kRows = Op::kPlanes == 1 ? kRealRows : kComplexRows;
  using T = typename Op::T;
  constexpr auto kWidth = static_cast<int64_t>(kRegisterLanes<T>);
  GemmKernels kernels;
  kernels.lane_bytes = sizeof(T);
  kernels.planes = Op::kPlanes;
  kernels.register_lanes = kWidth;
  kernels.dot_rows = static_cast<int64_t>(kDotRows<Op>);
  kernels.wide = {static_cast<int64_t>(kRows), 2 * kWidth};
  kernels.narrow = {static_cast<int64_t>(kRows), kWidth};
  kernels.step_wide = RunBlockedStep<Op, kRows, 2>;
  kernels.step_narrow = RunBlockedStep<Op, kRows, 1>;
  kernels.step_vector = RunVectorStep<Op>;
  return kernels;
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_KERNELS_INL_H_
