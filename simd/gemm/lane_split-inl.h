// The sums of a matrix times a vector. Element l of k goes to lane l % kLanes of a virtual vector
// of kVirtualBytes, in one or several registers. At the end, the upper half of the lanes is added
// to the lower half until one lane is left.

#include <cstddef>
#include <cstdint>

#include "simd/gemm/ops-inl.h"
#include "simd/gemm/plan.h"

#if defined(PADDOCK_SIMD_GEMM_LANE_SPLIT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_LANE_SPLIT_INL_H_
#undef PADDOCK_SIMD_GEMM_LANE_SPLIT_INL_H_
#else
#define PADDOCK_SIMD_GEMM_LANE_SPLIT_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// Rows that keep eight independent sums in flight: two multiply-adds per cycle, with a latency of
// four cycles. WebAssembly takes integers row by row, for size.
template <class Op>
inline constexpr size_t kDotRows =
    HWY_ARCH_WASM && !hwy::IsFloat<typename Op::T>()
        ? size_t{1}
        : HWY_MAX(8 / (kRegisters<typename Op::T> * Op::kPlanes), size_t{1});

// A row of a matrix, or the vector: plane p starts p * plane_stride lanes on.
template <class T>
struct PlanarRow {
  const T* lanes;
  int64_t plane_stride;
};

// Adds matrix * vector over `count` elements of k to the lane sums [row][plane][kLanes], or to
// zeros if they are `fresh`. The first element belongs to lane 0.
template <class Op, size_t kRows>
void DotRows(const PlanarRow<typename Op::T>* rows, const PlanarRow<typename Op::T>& vector,
             int64_t count, bool fresh, typename Op::T* HWY_RESTRICT lane_sums) {
  using T = typename Op::T;
  constexpr size_t kPlanes = Op::kPlanes;
  constexpr size_t kCount = kRegisters<T>;
  constexpr auto kWidth = static_cast<int64_t>(kRegisterLanes<T>);
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;

  V sums[kRows][kCount][kPlanes];
  const auto lane_sum = [&](size_t i, size_t j, size_t p) HWY_ATTR {
    return lane_sums + (i * kPlanes + p) * kLanes<T> + j * kRegisterLanes<T>;
  };
  HWY_UNROLL(16)
  for (size_t i = 0; i < kRows; ++i) {
    HWY_UNROLL(16)
    for (size_t j = 0; j < kCount; ++j) {
      HWY_UNROLL(16)
      for (size_t p = 0; p < kPlanes; ++p) {
        sums[i][j][p] = fresh ? hn::Zero(d) : hn::Load(d, lane_sum(i, j, p));
      }
    }
  }
  int64_t l = 0;
  for (; l + static_cast<int64_t>(kLanes<T>) <= count; l += kLanes<T>) {
    HWY_UNROLL(16)
    for (size_t j = 0; j < kCount; ++j) {
      const int64_t at = l + static_cast<int64_t>(j) * kWidth;
      V b[kPlanes];
      HWY_UNROLL(16)
      for (size_t p = 0; p < kPlanes; ++p) {
        b[p] = hn::LoadU(d, vector.lanes + static_cast<int64_t>(p) * vector.plane_stride + at);
      }
      HWY_UNROLL(16)
      for (size_t i = 0; i < kRows; ++i) {
        V a[kPlanes];
        HWY_UNROLL(16)
        for (size_t p = 0; p < kPlanes; ++p) {
          a[p] = hn::LoadU(d, rows[i].lanes + static_cast<int64_t>(p) * rows[i].plane_stride + at);
        }
        Op::MulAdd(a, b, sums[i][j]);
      }
    }
  }
  // Lanes past the end keep their sums: adding a product of zeros could turn -0 into +0.
  HWY_UNROLL(16)
  for (size_t j = 0; j < kCount; ++j) {
    const int64_t at = l + static_cast<int64_t>(j) * kWidth;
    if (at >= count) break;
    const auto left = static_cast<size_t>(HWY_MIN(count - at, kWidth));
    const auto mask = hn::FirstN(d, left);
    V b[kPlanes];
    HWY_UNROLL(16)
    for (size_t p = 0; p < kPlanes; ++p) {
      b[p] = hn::LoadN(d, vector.lanes + static_cast<int64_t>(p) * vector.plane_stride + at, left);
    }
    HWY_UNROLL(16)
    for (size_t i = 0; i < kRows; ++i) {
      V a[kPlanes];
      V next[kPlanes];
      HWY_UNROLL(16)
      for (size_t p = 0; p < kPlanes; ++p) {
        a[p] =
            hn::LoadN(d, rows[i].lanes + static_cast<int64_t>(p) * rows[i].plane_stride + at, left);
        next[p] = sums[i][j][p];
      }
      Op::MulAdd(a, b, next);
      HWY_UNROLL(16)
      for (size_t p = 0; p < kPlanes; ++p) {
        sums[i][j][p] = hn::IfThenElse(mask, next[p], sums[i][j][p]);
      }
    }
  }
  HWY_UNROLL(16)
  for (size_t i = 0; i < kRows; ++i) {
    HWY_UNROLL(16)
    for (size_t j = 0; j < kCount; ++j) {
      HWY_UNROLL(16)
      for (size_t p = 0; p < kPlanes; ++p) hn::Store(sums[i][j][p], d, lane_sum(i, j, p));
    }
  }
}

