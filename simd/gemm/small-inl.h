// Products of small matrices whose rows of rhs are contiguous, read in place: packing would take
// longer than multiplying. A step takes all matrices of its tile.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
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
  int64_t LhsAt(int64_t l) const { return lhs_k[l]; }
  int64_t RhsAt(int64_t l) const { return rhs_k[l]; }

  int64_t lhs_rows[kMostSmallRows];
  int64_t lhs_k[kMostSmallDepth];
  int64_t rhs_k[kMostSmallDepth];
};

// Those of matrices that are deeper, by their distances along k.
struct DeepOffsets {
  int64_t LhsAt(int64_t l) const { return l * lhs_stride; }
  int64_t RhsAt(int64_t l) const { return l * rhs_stride; }

  int64_t lhs_rows[kMostSmallRows];
  int64_t lhs_stride;
  int64_t rhs_stride;
};

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

#if HWY_ARCH_WASM
// Elements of k after which the other results are continued, so that operands stay in the first
// cache.
constexpr int64_t kSmallBlock = 256;
constexpr int64_t kSmallRows = 4;

// A block of sums: kSmallRows x kVectors registers. Each sum waits for its previous multiply-add,
// so with two vectors eight of them are in flight.
template <class Op, size_t kVectors>
struct SmallBlock {
  using T = typename Op::T;
  static constexpr auto kWidth = static_cast<int64_t>(kVectors * kRegisterLanes<T>);

  // Adds elements begin .. end of k to sums of `from`, or to zeros if that is null. Stores rows of
  // sums `stride` apart.
  template <class Offsets>
  static HWY_INLINE void Add(const Offsets& offsets, const int64_t* rows, const T* lhs,
                             const T* rhs, int64_t begin, int64_t end, const T* from, T* to,
                             int64_t stride) {
    const hn::ScalableTag<T> d;
    using V = hn::Vec<decltype(d)>;
    V sums[kSmallRows][kVectors];
    const T* lines[kSmallRows];
    HWY_UNROLL(4)
    for (int64_t i = 0; i < kSmallRows; ++i) {
      lines[i] = lhs + rows[i];
      HWY_UNROLL(2)
      for (size_t v = 0; v < kVectors; ++v) {
        sums[i][v] =
            from == nullptr ? hn::Zero(d) : hn::LoadU(d, from + i * kWidth + v * hn::Lanes(d));
      }
    }
    for (int64_t l = begin; l < end; ++l) {
      V b[kVectors];
      HWY_UNROLL(2)
      for (size_t v = 0; v < kVectors; ++v) {
        b[v] = hn::LoadU(d, rhs + offsets.RhsAt(l) + v * hn::Lanes(d));
      }
      const int64_t at = offsets.LhsAt(l);
      HWY_UNROLL(4)
      for (int64_t i = 0; i < kSmallRows; ++i) {
        const V a = hn::Set(d, lines[i][at]);
        HWY_UNROLL(2)
        for (size_t v = 0; v < kVectors; ++v) Op::MulAdd(&a, &b[v], &sums[i][v]);
      }
    }
    HWY_UNROLL(4)
    for (int64_t i = 0; i < kSmallRows; ++i) {
      HWY_UNROLL(2)
      for (size_t v = 0; v < kVectors; ++v) {
        hn::StoreU(sums[i][v], d, to + i * stride + v * hn::Lanes(d));
      }
    }
  }
};

// Calls visit(row, column) for each block. The last ones overlap those before them.
template <class Visit>
HWY_INLINE void ForEachSmallBlock(const GemmPlan& plan, int64_t width, Visit visit) {
  for (int64_t i = 0; i < plan.m; i += kSmallRows) {
    for (int64_t j = 0; j < plan.n; j += width) {
      visit(std::min(i, plan.m - kSmallRows), std::min(j, plan.n - width));
    }
  }
}

template <class Op, size_t kVectors>
void MultiplySmallBlocks(const GemmPlan& plan, const SmallOffsets& offsets,
                         const typename Op::T* lhs, const typename Op::T* rhs,
                         typename Op::T* result) {
  using Block = SmallBlock<Op, kVectors>;
  const int64_t stride = ResultRowStride(plan);
  ForEachSmallBlock(plan, Block::kWidth, [&](int64_t row, int64_t column) HWY_ATTR {
    Block::Add(offsets, offsets.lhs_rows + row, lhs, rhs + column, 0, plan.k, nullptr,
               result + row * stride + column, stride);
  });
}

