// The sums of a vector times a matrix whose rows lie across k and have few columns: lanes of sums
// stay in registers.

#include <cstddef>
#include <cstdint>

#include "simd/gemm/lane_split-inl.h"

#if defined(PADDOCK_SIMD_GEMM_COLUMN_SUMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_COLUMN_SUMS_INL_H_
#undef PADDOCK_SIMD_GEMM_COLUMN_SUMS_INL_H_
#else
#define PADDOCK_SIMD_GEMM_COLUMN_SUMS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// Whether AddColumns exists. WebAssembly leaves it out, for size.
template <class Op>
inline constexpr bool kAddsColumns = !HWY_ARCH_WASM && Op::kPlanes == 1;

// Lanes whose sums are in registers at once: half of the registers.
template <class T>
inline constexpr auto kLanesAtOnce = static_cast<int64_t>(
    HWY_MIN(kLanes<T>, HWY_MAX_LANES_D(hn::ScalableTag<uint8_t>) == 64 ? size_t{16} : size_t{8}));

// Adds rows of the matrix, row_stride apart, each times its element of the vector, for a register
// of columns: the rows of lanes first_lane .. first_lane + kLanesAtOnce. load(row) returns the
// columns.
template <class Op, class Load, class V>
HWY_INLINE void AddToLanes(const typename Op::T* rows, int64_t row_stride,
                           const typename Op::T* vector, int64_t k, int64_t first_lane,
                           const Load& load, V (&lanes)[kLanesAtOnce<typename Op::T>]) {
  using T = typename Op::T;
  constexpr auto kCount = static_cast<int64_t>(kLanes<T>);
  const hn::ScalableTag<T> d;
  const auto add = [&](int64_t l, int64_t i) HWY_ATTR {
    const V a = load(rows + l * row_stride);
    const V b = hn::Set(d, vector[l]);
    Op::MulAdd(&a, &b, &lanes[i]);
  };
  int64_t l = first_lane;
  for (; l + kLanesAtOnce<T> <= k; l += kCount) {
    HWY_UNROLL(16)
    for (int64_t i = 0; i < kLanesAtOnce<T>; ++i) add(l + i, i);
  }
  HWY_UNROLL(16)
  for (int64_t i = 0; i < kLanesAtOnce<T>; ++i) {
    if (l + i < k) add(l + i, i);
  }
}

// The sums of lane i begin at sums + i * sum_stride.
template <class Op, class Load>
HWY_INLINE void AddColumnsOfLanes(const typename Op::T* rows, int64_t row_stride,
                                  const typename Op::T* vector, int64_t k, int64_t first_lane,
                                  const Load& load, typename Op::T* HWY_RESTRICT sums,
                                  int64_t sum_stride) {
  using T = typename Op::T;
  const hn::ScalableTag<T> d;
  hn::Vec<decltype(d)> lanes[kLanesAtOnce<T>];
  sums += first_lane * sum_stride;
  HWY_UNROLL(16)
  for (int64_t i = 0; i < kLanesAtOnce<T>; ++i) lanes[i] = hn::Load(d, sums + i * sum_stride);
  AddToLanes<Op>(rows, row_stride, vector, k, first_lane, load, lanes);
  HWY_UNROLL(16)
  for (int64_t i = 0; i < kLanesAtOnce<T>; ++i) hn::Store(lanes[i], d, sums + i * sum_stride);
}

// The same for all lanes, and for `count` columns, at most a register.
template <class Op>
void AddColumns(const typename Op::T* rows, int64_t row_stride, const typename Op::T* vector,
                int64_t k, size_t count, typename Op::T* HWY_RESTRICT sums, int64_t sum_stride) {
  using T = typename Op::T;
  const hn::ScalableTag<T> d;
  for (int64_t lane = 0; lane < static_cast<int64_t>(kLanes<T>); lane += kLanesAtOnce<T>) {
    if (count == kRegisterLanes<T>) {
      AddColumnsOfLanes<Op>(
          rows, row_stride, vector, k, lane,
          [&](const T* row) HWY_ATTR { return hn::LoadU(d, row); }, sums, sum_stride);
    } else {
      AddColumnsOfLanes<Op>(
          rows, row_stride, vector, k, lane,
          [&](const T* row) HWY_ATTR { return hn::LoadN(d, row, count); }, sums, sum_stride);
    }
  }
}

