// Totals of rows of lanes, as many rows at once as a vector has lanes. Each row is combined by
// halves: for half = lanes / 2, ..., 2, 1: lane[i] = op(lane[i], lane[i + half]). One operation
// combines halves of several rows, so a row takes a few instructions.
#include <cstddef>
#include <cstdint>

#if defined(PADDOCK_SIMD_FOLD_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_FOLD_ROWS_INL_H_
#undef PADDOCK_SIMD_FOLD_ROWS_INL_H_
#else
#define PADDOCK_SIMD_FOLD_ROWS_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Only the first `count` lanes of a row are combined, but all `kRowLanes` are read. T has 4 or 8
// bytes. Op has Combine(d, lhs, rhs).
//
//   rows 0 1 2 3, of one block each      a0 a1 a2 a3   b0 b1 b2 b3   c0 c1 c2 c3   d0 d1 d2 d3
//   halves of rows 0 2 and of rows 1 3   a0 a1 c0 c1 + a2 a3 c2 c3   b0 b1 d0 d1 + b2 b3 d2 d3
//   totals of all                        a0 b0 c0 d0 + a1 b1 c1 d1
template <class T, size_t kRowLanes, bool kIsFull, class Op>
class RowFold {
 public:
  using D = hn::CappedTag<T, kRowLanes>;
  using V = hn::Vec<D>;
  // Rows of one fold.
  static constexpr size_t kRows = hn::MaxLanes(D());

  HWY_INLINE RowFold(const Op& op, const T* rows, size_t stride, size_t count)
      : op_(op), rows_(rows), stride_(stride), count_(count) {}

  // Returns the total of row i in lane i.
  HWY_INLINE V Totals() const {
    const D d;
    if constexpr (sizeof(T) == 4) {
      const V even = Pairs(Blocks(0), Blocks(2)), odd = Pairs(Blocks(1), Blocks(3));
      return Half<1>(hn::InterleaveEven(d, even, odd), hn::InterleaveOdd(d, even, odd));
    } else {
      const V first = Blocks(0), second = Blocks(1);
      return Half<1>(hn::InterleaveLower(d, first, second), hn::InterleaveUpper(d, first, second));
    }
  }

 private:
  static constexpr size_t kBlockLanes = 16 / sizeof(T);
  static constexpr size_t kBlocks = kRows / kBlockLanes;

  // `lower` has lanes i < kHalf of rows, from lane `first` on, `upper` the lanes i + kHalf.
  template <size_t kHalf>
  HWY_INLINE V Half(V lower, V upper, size_t first = 0) const {
    const D d;
    if constexpr (kIsFull) return op_.Combine(d, lower, upper);
    if (count_ <= kHalf) return lower;
    const V both = op_.Combine(d, lower, upper);
    if (count_ >= 2 * kHalf) return both;
    const hn::RebindToSigned<D> di;
    using Index = hn::TFromD<decltype(di)>;
    const auto lane = hn::And(hn::Iota(di, static_cast<Index>(first)),
                              hn::Set(di, static_cast<Index>(kHalf - 1)));
    const auto is_pair = hn::Lt(lane, hn::Set(di, static_cast<Index>(count_ - kHalf)));
    return hn::IfThenElse(hn::RebindMask(d, is_pair), both, lower);
  }

  template <size_t kVectors>
  HWY_INLINE void FoldVectors(V* vectors) const {
    if constexpr (kVectors > 1) {
      constexpr size_t kHalf = kVectors / 2;
      for (size_t i = 0; i < kHalf; ++i) {
        vectors[i] = Half<kHalf * kRows>(vectors[i], vectors[i + kHalf], i * kRows);
      }
      FoldVectors<kHalf>(vectors);
    }
  }

  HWY_INLINE V Row(size_t row) const {
    const D d;
    V vectors[kRowLanes / kRows];
    for (size_t i = 0; i < kRowLanes / kRows; ++i) {
      vectors[i] = hn::LoadU(d, rows_ + row * stride_ + i * kRows);
    }
    FoldVectors<kRowLanes / kRows>(vectors);
    return vectors[0];
  }

  // Returns the first block of lanes of each of two rows in half of a vector, if it has 4 blocks:
  // A0 A1 B0 B1.
  HWY_INLINE V TwoRows(size_t a, size_t b) const {
    const D d;
    const V first = Row(a), second = Row(b);
    return Half<kRows / 2>(hn::ConcatLowerLower(d, second, first),
                           hn::ConcatUpperUpper(d, second, first));
  }

  // Returns a block of lanes of row, row + kBlockLanes, ...
  HWY_INLINE V Blocks(size_t row) const {
    if constexpr (kBlocks == 1) {
      return Row(row);
    } else if constexpr (kBlocks == 2) {
      return TwoRows(row, row + kBlockLanes);
    } else {
      static_assert(kBlocks == 4);
      const V even = TwoRows(row, row + 2 * kBlockLanes);
      const V odd = TwoRows(row + kBlockLanes, row + 3 * kBlockLanes);
      return Half<kRows / 4>(hn::OddEvenBlocks(hn::SwapAdjacentBlocks(odd), even),
                             hn::OddEvenBlocks(odd, hn::SwapAdjacentBlocks(even)));
    }
  }

  // 4-byte lanes: returns the first two lanes of each row of `a`, and then of `b`, by block.
  HWY_INLINE V Pairs(V a, V b) const {
    const D d;
    const hn::Repartition<uint64_t, D> pairs;
    const auto first = hn::BitCast(pairs, a), second = hn::BitCast(pairs, b);
    return Half<2>(hn::BitCast(d, hn::InterleaveLower(pairs, first, second)),
                   hn::BitCast(d, hn::InterleaveUpper(pairs, first, second)));
  }

  const Op& op_;
  const T* rows_;
  size_t stride_;
  size_t count_;
};

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_FOLD_ROWS_INL_H_