// Adds lanes kHalf .. 2 * kHalf to lanes 0 .. kHalf, and so on down to lane 0.
template <class Op, size_t kHalf>
HWY_INLINE void CombineLanes(typename Op::T* lanes) {
  using D = hn::CappedTag<typename Op::T, kHalf>;
  const D d;
  constexpr size_t kStep = HWY_MAX_LANES_D(D);
  for (size_t i = 0; i < kHalf; i += kStep) {
    hn::StoreU(Op::Add(hn::LoadU(d, lanes + i), hn::LoadU(d, lanes + kHalf + i)), d, lanes + i);
  }
  if constexpr (kHalf > 1) CombineLanes<Op, kHalf / 2>(lanes);
}

// Whether CombineRows exists: the other kernels take less of WebAssembly's size.
template <class Op>
inline constexpr bool kCombinesRows =
    !HWY_ARCH_WASM && Op::kPlanes == 1 && sizeof(typename Op::T) >= 4 &&
    kRegisterLanes<typename Op::T> > 1;

// Rows whose lane sums are combined at once.
template <class Op>
inline constexpr size_t kCombinedRows =
    kCombinesRows<Op> ? HWY_MAX(kDotRows<Op>, kRegisterLanes<typename Op::T>) : kDotRows<Op>;

// Adds neighbours of kUnit lanes: the results of x, then those of y. With units of 16 bytes in
// registers of 64, results of x and y alternate.
template <class Op, size_t kUnit, class V>
HWY_INLINE V AddUnits(V x, V y) {
  using T = typename Op::T;
  const hn::ScalableTag<T> d;
  if constexpr (2 * kUnit == kRegisterLanes<T>) {
    return Op::Add(hn::ConcatLowerLower(d, y, x), hn::ConcatUpperUpper(d, y, x));
  } else if constexpr (kUnit * sizeof(T) == 16) {
    return Op::Add(hn::OddEvenBlocks(hn::SwapAdjacentBlocks(y), x),
                   hn::OddEvenBlocks(y, hn::SwapAdjacentBlocks(x)));
  } else {
    const hn::Repartition<hwy::UnsignedFromSize<kUnit * sizeof(T)>, decltype(d)> d_unit;
    const auto x_units = hn::BitCast(d_unit, x), y_units = hn::BitCast(d_unit, y);
    return Op::Add(hn::BitCast(d, hn::ConcatEven(d_unit, y_units, x_units)),
                   hn::BitCast(d, hn::ConcatOdd(d_unit, y_units, x_units)));
  }
}

