// The blocks of one step of a blocked multiplication, and the loop over tiles of its sums.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "simd/gemm/dot-inl.h"
#include "simd/gemm/gemm.h"
#include "simd/gemm/micro_kernel-inl.h"
#include "simd/gemm/pack-inl.h"
#include "simd/gemm/pack_groups-inl.h"

#if defined(PADDOCK_SIMD_GEMM_TILE_LOOPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_TILE_LOOPS_INL_H_
#undef PADDOCK_SIMD_GEMM_TILE_LOOPS_INL_H_
#else
#define PADDOCK_SIMD_GEMM_TILE_LOOPS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// The position of a step in its tile.
struct BlockedStep {
  GemmTile tile;
  int64_t block_row;  // first row, from the tile's first
  int64_t rows;
  int64_t k_begin;
  int64_t k_count;
  int64_t depth;  // of packed panels: k_count, or groups of it
  bool is_first_k, is_last_k;
};

inline BlockedStep LocateStep(const GemmPlan& plan, int64_t tile_index, int64_t step) {
  const int64_t steps_per_matrix = plan.blocks_m * plan.blocks_k;
  BlockedStep at;
  at.tile = LocateTile(plan, tile_index, step / steps_per_matrix);
  const int64_t in_matrix = step % steps_per_matrix;
  const int64_t k_block = in_matrix / plan.blocks_m;
  at.block_row = in_matrix % plan.blocks_m * plan.block_m;
  at.rows = HWY_MIN(plan.block_m, at.tile.m_count - at.block_row);
  at.k_begin = k_block * plan.block_k;
  at.k_count = HWY_MIN(plan.block_k, plan.k - at.k_begin);
  at.depth = (at.k_count + plan.kernels.k_group - 1) / plan.kernels.k_group;
  at.is_first_k = k_block == 0;
  at.is_last_k = k_block + 1 == plan.blocks_k;
  return at;
}

// Returns elements outer_begin .. outer_begin + outer_count of an operand over the step's k.
inline PackSource SourceOf(const GemmPlan& plan, const GemmOperand& operand, const void* base,
                           int64_t batch, int64_t outer_begin, int64_t outer_count,
                           const BlockedStep& at, std::byte* workspace) {
  auto* const outer_offsets = reinterpret_cast<int64_t*>(workspace + plan.workspace.outer_offsets);
  auto* const k_offsets = reinterpret_cast<int64_t*>(workspace + plan.workspace.k_offsets);
  FillOffsets(operand.outer, outer_begin, outer_count, outer_offsets);
  FillOffsets(operand.k, at.k_begin, at.k_count, k_offsets);
  const auto bytes = static_cast<int64_t>(operand.element_bytes);
  return {static_cast<const std::byte*>(base) + OffsetAt(operand.batch, batch) * bytes,
          outer_offsets,
          outer_count,
          k_offsets,
          at.k_count,
          bytes,
          &operand.decoder,
#ifndef __wasm__
          IsContiguous(operand.outer)
#endif
  };
}

template <class Op, int64_t kWidth>
void PackBlock(const GemmPlan& plan, const GemmOperand& operand, const void* base, int64_t batch,
               int64_t outer_begin, int64_t outer_count, const BlockedStep& at,
               std::byte* workspace, std::byte* to) {
  using T = typename Op::T;
  const PackSource source =
      SourceOf(plan, operand, base, batch, outer_begin, outer_count, at, workspace);
  auto* const panels = reinterpret_cast<T*>(to);
  std::byte* const stage = workspace + plan.workspace.stage;
  if constexpr (HasComponents<Op>) {
    using Component = typename Op::Component;
    PackGroups<Component, kWidth>(source, panels, reinterpret_cast<Component*>(stage));
  } else {
    PackPanels<T, int64_t{Op::kPlanes}, kWidth>(source, panels, reinterpret_cast<T*>(stage));
  }
}

template <class T>
void CopySums(const SumTile<T>& from, const SumTile<T>& to, int64_t rows, int64_t columns,
              size_t planes) {
  for (int64_t i = 0; i < rows; ++i) {
    for (size_t p = 0; p < planes; ++p) {
      std::memcpy(to.sums + static_cast<size_t>(i) * to.row_stride + p * to.plane_stride,
                  from.sums + static_cast<size_t>(i) * from.row_stride + p * from.plane_stride,
                  static_cast<size_t>(columns) * sizeof(T));
    }
  }
}

