// Blocks of sums of small products, in registers.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "simd/gemm/ops-inl.h"
#include "simd/gemm/small.h"

#if defined(PADDOCK_SIMD_GEMM_SMALL_BLOCKS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_SMALL_BLOCKS_INL_H_
#undef PADDOCK_SIMD_GEMM_SMALL_BLOCKS_INL_H_
#else
#define PADDOCK_SIMD_GEMM_SMALL_BLOCKS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// Offsets in elements, equal in all matrices.
struct SmallOffsets {
  int64_t LhsAt(int64_t l) const { return lhs_k[l]; }
  int64_t RhsAt(int64_t l) const { return rhs_k[l]; }
  // Rows of rhs follow each other.
  void SetRhsStride(int64_t stride, int64_t k) {
    for (int64_t l = 0; l < k; ++l) rhs_k[l] = l * stride;
  }

  int64_t lhs_rows[kMostSmallRows];
  int64_t lhs_k[kMostSmallDepth];
  int64_t rhs_k[kMostSmallDepth];
};

// Offsets of matrices that are deeper, by their distances along k.
struct DeepOffsets {
  int64_t LhsAt(int64_t l) const { return l * lhs_stride; }
  int64_t RhsAt(int64_t l) const { return l * rhs_stride; }
  void SetRhsStride(int64_t stride, int64_t) { rhs_stride = stride; }

  int64_t lhs_rows[kMostSmallRows];
  int64_t lhs_stride;
  int64_t rhs_stride;
};

// A block of sums: kRows x kVectors registers. Each sum waits for its previous multiply-add, so
// with two vectors at least eight of them are in flight.
template <class Op, int64_t kRows, size_t kVectors>
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
    V sums[kRows][kVectors];
    const T* lines[kRows];
    HWY_UNROLL(8)
    for (int64_t i = 0; i < kRows; ++i) {
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
      HWY_UNROLL(8)
      for (int64_t i = 0; i < kRows; ++i) {
        const V a = hn::Set(d, lines[i][at]);
        HWY_UNROLL(2)
        for (size_t v = 0; v < kVectors; ++v) Op::MulAdd(&a, &b[v], &sums[i][v]);
      }
    }
    HWY_UNROLL(8)
    for (int64_t i = 0; i < kRows; ++i) {
      HWY_UNROLL(2)
      for (size_t v = 0; v < kVectors; ++v) {
        hn::StoreU(sums[i][v], d, to + i * stride + v * hn::Lanes(d));
      }
    }
  }
};

#if HWY_ARCH_WASM
// Elements of k after which the other results are continued, so that operands stay in the first
// cache.
constexpr int64_t kSmallBlock = 256;
constexpr int64_t kSmallRows = 4;

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
void MultiplySmallBlocks(const GemmPlan& plan, const DeepOffsets& offsets,
                         const typename Op::T* lhs, const typename Op::T* rhs,
                         typename Op::T* result) {
  using T = typename Op::T;
  using Block = SmallBlock<Op, kSmallRows, kVectors>;
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
#else
// Multiplies rows of lhs by the vectors of columns from `begin` to `end` that are pairs. Returns
// where these end.
template <class Op, int64_t kRows, class Offsets>
HWY_NOINLINE int64_t MultiplyPairs(const GemmPlan& plan, const Offsets& offsets,
                                   const typename Op::T* lhs, const typename Op::T* rhs,
                                   typename Op::T* result, int64_t end) {
  using Block = SmallBlock<Op, kRows, 2>;
  const int64_t stride = ResultRowStride(plan);
  int64_t column = 0;
  for (; column + Block::kWidth <= end; column += Block::kWidth) {
    for (int64_t i = 0; i < plan.m; i += kRows) {
      // The last rows overlap those before them.
      const int64_t row = std::min(i, plan.m - kRows);
      Block::Add(offsets, offsets.lhs_rows + row, lhs, rhs + column, 0, plan.k, nullptr,
                 result + row * stride + column, stride);
    }
  }
  return column;
}

template <class Op, class Offsets>
HWY_INLINE int64_t MultiplyPairsOfVectors(const GemmPlan& plan, const Offsets& offsets,
                                          const typename Op::T* lhs, const typename Op::T* rhs,
                                          typename Op::T* result, int64_t end) {
  // Sums and operands fill the registers.
  constexpr int64_t kMostRows = HWY_TARGET == HWY_AVX2 ? 6 : 4;
  if (plan.m < 4 || end < SmallBlock<Op, 4, 2>::kWidth) return 0;
  if (plan.m >= kMostRows) {
    return MultiplyPairs<Op, kMostRows>(plan, offsets, lhs, rhs, result, end);
  }
  return MultiplyPairs<Op, 4>(plan, offsets, lhs, rhs, result, end);
}
#endif  // HWY_ARCH_WASM

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_SMALL_BLOCKS_INL_H_
