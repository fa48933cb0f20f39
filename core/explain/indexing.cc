// Slices whose positions are determined at run time: every possible position, and the indices.
#include "core/explain/indexed_slices.h"
#include "core/explain/relation.h"
#include "core/ir/attribute_values.h"

namespace paddock {

std::vector<CellBox> ExplainGather(const CellQuestion& question) {
  return ExplainSlices(question, GatherSlices(question.operation),
                       IntegersOf(question.operation, "slice_sizes"));
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
    // The index's own dimensions replace `dimension`.
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
