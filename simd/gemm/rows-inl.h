// One step of a product with few rows of results (2 to kMostFewRows), whose rhs elements are
// neighbours across k. Streams rhs row by row past sums in the first cache. rhs is not packed: that
// would cost more than multiplying the few rows.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "simd/gemm/blocked-inl.h"
#include "simd/gemm/vector-inl.h"

#if defined(PADDOCK_SIMD_GEMM_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_ROWS_INL_H_
#undef PADDOCK_SIMD_GEMM_ROWS_INL_H_
#else
#define PADDOCK_SIMD_GEMM_ROWS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// Rows of rhs that are added at once. A sum is loaded and stored once in so many multiply-adds.
// With AVX2, 8 x 128 x 512 of f32 takes 0.4 of its time with 4, in two panels of 4 rows. In
// WebAssembly 2 x 4096 x 4096 takes 0.85.
template <class Op, size_t kRows>
inline constexpr size_t kRowsDepth =
    (HWY_TARGET == HWY_AVX2 || (HWY_ARCH_WASM && kRows == 2)) && Op::kPlanes == 1 ? 8 : 4;

// Adds a vector of kDepth rows of rhs, in order, to kRows rows of sums, `at` elements from their
// beginnings on.
template <class Op, size_t kRows, size_t kDepth, class Load>
HWY_INLINE void AddColumns(const typename Op::T* HWY_RESTRICT lhs,
                           const PlanarRow<typename Op::T> (&rhs)[kDepth],
                           const SumTile<typename Op::T>& sums, int64_t at, Load load) {
  using T = typename Op::T;
  constexpr size_t kPlanes = Op::kPlanes;
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  V b[kDepth][kPlanes];
  HWY_UNROLL(16)
  for (size_t l = 0; l < kDepth; ++l) {
    HWY_UNROLL(16)
    for (size_t p = 0; p < kPlanes; ++p) {
      b[l][p] = load(rhs[l].lanes + static_cast<int64_t>(p) * rhs[l].plane_stride + at);
    }
  }
  HWY_UNROLL(16)
  for (size_t i = 0; i < kRows; ++i) {
    T* const row = sums.sums + i * sums.row_stride + at;
    V sum[kPlanes];
    HWY_UNROLL(16)
    for (size_t p = 0; p < kPlanes; ++p) sum[p] = hn::Load(d, row + p * sums.plane_stride);
    HWY_UNROLL(16)
    for (size_t l = 0; l < kDepth; ++l) {
      V a[kPlanes];
      HWY_UNROLL(16)
      for (size_t p = 0; p < kPlanes; ++p) a[p] = hn::Set(d, lhs[(l * kPlanes + p) * kRows + i]);
      Op::MulAdd(a, b[l], sum);
    }
    HWY_UNROLL(16)
    for (size_t p = 0; p < kPlanes; ++p) hn::Store(sum[p], d, row + p * sums.plane_stride);
  }
}

// Adds kDepth rows of rhs, in order, to kRows rows of sums: lhs is packed as
// [kDepth][plane][kRows].
template <class Op, size_t kRows, size_t kDepth>
void MultiplyRows(const typename Op::T* HWY_RESTRICT lhs,
                  const PlanarRow<typename Op::T> (&rhs)[kDepth], int64_t count,
                  const SumTile<typename Op::T>& tile) {
  using T = typename Op::T;
  constexpr auto kWidth = static_cast<int64_t>(kRegisterLanes<T>);
  const hn::ScalableTag<T> d;
  // Copies stay in registers: to the compiler, each stored sum might change what a reference names.
  const SumTile<T> sums = tile;
  PlanarRow<T> rows[kDepth];
  std::copy(std::begin(rhs), std::end(rhs), rows);
  int64_t at = 0;
  for (; at + kWidth <= count; at += kWidth) {
    AddColumns<Op, kRows, kDepth>(lhs, rows, sums, at,
                                  [&](const T* from) HWY_ATTR { return hn::LoadU(d, from); });
  }
  if (at < count) {
    const auto left = static_cast<size_t>(count - at);
    AddColumns<Op, kRows, kDepth>(lhs, rows, sums, at,
                                  [&](const T* from) HWY_ATTR { return hn::LoadN(d, from, left); });
  }
}