// Calls multiply(i, j, height, tile, next) for the tile of sums at row i and column j of the block.
// Its first sum is at `sums`, and `next` is the first sum of the following tile. A tile that
// exceeds the block, with fits(height, width) false, is computed whole in a separate buffer.
template <class Op, size_t kRows, size_t kColumns, class Fits, class Multiply>
void ForEachTile(const BlockedStep& at, const SumTile<typename Op::T>& sums, typename Op::T* edge,
                 Fits fits, Multiply multiply) {
  using T = typename Op::T;
  constexpr auto kHeight = static_cast<int64_t>(kRows);
  constexpr auto kWidth = static_cast<int64_t>(kColumns);
  const SumTile<T> aside{edge, kColumns * Op::kPlanes, kColumns};
  for (int64_t j = 0; j < at.tile.n_count; j += kWidth) {
    const int64_t width = HWY_MIN(kWidth, at.tile.n_count - j);
    for (int64_t i = 0; i < at.rows; i += kHeight) {
      const int64_t height = HWY_MIN(kHeight, at.rows - i);
      const SumTile<T> tile{sums.sums + i * static_cast<int64_t>(sums.row_stride) + j,
                            sums.row_stride, sums.plane_stride};
      const T* next = edge;
      if (kPrefetches && i + 2 * kHeight <= at.rows) {
        next = tile.sums + kRows * tile.row_stride;
      } else if (kPrefetches && j + kWidth < at.tile.n_count) {
        next = sums.sums + j + kWidth;
      }
      if ((height == kHeight && width == kWidth) || fits(height, width)) {
        multiply(i, j, height, tile, next);
        continue;
      }
      if (!at.is_first_k) CopySums(tile, aside, height, width, Op::kPlanes);
      multiply(i, j, kHeight, aside, edge);
      CopySums(aside, tile, height, width, Op::kPlanes);
    }
  }
}

// A block of lhs: packed panels or, where they are null, element (i, l) of it at
// elements[outer_offsets[i] + k_offsets[l]]. The offset of the last row is repeated, for a whole
// tile.
template <class T>
struct LhsBlock {
  const T* panels;
  const T* elements = nullptr;
  const int64_t* outer_offsets = nullptr;
  const int64_t* k_offsets = nullptr;
};

// A block of packed panels of rhs. Panels that are packed in passing, to `room`, do not exist yet:
// `rows` is then the block in the operand, else null.
template <class T>
struct RhsBlock {
  const T* panels;
  const T* starts;  // of each column, if Op::kStarts
  T* room = nullptr;
  const T* rows = nullptr;
  int64_t row_stride = 0;
};

// Returns rows of an unpacked block, from `first` on. Rows past the last one are copies of it,
// whose sums are stored separately.
template <class T, size_t kRows>
HWY_INLINE LhsRows<T, kRows> RowsInPlace(const LhsBlock<T>& lhs, int64_t first) {
  return {lhs.elements, lhs.outer_offsets + first, lhs.k_offsets};
}

// WebAssembly has only wide kernels of f32, of the numerics that most use, for code size.
template <class Op>
inline constexpr bool kIsUsualF32 = std::is_same_v<Op, RealOp<float, true>> ||
                                    (!kTargetFuses && std::is_same_v<Op, RealOp<float, false>>);
template <class Op, size_t kVectors>
inline constexpr bool kMayReadLhsInPlace =
    HWY_ARCH_WASM ? kIsUsualF32<Op> && kVectors == 2
                  : Op::kPlanes == 1 && hwy::IsFloat<typename Op::T>();

// Runs the micro-kernel over a block.
template <class Op, size_t kRows, size_t kVectors>
void MultiplyPanels(const BlockedStep& at, const LhsBlock<typename Op::T>& lhs,
                    const RhsBlock<typename Op::T>& rhs, const SumTile<typename Op::T>& sums,
                    typename Op::T* edge) {
  using T = typename Op::T;
  constexpr size_t kColumns = kVectors * kRegisterLanes<T>;
  const auto lanes_of_row = static_cast<int64_t>(Op::kPlanes) * at.depth;
  ForEachTile<Op, kRows, kColumns>(
      at, sums, edge, [](int64_t, int64_t) { return false; },
      [&](int64_t i, int64_t j, int64_t, const SumTile<T>& tile, const T* next) HWY_ATTR {
        const PackedRhs<T, Op::kPlanes, kColumns> panel{rhs.panels + j * lanes_of_row};
        if constexpr (kMayReadLhsInPlace<Op, kVectors>) {
          if (lhs.panels == nullptr) {
            // By reference: WebAssembly would copy the rows in wider parts than they are stored in.
            return MicroKernel<Op, kRows, kVectors, const LhsRows<T, kRows>&>(
                static_cast<size_t>(at.depth), RowsInPlace<T, kRows>(lhs, i), panel, tile,
                !at.is_first_k, next);
          }
        }
        MicroKernel<Op, kRows, kVectors>(
            static_cast<size_t>(at.depth),
            PackedLhs<T, Op::kPlanes, kRows>{lhs.panels + i * lanes_of_row}, panel, tile,
            !at.is_first_k, next, Op::kStarts ? rhs.starts + j : nullptr);
      });
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_TILE_LOOPS_INL_H_
