// Products of groups of rows: a line of lhs, and of one group of rhs.
#include "core/base/contains.h"
#include "core/explain/dot_cells.h"
#include "core/explain/relation.h"
#include "core/ir/attribute_values.h"

namespace paddock {

// Like dot_general, with the group dimension: any group of rhs is possible, because the sizes
// determine the group of a row. If the ragged dimension is contracting, the result's first
// dimension is the group.
std::vector<CellBox> ExplainRaggedDot(const CellQuestion& question) {
  const Attribute* numbers = question.operation.Find("ragged_dot_dimension_numbers");
  const auto lhs_batching = IntegersOf(numbers, "lhs_batching_dimensions");
  const auto lhs_contracting = IntegersOf(numbers, "lhs_contracting_dimensions");
  const auto rhs_batching = IntegersOf(numbers, "rhs_batching_dimensions");
  auto rhs_whole = IntegersOf(numbers, "rhs_contracting_dimensions");
  for (const int64_t d : IntegersOf(numbers, "rhs_group_dimensions")) rhs_whole.push_back(d);
  const auto ragged = IntegersOf(numbers, "lhs_ragged_dimensions");
  const bool has_groups = Contains(lhs_contracting, static_cast<size_t>(ragged[0]));
  const CellQuestion inner{question.operation, question.result,
                           question.cell.subspan(has_groups ? 1 : 0)};
  const size_t batches = lhs_batching.size();
  const size_t lhs_free = question.operand_shape(0).size() - batches - lhs_contracting.size();
  return {DotSide(inner, 0, lhs_batching, lhs_contracting, batches),
          DotSide(inner, 1, rhs_batching, rhs_whole, batches + lhs_free), AllCells(question, 2)};
}

}  // namespace paddock
