// scatter: combines updates into a copy of the operand, in row-major order of the updates. Updates
// of the same element are therefore combined in that order. Elements outside the operand are
// skipped one by one.
#ifndef PADDOCK_SIMD_REDUCE_SCATTER_H_
#define PADDOCK_SIMD_REDUCE_SCATTER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/types/element_type.h"
#include "simd/movement/index_loops.h"
#include "simd/movement/index_value.h"
#include "simd/movement/strided_copy.h"
#include "simd/reduce/monoid.h"

namespace paddock::simd {

// The updates are walked in steps, each of which reads one index vector and
// has a window of rows:
//
//   updates dimensions:  [ s0 w0 s1 | w1 w2 | w3 ]     s: scatter, w: window
//                          steps      rows    row
//
// If windows are too large for a step, dimensions move to the steps. The row may be cut into
// pieces, which the innermost loop of the steps counts.
struct ScatterPlan {
  // One element of an index vector, and the origin of the window's index in its dimension.
  struct Component {
    enum class Place : uint8_t { kNowhere, kStep, kRow, kElement };
    int64_t index_offset;
    int64_t operand_stride;
    int64_t dimension_size;
    Place place;
    // kStep and kRow: the window's index is number / divisor % window_size.
    int64_t divisor;
    int64_t window_size;
  };

  int64_t element_bytes = 0;
  ReadIndexFunction read_index = nullptr;
  ReadIndicesFunction read_indices = nullptr;
  size_t index_bytes = 0;
  std::vector<IndexLoop> steps;
  std::vector<Component> components;
  // Source strides are the operand's, result strides the updates'; in elements.
  std::vector<CopyDimension> rows;
  int64_t step_count = 0;
  int64_t row_count = 1;
  int64_t row_length = 1;  // of a whole piece
  int64_t row_stride = 1;  // in the operand
  int64_t row_total = 1;   // of all pieces
  int64_t row_pieces = 1;
  int64_t steps_per_chunk = 1;
  int64_t chunk_bytes = 1;
};

// Plans for dense row-major tensors. `numbers` has gather's names: see there.
ScatterPlan PlanScatter(size_t element_bytes, std::span<const int64_t> operand_shape,
                        ElementType index_type, std::span<const int64_t> scatter_indices_shape,
                        std::span<const int64_t> updates_shape,
                        const GatherDimensionNumbers& numbers);

// Lets all steps read the first update, if each has a single one; else returns false.
bool ReadOneUpdate(ScatterPlan& plan);

// Runs at least one chunk from `*position` (0 at first), until about `work_budget` bytes of updates
// are combined. Returns true if none is left. `result` initially holds the operand. If `kernels` is
// null, an update replaces the element.
bool RunScatter(const ScatterPlan& plan, const MonoidKernels* kernels, void* result,
                const void* scatter_indices, const void* updates, int64_t* position,
                int64_t work_budget);

// For any other combiner, which the caller runs on many elements at once: the elements to combine,
// in blocks without repeated targets.

// Memory of NextScatterPairs. It may be new or reused.
struct ScatterConflicts {
  static constexpr size_t kSlots = 1024;
  int64_t targets[kSlots] = {};
  uint32_t generations[kSlots] = {};
  uint32_t generation = 0;
};
inline constexpr size_t kMaxScatterPairs = ScatterConflicts::kSlots / 2;

struct ScatterPairs {
  size_t count;
  // Position of the next block; EndOfScatter if there is none. It counts elements of updates,
  // including skipped ones.
  int64_t position;
};
int64_t EndOfScatter(const ScatterPlan& plan);

// Writes the offsets of the operand's elements to `targets`, and of their updates to `sources`, at
// most kMaxScatterPairs each. Stops before a target that is already in the block, and sometimes
// earlier. A block may be empty.
ScatterPairs NextScatterPairs(const ScatterPlan& plan, const void* scatter_indices,
                              int64_t position, std::span<int64_t> targets,
                              std::span<int64_t> sources, ScatterConflicts& conflicts);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_REDUCE_SCATTER_H_
