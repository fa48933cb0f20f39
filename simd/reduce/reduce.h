// reduce with a monoid as body. The order of the applications depends only on the number of reduced
// elements: docs/numerics.md, "Reductions".
#ifndef PADDOCK_SIMD_REDUCE_REDUCE_H_
#define PADDOCK_SIMD_REDUCE_REDUCE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/types/element_type.h"
#include "simd/movement/strided_copy.h"
#include "simd/reduce/monoid.h"

namespace paddock::simd {

// A pass computes one total of at most kReduceBlock elements. If more are reduced, the next pass
// reduces the totals. A unit is one kept element (kRows) or one tile of neighbouring kept elements
// (kColumns) in one block.
struct ReducePass {
  enum class Layout : uint8_t {
    kRows,           // the reduced elements of each kept one are contiguous
    kBrokenRows,     // the reduced elements are in runs
    kShortRows,      // short runs, which are transposed to columns first
    kColumns,        // kept elements are contiguous
    kDenseColumns,   // kept elements are contiguous, and so are their rows
    kNarrowColumns,  // short runs of kept elements, which are copied beside each other first
    // Kept elements have short runs beside each other: a row has `in_row` reduced elements of
    // each, a divisor of kReduceLanes unless the order is free, and rows are contiguous.
    kGroupedColumns,
  };
  Layout layout = Layout::kRows;
  // Loops over the pass's operand, slowest first, with source strides in elements; without the
  // innermost loop (the run) and without the neighbours.
  std::vector<CopyDimension> kept;
  std::vector<CopyDimension> reduced;
  int64_t run = 1;          // elements of the innermost loop; of a row of columns
  int64_t in_row = 1;       // kGroupedColumns
  int64_t count = 1;        // reduced elements of each kept one
  int64_t kept_count = 1;   // all kept elements
  int64_t block_count = 1;  // totals of each kept element
  // Kept elements at a fixed distance are cut into tiles; a unit is one tile and one block.
  int64_t neighbour_count = 1;
  int64_t tile = 1;
  int64_t tile_count = 1;
  int64_t unit_count = 1;
  int64_t units_per_chunk = 1;
  int64_t chunk_bytes = 1;
  // Byte offsets of the operand and of the totals in the shared workspace.
  int64_t operand_offset = kNotShared;
  int64_t result_offset = kNotShared;
  static constexpr int64_t kNotShared = -1;
  // kBrokenRows whose runs are copied to a row first: accumulating a short run whose lanes begin
  // anywhere takes several calls.
  bool joins_runs = false;
  // kBrokenRows: neighbours whose runs are contiguous, and whose lanes are filled together, so that
  // the operand is read in its order.
  int64_t beside = 1;
  // All reduced elements of a tile are arranged at once: transposed (kShortRows), or copied to rows
  // beside each other (kColumns, of several loops and one tile; kNarrowColumns).
  bool is_whole = false;
  // kNarrowColumns: from a run to the next one of its row.
  int64_t neighbour_stride = 1;
  // kShortRows: [tile, run] to [run, tile], or (is_whole) all runs to [count, tile], for a whole
  // tile and the last; kNarrowColumns: runs to [count, tile].
  StridedCopyPlan whole_transpose;
  StridedCopyPlan last_transpose;
};

// Joined runs are copied in pieces of this size.
inline constexpr int64_t kCopyBytes = 16;

// Returns the number of tiles of kGroupedColumns that are reduced together.
int64_t TilesAtOnce(const ReducePass& grouped);

struct ReducePlan {
  const MonoidKernels* kernels = nullptr;
  int64_t element_bytes = 0;
  int64_t result_count = 0;
  std::vector<ReducePass> passes;
  // Replaces the passes if nothing is reduced: every result is init.
  StridedCopyPlan fill;
  // Bytes of the operand, which are the work of the plan.
  int64_t byte_count = 0;
  // Workspace: `shared_bytes` once, kept from the first chunk to the last, and `scratch_bytes` for
  // each thread during a chunk.
  size_t shared_bytes = 0;
  size_t scratch_bytes = 0;
};

// Plans for a dense row-major operand and result. The result has the operand's shape without
// `dimensions`. `kernels` come from FindMonoidKernels.
ReducePlan PlanReduce(const MonoidKernels& kernels, std::span<const int64_t> operand_shape,
                      std::span<const int64_t> dimensions);

struct ReduceBuffers {
  const void* operand;
  const void* init;  // one element
  void* result;
  void* shared;
};

// Chunks of a pass are independent. A pass begins after the previous one.
int64_t PassCount(const ReducePlan& plan);
int64_t ChunkCount(const ReducePlan& plan, int64_t pass);
void RunChunk(const ReducePlan& plan, const ReduceBuffers& buffers, int64_t pass, int64_t chunk,
              void* scratch);

// Whether every result is reduced at once from a row of neighbours. Any range of results begin ..
// end can then be computed separately.
bool HasWholeRows(const ReducePlan& plan);
void RunRows(const ReducePlan& plan, const ReduceBuffers& buffers, int64_t begin, int64_t end,
             void* scratch);

// Runs at least one chunk from `*position` (0 at first), until about `work_budget` bytes of the
// operand are read. Returns true if none is left.
bool RunReduce(const ReducePlan& plan, const ReduceBuffers& buffers, void* scratch,
               int64_t* position, int64_t work_budget);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_REDUCE_REDUCE_H_
