// Products of small matrices, read in place if the rows of rhs are contiguous, else with copies of
// rhs: packing would take longer than multiplying. A step takes all matrices of its tile.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "simd/gemm/narrow-inl.h"
#include "simd/gemm/ops-inl.h"
#include "simd/gemm/small.h"
#include "simd/gemm/small_blocks-inl.h"
#include "simd/gemm/small_rhs-inl.h"
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

// Multiplies kRows rows, from `row` on, by a vector of columns; `load` and `store` know how many.
template <class Op, size_t kRows, class Offsets, class Load, class Store>
HWY_INLINE void MultiplySmallRows(const Offsets& offsets, int64_t k, int64_t row,
                                  const typename Op::T* lhs, const typename Op::T* rhs, Load load,
                                  Store store) {
  const hn::ScalableTag<typename Op::T> d;
  using V = hn::Vec<decltype(d)>;
  V sums[kRows];
  int64_t rows[kRows];
  HWY_UNROLL(8)
  for (size_t i = 0; i < kRows; ++i) {
    sums[i] = hn::Zero(d);
    rows[i] = offsets.lhs_rows[row + static_cast<int64_t>(i)];
  }
  for (int64_t l = 0; l < k; ++l) {
    const V b = load(rhs + offsets.RhsAt(l));
    const typename Op::T* const column = lhs + offsets.LhsAt(l);
    HWY_UNROLL(8)
    for (size_t i = 0; i < kRows; ++i) {
      const V a = hn::Set(d, column[rows[i]]);
      Op::MulAdd(&a, &b, &sums[i]);
    }
  }
  HWY_UNROLL(8)
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

template <class Op, class Offsets, class Load, class Store>
HWY_INLINE void MultiplySmallColumns(const GemmPlan& plan, const Offsets& offsets,
                                     const typename Op::T* lhs, const typename Op::T* rhs,
                                     Load load, Store store) {
  if constexpr (std::is_same_v<Offsets, SmallOffsets>) {
    if (plan.m == 1) return store(MultiplySmallRowOf<Op>(offsets, plan.k, lhs, rhs, load), 0);
  }
  int64_t row = 0;
  // Each sum waits for its previous multiply-add: in a long product, eight of them are in flight.
  if (kMayHaveLargeTiles || std::is_same_v<Offsets, DeepOffsets>) {
    for (; row + 8 <= plan.m; row += 8) {
      MultiplySmallRows<Op, 8>(offsets, plan.k, row, lhs, rhs, load, store);
    }
  }
  for (; row + 4 <= plan.m; row += 4) {
    MultiplySmallRows<Op, 4>(offsets, plan.k, row, lhs, rhs, load, store);
  }
  switch (plan.m - row) {
    case 3:
      return MultiplySmallRows<Op, 3>(offsets, plan.k, row, lhs, rhs, load, store);
    case 2:
      return MultiplySmallRows<Op, 2>(offsets, plan.k, row, lhs, rhs, load, store);
    case 1:
      return MultiplySmallRows<Op, 1>(offsets, plan.k, row, lhs, rhs, load, store);
    default:
      return;
  }
}

// The columns that do not fill a vector. If whole vectors may be stored, from the first row to the
// last, what lies beyond a row is overwritten by the next one, or by the other columns.
template <class Op, class Offsets>
HWY_INLINE void MultiplyLastColumns(const GemmPlan& plan, const Offsets& offsets,
                                    const typename Op::T* lhs, const typename Op::T* rhs,
                                    typename Op::T* result, int64_t left, bool stores_vectors) {
  using T = typename Op::T;
  const hn::ScalableTag<T> d;
  const auto count = static_cast<size_t>(left);
  const auto load = [&](const T* from) HWY_ATTR { return hn::LoadN(d, from, count); };
  if (stores_vectors) {
    return MultiplySmallColumns<Op>(plan, offsets, lhs, rhs, load,
                                    [&](auto sums, int64_t row)
                                        HWY_ATTR { hn::StoreU(sums, d, result + row * plan.n); });
  }
  const int64_t stride = ResultRowStride(plan);
  MultiplySmallColumns<Op>(plan, offsets, lhs, rhs, load, [&](auto sums, int64_t row) HWY_ATTR {
    hn::StoreN(sums, d, result + row * stride, count);
  });
}

// `room`: elements from `result` on that this step writes.
template <class Op, class Offsets>
HWY_NOINLINE void MultiplySmall(const GemmPlan& plan, const Offsets& offsets,
                                const typename Op::T* lhs, const typename Op::T* rhs,
                                typename Op::T* result, [[maybe_unused]] int64_t room) {
#if HWY_ARCH_WASM
  if (plan.n >= SmallBlock<Op, kSmallRows, 2>::kWidth) {
    MultiplySmallBlocks<Op, 2>(plan, offsets, lhs, rhs, result);
  } else {
    MultiplySmallBlocks<Op, 1>(plan, offsets, lhs, rhs, result);
  }
#else
  using T = typename Op::T;
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const int64_t left = plan.n % lanes;
  const int64_t whole = plan.n - left;
  const int64_t stride = ResultRowStride(plan);
  if (left > 0) {
    const bool stores_vectors = !HasResultStrides(plan) && plan.m * plan.n + lanes <= room;
    MultiplyLastColumns<Op>(plan, offsets, lhs, rhs + whole, result + whole, left, stores_vectors);
  }
  int64_t column = MultiplyPairsOfVectors<Op>(plan, offsets, lhs, rhs, result, whole);
  for (; column < whole; column += lanes) {
    MultiplySmallColumns<Op>(
        plan, offsets, lhs, rhs + column,
        [&](const T* from) HWY_ATTR { return hn::LoadU(d, from); },
        [&](auto sums, int64_t row)
            HWY_ATTR { hn::StoreU(sums, d, result + row * stride + column); });
  }
#endif
}

template <class Op, class Offsets>
void MultiplySmallBatch(const GemmPlan& plan, const GemmPointers& pointers, const Offsets& offsets,
                        SmallRhs<typename Op::T>& rhs_source, int64_t tile) {
  using T = typename Op::T;
  constexpr int64_t kMost = SmallRhs<T>::kMost;
  const int64_t size = plan.m * plan.n;
  const int64_t first = tile * plan.batch_group;
  const bool has_shorter = plan.last_rows != 0 && first + plan.batch_group >= plan.batch;
  const int64_t end = has_shorter ? plan.batch - 1 : std::min(plan.batch, first + plan.batch_group);
  const int64_t rest = has_shorter ? plan.last_rows * plan.n : 0;
  const auto* const lhs_first = static_cast<const T*>(pointers.lhs);
  int64_t lhs[kMost], rhs[kMost];
  for (int64_t block = first; block < end; block += rhs_source.most()) {
    const int64_t count = std::min(rhs_source.most(), end - block);
    FillOffsets(plan.lhs.batch, block, count, lhs);
    const T* const rhs_first = rhs_source.Find(block, count, rhs);
    int64_t result[kMost];
    for (int64_t i = 0; i < count; ++i) {
      const int64_t at = block + i;
      result[i] = HasResultStrides(plan) ? ResultRow(plan, at, 0) : at * size;
    }
    auto* const to = static_cast<T*>(pointers.result);
    if constexpr (HWY_ARCH_WASM || std::is_same_v<Offsets, SmallOffsets>) {
      if (IsNarrow(plan)) {
        MultiplyNarrow<Op>(plan, offsets, {lhs_first, lhs, rhs_first, rhs, to, result, count},
                           rhs_source.reach(), (end - block) * size + rest);
        continue;
      }
    }
    for (int64_t i = 0; i < count; ++i) {
      MultiplySmall<Op>(plan, offsets, lhs_first + lhs[i], rhs_first + rhs[i], to + result[i],
                        (end - block - i) * size + rest);
    }
  }
  if (!has_shorter) return;
  GemmPlan last = plan;
  last.m = plan.last_rows;
  const T* const rhs_first = rhs_source.Find(end, 1, rhs);
  MultiplySmall<Op>(last, offsets, lhs_first + OffsetAt(plan.lhs.batch, end), rhs_first + rhs[0],
                    static_cast<T*>(pointers.result) + end * size, rest);
}

template <class Op>
void RunSmallStep(const GemmPlan& plan, const GemmPointers& pointers, std::byte*, int64_t tile,
                  int64_t, bool) {
  using T = typename Op::T;
  SmallRhs<T> rhs(plan, pointers);
#if !HWY_ARCH_WASM
  if (plan.k <= kMostSmallDepth) {
    SmallOffsets offsets;
    FillOffsets(plan.lhs.outer, 0, plan.m, offsets.lhs_rows);
    FillOffsets(plan.lhs.k, 0, plan.k, offsets.lhs_k);
    FillOffsets(plan.rhs.k, 0, plan.k, offsets.rhs_k);
    if (rhs.is_copied()) offsets.SetRhsStride(plan.n, plan.k);
    return MultiplySmallBatch<Op>(plan, pointers, offsets, rhs, tile);
  }
#endif
  DeepOffsets offsets;
  FillOffsets(plan.lhs.outer, 0, plan.m, offsets.lhs_rows);
  offsets.lhs_stride = StrideOf(plan.lhs.k).value_or(0);
  offsets.rhs_stride = rhs.is_copied() ? plan.n : StrideOf(plan.rhs.k).value_or(0);
  MultiplySmallBatch<Op>(plan, pointers, offsets, rhs, tile);
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_SMALL_INL_H_