// Lane sums of kRows rows first, first + step, ..., combined until all fit a register.
template <class Op, size_t kRows>
HWY_INLINE auto CombineTree(const typename Op::T* lane_sums, size_t first, size_t step) {
  using T = typename Op::T;
  const hn::ScalableTag<T> d;
  if constexpr (kRows == 1) {
    const T* const lanes = lane_sums + first * kLanes<T>;
    hn::Vec<decltype(d)> sums[kRegisters<T>];
    for (size_t j = 0; j < kRegisters<T>; ++j) sums[j] = hn::Load(d, lanes + j * kRegisterLanes<T>);
    for (size_t half = kRegisters<T> / 2; half > 0; half /= 2) {
      for (size_t j = 0; j < half; ++j) sums[j] = Op::Add(sums[j], sums[j + half]);
    }
    return sums[0];
  } else {
    constexpr size_t kUnit = kRegisterLanes<T> / kRows;
    constexpr bool kAlternates = kRows > 2 && kUnit * sizeof(T) == 16;
    const size_t other = kAlternates ? step : kRows / 2 * step;
    const size_t inner = kAlternates ? 2 * step : step;
    const auto x = CombineTree<Op, kRows / 2>(lane_sums, first, inner);
    const auto y = CombineTree<Op, kRows / 2>(lane_sums, first + other, inner);
    return AddUnits<Op, kUnit>(x, y);
  }
}

// The sums of as many rows as a register has lanes, as CombineLanes combines those of one.
template <class Op>
void CombineRows(const typename Op::T* lane_sums, typename Op::T* sums) {
  using T = typename Op::T;
  const hn::ScalableTag<T> d;
  hn::StoreU(CombineTree<Op, kRegisterLanes<T>>(lane_sums, 0, 1), d, sums);
}

// Adds kRows rows of `count` elements, each times its own element of the vector, to the
// sums of one lane: [plane][count rounded up to registers], planes sum_stride apart.
template <class Op, size_t kRows>
void AddRows(const PlanarRow<typename Op::T>* rows, const typename Op::T (*factors)[Op::kPlanes],
             int64_t count, typename Op::T* HWY_RESTRICT sums, int64_t sum_stride) {
  using T = typename Op::T;
  constexpr size_t kPlanes = Op::kPlanes;
  constexpr auto kWidth = static_cast<int64_t>(kRegisterLanes<T>);
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  V b[kRows][kPlanes];
  HWY_UNROLL(16)
  for (size_t i = 0; i < kRows; ++i) {
    HWY_UNROLL(16)
    for (size_t p = 0; p < kPlanes; ++p) b[i][p] = hn::Set(d, factors[i][p]);
  }
  const auto add_at = [&](int64_t at, auto load) HWY_ATTR {
    V sum[kPlanes];
    HWY_UNROLL(16)
    for (size_t p = 0; p < kPlanes; ++p) {
      sum[p] = hn::Load(d, sums + static_cast<int64_t>(p) * sum_stride + at);
    }
    HWY_UNROLL(16)
    for (size_t i = 0; i < kRows; ++i) {
      V a[kPlanes];
      HWY_UNROLL(16)
      for (size_t p = 0; p < kPlanes; ++p) {
        a[p] = load(rows[i].lanes + static_cast<int64_t>(p) * rows[i].plane_stride + at);
      }
      Op::MulAdd(a, b[i], sum);
    }
    HWY_UNROLL(16)
    for (size_t p = 0; p < kPlanes; ++p) {
      hn::Store(sum[p], d, sums + static_cast<int64_t>(p) * sum_stride + at);
    }
  };
  int64_t at = 0;
  for (; at + kWidth <= count; at += kWidth) {
    add_at(at, [&](const T* from) HWY_ATTR { return hn::LoadU(d, from); });
  }
  if (at < count) {
    const auto left = static_cast<size_t>(count - at);
    add_at(at, [&](const T* from) HWY_ATTR { return hn::LoadN(d, from, left); });
  }
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_LANE_SPLIT_INL_H_
