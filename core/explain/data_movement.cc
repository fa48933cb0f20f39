// Data movement: each cell of the result is one cell of an operand, or of none.
#include <algorithm>

#include "core/base/row_major.h"
#include "core/explain/relation.h"
#include "core/ir/attribute_values.h"

namespace paddock {

std::vector<CellBox> ExplainNothing(const CellQuestion&) { return {}; }

// operand[j] with j[d] = cell[broadcast_dimensions[d]], or 0 if the operand's size is 1.
std::vector<CellBox> ExplainBroadcastInDim(const CellQuestion& question) {
  const std::vector<int64_t> dimensions = IntegersOf(question.operation, "broadcast_dimensions");
  const std::span<const int64_t> shape = question.operand_shape(0);
  std::vector<int64_t> indices;
  for (size_t d = 0; d < shape.size(); ++d) {
    indices.push_back(shape[d] == 1 ? 0 : question.cell[static_cast<size_t>(dimensions[d])]);
  }
  return {OneCell(0, indices)};
}

// The operand's dimensions are the last ones.
std::vector<CellBox> ExplainBroadcast(const CellQuestion& question) {
  return {OneCell(0, question.cell.last(question.operand_shape(0).size()))};
}

// The cells with the same bits: a group that is packed, or the one that is unpacked.
std::vector<CellBox> ExplainBitcastConvert(const CellQuestion& question) {
  const std::span<const int64_t> shape = question.operand_shape(0);
  const size_t shared = std::min(shape.size(), question.cell.size());
  CellBox box = OneCell(0, question.cell.first(shared));
  for (size_t d = shared; d < shape.size(); ++d) box.ranges.push_back({0, shape[d]});
  return {box};
}

// result[i] = operand[j] with i[d] = j[permutation[d]].
std::vector<CellBox> ExplainTranspose(const CellQuestion& question) {
  const std::vector<int64_t> permutation = IntegersOf(question.operation, "permutation");
  std::vector<int64_t> indices(permutation.size());
  for (size_t d = 0; d < permutation.size(); ++d) {
    indices[static_cast<size_t>(permutation[d])] = question.cell[d];
  }
  return {OneCell(0, indices)};
}

// operand[start_indices + cell * strides].
std::vector<CellBox> ExplainSlice(const CellQuestion& question) {
  const std::vector<int64_t> starts = IntegersOf(question.operation, "start_indices");
  const std::vector<int64_t> strides = IntegersOf(question.operation, "strides");
  std::vector<int64_t> indices;
  for (size_t d = 0; d < starts.size(); ++d) {
    indices.push_back(starts[d] + question.cell[d] * strides[d]);
  }
  return {OneCell(0, indices)};
}

// The cell at the same position in row-major order.
std::vector<CellBox> ExplainReshape(const CellQuestion& question) {
  const std::span<const int64_t> shape = question.operation.results[0]->type.shape();
  const int64_t linear = RowMajorNumber(question.cell, shape);
  return {OneCell(0, RowMajorIndex(linear, question.operand_shape(0)))};
}

// The cell at the index from the other end along `dimensions`.
std::vector<CellBox> ExplainReverse(const CellQuestion& question) {
  std::vector<int64_t> indices(question.cell.begin(), question.cell.end());
  for (int64_t dimension : IntegersOf(question.operation, "dimensions")) {
    const size_t d = static_cast<size_t>(dimension);
    indices[d] = question.operand_shape(0)[d] - 1 - indices[d];
  }
  return {OneCell(0, indices)};
}

// The operand whose part of `dimension` contains the cell.
std::vector<CellBox> ExplainConcatenate(const CellQuestion& question) {
  const size_t d = static_cast<size_t>(IntegerOf(question.operation, "dimension", 0));
  std::vector<int64_t> indices(question.cell.begin(), question.cell.end());
  for (uint32_t i = 0; i < question.operation.operands.size(); ++i) {
    const int64_t size = question.operand_shape(i)[d];
    if (indices[d] < size) return {OneCell(i, indices)};
    indices[d] -= size;
  }
  return {};
}

// operand[j] if cell = edge_padding_low + j * (interior_padding + 1), otherwise the padding value.
std::vector<CellBox> ExplainPad(const CellQuestion& question) {
  const std::vector<int64_t> low = IntegersOf(question.operation, "edge_padding_low");
  const std::vector<int64_t> interior = IntegersOf(question.operation, "interior_padding");
  const std::span<const int64_t> shape = question.operand_shape(0);
  std::vector<int64_t> indices;
  for (size_t d = 0; d < shape.size(); ++d) {
    const int64_t place = question.cell[d] - low[d];
    const int64_t step = interior[d] + 1;
    const bool is_inside = place >= 0 && place % step == 0 && place / step < shape[d];
    if (!is_inside) return {OneCell(1, {})};
    indices.push_back(place / step);
  }
  return {OneCell(0, indices)};
}

}  // namespace paddock
