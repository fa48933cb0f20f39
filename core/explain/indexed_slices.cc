#include "core/explain/indexed_slices.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/ir/attribute_values.h"

namespace paddock {

size_t PlaceIn(const std::vector<int64_t>& list, size_t value) {
  return static_cast<size_t>(std::ranges::find(list, static_cast<int64_t>(value)) - list.begin());
}

IndexedSlices GatherSlices(const Operation& operation) {
  const Attribute* numbers = operation.Find("dimension_numbers");
  return {IntegersOf(numbers, "offset_dims"),
          IntegersOf(numbers, "collapsed_slice_dims"),
          IntegersOf(numbers, "operand_batching_dims"),
          IntegersOf(numbers, "start_indices_batching_dims"),
          IntegersOf(numbers, "start_index_map"),
          static_cast<size_t>(IntegerOf(numbers, "index_vector_dim", 0))};
}

IndexedSlices ScatterSlices(const Operation& operation) {
  const Attribute* numbers = operation.Find("scatter_dimension_numbers");
  return {IntegersOf(numbers, "update_window_dims"),
          IntegersOf(numbers, "inserted_window_dims"),
          IntegersOf(numbers, "input_batching_dims"),
          IntegersOf(numbers, "scatter_indices_batching_dims"),
          IntegersOf(numbers, "scatter_dims_to_operand_dims"),
          static_cast<size_t>(IntegerOf(numbers, "index_vector_dim", 0))};
}

size_t BatchPlace(const IndexedSlices& slices, size_t d) {
  return d < slices.index_vector_dimension ? d : d - 1;
}

CellRange Movable(int64_t position, int64_t size, int64_t slice_size) {
  return {position, size - slice_size + 1};
}

std::vector<CellBox> ExplainSlices(const CellQuestion& question, const IndexedSlices& slices,
                                   const std::vector<int64_t>& slice_sizes) {
  const std::span<const int64_t> shape = question.operand_shape(0);
  const std::span<const int64_t> indices_shape = question.operand_shape(1);
  std::vector<int64_t> batch;
  for (size_t d = 0; d < question.cell.size(); ++d) {
    if (!Contains(slices.window, d)) batch.push_back(question.cell[d]);
  }
  const std::vector<int64_t> positions =
      WindowPositions(slices, shape.size(), [&](size_t d) { return question.cell[d]; });
  CellBox operand{0, {}};
  // Components of the index vector that can move the slice.
  std::vector<int64_t> moving;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (Contains(slices.batching, d)) {
      const size_t place = PlaceIn(slices.batching, d);
      const auto of_indices = static_cast<size_t>(slices.indices_batching[place]);
      operand.ranges.push_back({batch[BatchPlace(slices, of_indices)]});
    } else if (Contains(slices.index_map, d)) {
      operand.ranges.push_back(Movable(positions[d], shape[d], slice_sizes[d]));
      const size_t component = PlaceIn(slices.index_map, d);
      if (shape[d] > slice_sizes[d]) moving.push_back(static_cast<int64_t>(component));
    } else {
      operand.ranges.push_back({positions[d]});
    }
  }
  std::vector<CellBox> boxes = {operand};
  for (int64_t component : moving) {
    CellBox index{1, {}};
    for (size_t d = 0; d < indices_shape.size(); ++d) {
      const bool is_vector = d == slices.index_vector_dimension;
      index.ranges.push_back({is_vector ? component : batch[BatchPlace(slices, d)]});
    }
    boxes.push_back(std::move(index));
  }
  return boxes;
}

}  // namespace paddock
