// Contractions: a line of each side.
#include <algorithm>

#include "core/explain/relation.h"
#include "core/plan/attributes.h"

namespace paddock {
namespace {

bool Holds(const std::vector<int64_t>& dimensions, size_t d) {
  return std::ranges::find(dimensions, static_cast<int64_t>(d)) != dimensions.end();
}

// Batching dimensions stand at the cell's first indices, free ones follow from `free_at`;
// contracting dimensions are whole.
CellBox Side(const CellQuestion& question, uint32_t operand, const std::vector<int64_t>& batching,
             const std::vector<int64_t>& contracting, size_t free_at) {
  CellBox box = AllCells(question, operand);
  for (size_t b = 0; b < batching.size(); ++b) {
    box.ranges[static_cast<size_t>(batching[b])] = {question.cell[b]};
  }
  for (size_t d = 0; d < box.ranges.size(); ++d) {
    if (Holds(batching, d) || Holds(contracting, d)) continue;
    box.ranges[d] = {question.cell[free_at++]};
  }
  return box;
}

}  // namespace

// The result's dimensions are the batching, then lhs' free, then rhs' free ones.
std::vector<CellBox> ExplainDotGeneral(const CellQuestion& question) {
  const Attribute* numbers = question.operation.Find("dot_dimension_numbers");
  const auto lhs_batching = IntegersOf(numbers, "lhs_batching_dimensions");
  const auto lhs_contracting = IntegersOf(numbers, "lhs_contracting_dimensions");
  const auto rhs_batching = IntegersOf(numbers, "rhs_batching_dimensions");
  const auto rhs_contracting = IntegersOf(numbers, "rhs_contracting_dimensions");
  const size_t batches = lhs_batching.size();
  const size_t lhs_free = question.operand_shape(0).size() - batches - lhs_contracting.size();
  return {Side(question, 0, lhs_batching, lhs_contracting, batches),
          Side(question, 1, rhs_batching, rhs_contracting, batches + lhs_free)};
}

}  // namespace paddock
