// A block of a register has the sums of one row, and a step multiplies element l of each block's
// row by row l of rhs.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "simd/fetch_ahead.h"
#include "simd/gemm/ops-inl.h"
#include "simd/gemm/row_blocks.h"

#if defined(PADDOCK_SIMD_GEMM_ROW_BLOCKS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_ROW_BLOCKS_INL_H_
#undef PADDOCK_SIMD_GEMM_ROW_BLOCKS_INL_H_
#else
#define PADDOCK_SIMD_GEMM_ROW_BLOCKS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

template <class Op>
class RowBlocks {
 public:
  using T = typename Op::T;
  using D = hn::ScalableTag<T>;
  using V = hn::Vec<D>;
  static constexpr size_t kBlock = kRowBlockBytes / sizeof(T);
  static constexpr size_t kBlocks = hn::MaxLanes(D()) / kBlock;
  // Each sum waits for its previous multiply-add.
  static constexpr size_t kVectors = 4;
  static constexpr auto kRows = static_cast<int64_t>(kVectors * kBlocks);

  RowBlocks(const GemmPlan& plan, const GemmPointers& pointers)
      : lhs_(static_cast<const T*>(pointers.lhs)),
        row_stride_(*StrideOf(plan.lhs.outer)),
        result_(static_cast<T*>(pointers.result)),
        columns_(static_cast<size_t>(plan.n)),
        depth_(static_cast<size_t>(plan.k)),
        fetches_(row_stride_ > 0 &&
                 plan.m * plan.batch * row_stride_ * static_cast<int64_t>(sizeof(T)) >=
                     kFewestFetched) {
    const auto* const rhs = static_cast<const T*>(pointers.rhs);
    int64_t rows[kMostRowBlockDepth], columns[kBlock];
    FillOffsets(plan.rhs.k, 0, plan.k, rows);
    FillOffsets(plan.rhs.outer, 0, plan.n, columns);
    for (size_t l = 0; l < depth_; ++l) {
      for (size_t j = 0; j < kBlock; ++j) {
        rhs_[l * kBlock + j] = j < columns_ ? rhs[rows[l] + columns[j]] : T{0};
      }
    }
    for (size_t i = 0; i < kBlocks * columns_; ++i) {
      results_of_[i] = static_cast<Index>(i / columns_ * kBlock + i % columns_);
    }
  }

  void Run(int64_t begin, int64_t end) const {
    const int64_t bytes = kRows * row_stride_ * static_cast<int64_t>(sizeof(T));
    for (int64_t row = begin; row < end; row += kRows) {
      if (fetches_) {
        FetchAhead(reinterpret_cast<const uint8_t*>(lhs_ + row * row_stride_), bytes, bytes);
      }
      RunRows(row, std::min(kRows, end - row));
    }
  }

 private:
  using Index = hwy::MakeSigned<T>;
  using BlockTag = hn::FixedTag<T, kBlock>;

  // Rows from `count` on are copies of the last one, and are not stored.
  HWY_INLINE void RunRows(int64_t first, int64_t count) const {
    const D d;
    const T* rows[kVectors * kBlocks];
    HWY_UNROLL(32)
    for (int64_t i = 0; i < kRows; ++i) {
      rows[i] = lhs_ + (first + std::min(i, count - 1)) * row_stride_;
    }
    V sums[kVectors];
    HWY_UNROLL(8)
    for (size_t v = 0; v < kVectors; ++v) sums[v] = hn::Zero(d);
    const size_t whole = depth_ / kBlock * kBlock;
    for (size_t l = 0; l < whole; l += kBlock) {
      MultiplyBlock<kBlock>(rows, l, sums);
    }
    const size_t rest = depth_ - whole;
    if (rest == 1) MultiplyBlock<1>(rows, whole, sums);
    if constexpr (kBlock == 4) {
      if (rest == 2) MultiplyBlock<2>(rows, whole, sums);
      if (rest == 3) MultiplyBlock<3>(rows, whole, sums);
    }
    Store(sums, first, count);
  }

