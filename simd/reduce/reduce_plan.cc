#include <algorithm>

#include "simd/chunks.h"
#include "simd/movement/row_major.h"
#include "simd/reduce/reduce.h"

namespace paddock::simd {

namespace {

using Layout = ReducePass::Layout;

// 100 us at 10 GB/s.
constexpr int64_t kPassChunkBytes = 1 << 20;
// Bytes in a tile of columns. Long enough for the hardware to prefetch each row (for f32 in rows of
// 16 KiB, 4 KiB take 0.89 of the time of 2 KiB). Short enough that the lanes of all its columns
// stay in L2. A block of small floats, which take a nanosecond each to round, takes at most 2 ms.
constexpr int64_t kTileBytes = 4096;
constexpr int64_t kMaxSmallTile = 512;
// For a row without a whole group of lanes, folding costs more than transposing.
constexpr int64_t kMaxShortRow = kReduceLanes - 1;
// The parts of a run outside whole groups of lanes take less than its other elements.
constexpr int64_t kLongRun = 256;
// Short rows are transposed in tiles that stay in L1.
constexpr int64_t kShortTileBytes = 16 << 10;
constexpr int64_t kMinShortTile = 16;

struct Group {
  int64_t size;
  bool is_reduced;
};

// Returns the shape without sizes of 1, with neighbours joined if both are reduced or both kept.
std::vector<Group> JoinDimensions(std::span<const int64_t> shape,
                                  std::span<const int64_t> dimensions) {
  std::vector<Group> groups;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 1) continue;
    const auto d = static_cast<int64_t>(i);
    const bool is_reduced = std::find(dimensions.begin(), dimensions.end(), d) != dimensions.end();
    if (!groups.empty() && groups.back().is_reduced == is_reduced) {
      groups.back().size *= shape[i];
    } else {
      groups.push_back({shape[i], is_reduced});
    }
  }
  return groups;
}

// Returns whether all reduced elements of a tile, at most `most`, may be arranged at once.
bool MayBeWhole(const ReducePass& pass, [[maybe_unused]] const MonoidKernels& kernels,
                int64_t most = 8192) {
#ifdef __wasm__
  constexpr bool has_columns = false;
#else
  const bool has_columns = kernels.reduce_columns != nullptr;
#endif
  return has_columns && pass.count <= kReduceBlock && pass.count * pass.tile <= most;
}

// Runs of `tile` kept elements become columns, of all reduced elements if these are whole. Rows of
// kColumns and kNarrowColumns are copied.
StridedCopyPlan PlanTranspose(const ReducePass& pass, int64_t tile, int64_t element_bytes) {
  const bool are_narrow = pass.layout == Layout::kNarrowColumns;
  const bool are_columns = pass.layout == Layout::kColumns || are_narrow;
  std::vector<CopyDimension> dimensions = {{tile, 1, 1}};
  if (are_narrow)
    dimensions = {{tile / pass.run, pass.neighbour_stride, pass.run}, {pass.run, 1, 1}};
  if (!are_columns) dimensions = {{tile, pass.run, 1}, {pass.run, 1, tile}};
  if (pass.is_whole) {
    int64_t rows = are_columns ? 1 : pass.run;
    for (size_t i = pass.reduced.size(); i-- > 0; rows *= pass.reduced[i].size) {
      const CopyDimension& loop = pass.reduced[i];
      dimensions.insert(dimensions.begin(), {loop.size, loop.source_stride, rows * tile});
    }
  }
  return PlanStridedCopy(static_cast<size_t>(element_bytes), dimensions);
}

void ChooseShortRows(ReducePass& pass, const MonoidKernels& kernels, int64_t element_bytes) {
  pass.layout = Layout::kShortRows;
  const int64_t neighbours = pass.kept.back().size;
  pass.kept.pop_back();
  const int64_t fitting = kShortTileBytes / (pass.run * element_bytes);
  pass.tile = std::min(std::max(fitting, kMinShortTile), neighbours);
  pass.tile_count = CeilDivide(neighbours, pass.tile);
  pass.is_whole = MayBeWhole(pass, kernels);
  const int64_t last = neighbours - (pass.tile_count - 1) * pass.tile;
  pass.whole_transpose = PlanTranspose(pass, pass.tile, element_bytes);
  pass.last_transpose = PlanTranspose(pass, last, element_bytes);
  pass.neighbour_count = neighbours;
}

// Short runs of several kept elements beside each other, in contiguous rows.
// Their totals have the order of lanes if a row of lanes has whole runs, or any order.
bool AreGrouped(const ReducePass& pass, const MonoidKernels& kernels, int64_t element_bytes) {
  if (kIsWeb || pass.reduced.size() != 1 || pass.kept.empty()) return false;
  const CopyDimension& neighbours = pass.kept.back();
  const bool has_order =
      kReduceLanes % pass.run == 0 || (kernels.has_any_order && pass.count <= kReduceBlock);
  return pass.run < kReduceLanes && has_order && neighbours.source_stride == pass.run &&
         neighbours.size * element_bytes <= kTileBytes;
}

