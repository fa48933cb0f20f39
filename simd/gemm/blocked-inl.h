// One step of a blocked multiplication: packs the operands it needs, and runs the micro-kernel over
// block_m x tile_n sums and block_k of k.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "simd/gemm/large_tiles-inl.h"

#if defined(PADDOCK_SIMD_GEMM_BLOCKED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_BLOCKED_INL_H_
#undef PADDOCK_SIMD_GEMM_BLOCKED_INL_H_
#else
#define PADDOCK_SIMD_GEMM_BLOCKED_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// Returns the rhs block of a step, packed except for panels packed in passing. Later blocks of rows
// find it packed.
template <class Op, size_t kVectors>
HWY_INLINE RhsBlock<typename Op::T> PrepareRhs(const GemmPlan& plan, const GemmPointers& pointers,
                                               const BlockedStep& at, std::byte* workspace,
                                               bool is_first_block) {
  using T = typename Op::T;
  constexpr auto kColumns = static_cast<int64_t>(kVectors * kRegisterLanes<T>);
  const GemmTile& tile = at.tile;
  T* const starts = reinterpret_cast<T*>(workspace + plan.workspace.starts);
  if constexpr (kVectors == kLargeVectors) {
    if (plan.rhs_is_packed) {
      const int64_t number = tile.n_begin / plan.tile_n * plan.blocks_k + at.k_begin / plan.block_k;
      return {static_cast<const T*>(pointers.rhs) + number * plan.tile_n * plan.block_k, starts};
    }
  }
  std::byte* const room = workspace + plan.workspace.rhs_block;
  RhsBlock<T> block{reinterpret_cast<T*>(room), starts};
  if (!is_first_block) return block;
  int64_t first = 0;
  if constexpr (kVectors == kLargeVectors) {
    if (plan.packs_rhs_in_passing) {
      block.room = reinterpret_cast<T*>(room);
      const int64_t offset =
          OffsetAt(plan.rhs.batch, tile.batch) + OffsetAt(plan.rhs.k, at.k_begin) + tile.n_begin;
      block.rows = static_cast<const T*>(pointers.rhs) + offset;
      block.row_stride = plan.rhs.k.dimensions[0].stride;
      first = tile.n_count / kColumns * kColumns;
    }
  }
  if (first < tile.n_count) {
    PackBlock<Op, kColumns>(plan, plan.rhs, pointers.rhs, tile.batch, tile.n_begin + first,
                            tile.n_count - first, at, workspace,
                            room + static_cast<size_t>(first * at.depth) * Op::kPlanes * sizeof(T));
  }
  if constexpr (Op::kStarts) {
    SumColumns<Op, kVectors>(block.panels, at.depth, tile.n_count, plan.lhs_shift, starts);
  }
  return block;
}

// Returns block `block` of an rhs if rhs_is_packed. Blocks are numbered by tiles of columns, each
// with its blocks of k.
template <class Op, size_t kVectors>
void PackRhsStep(const GemmPlan& plan, const void* rhs, std::byte* workspace, std::byte* to,
                 int64_t block) {
  const BlockedStep at =
      LocateStep(plan, block / plan.blocks_k * plan.tiles_m, block % plan.blocks_k * plan.blocks_m);
  constexpr auto kColumns = static_cast<int64_t>(kVectors * kRegisterLanes<typename Op::T>);
  PackBlock<Op, kColumns>(plan, plan.rhs, rhs, at.tile.batch, at.tile.n_begin, at.tile.n_count, at,
                          workspace, to);
}

// Partial sums are kept in the workspace: all rows of the tile if k has several blocks, else only
// the step's.
template <class T>
SumTile<T> SumsInWorkspace(const GemmPlan& plan, const BlockedStep& at, std::byte* workspace) {
  const auto plane_stride = static_cast<size_t>(plan.tile_n);
  const size_t row_stride = plane_stride * plan.kernels.planes;
  const size_t row = plan.blocks_k == 1 ? 0 : static_cast<size_t>(at.block_row);
  T* const sums = reinterpret_cast<T*>(workspace + plan.workspace.sums);
  return {sums + row * row_stride, row_stride, plane_stride};
}