  template <size_t kDepth>
  HWY_INLINE void MultiplyBlock(const T* const* rows, size_t l, V (&sums)[kVectors]) const {
    V elements[kVectors];
    HWY_UNROLL(8)
    for (size_t v = 0; v < kVectors; ++v) elements[v] = LoadBlocks<kDepth>(rows + v * kBlocks, l);
    MultiplyLane<0>(elements, l, sums);
    if constexpr (kDepth > 1) MultiplyLane<1>(elements, l + 1, sums);
    if constexpr (kDepth > 2) MultiplyLane<2>(elements, l + 2, sums);
    if constexpr (kDepth > 3) MultiplyLane<3>(elements, l + 3, sums);
  }

  template <size_t kLane>
  HWY_INLINE void MultiplyLane(const V (&elements)[kVectors], size_t l, V (&sums)[kVectors]) const {
    if constexpr (kLane < kBlock) {
      const V b = hn::LoadDup128(D(), rhs_ + l * kBlock);
      HWY_UNROLL(8)
      for (size_t v = 0; v < kVectors; ++v) {
        const V a = hn::Broadcast<kLane>(elements[v]);
        Op::MulAdd(&a, &b, &sums[v]);
      }
    }
  }

  // Elements l .. l + kDepth of kBlocks rows.
  template <size_t kDepth>
  static HWY_INLINE V LoadBlocks(const T* const* rows, size_t l) {
    const D d;
    const auto load = [&](size_t i) HWY_ATTR {
      if constexpr (kDepth == kBlock) {
        return hn::LoadDup128(d, rows[i] + l);
      } else {
        const auto block = hn::LoadN(BlockTag(), rows[i] + l, kDepth);
        return hn::BroadcastBlock<0>(hn::ResizeBitCast(d, block));
      }
    };
    V value = load(0);
    HWY_UNROLL(4)
    for (size_t i = 1; i < kBlocks; ++i) {
      // Loads that fill all blocks and a selection take no shuffle, which are the rarest.
      const auto is_before = hn::FirstN(d, i * kBlock);
      value = hn::IfThenElse(is_before, value, load(i));
    }
    return value;
  }

  HWY_INLINE void Store(const V (&sums)[kVectors], int64_t first, int64_t count) const {
    const D d;
    T* const to = result_ + first * static_cast<int64_t>(columns_);
    const auto indices = hn::SetTableIndices(d, results_of_);
    const size_t stored = kBlocks * columns_;
    HWY_UNROLL(8)
    for (size_t v = 0; v < kVectors; ++v) {
      const auto left = count - static_cast<int64_t>(v * kBlocks);
      if (left <= 0) return;
      const V results = columns_ == kBlock ? sums[v] : hn::TableLookupLanes(sums[v], indices);
      const size_t rows = std::min(kBlocks, static_cast<size_t>(left));
      if (rows == kBlocks && columns_ == kBlock) {
        hn::StoreU(results, d, to + v * stored);
      } else {
        hn::StoreN(results, d, to + v * stored, rows * columns_);
      }
    }
  }

  const T* lhs_;
  int64_t row_stride_;
  T* result_;
  size_t columns_, depth_;
  // Whether lhs is in memory.
  bool fetches_;
  // Rows of rhs, each a block.
  HWY_ALIGN T rhs_[static_cast<size_t>(kMostRowBlockDepth) * kBlock];
  // The lanes of a register that are results, in order.
  HWY_ALIGN Index results_of_[kBlocks * kBlock] = {};
};

template <class Op>
void RunRowBlocksStep(const GemmPlan& plan, const GemmPointers& pointers, std::byte*, int64_t tile,
                      int64_t, bool) {
  const RowBlocks<Op> blocks(plan, pointers);
  const int64_t begin = tile * plan.batch_group;
  blocks.Run(begin, std::min(plan.m, begin + plan.batch_group));
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_ROW_BLOCKS_INL_H_
