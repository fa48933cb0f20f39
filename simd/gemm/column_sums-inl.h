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

// Lanes at once of kWide registers of columns.
template <class T, int64_t kWide>
inline constexpr int64_t kLanesOf = HWY_MAX(kLanesAtOnce<T> / kWide, int64_t{1});

// Adds rows of the matrix, row_stride apart, each times its element of the vector, for kWide
// registers of columns: the rows of lanes from first_lane on. load(row) returns a register.
template <class Op, int64_t kWide, class Load, class V>
HWY_INLINE void AddToLanes(const typename Op::T* rows, int64_t row_stride,
                           const typename Op::T* vector, int64_t k, int64_t first_lane,
                           const Load& load, V (&lanes)[kLanesOf<typename Op::T, kWide>][kWide]) {
  using T = typename Op::T;
  constexpr auto kCount = static_cast<int64_t>(kLanes<T>);
  constexpr auto kWidth = static_cast<int64_t>(kRegisterLanes<T>);
  constexpr int64_t kAtOnce = kLanesOf<T, kWide>;
  const hn::ScalableTag<T> d;
  const auto add = [&](int64_t l, int64_t i) HWY_ATTR {
    const V b = hn::Set(d, vector[l]);
    HWY_UNROLL(16)
    for (int64_t j = 0; j < kWide; ++j) {
      const V a = load(rows + l * row_stride + j * kWidth);
      Op::MulAdd(&a, &b, &lanes[i][j]);
    }
  };
  int64_t l = first_lane;
  for (; l + kAtOnce <= k; l += kCount) {
    HWY_UNROLL(16)
    for (int64_t i = 0; i < kAtOnce; ++i) add(l + i, i);
  }
  HWY_UNROLL(16)
  for (int64_t i = 0; i < kAtOnce; ++i) {
    if (l + i < k) add(l + i, i);
  }
}

// The same for all lanes. The sums of lane i begin at sums + i * sum_stride.
template <class Op, int64_t kWide, class Load>
void AddColumns(const typename Op::T* rows, int64_t row_stride, const typename Op::T* vector,
                int64_t k, const Load& load, typename Op::T* HWY_RESTRICT sums,
                int64_t sum_stride) {
  using T = typename Op::T;
  constexpr auto kWidth = static_cast<int64_t>(kRegisterLanes<T>);
  constexpr int64_t kAtOnce = kLanesOf<T, kWide>;
  const hn::ScalableTag<T> d;
  hn::Vec<decltype(d)> lanes[kAtOnce][kWide];
  const auto for_each = [&](auto access) HWY_ATTR {
    HWY_UNROLL(16)
    for (int64_t i = 0; i < kAtOnce; ++i) {
      HWY_UNROLL(16)
      for (int64_t j = 0; j < kWide; ++j) access(lanes[i][j], sums + i * sum_stride + j * kWidth);
    }
  };
  for (int64_t lane = 0; lane < static_cast<int64_t>(kLanes<T>); lane += kAtOnce) {
    for_each([&](auto& sum, const T* at) HWY_ATTR { sum = hn::Load(d, at); });
    AddToLanes<Op, kWide>(rows, row_stride, vector, k, lane, load, lanes);
    for_each([&](const auto& sum, T* at) HWY_ATTR { hn::Store(sum, d, at); });
    sums += kAtOnce * sum_stride;
  }
}

// The same for all columns of some rows, which are in the first-level cache meanwhile.
template <class Op>
void AddBlockOfRows(const typename Op::T* rows, int64_t row_stride, const typename Op::T* vector,
                    int64_t k, int64_t count, typename Op::T* sums, int64_t sum_stride) {
  using T = typename Op::T;
  constexpr auto kWidth = static_cast<int64_t>(kRegisterLanes<T>);
  const hn::ScalableTag<T> d;
  int64_t j = 0;
  const auto add_whole = [&]<int64_t kWide>() HWY_ATTR {
    const auto load = [&](const T* row) HWY_ATTR { return hn::LoadU(d, row); };
    for (; j + kWide * kWidth <= count; j += kWide * kWidth) {
      AddColumns<Op, kWide>(rows + j, row_stride, vector, k, load, sums + j, sum_stride);
    }
  };
  add_whole.template operator()<8>();
  add_whole.template operator()<4>();
  add_whole.template operator()<2>();
  add_whole.template operator()<1>();
  if (j == count) return;
  const auto left = static_cast<size_t>(count - j);
  const auto load = [&](const T* row) HWY_ATTR { return hn::LoadN(d, row, left); };
  AddColumns<Op, 1>(rows + j, row_stride, vector, k, load, sums + j, sum_stride);
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

// Like AddToLanes for a register of columns, with sums that begin here.
template <class Op, class Load, class V>
HWY_INLINE void SumToLanes(const typename Op::T* rows, int64_t row_stride,
                           const typename Op::T* vector, int64_t k, int64_t first_lane,
                           const Load& load, V (&lanes)[kLanesAtOnce<typename Op::T>][1]) {
  HWY_UNROLL(16)
  for (int64_t i = 0; i < kLanesAtOnce<typename Op::T>; ++i) {
    lanes[i][0] = hn::Zero(hn::ScalableTag<typename Op::T>());
  }
  AddToLanes<Op, 1>(rows, row_stride, vector, k, first_lane, load, lanes);
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
  hn::Vec<decltype(d)> lanes[kAtOnce][1];
  hn::Vec<decltype(d)> sums[kAtOnce];
  // Lanes behind the last row are +0, and no sum is -0.
  const bool has_second = kCount > kAtOnce && k > kAtOnce;
  if (has_second) {
    SumToLanes<Op>(rows, row_stride, vector, k, kAtOnce, load, lanes);
    HWY_UNROLL(16)
    for (int64_t i = 0; i < kAtOnce; ++i) sums[i] = lanes[i][0];
  }
  SumToLanes<Op>(rows, row_stride, vector, k, 0, load, lanes);
  HWY_UNROLL(16)
  for (int64_t i = 0; i < kAtOnce; ++i) {
    sums[i] = has_second ? Op::Add(lanes[i][0], sums[i]) : lanes[i][0];
  }
  FoldLanes<Op, kAtOnce / 2>(sums);
  return sums[0];
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