// Rows of rhs, from k_begin + first of the step on; in `stage` if they are not lanes.
template <class Op, size_t kDepth>
void ReadRows(const OperandView& rhs, const BlockedStep& at, int64_t first, int64_t stage_stride,
              typename Op::T* stage, PlanarRow<typename Op::T>* rows) {
  using T = typename Op::T;
  const GemmDecoder& decoder = rhs.operand->decoder;
  for (size_t l = 0; l < kDepth; ++l) {
    const int64_t offset = at.tile.n_begin + rhs.k_offsets[first + static_cast<int64_t>(l)];
    const std::byte* const from =
        rhs.base + offset * static_cast<int64_t>(rhs.operand->element_bytes);
    if (Op::kPlanes == 1 && decoder.is_identity) {
      rows[l] = {reinterpret_cast<const T*>(from), 0};
      continue;
    }
    T* const staged = stage + static_cast<int64_t>(l * Op::kPlanes) * stage_stride;
    decoder.run(decoder.table, from, at.tile.n_count, staged, stage_stride);
    rows[l] = {staged, stage_stride};
  }
}

template <class Op, size_t kRows, size_t kDepth>
void MultiplyDepth(const GemmPlan& plan, const BlockedStep& at, const OperandView& rhs,
                   int64_t first, std::byte* workspace, const SumTile<typename Op::T>& sums) {
  using T = typename Op::T;
  PlanarRow<T> rows[kDepth];
  ReadRows<Op, kDepth>(rhs, at, first, plan.tile_shape.columns,
                       reinterpret_cast<T*>(workspace + plan.workspace.rhs_block), rows);
  const T* lhs = reinterpret_cast<const T*>(workspace + plan.workspace.lhs_block) +
                 first * static_cast<int64_t>(kRows * Op::kPlanes);
  SumTile<T> panel = sums;
  for (int64_t i = 0; i < at.rows; i += static_cast<int64_t>(kRows)) {
    MultiplyRows<Op, kRows, kDepth>(lhs, rows, at.tile.n_count, panel);
    lhs += at.k_count * static_cast<int64_t>(kRows * Op::kPlanes);
    panel.sums += kRows * panel.row_stride;
  }
}

// Whether sums stay in registers past all rows of a small rhs, of which one strip of columns after
// the other is read. A strip of a matrix in memory would take a line of each row.
template <class Op>
inline constexpr bool kHasStrips = HWY_TARGET == HWY_AVX2 && Op::kPlanes == 1 && !Op::kStarts;
inline constexpr int64_t kMostBytesOfStrips = 256 << 10;

// Adds the step's part of rhs. Returns whether it did.
template <class Op, size_t kRows>
bool MultiplyStrips(const GemmPlan& plan, const BlockedStep& at, const OperandView& rhs,
                    std::byte* workspace, const SumTile<typename Op::T>& sums) {
  if constexpr (kHasStrips<Op>) {
    using T = typename Op::T;
    const bool is_small = plan.k * plan.n * int64_t{sizeof(T)} <= kMostBytesOfStrips;
    if (!rhs.operand->decoder.is_identity || !is_small) return false;
    constexpr size_t kVectors = kRows == 2 ? 4 : 3;
    constexpr auto kWidth = static_cast<int64_t>(kRegisterLanes<T>);
    const auto* const lhs = reinterpret_cast<const T*>(workspace + plan.workspace.lhs_block);
    const auto* const from = reinterpret_cast<const T*>(rhs.base) + at.tile.n_begin;
    const auto add = [&]<size_t kOfStrip>(int64_t n, auto last) HWY_ATTR {
      for (int64_t i = 0; i < at.rows; i += static_cast<int64_t>(kRows)) {
        SumTile<T> strip = sums;
        strip.sums += static_cast<size_t>(i) * sums.row_stride + static_cast<size_t>(n);
        MicroKernel<Op, kRows, kOfStrip>(
            static_cast<size_t>(at.k_count), PackedLhs<T, 1, kRows>{lhs + i * at.k_count},
            RhsInPlace<T, decltype(last)>{from + n, rhs.k_offsets, last}, strip, true, strip.sums);
      }
    };
    constexpr auto kStrip = static_cast<int64_t>(kVectors) * kWidth;
    const int64_t count = at.tile.n_count;
    int64_t n = 0;
    for (; n + kStrip <= count; n += kStrip) add.template operator()<kVectors>(n, WholeVector());
    for (; n + kWidth <= count; n += kWidth) add.template operator()<1>(n, WholeVector());
    if (n < count) add.template operator()<1>(n, FewerLanes{static_cast<size_t>(count - n)});
    return true;
  }
  return false;
}

