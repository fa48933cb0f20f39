// The kernels of one accumulation type and target.

#include <cstddef>
#include <type_traits>

#include "simd/gemm/across_lanes-inl.h"
#include "simd/gemm/blocked-inl.h"
#include "simd/gemm/dots-inl.h"
#include "simd/gemm/outer-inl.h"
#include "simd/gemm/row_blocks-inl.h"
#include "simd/gemm/rows-inl.h"
#include "simd/gemm/small-inl.h"
#include "simd/gemm/sparse-inl.h"
#include "simd/gemm/tiny-inl.h"
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
  kernels.combined_rows = static_cast<int64_t>(kCombinedRows<Op>);
  kernels.wide = {static_cast<int64_t>(kRows), 2 * kWidth};
  kernels.narrow = {static_cast<int64_t>(kRows), kWidth};
  kernels.step_wide = RunBlockedStep<Op, kRows, 2>;
  kernels.step_narrow = RunBlockedStep<Op, kRows, 1>;
  kernels.has_rows_in_place = kMayReadLhsInPlace<Op, 2>;
  kernels.rows[0] = {static_cast<int64_t>(kRows), RunRowsStep<Op, kRows>};
  // Three rows of AVX2's six would be padding of eight.
  if constexpr (HWY_TARGET == HWY_AVX2 && Op::kPlanes == 1) {
    kernels.rows = {{{4, RunRowsStep<Op, 4>}, {3, RunRowsStep<Op, 3>}, {2, RunRowsStep<Op, 2>}}};
  }
  kernels.step_vector = RunVectorStep<Op>;
  if constexpr (Op::kPlanes == 1 && hwy::IsFloat<T>() && (!HWY_ARCH_WASM || sizeof(T) == 4)) {
    // Without fusion one kernel serves both numerics.
    using Unfused = RealOp<T, false>;
    using SparseOp = std::conditional_t<kTargetFuses, Op, Unfused>;
    kernels.find_nonzeros = FindNonzerosOf<SparseOp>;
    kernels.run_sparse = RunSparse<SparseOp>;
    kernels.sparse_rows = static_cast<int64_t>(kSparseRows<T>);
  }
  // WebAssembly omits others, for code size.
  if constexpr (HWY_ARCH_WASM && std::is_same_v<T, float>) {
    if constexpr (Op::kPlanes == 1) kernels.step_small = RunSmallStep<Op>;
    kernels.rows[1] = {2, RunRowsStep<Op, 2>};
  }
  if constexpr (!HWY_ARCH_WASM && Op::kPlanes == 1 && sizeof(T) >= sizeof(float)) {
    kernels.has_floats = hwy::IsFloat<T>();
    kernels.has_integers = !kernels.has_floats;
    kernels.step_small = RunSmallStep<Op>;
    kernels.step_tiny = RunTinyStep<Op>;
    kernels.selects_from_pairs = kSelectsFromPairs;
    kernels.step_across = RunAcrossStep<Op>;
    kernels.step_dots = RunDotsStep<Op>;
#ifndef __wasm__
    kernels.step_outer = RunOuterStep<Op>;
#endif
    // Registers of several blocks.
    if constexpr (kWidth * sizeof(T) > kRowBlockBytes && hwy::IsFloat<T>()) {
      kernels.step_row_blocks = RunRowBlocksStep<Op>;
    }
  }
  if constexpr (kLargeRows > 0 && Op::kPlanes == 1 && hwy::IsFloat<T>()) {
    kernels.large = {static_cast<int64_t>(kLargeRows), int64_t{kLargeVectors} * kWidth};
    kernels.step_large = RunBlockedStep<Op, kLargeRows, kLargeVectors>;
    kernels.pack_large = PackRhsStep<Op, kLargeVectors>;
  }
  return kernels;
}

// Returns the kernels of an Op of dot instructions. They only support blocked products.
template <class Op>
GemmKernels MakeDotKernels(ElementType lhs_component, ElementType rhs_component) {
  using T = typename Op::T;
  constexpr auto kWidth = static_cast<int64_t>(kRegisterLanes<T>);
  GemmKernels kernels;
  kernels.lane_bytes = sizeof(T);
  kernels.k_group = kGroupSize<typename Op::Component>;
  kernels.lhs_component = lhs_component;
  kernels.rhs_component = rhs_component;
  kernels.register_lanes = kWidth;
  kernels.wide = {static_cast<int64_t>(kRealRows), 2 * kWidth};
  kernels.narrow = {static_cast<int64_t>(kRealRows), kWidth};
  kernels.step_wide = RunBlockedStep<Op, kRealRows, 2>;
  kernels.step_narrow = RunBlockedStep<Op, kRealRows, 1>;
  return kernels;
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_KERNELS_INL_H_