void ChooseGroupedColumns(ReducePass& pass) {
  pass.layout = Layout::kGroupedColumns;
  pass.in_row = pass.run;
  pass.neighbour_count = pass.tile = pass.kept.back().size;
  pass.run *= pass.neighbour_count;
  pass.kept.pop_back();
}

// Returns the least number of neighbours with short runs that are transposed rather than joined.
int64_t FewestBroken(const ReducePass& pass, const MonoidKernels& kernels) {
  constexpr int64_t kFewestWhole = 6;
  ReducePass tile = pass;
  tile.tile = pass.kept.back().size;
  return MayBeWhole(tile, kernels) ? kFewestWhole : kMinShortTile;
}

// Returns how many neighbours fill their lanes together.
int64_t BesideOf([[maybe_unused]] const ReducePass& pass,
                 [[maybe_unused]] const MonoidKernels& kernels,
                 [[maybe_unused]] int64_t element_bytes) {
#ifndef __wasm__
  constexpr int64_t kFewest = 4, kMostLaneBytes = 64 << 10;
  if (kernels.accumulate_runs == nullptr || pass.kept.empty()) return 1;
  if (kernels.has_keys && pass.run % kReduceLanes != 0) return 1;
  const CopyDimension& neighbours = pass.kept.back();
  if (neighbours.source_stride != pass.run || neighbours.size < kFewest) return 1;
  return std::min(neighbours.size, kMostLaneBytes / (kReduceLanes * element_bytes));
#else
  return 1;
#endif
}

void ChooseRows(ReducePass& pass, const MonoidKernels& kernels, int64_t element_bytes) {
  if (AreGrouped(pass, kernels, element_bytes)) return ChooseGroupedColumns(pass);
  const bool is_short =
      pass.run > 1 && pass.run <= kMaxShortRow && !pass.kept.empty() &&
      pass.kept.back().size >= (pass.reduced.empty() ? kMinShortTile : FewestBroken(pass, kernels));
  const bool is_fast = kernels.has_fast_short_rows && pass.reduced.empty();
  if (is_short && !is_fast) return ChooseShortRows(pass, kernels, element_bytes);
  pass.layout = pass.reduced.empty() ? Layout::kRows : Layout::kBrokenRows;
  if (pass.layout == Layout::kRows) return;
  pass.beside = BesideOf(pass, kernels, element_bytes);
  pass.joins_runs =
      !kIsWeb && pass.beside == 1 && pass.run % kReduceLanes != 0 && pass.run < kLongRun;
}

// Returns the runs of a tile of kNarrowColumns; 0 if copying them does not pay. Few reduced
// elements of one short run take less than the calls for them, unless there are few calls.
int64_t NarrowRuns(const ReducePass& pass, const MonoidKernels& kernels, int64_t element_bytes) {
  constexpr int64_t kMostElements = 8192, kFewestInTile = 16, kLongRunBytes = 32, kMostOfOne = 64;
  constexpr int64_t kFewestCalls = kIsWeb ? 1 : 32;
  if (pass.kept.empty() || pass.count == 1) return 0;
  const bool is_short = pass.run * element_bytes < kLongRunBytes && pass.count <= kMostOfOne &&
                        pass.kept.back().size >= kFewestCalls;
  if (pass.reduced.size() == 1 && !is_short) return 0;
  const int64_t runs = std::min(kMostElements / (pass.count * pass.run), pass.kept.back().size);
  ReducePass tile = pass;
  tile.tile = runs * pass.run;
  const bool pays = runs >= 2 && tile.tile >= kFewestInTile;
  return pays && MayBeWhole(tile, kernels, kMostElements) ? runs : 0;
}

void ChooseNarrowColumns(ReducePass& pass, int64_t runs, int64_t element_bytes) {
  pass.layout = Layout::kNarrowColumns;
  pass.is_whole = true;
  pass.neighbour_stride = pass.kept.back().source_stride;
  pass.neighbour_count = pass.kept.back().size * pass.run;
  pass.kept.pop_back();
  pass.tile = runs * pass.run;
  pass.tile_count = CeilDivide(pass.neighbour_count, pass.tile);
  const int64_t last = pass.neighbour_count - (pass.tile_count - 1) * pass.tile;
  pass.whole_transpose = PlanTranspose(pass, pass.tile, element_bytes);
  pass.last_transpose = PlanTranspose(pass, last, element_bytes);
}

void ChooseColumns(ReducePass& pass, const MonoidKernels& kernels, int64_t element_bytes) {
  const int64_t runs = NarrowRuns(pass, kernels, element_bytes);
  if (runs != 0) return ChooseNarrowColumns(pass, runs, element_bytes);
  pass.neighbour_count = pass.run;
  const int64_t most = element_bytes < 4 ? kMaxSmallTile : kTileBytes / element_bytes;
  pass.tile = std::min(pass.run, most);
  pass.tile_count = CeilDivide(pass.run, pass.tile);
  const bool is_dense = pass.tile == pass.run && pass.reduced.size() == 1;
  pass.layout = is_dense ? Layout::kDenseColumns : Layout::kColumns;
  // A call for each short row would take longer than copying the rows.
  constexpr int64_t kMostOfRow = 128, kMostElements = 16384;
  pass.is_whole = pass.reduced.size() > 1 && pass.tile_count == 1 && pass.tile <= kMostOfRow &&
                  MayBeWhole(pass, kernels, kMostElements);
  if (pass.is_whole) pass.whole_transpose = PlanTranspose(pass, pass.tile, element_bytes);
}