template <class Op, size_t kVectors>
void MultiplySmallBlocks(const GemmPlan& plan, const DeepOffsets& offsets,
                         const typename Op::T* lhs, const typename Op::T* rhs,
                         typename Op::T* result) {
  using T = typename Op::T;
  using Block = SmallBlock<Op, kVectors>;
  const int64_t stride = ResultRowStride(plan);
  T sums[kMostSmallRows * kMostSmallRows];
  for (int64_t begin = 0; begin < plan.k; begin += kSmallBlock) {
    const int64_t end = std::min(begin + kSmallBlock, plan.k);
    const bool is_last = end == plan.k;
    T* next = sums;
    ForEachSmallBlock(plan, Block::kWidth, [&](int64_t row, int64_t column) HWY_ATTR {
      Block::Add(offsets, offsets.lhs_rows + row, lhs, rhs + column, begin, end,
                 begin == 0 ? nullptr : next, is_last ? result + row * stride + column : next,
                 is_last ? stride : Block::kWidth);
      next += kSmallRows * Block::kWidth;
    });
  }
}
#endif  // HWY_ARCH_WASM

// `room`: elements from `result` on that this step writes.
template <class Op, class Offsets>
void MultiplySmall(const GemmPlan& plan, const Offsets& offsets, const typename Op::T* lhs,
                   const typename Op::T* rhs, typename Op::T* result,
                   [[maybe_unused]] int64_t room) {
#if HWY_ARCH_WASM
  if (plan.n >= SmallBlock<Op, 2>::kWidth) {
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
  for (int64_t column = 0; column < whole; column += lanes) {
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
                        int64_t tile) {
  using T = typename Op::T;
  constexpr int64_t kBlock = 64;
  const int64_t size = plan.m * plan.n;
  const int64_t first = tile * plan.batch_group;
  const bool has_shorter = plan.last_rows != 0 && first + plan.batch_group >= plan.batch;
  const int64_t end = has_shorter ? plan.batch - 1 : std::min(plan.batch, first + plan.batch_group);
  const int64_t rest = has_shorter ? plan.last_rows * plan.n : 0;
  for (int64_t block = first; block < end; block += kBlock) {
    const int64_t count = std::min(kBlock, end - block);
    int64_t lhs[kBlock], rhs[kBlock];
    FillOffsets(plan.lhs.batch, block, count, lhs);
    FillOffsets(plan.rhs.batch, block, count, rhs);
    for (int64_t i = 0; i < count; ++i) {
      const int64_t at = block + i;
      const int64_t result = HasResultStrides(plan) ? ResultRow(plan, at, 0) : at * size;
      MultiplySmall<Op>(plan, offsets, static_cast<const T*>(pointers.lhs) + lhs[i],
                        static_cast<const T*>(pointers.rhs) + rhs[i],
                        static_cast<T*>(pointers.result) + result, (end - at) * size + rest);
    }
  }
  if (!has_shorter) return;
  GemmPlan last = plan;
  last.m = plan.last_rows;
  MultiplySmall<Op>(last, offsets,
                    static_cast<const T*>(pointers.lhs) + OffsetAt(plan.lhs.batch, end),
                    static_cast<const T*>(pointers.rhs) + OffsetAt(plan.rhs.batch, end),
                    static_cast<T*>(pointers.result) + end * size, rest);
}

template <class Op>
void RunSmallStep(const GemmPlan& plan, const GemmPointers& pointers, std::byte*, int64_t tile,
                  int64_t, bool) {
  if (plan.k <= kMostSmallDepth) {
    SmallOffsets offsets;
    FillOffsets(plan.lhs.outer, 0, plan.m, offsets.lhs_rows);
    FillOffsets(plan.lhs.k, 0, plan.k, offsets.lhs_k);
    FillOffsets(plan.rhs.k, 0, plan.k, offsets.rhs_k);
    return MultiplySmallBatch<Op>(plan, pointers, offsets, tile);
  }
  DeepOffsets offsets;
  FillOffsets(plan.lhs.outer, 0, plan.m, offsets.lhs_rows);
  offsets.lhs_stride = StrideOf(plan.lhs.k).value_or(0);
  offsets.rhs_stride = StrideOf(plan.rhs.k).value_or(0);
  MultiplySmallBatch<Op>(plan, pointers, offsets, tile);
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_SMALL_INL_H_