// The same for all lanes, and for kWide whole registers of columns: each row is read as a whole.
template <class Op, int64_t kWide>
void AddWideColumns(const typename Op::T* rows, int64_t row_stride, const typename Op::T* vector,
                    int64_t k, typename Op::T* HWY_RESTRICT sums, int64_t sum_stride) {
  using T = typename Op::T;
  constexpr auto kCount = static_cast<int64_t>(kLanes<T>);
  constexpr auto kWidth = static_cast<int64_t>(kRegisterLanes<T>);
  constexpr int64_t kAtOnce = HWY_MAX(kLanesAtOnce<T> / kWide, int64_t{1});
  const hn::ScalableTag<T> d;
  hn::Vec<decltype(d)> lanes[kAtOnce][kWide];
  const auto add = [&](int64_t l, int64_t i) HWY_ATTR {
    const auto b = hn::Set(d, vector[l]);
    HWY_UNROLL(16)
    for (int64_t j = 0; j < kWide; ++j) {
      const auto a = hn::LoadU(d, rows + l * row_stride + j * kWidth);
      Op::MulAdd(&a, &b, &lanes[i][j]);
    }
  };
  const auto for_each = [&](auto access) HWY_ATTR {
    HWY_UNROLL(16)
    for (int64_t i = 0; i < kAtOnce; ++i) {
      HWY_UNROLL(16)
      for (int64_t j = 0; j < kWide; ++j) access(i, j);
    }
  };
  for (int64_t lane = 0; lane < kCount; lane += kAtOnce, sums += kAtOnce * sum_stride) {
    for_each([&](int64_t i, int64_t j)
                 HWY_ATTR { lanes[i][j] = hn::Load(d, sums + i * sum_stride + j * kWidth); });
    int64_t l = lane;
    for (; l + kAtOnce <= k; l += kCount) {
      HWY_UNROLL(16)
      for (int64_t i = 0; i < kAtOnce; ++i) add(l + i, i);
    }
    HWY_UNROLL(16)
    for (int64_t i = 0; i < kAtOnce; ++i) {
      if (l + i < k) add(l + i, i);
    }
    for_each([&](int64_t i, int64_t j)
                 HWY_ATTR { hn::Store(lanes[i][j], d, sums + i * sum_stride + j * kWidth); });
  }
}

// The same for all columns of some rows, which are in the first-level cache meanwhile.
template <class Op>
void AddBlockOfRows(const typename Op::T* rows, int64_t row_stride, const typename Op::T* vector,
                    int64_t k, int64_t count, typename Op::T* sums, int64_t sum_stride) {
  constexpr auto kWidth = static_cast<int64_t>(kRegisterLanes<typename Op::T>);
  int64_t j = 0;
  const auto add_wide = [&]<int64_t kWide>() {
    for (; j + kWide * kWidth <= count; j += kWide * kWidth) {
      AddWideColumns<Op, kWide>(rows + j, row_stride, vector, k, sums + j, sum_stride);
    }
  };
  add_wide.template operator()<8>();
  add_wide.template operator()<4>();
  add_wide.template operator()<2>();
  for (; j < count; j += kWidth) {
    AddColumns<Op>(rows + j, row_stride, vector, k, static_cast<size_t>(HWY_MIN(kWidth, count - j)),
                   sums + j, sum_stride);
  }
}