ReducePass PlanPass(std::span<const Group> groups, const MonoidKernels& kernels,
                    int64_t element_bytes) {
  ReducePass pass;
  std::vector<int64_t> sizes;
  for (const Group& group : groups) sizes.push_back(group.size);
  const std::vector<int64_t> strides = RowMajorStrides(sizes);
  for (size_t i = 0; i < groups.size(); ++i) {
    (groups[i].is_reduced ? pass.count : pass.kept_count) *= groups[i].size;
    if (i + 1 == groups.size()) {
      pass.run = groups[i].size;
    } else {
      (groups[i].is_reduced ? pass.reduced : pass.kept).push_back({sizes[i], strides[i], 0});
    }
  }
  if (groups.empty() || groups.back().is_reduced) {
    ChooseRows(pass, kernels, element_bytes);
  } else {
    ChooseColumns(pass, kernels, element_bytes);
  }
  pass.block_count = CeilDivide(pass.count, kReduceBlock);
  pass.unit_count = pass.kept_count / pass.neighbour_count * pass.tile_count * pass.block_count;
  const int64_t unit_bytes = std::min(pass.count, kReduceBlock) * pass.tile * element_bytes;
  pass.units_per_chunk = std::max<int64_t>(kPassChunkBytes / unit_bytes, 1);
  if (pass.beside > 1) {
    pass.units_per_chunk = CeilDivide(pass.units_per_chunk, pass.beside) * pass.beside;
  }
  pass.chunk_bytes = unit_bytes * std::min(pass.units_per_chunk, pass.unit_count);
  return pass;
}

size_t ScratchBytes(const ReducePass& pass, int64_t element_bytes) {
  const bool is_grouped = pass.layout == Layout::kGroupedColumns;
  const int64_t lanes = is_grouped ? kReduceLanes : std::min(pass.count, kReduceLanes);
  int64_t transposed = 0;
  if (pass.layout == Layout::kShortRows) transposed = pass.run;
  if (pass.is_whole) transposed = std::max(transposed, pass.count - lanes);
  // Rows with their totals.
  if (is_grouped) transposed = std::max(lanes, TilesAtOnce(pass) * (pass.in_row + 1));
  const int64_t row = pass.joins_runs ? kReduceBlock + kCopyBytes + kReduceTotals : 0;
  const int64_t neighbours = pass.beside * kReduceLanes + kReduceTotals;
  const int64_t elements = std::max({(lanes + transposed) * pass.tile, neighbours, row});
  return static_cast<size_t>(elements * element_bytes);
}

}  // namespace

int64_t TilesAtOnce(const ReducePass& grouped) {
  return std::max<int64_t>(kReduceTotals / grouped.tile, 1);
}

ReducePlan PlanReduce(const MonoidKernels& kernels, std::span<const int64_t> operand_shape,
                      std::span<const int64_t> dimensions) {
  ReducePlan plan;
  plan.kernels = &kernels;
  plan.element_bytes = static_cast<int64_t>(ByteSize(kernels.type));
  std::vector<Group> groups = JoinDimensions(operand_shape, dimensions);
  plan.result_count = 1;
  int64_t reduced_count = 1;
  for (const Group& group : groups) {
    int64_t& count = group.is_reduced ? reduced_count : plan.result_count;
    // The other sizes of an empty shape may have any product.
    if (__builtin_mul_overflow(count, group.size, &count)) count = 0;
  }
  const bool has_zero =
      std::any_of(groups.begin(), groups.end(), [](const Group& g) { return g.size == 0; });
  if (has_zero) {
    const CopyDimension all[] = {{plan.result_count, 0, 1}};
    plan.fill = PlanStridedCopy(static_cast<size_t>(plan.element_bytes), all);
    return plan;
  }
  plan.byte_count = plan.result_count * reduced_count * plan.element_bytes;
  for (;;) {
    ReducePass pass = PlanPass(groups, kernels, plan.element_bytes);
    plan.scratch_bytes = std::max(plan.scratch_bytes, ScratchBytes(pass, plan.element_bytes));
    if (!plan.passes.empty()) pass.operand_offset = plan.passes.back().result_offset;
    const int64_t totals = pass.block_count;
    if (totals > 1) {
      pass.result_offset = static_cast<int64_t>(plan.shared_bytes);
      plan.shared_bytes += static_cast<size_t>(totals * pass.kept_count * plan.element_bytes);
    }
    // Contiguous rows store the totals of each kept element together, others those of each block.
    const bool are_rows = pass.layout == Layout::kRows;
    plan.passes.push_back(std::move(pass));
    if (totals == 1) return plan;
    groups = {{totals, true}};
    if (plan.result_count > 1) {
      groups.insert(are_rows ? groups.begin() : groups.end(), {plan.result_count, false});
    }
  }
}

}  // namespace paddock::simd
