// Tensors as containers: the dialect tensor.
#include "core/base/row_major.h"
#include "core/explain/relation.h"

namespace paddock {
namespace {

void AddScalars(const CellQuestion& question, uint32_t first, std::vector<CellBox>& boxes) {
  for (uint32_t i = first; i < question.operation.operands.size(); ++i) {
    boxes.push_back(OneCell(i, {}));
  }
}

}  // namespace

// The indices select any element.
std::vector<CellBox> ExplainTensorExtract(const CellQuestion& question) {
  std::vector<CellBox> boxes = {AllCells(question, 0)};
  AddScalars(question, 1, boxes);
  return boxes;
}

// Operands are the elements in row-major order.
std::vector<CellBox> ExplainTensorFromElements(const CellQuestion& question) {
  const std::span<const int64_t> shape = question.operation.results[0]->type.shape();
  const int64_t linear = RowMajorNumber(question.cell, shape);
  return {OneCell(static_cast<uint32_t>(linear), {})};
}

// The indices decide between the scalar and the element of the destination.
std::vector<CellBox> ExplainTensorInsert(const CellQuestion& question) {
  std::vector<CellBox> boxes = {OneCell(0, {}), OneCell(1, question.cell)};
  AddScalars(question, 2, boxes);
  return boxes;
}

std::vector<CellBox> ExplainTensorSplat(const CellQuestion&) { return {OneCell(0, {})}; }

}  // namespace paddock
