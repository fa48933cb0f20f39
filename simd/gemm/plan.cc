// Decides types, path, blocks and workspace of a matrix multiplication.
#include "simd/gemm/plan.h"

#include <algorithm>
#include <limits>

#include "simd/chunks.h"
#include "simd/gemm/dots.h"
#include "simd/gemm/gemm.h"
#include "simd/gemm/kernels.h"
#include "simd/gemm/outer.h"
#include "simd/gemm/small.h"
#include "simd/gemm/vector_plan.h"
#include "simd/gemm/workspace.h"

namespace paddock::simd {
namespace {

GemmOperand OperandOf(const GemmProblem& problem, ElementType type,
                      const std::vector<GemmDimension>& outer, int64_t GemmDimension::* stride,
                      GemmAccumulation accumulation) {
  return {WalkOf(problem.batch, stride), WalkOf(outer, stride), WalkOf(problem.k, stride),
          ByteSize(type), GemmDecoderFor(type, accumulation)};
}

// Sums are read and written once in block_k multiply-adds, and a panel of rhs, block_k * 2
// vectors, stays in the first cache: 32 KiB with AVX-512, 8 KiB in WebAssembly.
constexpr int64_t kMostBlockK = 256;
// For large tiles. Their panels of 64 KiB come from the second cache, which is fast enough beside
// 24 multiply-adds for four vectors. Sums are read and written half as often as with panels of 32
// KiB: 0.96 of the time at 1024^3, f32 and f64. A depth of 320 is no faster.
constexpr int64_t kMostLargeBlockK = 256;
// Groups of k for tiles that read both operands at the full rate of the first cache. A panel of 16
// KiB leaves room for the rows that are streamed, and for a second thread on the core. Measured on
// one of two such threads: i8 at 970 GFLOP/s; with twice the depth, 600 to 740.
constexpr int64_t kMostTileDepth = 128;
// A block of lhs takes 96 KiB, one of rhs 1 MiB, about the second cache. Packing costs one
// copied element in tile_n or tile_m multiply-adds: on a busy machine, f32 1024^3 came to
// 0.83 of the peak with 1024 columns, to 0.81 with 512.
constexpr int64_t kMostBlockM = 96;
constexpr int64_t kMostTileM = 2048;
constexpr int64_t kMostTileN = 1024;
// For one block of rows, so that two threads can share it. 16 x 1024 x 256 takes as long as with
// 1024.
constexpr int64_t kMostTileNOfBlock = 512;
constexpr int64_t kMostTileNBytes = 4096;
// Rows of a tile whose partial sums are kept in the workspace, 1 MiB of them.
constexpr int64_t kMostTileMAside = 256;
// If there are more than two blocks of rows, their number is a multiple of this, to be divided
// evenly among two or four threads. With 11 blocks of 96 for 1024 rows, one of two threads gets
// 576.
constexpr int64_t kDealtBlocks = 4;
// Multiply-adds in a step for each lane of a register: 0.3 to 2 ms on every target.
constexpr int64_t kStepWorkPerLane = int64_t{1} << 21;

int64_t MostBlockM(const GemmPlan& plan) {
  const auto planes = static_cast<int64_t>(plan.kernels.planes);
  const int64_t work =
      kStepWorkPerLane * plan.kernels.register_lanes * plan.kernels.k_group / (planes * planes);
  const int64_t rows = work / (plan.tile_n * plan.block_k);
  const int64_t least = plan.tile_shape.rows;
  return std::clamp(rows / least * least, least, kMostBlockM);
}

int64_t BlockOfRows(const GemmPlan& plan) {
  const int64_t most = MostBlockM(plan);
  const int64_t blocks = CeilDivide(plan.tile_m, most);
  // Measured there alone.
  const int64_t dealt = kMayHaveLargeTiles && blocks > 2 ? RoundUp(blocks, kDealtBlocks) : blocks;
  return EvenPart(plan.tile_m, CeilDivide(plan.tile_m, dealt), plan.tile_shape.rows);
}

// Shorter runs along k take one cache line each.
constexpr int64_t kLeastRunInPlace = 8;

bool HasRunsAlongK(const GemmOperand& operand) {
  if (!operand.decoder.is_identity || operand.k.dimensions.empty()) return false;
  const StridedDimension& inner = operand.k.dimensions.back();
  return inner.stride == 1 && inner.size >= kLeastRunInPlace;
}

// Fewer columns have large tiles only if these read lhs in place.
bool HasLargeTiles(const GemmPlan& plan) {
  if constexpr (!kMayHaveLargeTiles) return false;
  const GemmKernels& kernels = plan.kernels;
  return kernels.step_large != nullptr && plan.m > kernels.wide.rows &&
         (plan.n > kernels.wide.columns ||
          (plan.n > kernels.narrow.columns && HasRunsAlongK(plan.lhs)));
}

void ChooseTileShape(GemmPlan& plan) {
  const GemmKernels& kernels = plan.kernels;
  const auto choose = [&](GemmTileShape shape, GemmStep step) {
    plan.tile_shape = shape;
    plan.step = step;
  };
  if (plan.n <= kernels.narrow.columns) return choose(kernels.narrow, kernels.step_narrow);
  if (HasLargeTiles(plan)) return choose(kernels.large, kernels.step_large);
  choose(kernels.wide, kernels.step_wide);
}

bool HasRowsOfLanes(const GemmOperand& operand) {
  return operand.decoder.is_identity && IsContiguous(operand.outer) &&
         operand.k.dimensions.size() == 1;
}

// Most panels of rhs for which kernels read rows of lhs in place. Packing a row costs about
// half as much as multiplying it by one panel. A packed row is read faster from the second cache
// than rows far apart. In WebAssembly packing takes longer: 1024 x 1024 x 64 in place takes 0.95.
constexpr int64_t kMostPanelsInPlace = HWY_ARCH_WASM ? 8 : 2;
// Smaller tiles take longer to find their rows than a short panel takes to pack: with AVX2,
// 4096 x 16 times 32 columns takes 1.1 of the time, in WebAssembly 0.85.
constexpr int64_t kLeastDepthInPlace = HWY_ARCH_WASM ? 8 : 32;

bool ReadsLhsInPlace(const GemmPlan& plan) {
  const bool is_deep = HasLargeTiles(plan) || plan.k >= kLeastDepthInPlace;
  const bool has_kernel =
      plan.kernels.has_rows_in_place && (!HWY_ARCH_WASM || plan.step == plan.kernels.step_wide);
  return has_kernel && is_deep && HasRunsAlongK(plan.lhs) &&
         plan.n <= kMostPanelsInPlace * plan.tile_shape.columns;
}

// Returns the greatest depth of packed panels, in lanes.
int64_t MostDepth(const GemmPlan& plan) {
  if (plan.kernels.depth_unit > 1) return kMostTileDepth;
  if (HasLargeTiles(plan)) return kMostLargeBlockK;
  return kMostBlockK / static_cast<int64_t>(plan.kernels.planes);
}

void PlanBlocks(GemmPlan& plan) {
  const GemmKernels& kernels = plan.kernels;
  const size_t element = kernels.lane_bytes * kernels.planes;
  ChooseTileShape(plan);
  plan.packs_rhs_in_passing = HasLargeTiles(plan) && HasRowsOfLanes(plan.rhs);
  const auto [rows, columns] = plan.tile_shape;
  plan.reads_lhs_in_place = ReadsLhsInPlace(plan);

  const bool is_shared = kMayHaveLargeTiles && plan.m <= kMostBlockM;
  const int64_t most_tile_n = std::min(is_shared ? kMostTileNOfBlock : kMostTileN,
                                       kMostTileNBytes / static_cast<int64_t>(element));
  plan.tile_n = EvenPart(plan.n, most_tile_n, columns);
  const int64_t most_depth = MostDepth(plan);
  plan.block_k =
      EvenPart(plan.k, most_depth * kernels.k_group, kernels.k_group * kernels.depth_unit);
  const int64_t depth = plan.block_k / kernels.k_group;
  const int64_t most_tile_m = plan.encode == nullptr ? kMostTileM : kMostTileMAside;
  plan.tile_m = EvenPart(plan.m, most_tile_m, rows);
  plan.block_m = BlockOfRows(plan);
  plan.blocks_m = CeilDivide(plan.tile_m, plan.block_m);
  plan.blocks_k = CeilDivide(std::max<int64_t>(plan.k, 1), plan.block_k);

  WorkspaceLayout layout;
  plan.workspace.rhs_block = layout.Take(depth * plan.tile_n, element);
  plan.workspace.lhs_block =
      layout.Take(plan.reads_lhs_in_place ? 0 : depth * plan.block_m, element);
  plan.workspace.edge = layout.Take(rows * columns, element);
  plan.workspace.stage = layout.Take(depth * std::max(rows, columns), element);
  plan.workspace.starts = layout.Take(kernels.k_group > 1 ? plan.tile_n : 0, element);
  // Kernels that read lhs in place repeat the last row's.
  const int64_t offsets =
      std::max(plan.block_m + (plan.reads_lhs_in_place ? rows : 0), plan.tile_n);
  plan.workspace.outer_offsets = layout.Take(offsets, sizeof(int64_t));
  plan.workspace.k_offsets = layout.Take(plan.block_k, sizeof(int64_t));
  const int64_t rows_of_sums = plan.blocks_k == 1 ? plan.block_m : plan.tile_m;
  plan.workspace.sums =
      layout.Take(plan.encode == nullptr ? 0 : rows_of_sums * plan.tile_n, element);
  plan.workspace.bytes = layout.bytes();
}

// Rows of results up to which packing rhs costs more than it saves.
constexpr int64_t kMostFewRows = 8;
// Sums of a tile of eight rows take 16 KiB. In WebAssembly long pieces of rows count more: 2 x 4096
// x 4096 takes 0.78 of its time with 2 KiB, 8 x 4096 x 4096 0.87.
constexpr int64_t kFewRowsTileBytes = HWY_ARCH_WASM ? 16384 : 2048;
constexpr int64_t kRowsStagedTogether = 8;

bool HasFewRows(const GemmPlan& plan) {
  return plan.m <= kMostFewRows && plan.n > plan.kernels.register_lanes &&
         IsContiguous(plan.rhs.outer) && !IsContiguous(plan.rhs.k);
}

// Returns the step whose panels have the fewest rows of padding, among these the largest panels.
GemmRowsStep RowsStepFor(const GemmPlan& plan) {
  const auto padded = [&](const GemmRowsStep& step) {
    return step.rows == 0 ? std::numeric_limits<int64_t>::max() : RoundUp(plan.m, step.rows);
  };
  return *std::ranges::min_element(plan.kernels.rows, {}, padded);
}

void PlanFewRows(GemmPlan& plan) {
  const GemmKernels& kernels = plan.kernels;
  const size_t element = kernels.lane_bytes * kernels.planes;
  const GemmRowsStep panels = RowsStepFor(plan);
  const int64_t rows = RoundUp(plan.m, panels.rows);
  plan.path = GemmPath::kRows;
  plan.step = panels.step;
  plan.tile_m = plan.block_m = plan.m;
  plan.tile_n =
      EvenPart(plan.n, kFewRowsTileBytes / static_cast<int64_t>(element), kernels.register_lanes);
  // Rows of sums a power of two apart alias in the processor's store buffer: loads of one row would
  // wait for stores of another.
  const int64_t columns = plan.tile_n + kernels.register_lanes;
  plan.tile_shape = {panels.rows, columns};
  plan.block_k = EvenPart(plan.k, kMostBlockK, 1);
  plan.blocks_m = 1;
  plan.blocks_k = CeilDivide(std::max<int64_t>(plan.k, 1), plan.block_k);

  WorkspaceLayout layout;
  plan.workspace.rhs_block = layout.Take(kRowsStagedTogether * columns, element);
  plan.workspace.lhs_block = layout.Take(plan.block_k * rows, element);
  plan.workspace.sums = layout.Take(rows * columns, element);
  plan.workspace.stage = layout.Take(plan.block_k * panels.rows, element);
  plan.workspace.outer_offsets = layout.Take(plan.m, sizeof(int64_t));
  plan.workspace.k_offsets = layout.Take(plan.block_k, sizeof(int64_t));
  plan.workspace.bytes = layout.bytes();
}

// Small matrices of a batch go into one tile, up to this many multiply-adds.
constexpr int64_t kBatchGroupWork = int64_t{1} << 18;

void PlanTiles(GemmPlan& plan) {
  plan.tiles_m = CeilDivide(plan.m, plan.tile_m);
  plan.tiles_n = CeilDivide(plan.n, plan.tile_n);
  const int64_t tiles = plan.tiles_m * plan.tiles_n;
  if (tiles == 1 && plan.blocks_m == 1 && plan.blocks_k == 1) {
    const int64_t work = plan.m * plan.n * std::max<int64_t>(plan.k, 1);
    plan.batch_group =
        std::clamp<int64_t>(kBatchGroupWork / work, 1, std::max<int64_t>(plan.batch, 1));
  }
  plan.tiles = CeilDivide(plan.batch, plan.batch_group) * tiles;
  plan.steps_per_tile = plan.batch_group * plan.blocks_m * plan.blocks_k;
}

}  // namespace

StridedWalk WalkOf(const std::vector<GemmDimension>& dimensions, int64_t GemmDimension::* stride) {
  std::vector<StridedDimension> strided;
  strided.reserve(dimensions.size());
  for (const GemmDimension& dimension : dimensions) {
    strided.push_back({dimension.size, dimension.*stride});
  }
  return MakeStridedWalk(strided);
}

StridedWalk ResultBatchOf(const GemmProblem& problem) {
  std::vector<StridedDimension> strided;
  for (size_t i = 0; i < problem.batch.size(); ++i) {
    strided.push_back({problem.batch[i].size, problem.result_batch_strides[i]});
  }
  return MakeStridedWalk(strided);
}

std::optional<GemmAccumulation> AccumulationFor(ElementType lhs, ElementType rhs,
                                                ElementType result) {
  const auto both = [&](auto predicate) { return predicate(lhs) && predicate(rhs); };
  const auto either_is = [&](ElementType type) { return lhs == type || rhs == type; };
  if (IsBoolean(result) && both(IsBoolean)) return GemmAccumulation::kI1;
  if (IsInteger(result) && both([](ElementType t) { return IsInteger(t) || IsBoolean(t); })) {
    return ByteSize(result) == 8 ? GemmAccumulation::kU64 : GemmAccumulation::kU32;
  }
  if (IsFloat(result) && both(IsFloat)) {
    const bool is_wide = result == ElementType::kF64 || either_is(ElementType::kF64);
    return is_wide ? GemmAccumulation::kF64 : GemmAccumulation::kF32;
  }
  if (result == ElementType::kC128 && both(IsComplex)) return GemmAccumulation::kC128;
  if (result == ElementType::kC64 && both(IsComplex) && !either_is(ElementType::kC128)) {
    return GemmAccumulation::kC64;
  }
  return std::nullopt;
}

GemmKernels GemmKernelsFor(GemmAccumulation accumulation, Numerics numerics) {
  switch (accumulation) {
    case GemmAccumulation::kI1:
      return GemmKernelsI1();
    case GemmAccumulation::kU32:
      return GemmKernelsU32();
    case GemmAccumulation::kU64:
      return GemmKernelsU64();
    case GemmAccumulation::kF32:
      return GemmKernelsF32(numerics);
    case GemmAccumulation::kF64:
      return GemmKernelsF64(numerics);
    case GemmAccumulation::kC64:
      return GemmKernelsC64(numerics);
    case GemmAccumulation::kC128:
      break;
  }
  return GemmKernelsC128(numerics);
}

namespace {

// Below this number of rows or columns, most of the tiles' products would be padding.
constexpr int64_t kLeastForTiles = 32;

GemmKernels DotKernelsFor(const GemmProblem& problem, const GemmPlan& plan) {
  const bool lhs_runs_across_k = IsContiguous(plan.lhs.outer) && !IsContiguous(plan.lhs.k);
  if (plan.m >= kLeastForTiles && plan.n >= kLeastForTiles && !lhs_runs_across_k) {
    const GemmKernels tiles = GemmKernelsTiles(problem.lhs_type, problem.rhs_type);
    if (tiles.step_wide != nullptr) return tiles;
  }
  return GemmKernelsDot(problem.lhs_type, problem.rhs_type);
}

// Sums wrap, so that what a dot instruction adds up at once may be added in any order.
void UseDotInstructions(const GemmProblem& problem, GemmPlan& plan) {
  const GemmKernels dot = DotKernelsFor(problem, plan);
  if (dot.step_wide == nullptr) return;
  plan.kernels = dot;
  plan.lhs.decoder = GemmComponentDecoderFor(problem.lhs_type, dot.lhs_component);
  plan.rhs.decoder = GemmComponentDecoderFor(problem.rhs_type, dot.rhs_component);
  if (dot.lhs_component != ElementType::kI16 &&
      IsSigned(problem.lhs_type) != IsSigned(dot.lhs_component)) {
    plan.lhs_shift = IsSigned(problem.lhs_type) ? -128 : 128;
  }
}

// Returns the plan with a batch of many rows times few columns as so many products of one matrix,
// which has kernels that read both in place; nothing for other products.
std::optional<GemmPlan> PlanRepeated(const GemmPlan& plan) {
  constexpr int64_t kFewestRows = 64;
  if (plan.batch == 1 || plan.n == 1 || plan.m < kFewestRows || HasResultStrides(plan)) {
    return std::nullopt;
  }
  GemmPlan one = plan;
  one.batch = 1;
  one.lhs.batch = one.rhs.batch = MakeStridedWalk({});
  auto made = PlanTinyOrDots(one);
  if (!made) made = PlanRowsTimesFewColumns(one);
  if (!made) return std::nullopt;
  const int64_t bytes = plan.m * plan.n * static_cast<int64_t>(plan.result_bytes);
  made->repeats = {plan.batch, plan.lhs.batch, plan.rhs.batch, bytes, made->tiles};
  made->tiles *= plan.batch;
  return made;
}

}  // namespace

std::optional<GemmPlan> PlanOfWhole(const GemmProblem& problem) {
  const auto accumulation =
      AccumulationFor(problem.lhs_type, problem.rhs_type, problem.result_type);
  if (!accumulation) return std::nullopt;
  GemmPlan plan;
  plan.kernels = GemmKernelsFor(*accumulation, problem.numerics);
  plan.lhs =
      OperandOf(problem, problem.lhs_type, problem.m, &GemmDimension::lhs_stride, *accumulation);
  plan.rhs =
      OperandOf(problem, problem.rhs_type, problem.n, &GemmDimension::rhs_stride, *accumulation);
  plan.batch = plan.lhs.batch.count;
  plan.m = plan.lhs.outer.count;
  plan.n = plan.rhs.outer.count;
  plan.k = plan.lhs.k.count;
  plan.result_bytes = ByteSize(problem.result_type);
  plan.encode = GemmEncoderFor(problem.result_type, *accumulation).encode;
  plan.encode_parameter = static_cast<int64_t>(problem.result_type);
  plan.result_row_stride = problem.result_row_stride;
  if (HasResultStrides(plan)) plan.result_batch = ResultBatchOf(problem);
  return plan;
}

std::optional<GemmPlan> PlanGemm(const GemmProblem& problem) {
  const auto whole = PlanOfWhole(problem);
  if (!whole || whole->batch == 0 || whole->m == 0 || whole->n == 0) return whole;
  GemmPlan plan = *whole;
  const auto sums = AccumulationFor(problem.lhs_type, problem.rhs_type, problem.result_type);
#ifndef __wasm__
  if (auto outer = PlanOuter(plan)) return outer;
#endif
  if (auto made = kHasTinyProducts ? PlanTinyOrDots(plan) : std::nullopt) return made;
  if (IsSmall(plan)) {
    PlanSmall(plan);
    return plan;
  }
  if (auto rows = kHasTinyProducts ? PlanRowsTimesFewColumns(plan) : std::nullopt) return rows;
  if (auto repeated = kHasTinyProducts ? PlanRepeated(plan) : std::nullopt) return repeated;
  plan.path = plan.m == 1 || plan.n == 1 ? GemmPath::kVector : GemmPath::kBlocked;
  if (plan.path == GemmPath::kVector) {
    PlanVector(plan);
  } else if (HasFewRows(plan)) {
    PlanFewRows(plan);
  } else {
    if (sums == GemmAccumulation::kU32) UseDotInstructions(problem, plan);
    PlanBlocks(plan);
  }
  PlanTiles(plan);
  return plan;
}

// Blocks keep their size, and so does their space in the workspace.
GemmPlan WithContractingSize(const GemmPlan& plan, int64_t k) {
  GemmPlan shorter = plan;
  shorter.k = k;
  if (HasNoBlocks(plan.path)) return shorter;
  shorter.blocks_k = CeilDivide(std::max<int64_t>(k, 1), plan.block_k);
  shorter.steps_per_tile = plan.batch_group * plan.blocks_m * shorter.blocks_k;
  return shorter;
}

}  // namespace paddock::simd
