#include "simd/gemm/vector_plan.h"

#include <algorithm>

#include "simd/chunks.h"
#include "simd/gemm/workspace.h"

namespace paddock::simd {
namespace {

// A step of a matrix times a vector reads at most this much of each row, a quarter of the
// first cache, so that the vector stays there.
constexpr int64_t kMostVectorBytes = 16384;
// Limits of a tile of results: multiply-adds if it runs along k in one block; results if in several
// blocks; results if it runs across k, whose sums by lane then take 16 to 64 KiB: in wide tiles the
// runs of memory are long, and two threads have a tile each.
constexpr int64_t kMostTileWork = int64_t{1} << 18;
constexpr int64_t kTileAlongK = 256;
constexpr int64_t kLeastAcrossKBytes = 1024;
// In WebAssembly, with one thread, whole rows: memory is then read in order. 4096 times 4096 x 4096
// takes 0.55 of its time with 4 KB, and 768 times 768 x 50257 0.75 of that with 64 KB, although its
// sums of 3 MB leave the second cache.
#ifdef __EMSCRIPTEN_PTHREADS__
constexpr int64_t kMostAcrossKBytes = 16384;
#else
constexpr int64_t kMostAcrossKBytes = HWY_ARCH_WASM ? 262144 : 4096;
#endif
constexpr int64_t kTilesAcrossK = HWY_ARCH_WASM ? 1 : 2;
// With fewer rows, adding up the lanes of wide tiles takes longer than that saves.
constexpr int64_t kLeastDepthOfWideTiles = 512;
constexpr int64_t kRowsStagedAcrossK = 4;
// Multiply-adds of a step, between which a run can stop.
constexpr int64_t kMostStepWork = int64_t{1} << 25;

}  // namespace

void PlanVector(GemmPlan& plan) {
  const GemmKernels& kernels = plan.kernels;
  const auto lane_bytes = static_cast<int64_t>(kernels.lane_bytes);
  const size_t element = kernels.lane_bytes * kernels.planes;
  const GemmOperand& matrix = plan.n == 1 ? plan.lhs : plan.rhs;
  const int64_t outer = plan.n == 1 ? plan.m : plan.n;
  const int64_t virtual_lanes = static_cast<int64_t>(kVirtualBytes) / lane_bytes;
  plan.step = kernels.step_vector;
  plan.vector_runs_across_k = outer > 1 && IsContiguous(matrix.outer) && !IsContiguous(matrix.k);

  plan.block_k = std::min(std::max<int64_t>(plan.k, 1), kMostVectorBytes / lane_bytes);
  plan.blocks_k = CeilDivide(std::max<int64_t>(plan.k, 1), plan.block_k);
  plan.blocks_m = 1;
  int64_t tile = kTileAlongK;
  if (plan.vector_runs_across_k) {
    const auto bytes = HWY_ARCH_WASM ? static_cast<int64_t>(element) : lane_bytes;
    const int64_t half = plan.k < kLeastDepthOfWideTiles ? 0 : outer * bytes / kTilesAcrossK;
    // Shorter lanes have more sums.
    const int64_t most =
        HWY_ARCH_WASM && lane_bytes < 4 ? kMostAcrossKBytes / 4 : kMostAcrossKBytes;
    tile = std::clamp(half, kLeastAcrossKBytes, most) / bytes;
    tile = EvenPart(outer, tile, kernels.register_lanes);
  } else if (plan.blocks_k == 1) {
    tile = std::max(kTileAlongK, kMostTileWork / plan.block_k);
  }
  tile = std::clamp<int64_t>(outer, 1, tile);
  if (plan.vector_runs_across_k) {
    const int64_t rows = kRowsStagedAcrossK * virtual_lanes;
    plan.block_k = std::min(plan.block_k, std::max<int64_t>(kMostStepWork / tile / rows, 1) * rows);
    plan.blocks_k = CeilDivide(std::max<int64_t>(plan.k, 1), plan.block_k);
  }
  plan.tile_m = plan.n == 1 ? tile : 1;
  plan.tile_n = plan.n == 1 ? 1 : tile;
  plan.block_m = plan.tile_m;
  const int64_t padded = RoundUp(tile, kernels.register_lanes);
  plan.tile_shape = {1, padded};

  WorkspaceLayout layout;
  const int64_t rows_of_sums = plan.blocks_k == 1 ? kernels.combined_rows : tile;
  const int64_t staged =
      plan.vector_runs_across_k ? kRowsStagedAcrossK * padded : kernels.dot_rows * plan.block_k;
  plan.workspace.rhs_block = layout.Take(plan.block_k, element);
  plan.workspace.lhs_block =
      layout.Take(virtual_lanes * (plan.vector_runs_across_k ? padded : rows_of_sums), element);
  plan.workspace.sums = layout.Take(tile, element);
  plan.workspace.stage = layout.Take(staged, element);
  plan.workspace.outer_offsets = layout.Take(tile, sizeof(int64_t));
  plan.workspace.k_offsets = layout.Take(plan.block_k, sizeof(int64_t));
  plan.workspace.bytes = layout.bytes();
}

}  // namespace paddock::simd
