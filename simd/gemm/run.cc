// Running a planned matrix multiplication, step by step or by chunks.
#include <algorithm>

#include "simd/chunks.h"
#include "simd/gemm/gemm.h"
#include "simd/gemm/tiny.h"

namespace paddock::simd {
namespace {

constexpr int64_t kChunksPerThread = 2;
// Each chunk packs the rhs of its tile, which takes as long as 30 rows of products with AVX-512.
// Rather than chunks of fewer rows, each thread has one, if the blocks are dealt evenly.
constexpr int64_t kFewestRowsOfChunk = 96;

// Steps of one tile have about equal work, so a step costs an even share.
int64_t WorkOfStep(const GemmPlan& plan) {
  return std::max<int64_t>(WorkOf(plan) / (plan.tiles * plan.steps_per_tile), 1);
}

// If there are fewer tiles than `threads` need, a chunk is some blocks of rows of a tile.
int64_t BlocksOfChunk(const GemmPlan& plan, int64_t threads) {
  if (threads <= 1 || plan.tiles == 0) return plan.blocks_m;
  int64_t parts = CeilDivide(kChunksPerThread * threads, plan.tiles);
  const int64_t fewer = CeilDivide(threads, plan.tiles);
  if (plan.tile_m < parts * kFewestRowsOfChunk && plan.blocks_m % fewer == 0) parts = fewer;
  return CeilDivide(plan.blocks_m, std::min(parts, plan.blocks_m));
}

// The matrices that a tile of a repeated product belongs to, and its number among their tiles.
struct RepeatedTile {
  GemmPointers pointers;
  int64_t tile;
};

RepeatedTile LocateRepeated(const GemmPlan& plan, const GemmPointers& pointers, int64_t tile) {
  const GemmRepeats& repeats = plan.repeats;
  if (!kHasTinyProducts || repeats.count == 1) return {pointers, tile};
  const int64_t matrix = tile / repeats.tiles;
  const auto at = [&](const void* first, const GemmOperand& operand, const StridedWalk& walk) {
    const auto bytes = static_cast<int64_t>(operand.element_bytes);
    return static_cast<const std::byte*>(first) + OffsetAt(walk, matrix) * bytes;
  };
  return {{at(pointers.lhs, plan.lhs, repeats.lhs), at(pointers.rhs, plan.rhs, repeats.rhs),
           static_cast<std::byte*>(pointers.result) + matrix * repeats.result_bytes},
          tile % repeats.tiles};
}

}  // namespace

bool MayPackRhs(const GemmPlan& plan) {
  // With more rows packing is less than a tenth of the product.
  constexpr int64_t kMostRows = 96;
  return kMayHaveLargeTiles && plan.path == GemmPath::kBlocked && plan.step != nullptr &&
         plan.step == plan.kernels.step_large && plan.batch == 1 && plan.m <= kMostRows &&
         plan.rhs.decoder.is_identity && plan.k > 0;
}

int64_t PackedRhsBlocks(const GemmPlan& plan) { return plan.tiles_n * plan.blocks_k; }

int64_t PackedRhsCount(const GemmPlan& plan) {
  return PackedRhsBlocks(plan) * plan.tile_n * plan.block_k;
}

void PackRhsBlock(const GemmPlan& plan, const void* rhs, void* workspace, void* packed,
                  int64_t block) {
  const int64_t bytes = plan.tile_n * plan.block_k * static_cast<int64_t>(plan.kernels.lane_bytes);
  plan.kernels.pack_large(plan, rhs, static_cast<std::byte*>(workspace),
                          static_cast<std::byte*>(packed) + block * bytes, block);
}

GemmPlan WithPackedRhs(const GemmPlan& plan) {
  GemmPlan packed = plan;
  packed.rhs_is_packed = true;
  packed.packs_rhs_in_passing = false;
  return packed;
}

int64_t WorkOf(const GemmPlan& plan) {
  const int64_t missing = plan.last_rows == 0 ? 0 : plan.m - plan.last_rows;
  return plan.repeats.count * (plan.batch * plan.m - missing) * plan.n * plan.k;
}

int64_t CountedWorkOf(const GemmPlan& plan) {
  if (plan.tiles == 0) return 0;
  return plan.tiles * plan.steps_per_tile * WorkOfStep(plan);
}

size_t WorkspaceBytes(const GemmPlan& plan) { return plan.workspace.bytes; }

int64_t ChunkCount(const GemmPlan& plan, int64_t threads) {
  if (plan.tiles == 0) return 0;
  return plan.tiles * CeilDivide(plan.blocks_m, BlocksOfChunk(plan, threads));
}

int64_t RoundCount(const GemmPlan& plan) {
  if (plan.path != GemmPath::kBlocked || plan.tiles == 0) return 1;
  return plan.steps_per_tile / plan.blocks_m;
}

void RunGemmChunk(const GemmPlan& plan, const GemmPointers& pointers, void* workspace,
                  int64_t threads, int64_t chunk, GemmRounds rounds) {
  const int64_t blocks = BlocksOfChunk(plan, threads);
  const int64_t parts = CeilDivide(plan.blocks_m, blocks);
  const int64_t first = chunk % parts * blocks;
  const int64_t end = std::min(first + blocks, plan.blocks_m);
  const int64_t steps_of_round = plan.steps_per_tile / RoundCount(plan);
  const int64_t end_step = rounds.end * steps_of_round;
  const RepeatedTile at = LocateRepeated(plan, pointers, chunk / parts);
  for (int64_t step = rounds.begin * steps_of_round; step < end_step; step += plan.blocks_m) {
    for (int64_t block = first; block < end; ++block) {
      plan.step(plan, at.pointers, static_cast<std::byte*>(workspace), at.tile, step + block,
                block == first);
    }
  }
}

void RunGemmChunk(const GemmPlan& plan, const GemmPointers& pointers, void* workspace,
                  int64_t threads, int64_t chunk) {
  RunGemmChunk(plan, pointers, workspace, threads, chunk, {.begin = 0, .end = RoundCount(plan)});
}

bool RunGemm(const GemmPlan& plan, const GemmPointers& pointers, void* workspace,
             GemmPosition& position, int64_t& budget) {
  if (position.tile >= plan.tiles) return true;
  const int64_t work = WorkOfStep(plan);
  do {
    const RepeatedTile at = LocateRepeated(plan, pointers, position.tile);
    plan.step(plan, at.pointers, static_cast<std::byte*>(workspace), at.tile, position.step,
              position.step % plan.blocks_m == 0);
    budget -= work;
    if (++position.step < plan.steps_per_tile) continue;
    position.step = 0;
    if (++position.tile >= plan.tiles) return true;
  } while (budget > 0);
  return false;
}

}  // namespace paddock::simd
