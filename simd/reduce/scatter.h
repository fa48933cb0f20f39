// scatter: combines updates into a copy of the operand, in row-major order of
// the updates, so that updates of the same element come one after the other.
// What lies outside the operand is skipped, element by element.
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
// Windows too large for a step leave dimensions to the steps; the row may be
// cut into pieces, which the innermost loop of the steps counts.
struct ScatterPlan {
  // One element of an index vector, and where the window's index in its
  // dimension comes from.
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

// All tensors are dense and row-major. `numbers` by gather's names: see there.
ScatterPlan PlanScatter(size_t element_bytes, std::span<const int64_t> operand_shape,
                        ElementType index_type, std::span<const int64_t> scatter_indices_shape,
                        std::span<const int64_t> updates_shape,
                        const GatherDimensionNumbers& numbers);

// Runs steps from `*position` (0 at first) until about `work_budget` bytes of
// updates are combined, at least one chunk; true when none is left. `result`
// holds the operand at first. `kernels` null: an update replaces the element.
bool RunScatter(const ScatterPlan& plan, const MonoidKernels* kernels, void* result,
                const void* scatter_indices, const void* updates, int64_t* position,
                int64_t work_budget);

// For any other combiner, which the caller runs over many elements at once:
// the elements to combine, in blocks in which no target repeats.

// Memory of NextScatterPairs; new ones and reused ones are alike.
struct ScatterConflicts {
  static constexpr size_t kSlots = 1024;
  int64_t targets[kSlots] = {};
  uint32_t generations[kSlots] = {};
  uint32_t generation = 0;
};
inline constexpr size_t kMaxScatterPairs = ScatterConflicts::kSlots / 2;

struct ScatterPairs {
  size_t count;
  // Where the next block begins; EndOfScatter when there is none. It counts
  // elements of updates, the skipped ones too.
  int64_t position;
};
int64_t EndOfScatter(const ScatterPlan& plan);

// Writes the offsets of elements of the operand to `targets` and of their
// updates to `sources`, both of the same size, at most kMaxScatterPairs. Stops
// before a target that is in the block already, and now and then for no reason:
// a block may be empty.
ScatterPairs NextScatterPairs(const ScatterPlan& plan, const void* scatter_indices,
                              int64_t position, std::span<int64_t> targets,
                              std::span<int64_t> sources, ScatterConflicts& conflicts);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_REDUCE_SCATTER_H_
