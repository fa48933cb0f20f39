// Collective operations: cells of the operands of the group's processes.
#include "core/explain/body_dependence.h"
#include "core/explain/relation.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

// Returns the cells at one index of all parts of a dimension of the operand, because any process
// may read it.
CellRange InEveryPart(int64_t index, int64_t part_size, int64_t operand_size) {
  return {index % part_size, operand_size / part_size, part_size};
}

}  // namespace

// The corresponding cell of the operand with the result's number.
std::vector<CellBox> ExplainSameOperand(const CellQuestion& question) {
  return {OneCell(question.result, question.cell)};
}

// The cell of the process whose part of all_gather_dim it lies in.
std::vector<CellBox> ExplainAllGather(const CellQuestion& question) {
  const auto d = static_cast<size_t>(IntegerOf(question.operation, "all_gather_dim", 0));
  std::vector<int64_t> indices(question.cell.begin(), question.cell.end());
  indices[d] %= question.operand_shape(question.result)[d];
  return {OneCell(question.result, indices)};
}

// The index within the part along concat_dimension, in each part along split_dimension: the
// process's position in the group selects the part.
std::vector<CellBox> ExplainAllToAll(const CellQuestion& question) {
  const auto split = static_cast<size_t>(IntegerOf(question.operation, "split_dimension", 0));
  const auto concat = static_cast<size_t>(IntegerOf(question.operation, "concat_dimension", 0));
  const int64_t parts = IntegerOf(question.operation, "split_count", 1);
  const std::span<const int64_t> shape = question.operand_shape(question.result);
  CellBox box = OneCell(question.result, question.cell);
  if (split != concat) box.ranges[concat] = {question.cell[concat] % shape[concat]};
  box.ranges[split] = InEveryPart(question.cell[split], shape[split] / parts, shape[split]);
  return {box};
}

// A cell of the result combines the cells at its index in every part, from every process.
std::vector<CellBox> ExplainReduceScatter(const CellQuestion& question) {
  const auto d = static_cast<size_t>(IntegerOf(question.operation, "scatter_dimension", 0));
  const int64_t part = question.operation.results[0]->type.shape()[d];
  CellBox box = OneCell(0, question.cell);
  box.ranges[d] = InEveryPart(question.cell[d], part, question.operand_shape(0)[d]);
  return {box};
}

// Operand and result cells correspond. A root that is an operand selects the process.
std::vector<CellBox> ExplainCollectiveBroadcast(const CellQuestion& question) {
  std::vector<CellBox> boxes = {OneCell(question.result, question.cell)};
  const auto last = static_cast<uint32_t>(question.operation.operands.size()) - 1;
  if (question.operation.Find("has_dynamic_root") == nullptr) return boxes;
  const int64_t root[] = {question.result};
  boxes.push_back(OneCell(last, root));
  return boxes;
}

}  // namespace paddock
