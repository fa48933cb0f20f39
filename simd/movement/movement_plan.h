// Plans for the ops that only move elements, as one or more strided copies into a dense row-major
// result. Operands are dense and row-major too. Shapes and attributes must satisfy the
// specification's constraints.
#ifndef PADDOCK_SIMD_MOVEMENT_MOVEMENT_PLAN_H_
#define PADDOCK_SIMD_MOVEMENT_MOVEMENT_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/types/element_type.h"
#include "simd/movement/strided_copy.h"

namespace paddock::simd {

using Sizes = std::span<const int64_t>;

// Copies into disjoint parts of one result.
struct MovementPlan {
  struct Part {
    StridedCopyPlan copy;
    size_t operand;  // which operand is its source
  };
  std::vector<Part> parts;
  // If the parts are rows side by side in the result: the number of rows, and rows in a chunk.
  // Chunks then go down the result instead of part by part, so that written cache lines are not
  // fetched again for the neighbouring part.
  int64_t rows = 0;
  int64_t rows_per_chunk = 1;
};

// The elements of a tensor in the memory of a source: sizes of its dimensions, and their strides
// there. An operation that selects or orders elements of `operand` returns those of its result.
struct MovedElements {
  std::vector<int64_t> sizes, strides;
  int64_t offset = 0;

  bool operator==(const MovedElements&) const = default;
};
MovedElements RowMajorElements(Sizes shape);
MovedElements TransposedElements(const MovedElements& operand, Sizes permutation);
MovedElements SlicedElements(const MovedElements& operand, Sizes start_indices, Sizes limit_indices,
                             Sizes strides);
MovedElements ReversedElements(const MovedElements& operand, Sizes dimensions);

MovementPlan PlanElements(size_t element_bytes, const MovedElements& elements);
MovementPlan PlanConcatenate(size_t element_bytes, std::span<const Sizes> operand_shapes,
                             int64_t dimension);
// The same for elements of tensors, which `operands` select.
MovementPlan PlanConcatenate(size_t element_bytes, std::span<const MovedElements> operands,
                             int64_t dimension);
// The same for rows that have the next shares[i] elements of each operand i; nothing if those of
// several rows are no loops.
std::optional<MovementPlan> PlanJoinedRows(size_t element_bytes,
                                           std::span<const MovedElements> operands, Sizes shares);
// Operand 0 is the tensor, operand 1 the padding value.
MovementPlan PlanPad(size_t element_bytes, Sizes operand_shape, Sizes edge_padding_low,
                     Sizes edge_padding_high, Sizes interior_padding);

int64_t ChunkCount(const MovementPlan& plan);
// Chunks are independent of each other.
void RunChunk(const MovementPlan& plan, std::span<const void* const> operands, void* result,
              int64_t chunk);

// Plans the slice of dynamic_slice with start indices 0. At run time the source advances by
// ClampedStartOffset elements.
StridedCopyPlan PlanDynamicSlice(size_t element_bytes, Sizes operand_shape, Sizes slice_sizes);
// Plans the update of dynamic_update_slice, into a copy of the operand whose address advances by
// ClampedStartOffset elements.
StridedCopyPlan PlanDynamicUpdateSlice(size_t element_bytes, Sizes operand_shape,
                                       Sizes update_shape);
// Returns the elements from the operand's beginning to the slice's. `start_indices` are the
// addresses of the scalars, one for each dimension.
int64_t ClampedStartOffset(Sizes operand_shape, Sizes slice_sizes, ElementType index_type,
                           std::span<const void* const> start_indices);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_MOVEMENT_PLAN_H_
