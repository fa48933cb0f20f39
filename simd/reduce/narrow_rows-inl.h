// Totals of rows of integers of 1 and 2 bytes. Their operations give the same bits in any order, so
// vectors hold neighbouring elements of a row, and the identity in lanes past its end.
#include <cstddef>
#include <cstdint>

#if defined(PADDOCK_SIMD_REDUCE_NARROW_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_REDUCE_NARROW_ROWS_INL_H_
#undef PADDOCK_SIMD_REDUCE_NARROW_ROWS_INL_H_
#else
#define PADDOCK_SIMD_REDUCE_NARROW_ROWS_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/reduce/unaligned-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Op has kIdentity<T>.
template <class T, class Op>
class NarrowRows {
 public:
  NarrowRows(const T* operand, int64_t row_stride, int64_t count)
      : operand_(operand),
        row_stride_(static_cast<size_t>(row_stride)),
        count_(static_cast<size_t>(count)) {}

  // Returns the number of rows that it reduced, from the first one on.
  int64_t Reduce(T* result, int64_t rows) const {
    const auto row_count = static_cast<size_t>(rows);
    if (row_stride_ == count_) {
      switch (count_) {
        case 2:
          return ReducePowers<2>(result, row_count);
        case 4:
          return ReducePowers<4>(result, row_count);
        case 8:
          return ReducePowers<8>(result, row_count);
        case 16:
          return ReducePowers<16>(result, row_count);
        case 32:
          return ReducePowers<32>(result, row_count);
        default:
          break;
      }
    }
    return count_ <= kBlockLanes ? ReduceBlocks<true>(result, row_count)
                                 : ReduceBlocks<false>(result, row_count);
  }

 private:
  using D = hn::ScalableTag<T>;
  using V = hn::Vec<D>;
  static constexpr size_t kBlockLanes = 16 / sizeof(T);
  using Block = hn::CappedTag<T, kBlockLanes>;
  // Other targets load whole vectors, which must end where the operand does.
  static constexpr bool kMasksLoads = HWY_TARGET <= HWY_AVX3;

  // Returns the totals of neighbouring pairs of elements, `kCount` / 2 times: rows of kCount.
  template <size_t kCount>
  static HWY_INLINE V TotalsOfPower(const T* from) {
    const D d;
    if constexpr (kCount == 1) {
      return LoadAny(d, from);
    } else {
      constexpr size_t kHalf = kCount / 2;
      const V low = TotalsOfPower<kHalf>(from);
      const V high = TotalsOfPower<kHalf>(from + kHalf * hn::MaxLanes(d));
      return Op()(d, hn::ConcatEven(d, high, low), hn::ConcatOdd(d, high, low));
    }
  }

  template <size_t kCount>
  HWY_INLINE int64_t ReducePowers(T* result, size_t rows) const {
    const D d;
    constexpr size_t kRows = hn::MaxLanes(d);
    size_t row = 0;
    for (; row + kRows <= rows; row += kRows) {
      StoreAny(d, TotalsOfPower<kCount>(operand_ + row * kCount), result + row);
    }
    return static_cast<int64_t>(row);
  }

  template <class AnyD>
  static HWY_INLINE hn::Vec<AnyD> LoadFirst(AnyD d, const T* from, hn::Mask<AnyD> is_row) {
    const auto identity = hn::Set(d, Op::template kIdentity<T>);
    if constexpr (kMasksLoads) return hn::MaskedLoadOr(identity, is_row, d, from);
    return hn::IfThenElse(is_row, LoadAny(d, from), identity);
  }

  template <class AnyD>
  static HWY_INLINE hn::Vec<Block> ToBlock(AnyD, hn::Vec<AnyD> lanes) {
    if constexpr (hn::MaxLanes(AnyD()) == kBlockLanes) {
      return lanes;
    } else {
      const hn::Half<AnyD> half;
      return ToBlock(half, Op()(half, hn::LowerHalf(half, lanes), hn::UpperHalf(half, lanes)));
    }
  }

  // Returns a block whose total is that of a row of more elements than a block.
  HWY_INLINE hn::Vec<Block> LongRow(const T* from, hn::Mask<D> is_last) const {
    const D d;
    constexpr size_t kLanes = hn::MaxLanes(d);
    if (count_ < kLanes) return ToBlock(d, LoadFirst(d, from, is_last));
    V total = LoadAny(d, from);
    size_t i = kLanes;
    for (; i + kLanes <= count_; i += kLanes) total = Op()(d, total, LoadAny(d, from + i));
    if (i < count_) total = Op()(d, total, LoadFirst(d, from + i, is_last));
    return ToBlock(d, total);
  }

  // Combines lower and upper halves of the rows in each of `kVectors` blocks, of two blocks in one,
  // until row i is lane i.
  template <size_t kVectors>
  static HWY_INLINE void Fold(hn::Vec<Block>* rows) {
    if constexpr (kVectors > 1) {
      constexpr size_t kHalf = kVectors / 2;
      const Block d;
      const hn::Repartition<hwy::UnsignedFromSize<sizeof(T) * kHalf>, Block> halves;
      for (size_t i = 0; i < kHalf; ++i) {
        const auto a = hn::BitCast(halves, rows[i]), b = hn::BitCast(halves, rows[i + kHalf]);
        rows[i] = Op()(d, hn::BitCast(d, hn::InterleaveEven(halves, a, b)),
                       hn::BitCast(d, hn::InterleaveOdd(halves, a, b)));
      }
      Fold<kHalf>(rows);
    }
  }

  template <bool kIsShort>
  HWY_INLINE int64_t ReduceBlocks(T* result, size_t rows) const {
    const D d;
    const Block block;
    constexpr size_t kRows = kBlockLanes;
    const size_t lanes = kIsShort ? kBlockLanes : hn::MaxLanes(d);
    const size_t rest = count_ % lanes;
    const size_t beyond = kMasksLoads || rest == 0 ? 0 : lanes - rest;
    const size_t unsafe = (beyond + row_stride_ - 1) / row_stride_;
    const auto is_row = hn::FirstN(block, count_);
    const auto is_last = hn::FirstN(d, rest);
    size_t row = 0;
    for (; row + kRows + unsafe <= rows; row += kRows) {
      const T* const from = operand_ + row * row_stride_;
      hn::Vec<Block> blocks[kRows];
      for (size_t i = 0; i < kRows; ++i) {
        if constexpr (kIsShort) {
          blocks[i] = LoadFirst(block, from + i * row_stride_, is_row);
        } else {
          blocks[i] = LongRow(from + i * row_stride_, is_last);
        }
      }
      Fold<kRows>(blocks);
      StoreAny(block, blocks[0], result + row);
    }
    return static_cast<int64_t>(row);
  }

  const T* operand_;
  size_t row_stride_;
  size_t count_;
};

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_REDUCE_NARROW_ROWS_INL_H_