// The same for all rows.
template <class Op>
void AddAllColumns(const typename Op::T* rows, int64_t row_stride, const typename Op::T* vector,
                   int64_t k, int64_t count, typename Op::T* sums, int64_t sum_stride) {
  using T = typename Op::T;
  constexpr auto kVirtual = static_cast<int64_t>(kLanes<T>);
  constexpr int64_t kBlockBytes = 32 << 10;
  const int64_t lanes_bytes = HWY_MAX(row_stride, int64_t{1}) * kVirtual * int64_t{sizeof(T)};
  const int64_t block = HWY_MAX(kBlockBytes / lanes_bytes, int64_t{1}) * kVirtual;
  for (int64_t l = 0; l < k; l += block) {
    AddBlockOfRows<Op>(rows + l * row_stride, row_stride, vector + l, HWY_MIN(block, k - l), count,
                       sums, sum_stride);
  }
}

// Whether SumAllColumns exists: for types of few lanes.
template <class Op>
inline constexpr bool kSumsColumns =
    kAddsColumns<Op> &&
    static_cast<int64_t>(kLanes<typename Op::T>) <= 2 * kLanesAtOnce<typename Op::T>;

// lanes[i] += lanes[i + half] until one is left.
template <class Op, int64_t kHalf, class V>
HWY_INLINE void FoldLanes(V* lanes) {
  HWY_UNROLL(16)
  for (int64_t i = 0; i < kHalf; ++i) lanes[i] = Op::Add(lanes[i], lanes[i + kHalf]);
  if constexpr (kHalf > 1) FoldLanes<Op, kHalf / 2>(lanes);
}

// Returns the sums of a register of columns.
template <class Op, class Load>
HWY_INLINE hn::Vec<hn::ScalableTag<typename Op::T>> SumColumns(const typename Op::T* rows,
                                                               int64_t row_stride,
                                                               const typename Op::T* vector,
                                                               int64_t k, const Load& load) {
  using T = typename Op::T;
  constexpr auto kCount = static_cast<int64_t>(kLanes<T>);
  constexpr int64_t kAtOnce = kLanesAtOnce<T>;
  const hn::ScalableTag<T> d;
  hn::Vec<decltype(d)> lanes[kAtOnce];
  const auto sum = [&](int64_t first) HWY_ATTR {
    HWY_UNROLL(16)
    for (int64_t i = 0; i < kAtOnce; ++i) lanes[i] = hn::Zero(d);
    AddToLanes<Op>(rows, row_stride, vector, k, first, load, lanes);
  };
  if constexpr (kCount > kAtOnce) {
    sum(kAtOnce);
    hn::Vec<decltype(d)> upper[kAtOnce];
    HWY_UNROLL(16)
    for (int64_t i = 0; i < kAtOnce; ++i) upper[i] = lanes[i];
    sum(0);
    HWY_UNROLL(16)
    for (int64_t i = 0; i < kAtOnce; ++i) lanes[i] = Op::Add(lanes[i], upper[i]);
  } else {
    sum(0);
  }
  FoldLanes<Op, kAtOnce / 2>(lanes);
  return lanes[0];
}

// Stores the sums of `count` columns.
template <class Op>
void SumAllColumns(const typename Op::T* rows, int64_t row_stride, const typename Op::T* vector,
                   int64_t k, int64_t count, typename Op::T* HWY_RESTRICT sums) {
  using T = typename Op::T;
  constexpr auto kWidth = static_cast<int64_t>(kRegisterLanes<T>);
  const hn::ScalableTag<T> d;
  int64_t j = 0;
  for (; j + kWidth <= count; j += kWidth) {
    const auto load = [&](const T* row) HWY_ATTR { return hn::LoadU(d, row); };
    hn::StoreU(SumColumns<Op>(rows + j, row_stride, vector, k, load), d, sums + j);
  }
  if (j == count) return;
  const auto rest = static_cast<size_t>(count - j);
  const auto load = [&](const T* row) HWY_ATTR { return hn::LoadN(d, row, rest); };
  hn::StoreN(SumColumns<Op>(rows + j, row_stride, vector, k, load), d, sums + j, rest);
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_COLUMN_SUMS_INL_H_
