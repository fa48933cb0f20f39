// Slices whose positions are values: rules that gather, dynamic_gather and scatter share.
#ifndef PADDOCK_CORE_EXPLAIN_INDEXED_SLICES_H_
#define PADDOCK_CORE_EXPLAIN_INDEXED_SLICES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/contains.h"
#include "core/explain/relation.h"

namespace paddock {

// Returns the position of `value` in `list`, which contains it.
size_t PlaceIn(const std::vector<int64_t>& list, size_t value);

// Dimension numbers of gather and scatter, under common names.
struct IndexedSlices {
  std::vector<int64_t> window;     // dimensions of the slices that are window dimensions
  std::vector<int64_t> collapsed;  // dimensions of the operand that the slices lack
  std::vector<int64_t> batching;
  std::vector<int64_t> indices_batching;
  std::vector<int64_t> index_map;
  size_t index_vector_dimension = 0;

  bool IsInWindow(size_t d) const { return !Contains(collapsed, d) && !Contains(batching, d); }
};

IndexedSlices GatherSlices(const Operation& operation);
IndexedSlices ScatterSlices(const Operation& operation);

// Returns the position of dimension `d` of the indices among the slices' batch dimensions.
size_t BatchPlace(const IndexedSlices& slices, size_t d);

// Returns the window positions of the operand's dimensions; `at(k)` is the position in dimension k
// of the slices.
template <class At>
std::vector<int64_t> WindowPositions(const IndexedSlices& slices, size_t rank, At at) {
  std::vector<int64_t> positions(rank, 0);
  size_t next = 0;
  for (size_t d = 0; d < rank; ++d) {
    if (slices.IsInWindow(d)) positions[d] = at(static_cast<size_t>(slices.window[next++]));
  }
  return positions;
}

// Returns the range of a cell that start indices move by at most size - slice_size.
CellRange Movable(int64_t position, int64_t size, int64_t slice_size);

// Returns the cells of gather, for slices of these sizes.
std::vector<CellBox> ExplainSlices(const CellQuestion& question, const IndexedSlices& slices,
                                   const std::vector<int64_t>& slice_sizes);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXPLAIN_INDEXED_SLICES_H_
