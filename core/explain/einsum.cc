// Products by formula: a line of each side along the letters that are summed.
#include <string_view>

#include "core/check/einsum_formula.h"
#include "core/explain/relation.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

// Returns the cells of one operand of an einsum: letters of the result at the cell's index, whole
// ranges for other letters.
CellBox LetteredCells(const CellQuestion& question, uint32_t operand, std::string_view letters,
                      std::string_view result_letters) {
  CellBox box = AllCells(question, operand);
  for (size_t d = 0; d < letters.size() && d < box.ranges.size(); ++d) {
    const size_t at = result_letters.find(letters[d]);
    if (at < question.cell.size()) box.ranges[d] = {question.cell[at]};
  }
  return box;
}

}  // namespace

// "ab,bc->ac": a line of each side along the letters that are summed.
std::vector<CellBox> ExplainEinsum(const CellQuestion& question) {
  const auto formula = ParseEinsumFormula(TextOf(question.operation, "einsum_config"));
  std::vector<CellBox> boxes;
  for (uint32_t i = 0; formula && i < formula->terms.size(); ++i) {
    boxes.push_back(LetteredCells(question, i, formula->terms[i], formula->result));
  }
  return boxes;
}

}  // namespace paddock
