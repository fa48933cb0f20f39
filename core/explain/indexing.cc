// Slices whose place is determined at run time: every place that they can have, and the indices.
#include <algorithm>

#include "core/base/contains.h"
#include "core/explain/body_dependence.h"
#include "core/explain/relation.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

// Returns the position of `value` in `list`, which contains it.
size_t PlaceIn(const std::vector<int64_t>& list, size_t value) {
  return static_cast<size_t>(std::ranges::find(list, static_cast<int64_t>(value)) - list.begin());
}

// The numbers of gather's and scatter's dimensions, under one name for both.
struct IndexedSlices {
  std::vector<int64_t> window;     // dimensions of the slices that are the window's
  std::vector<int64_t> collapsed;  // dimensions of the operand without one in the slices
  std::vector<int64_t> batching;
  std::vector<int64_t> indices_batching;
  std::vector<int64_t> index_map;
  size_t index_vector_dimension = 0;

  bool IsInWindow(size_t d) const { return !Contains(collapsed, d) && !Contains(batching, d); }
};

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

// The place among the slices' batch dimensions of dimension `d` of the indices.
size_t BatchPlace(const IndexedSlices& slices, size_t d) {
  return d < slices.index_vector_dimension ? d : d - 1;
}

// Window positions of the operand's dimensions; `at(k)` is that in dimension k of the slices.
template <class At>
std::vector<int64_t> WindowPositions(const IndexedSlices& slices, size_t rank, At at) {
  std::vector<int64_t> positions(rank, 0);
  size_t next = 0;
  for (size_t d = 0; d < rank; ++d) {
    if (slices.IsInWindow(d)) positions[d] = at(static_cast<size_t>(slices.window[next++]));
  }
  return positions;
}

// A cell that start indices move by at most size - slice_size.
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

}  // namespace

std::vector<CellBox> ExplainDynamicSlice(const CellQuestion& question) {
  const std::vector<int64_t> sizes = IntegersOf(question.operation, "slice_sizes");
  const std::span<const int64_t> shape = question.operand_shape(0);
  CellBox operand{0, {}};
  std::vector<CellBox> starts;
  for (size_t d = 0; d < shape.size(); ++d) {
    operand.ranges.push_back(Movable(question.cell[d], shape[d], sizes[d]));
    if (shape[d] > sizes[d]) starts.push_back(OneCell(static_cast<uint32_t>(d) + 1, {}));
  }
  std::vector<CellBox> boxes = {operand};
  boxes.insert(boxes.end(), starts.begin(), starts.end());
  return boxes;
}

// The cell itself if the update may lie elsewhere, and the cells of the update that can land here.
std::vector<CellBox> ExplainDynamicUpdateSlice(const CellQuestion& question) {
  const std::span<const int64_t> shape = question.operand_shape(0);
  const std::span<const int64_t> sizes = question.operand_shape(1);
  CellBox update{1, {}};
  std::vector<CellBox> starts;
  for (size_t d = 0; d < shape.size(); ++d) {
    const int64_t freedom = shape[d] - sizes[d];
    const int64_t first = std::max<int64_t>(0, question.cell[d] - freedom);
    const int64_t last = std::min(question.cell[d], sizes[d] - 1);
    update.ranges.push_back({first, std::max<int64_t>(0, last - first + 1)});
    if (freedom > 0) starts.push_back(OneCell(static_cast<uint32_t>(d) + 2, {}));
  }
  const bool is_empty =
      std::ranges::any_of(update.ranges, [](CellRange range) { return range.count == 0; });
  if (is_empty) return {OneCell(0, question.cell)};
  std::vector<CellBox> boxes;
  if (!starts.empty()) boxes.push_back(OneCell(0, question.cell));
  boxes.push_back(std::move(update));
  boxes.insert(boxes.end(), starts.begin(), starts.end());
  return boxes;
}

std::vector<CellBox> ExplainGather(const CellQuestion& question) {
  return ExplainSlices(question, GatherSlices(question.operation),
                       IntegersOf(question.operation, "slice_sizes"));
}