// Sums are [row, padded to panels][plane][tile_shape.columns], from the first k to the last.
template <class Op, size_t kRows>
void RunRowsStep(const GemmPlan& plan, const GemmPointers& pointers, std::byte* workspace,
                 int64_t tile_index, int64_t step, bool) {
  using T = typename Op::T;
  const BlockedStep at = LocateStep(plan, tile_index, step);
  if (at.tile.batch >= plan.batch) return;
  PackBlock<Op, static_cast<int64_t>(kRows)>(plan, plan.lhs, pointers.lhs, at.tile.batch, 0,
                                             at.rows, at, workspace,
                                             workspace + plan.workspace.lhs_block);
  auto* const k_offsets = reinterpret_cast<int64_t*>(workspace + plan.workspace.k_offsets);
  FillOffsets(plan.rhs.k, at.k_begin, at.k_count, k_offsets);
  const int64_t batch_offset = OffsetAt(plan.rhs.batch, at.tile.batch);
  const OperandView rhs{&plan.rhs,
                        static_cast<const std::byte*>(pointers.rhs) +
                            batch_offset * static_cast<int64_t>(plan.rhs.element_bytes),
                        k_offsets};
  const auto columns = static_cast<size_t>(plan.tile_shape.columns);
  const SumTile<T> sums{reinterpret_cast<T*>(workspace + plan.workspace.sums),
                        columns * Op::kPlanes, columns};
  if (at.is_first_k) {
    const auto rows = static_cast<size_t>((at.rows + kRows - 1) / kRows * kRows);
    std::memset(sums.sums, 0, rows * sums.row_stride * sizeof(T));
  }
  constexpr auto kDepth = static_cast<int64_t>(kRowsDepth<Op, kRows>);
  int64_t l = MultiplyStrips<Op, kRows>(plan, at, rhs, workspace, sums) ? at.k_count : 0;
  for (; l + kDepth <= at.k_count; l += kDepth) {
    MultiplyDepth<Op, kRows, kDepth>(plan, at, rhs, l, workspace, sums);
  }
  if (HWY_ARCH_WASM && kDepth == 8 && l + 4 <= at.k_count) {
    MultiplyDepth<Op, kRows, 4>(plan, at, rhs, l, workspace, sums);
    l += 4;
  }
  for (; l < at.k_count; ++l) {
    MultiplyDepth<Op, kRows, 1>(plan, at, rhs, l, workspace, sums);
  }
  if (!at.is_last_k) return;

  const int64_t first = ResultRow(plan, at.tile.batch, 0) + at.tile.n_begin;
  std::byte* const result =
      static_cast<std::byte*>(pointers.result) + first * static_cast<int64_t>(plan.result_bytes);
  if (plan.encode != nullptr) {
    EncodeSums(plan, at, sums, result);
  } else {
    const SumTile<T> to{reinterpret_cast<T*>(result), static_cast<size_t>(ResultRowStride(plan)),
                        0};
    CopySums(sums, to, at.rows, at.tile.n_count, 1);
  }
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_ROWS_INL_H_