// Returns the address of a step's first result.
inline std::byte* ResultOf(const GemmPlan& plan, const BlockedStep& at,
                           const GemmPointers& pointers) {
  const int64_t first =
      ResultRow(plan, at.tile.batch, at.tile.m_begin + at.block_row) + at.tile.n_begin;
  return static_cast<std::byte*>(pointers.result) + first * static_cast<int64_t>(plan.result_bytes);
}

// Returns where a step accumulates: in the result itself if its elements are sums.
template <class T>
SumTile<T> SumsOfStep(const GemmPlan& plan, const BlockedStep& at, const GemmPointers& pointers,
                      std::byte* workspace) {
  if (plan.encode != nullptr) return SumsInWorkspace<T>(plan, at, workspace);
  return {reinterpret_cast<T*>(ResultOf(plan, at, pointers)),
          static_cast<size_t>(ResultRowStride(plan)), 0};
}

template <class T>
void EncodeSums(const GemmPlan& plan, const BlockedStep& at, const SumTile<T>& sums,
                std::byte* result) {
  for (int64_t i = 0; i < at.rows; ++i) {
    plan.encode(sums.sums + static_cast<size_t>(i) * sums.row_stride,
                static_cast<int64_t>(sums.plane_stride), at.tile.n_count,
                result + i * ResultRowStride(plan) * static_cast<int64_t>(plan.result_bytes),
                plan.encode_parameter);
  }
}

template <class T>
void EncodeIfLast(const GemmPlan& plan, const BlockedStep& at, const GemmPointers& pointers,
                  const SumTile<T>& sums) {
  if (plan.encode == nullptr || !at.is_last_k) return;
  EncodeSums(plan, at, sums, ResultOf(plan, at, pointers));
}

// Returns the lhs block of a step, packed unless it is read in place.
template <class Op, size_t kRows, size_t kVectors>
HWY_INLINE LhsBlock<typename Op::T> PrepareLhs(const GemmPlan& plan, const GemmPointers& pointers,
                                               const BlockedStep& at, std::byte* workspace) {
  using T = typename Op::T;
  const int64_t first = at.tile.m_begin + at.block_row;
  if (kMayReadLhsInPlace<Op, kVectors> && plan.reads_lhs_in_place) {
    const PackSource source =
        SourceOf(plan, plan.lhs, pointers.lhs, at.tile.batch, first, at.rows, at, workspace);
    auto* const outer_offsets =
        reinterpret_cast<int64_t*>(workspace + plan.workspace.outer_offsets);
    std::fill_n(outer_offsets + at.rows, kRows, outer_offsets[at.rows - 1]);
    return {nullptr, reinterpret_cast<const T*>(source.base), outer_offsets, source.k_offsets};
  }
  PackBlock<Op, kRows>(plan, plan.lhs, pointers.lhs, at.tile.batch, first, at.rows, at, workspace,
                       workspace + plan.workspace.lhs_block);
  return {reinterpret_cast<const T*>(workspace + plan.workspace.lhs_block)};
}

template <class Op, size_t kRows, size_t kVectors>
void RunBlockedStep(const GemmPlan& plan, const GemmPointers& pointers, std::byte* workspace,
                    int64_t tile_index, int64_t step, bool is_first_block) {
  using T = typename Op::T;
  const BlockedStep at = LocateStep(plan, tile_index, step);
  if (at.tile.batch >= plan.batch || at.rows <= 0) return;
  const RhsBlock<T> rhs = PrepareRhs<Op, kVectors>(plan, pointers, at, workspace, is_first_block);
  const LhsBlock<T> lhs = PrepareLhs<Op, kRows, kVectors>(plan, pointers, at, workspace);
  const SumTile<T> sums = SumsOfStep<T>(plan, at, pointers, workspace);
  T* const edge = reinterpret_cast<T*>(workspace + plan.workspace.edge);
  if constexpr (kVectors == kLargeVectors) {
    LargeTiles<Op>(at, lhs, rhs).Run(sums, edge);
  } else {
    MultiplyPanels<Op, kRows, kVectors>(at, lhs, rhs, sums, edge);
  }
  EncodeIfLast(plan, at, pointers, sums);
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_BLOCKED_INL_H_