// The slice sizes are an operand; those of the window are seen in the result.
std::vector<CellBox> ExplainDynamicGather(const CellQuestion& question) {
  const IndexedSlices slices = GatherSlices(question.operation);
  const std::span<const int64_t> result = question.operation.results[question.result]->type.shape();
  std::vector<int64_t> sizes = WindowPositions(slices, question.operand_shape(0).size(),
                                               [&](size_t d) { return result[d]; });
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (!slices.IsInWindow(d)) sizes[d] = 1;
  }
  return ExplainSlices(question, slices, sizes);
}

// The cell of every input that the body mixes into this result, every element of their updates that
// can land here, and the indices that decide whether it does.
std::vector<CellBox> ExplainScatter(const CellQuestion& question) {
  const auto inputs = static_cast<uint32_t>(question.operation.operands.size() / 2);
  const IndexedSlices slices = ScatterSlices(question.operation);
  const std::span<const int64_t> shape = question.operand_shape(0);
  CellBox indices = AllCells(question, inputs);
  CellBox update = AllCells(question, inputs + 1);
  std::vector<size_t> batch_dimensions;
  for (size_t d = 0; d < update.ranges.size(); ++d) {
    if (!Contains(slices.window, d)) batch_dimensions.push_back(d);
  }
  bool is_reached = true;
  size_t next_window = 0;
  for (size_t d = 0; d < shape.size(); ++d) {
    const CellRange here = {question.cell[d]};
    if (Contains(slices.batching, d)) {
      const auto of_indices =
          static_cast<size_t>(slices.indices_batching[PlaceIn(slices.batching, d)]);
      indices.ranges[of_indices] = here;
      update.ranges[batch_dimensions[BatchPlace(slices, of_indices)]] = here;
    } else if (slices.IsInWindow(d)) {
      CellRange& range = update.ranges[static_cast<size_t>(slices.window[next_window++])];
      // A slice that no index moves along this dimension starts at 0.
      if (!Contains(slices.index_map, d)) range = here.start < range.count ? here : CellRange{0, 0};
    } else if (!Contains(slices.index_map, d) && here.start > 0) {
      is_reached = false;
    }
  }
  const std::vector<uint32_t> used =
      CombinedWith(*question.operation.regions[0], question.result, inputs);
  const bool has_updates = is_reached && std::ranges::none_of(update.ranges, [](CellRange range) {
                             return range.count == 0;
                           });
  if (!has_updates) return {OneCell(question.result, question.cell)};
  std::vector<CellBox> boxes;
  for (uint32_t i : used) boxes.push_back(OneCell(i, question.cell));
  boxes.push_back(std::move(indices));
  for (uint32_t i : used) {
    boxes.push_back(update);
    boxes.back().operand = inputs + 1 + i;
  }
  return boxes;
}

// One index, of the cell's batch; any slice of the operand.
std::vector<CellBox> ExplainTorchIndexSelect(const CellQuestion& question) {
  const auto rank = static_cast<int64_t>(question.operand_shape(0).size());
  const auto index_rank = static_cast<int64_t>(question.operand_shape(1).size());
  int64_t dimension = IntegerOf(question.operation, "dim", 0);
  int64_t batches = IntegerOf(question.operation, "batch_dims", 0);
  if (dimension < 0) dimension += rank;
  if (batches < 0) batches += index_rank;
  CellBox operand = AllCells(question, 0);
  CellBox index = AllCells(question, 1);
  for (int64_t d = 0; d < rank; ++d) {
    // The index's own dimensions stand where `dimension` was.
    const int64_t shift = d < dimension ? 0 : index_rank - batches - 1;
    if (d != dimension) {
      operand.ranges[static_cast<size_t>(d)] = {question.cell[static_cast<size_t>(d + shift)]};
    }
  }
  for (int64_t d = 0; d < index_rank; ++d) {
    const int64_t at = d < batches ? d : dimension + d - batches;
    index.ranges[static_cast<size_t>(d)] = {question.cell[static_cast<size_t>(at)]};
  }
  return {operand, index};
}

}  // namespace paddock
