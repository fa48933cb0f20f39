// Blocked products of bytes by AMX tiles. A block of rhs is packed as for other dot
// instructions; one of lhs row by row, its rows padded with zeros to whole tiles.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "simd/gemm/amx.h"
#include "simd/gemm/blocked-inl.h"

#if defined(PADDOCK_SIMD_GEMM_TILES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_TILES_INL_H_
#undef PADDOCK_SIMD_GEMM_TILES_INL_H_
#else
#define PADDOCK_SIMD_GEMM_TILES_INL_H_
#endif

#if PADDOCK_GEMM_HAS_QUADS

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// Element types of panels and sums. AmxKernel computes the products.
struct TileOp {
  using T = uint32_t;
  using Component = uint8_t;
  static constexpr size_t kPlanes = 1;
  static constexpr bool kStarts = false;
};

inline constexpr auto kTileColumns = static_cast<size_t>(kAmxColumns);

// Prefetches the sums of the next tile, which may be in a distant cache.
inline void PrefetchSums(const uint32_t* next, size_t row_stride) {
  constexpr size_t kLineLanes = 64 / sizeof(uint32_t);
  for (int64_t i = 0; i < kAmxRows; ++i, next += row_stride) {
    for (size_t j = 0; j < kTileColumns; j += kLineLanes) hwy::Prefetch(next + j);
  }
}

// Packs the block's rows for AmxProduct, of row_bytes each. Tiles read and multiply bytes after the
// last row, which do not affect results.
inline void PackTileRows(const GemmPlan& plan, const BlockedStep& at, const void* base,
                         std::byte* workspace, int64_t row_bytes) {
  const PackSource source = SourceOf(plan, plan.lhs, base, at.tile.batch,
                                     at.tile.m_begin + at.block_row, at.rows, at, workspace);
  const RunsOfK runs = FindRuns(source.k_offsets, source.k_count);
  constexpr int64_t kTileBytes = kAmxDepth * 4;
  auto* const staged = reinterpret_cast<uint8_t*>(workspace + plan.workspace.stage);
  std::memset(staged + at.k_count, 0, static_cast<size_t>(row_bytes - at.k_count));
  for (int64_t i = 0; i < at.rows; ++i) {
    StageRow(source, source.outer_offsets[i], runs, staged, row_bytes);
    std::byte* to = workspace + plan.workspace.lhs_block +
                    i / kAmxTileRows * kAmxTileRows * row_bytes + i % kAmxTileRows * kTileBytes;
    for (int64_t l = 0; l < row_bytes; l += kTileBytes, to += kAmxTileRows * kTileBytes) {
      std::memcpy(to, staged + l, kTileBytes);
    }
  }
}

inline void RunTilesStep(const GemmPlan& plan, const GemmPointers& pointers, std::byte* workspace,
                         int64_t tile_index, int64_t step, bool is_first_block) {
  const BlockedStep at = LocateStep(plan, tile_index, step);
  if (at.tile.batch >= plan.batch || at.rows <= 0) return;
  if (is_first_block) {
    PackBlock<TileOp, kAmxColumns>(plan, plan.rhs, pointers.rhs, at.tile.batch, at.tile.n_begin,
                                   at.tile.n_count, at, workspace,
                                   workspace + plan.workspace.rhs_block);
  }
  const int64_t depth = (at.depth + kAmxDepth - 1) / kAmxDepth * kAmxDepth;
  const int64_t row_bytes = depth * 4;
  PackTileRows(plan, at, pointers.lhs, workspace, row_bytes);

  const std::byte* const lhs = workspace + plan.workspace.lhs_block;
  const auto* const rhs = reinterpret_cast<const uint32_t*>(workspace + plan.workspace.rhs_block);
  const AmxKernel kernel =
      AmxKernelFor(IsSigned(plan.kernels.lhs_component), IsSigned(plan.kernels.rhs_component));
  const SumTile<uint32_t> sums = SumsOfStep<uint32_t>(plan, at, pointers, workspace);
  BeginAmx();
  ForEachTile<TileOp, size_t{kAmxRows}, kTileColumns>(
      at, sums, reinterpret_cast<uint32_t*>(workspace + plan.workspace.edge),
      [](int64_t, int64_t) { return false; },
      [&](int64_t i, int64_t j, int64_t, const SumTile<uint32_t>& tile, const uint32_t* next) {
        PrefetchSums(next, tile.row_stride);
        kernel({lhs + i * row_bytes, rhs + j * at.depth, depth, tile.sums,
                static_cast<int64_t>(tile.row_stride * sizeof(uint32_t)), !at.is_first_k});
      });
  EndAmx();
  EncodeIfLast(plan, at, pointers, sums);
}

inline GemmKernels MakeTileKernels(ElementType lhs, ElementType rhs) {
  if (AmxKernelFor(IsSigned(lhs), IsSigned(rhs)) == nullptr) return {};
  GemmKernels kernels;
  kernels.lane_bytes = sizeof(uint32_t);
  kernels.k_group = kGroupSize<uint8_t>;
  kernels.depth_unit = kAmxDepth;
  kernels.lhs_component = IsSigned(lhs) ? ElementType::kI8 : ElementType::kUI8;
  kernels.rhs_component = IsSigned(rhs) ? ElementType::kI8 : ElementType::kUI8;
  kernels.register_lanes = static_cast<int64_t>(kRegisterLanes<uint32_t>);
  kernels.wide = kernels.narrow = {kAmxRows, kAmxColumns};
  kernels.step_wide = kernels.step_narrow = RunTilesStep;
  return kernels;
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_GEMM_HAS_QUADS

#endif  // PADDOCK_SIMD_GEMM_TILES_INL_H_
