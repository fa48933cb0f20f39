// Products of small matrices whose rows of rhs are contiguous, read in place: packing would take
// longer than multiplying. A step takes all matrices of its tile.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "simd/gemm/ops-inl.h"
#include "simd/gemm/small.h"
#include "simd/gemm/tiny-inl.h"

#if defined(PADDOCK_SIMD_GEMM_SMALL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_SMALL_INL_H_
#undef PADDOCK_SIMD_GEMM_SMALL_INL_H_
#else
#define PADDOCK_SIMD_GEMM_SMALL_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// Offsets in elements, equal in all matrices.
struct SmallOffsets {
  int64_t lhs_rows[kMostSmallRows];
  int64_t lhs_k[kMostSmallDepth];
  int64_t rhs_k[kMostSmallDepth];
};

// Multiplies kRows rows, from `row` on, by a vector of columns; `load` and `store` know how many.
template <class Op, size_t kRows, class Load, class Store>
HWY_INLINE void MultiplySmallRows(const SmallOffsets& offsets, int64_t k, int64_t row,
                                  const typename Op::T* lhs, const typename Op::T* rhs, Load load,
                                  Store store) {
  const hn::ScalableTag<typename Op::T> d;
  using V = hn::Vec<decltype(d)>;
  V sums[kRows];
  HWY_UNROLL(4)
  for (size_t i = 0; i < kRows; ++i) sums[i] = hn::Zero(d);
  for (int64_t l = 0; l < k; ++l) {
    const V b = load(rhs + offsets.rhs_k[l]);
    const typename Op::T* const column = lhs + offsets.lhs_k[l];
    HWY_UNROLL(4)
    for (size_t i = 0; i < kRows; ++i) {
      const V a = hn::Set(d, column[offsets.lhs_rows[row + static_cast<int64_t>(i)]]);
      Op::MulAdd(&a, &b, &sums[i]);
    }
  }
  HWY_UNROLL(4)
  for (size_t i = 0; i < kRows; ++i) store(sums[i], row + static_cast<int64_t>(i));
}

// Multiplies one row of at most kMostTinyDepth elements, as kVector adds them. kDepth 0: any.
template <class Op, size_t kDepth, class Load>
HWY_INLINE hn::Vec<hn::ScalableTag<typename Op::T>> MultiplySmallRow(const SmallOffsets& offsets,
                                                                     int64_t k,
                                                                     const typename Op::T* lhs,
                                                                     const typename Op::T* rhs,
                                                                     Load load) {
  const hn::ScalableTag<typename Op::T> d;
  return SumTiny<Op, true>(kDepth != 0 ? kDepth : static_cast<size_t>(k), [&](size_t l) HWY_ATTR {
    return std::pair(hn::Set(d, lhs[offsets.lhs_k[l]]), load(rhs + offsets.rhs_k[l]));
  });
}

template <class Op, class Load>
HWY_INLINE hn::Vec<hn::ScalableTag<typename Op::T>> MultiplySmallRowOf(const SmallOffsets& offsets,
                                                                       int64_t k,
                                                                       const typename Op::T* lhs,
                                                                       const typename Op::T* rhs,
                                                                       Load load) {
  if (k == 4) return MultiplySmallRow<Op, 4>(offsets, k, lhs, rhs, load);
  if (k == 8) return MultiplySmallRow<Op, 8>(offsets, k, lhs, rhs, load);
  return MultiplySmallRow<Op, 0>(offsets, k, lhs, rhs, load);
}

template <class Op, class Load, class Store>
HWY_INLINE void MultiplySmallColumns(const GemmPlan& plan, const SmallOffsets& offsets,
                                     const typename Op::T* lhs, const typename Op::T* rhs,
                                     Load load, Store store) {
  if (plan.m == 1) {
    return store(MultiplySmallRowOf<Op>(offsets, plan.k, lhs, rhs, load), 0);
  }
  int64_t row = 0;
  for (; row + 4 <= plan.m; row += 4) {
    MultiplySmallRows<Op, 4>(offsets, plan.k, row, lhs, rhs, load, store);
  }
  for (; row < plan.m; ++row) {
    MultiplySmallRows<Op, 1>(offsets, plan.k, row, lhs, rhs, load, store);
  }
}

template <class Op>
void MultiplySmall(const GemmPlan& plan, const SmallOffsets& offsets, const typename Op::T* lhs,
                   const typename Op::T* rhs, typename Op::T* result) {
  using T = typename Op::T;
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t column = 0;
  for (; column + lanes <= plan.n; column += lanes) {
    MultiplySmallColumns<Op>(
        plan, offsets, lhs, rhs + column,
        [&](const T* from) HWY_ATTR { return hn::LoadU(d, from); },
        [&](auto sums, int64_t row)
            HWY_ATTR { hn::StoreU(sums, d, result + row * plan.n + column); });
  }
  if (column == plan.n) return;
  const auto left = static_cast<size_t>(plan.n - column);
  MultiplySmallColumns<Op>(
      plan, offsets, lhs, rhs + column,
      [&](const T* from) HWY_ATTR { return hn::LoadN(d, from, left); },
      [&](auto sums, int64_t row)
          HWY_ATTR { hn::StoreN(sums, d, result + row * plan.n + column, left); });
}

template <class Op>
void RunSmallStep(const GemmPlan& plan, const GemmPointers& pointers, std::byte*, int64_t tile,
                  int64_t, bool) {
  using T = typename Op::T;
  constexpr int64_t kBlock = 64;
  SmallOffsets offsets;
  FillOffsets(plan.lhs.outer, 0, plan.m, offsets.lhs_rows);
  FillOffsets(plan.lhs.k, 0, plan.k, offsets.lhs_k);
  FillOffsets(plan.rhs.k, 0, plan.k, offsets.rhs_k);
  const int64_t first = tile * plan.batch_group;
  const int64_t end = std::min(plan.batch, first + plan.batch_group);
  for (int64_t block = first; block < end; block += kBlock) {
    const int64_t count = std::min(kBlock, end - block);
    int64_t lhs[kBlock], rhs[kBlock];
    FillOffsets(plan.lhs.batch, block, count, lhs);
    FillOffsets(plan.rhs.batch, block, count, rhs);
    for (int64_t i = 0; i < count; ++i) {
      MultiplySmall<Op>(plan, offsets, static_cast<const T*>(pointers.lhs) + lhs[i],
                        static_cast<const T*>(pointers.rhs) + rhs[i],
                        static_cast<T*>(pointers.result) + (block + i) * plan.m * plan.n);
    }
  }
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_SMALL_INL_H_
