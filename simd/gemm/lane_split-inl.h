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
// four cycles.
template <class Op>
inline constexpr size_t kDotRows =
    HWY_MAX(8 / (kRegisters<typename Op::T> * Op::kPlanes), size_t{1});

// A row of a matrix, or the vector: plane p starts p * plane_stride lanes on.
template <class T>
struct PlanarRow {
  const T* lanes;
  int64_t plane_stride;
};

// Adds matrix * vector over `count` elements of k to the lane sums [row][plane][kLanes].
// The first element belongs to lane 0.
template <class Op, size_t kRows>
void DotRows(const PlanarRow<typename Op::T>* rows, const PlanarRow<typename Op::T>& vector,
             int64_t count, typename Op::T* HWY_RESTRICT lane_sums) {
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
      for (size_t p = 0; p < kPlanes; ++p) sums[i][j][p] = hn::Load(d, lane_sum(i, j, p));
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
