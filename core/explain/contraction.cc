// Contractions: a line of each side.
#include <algorithm>
#include <string_view>

#include "core/check/einsum_formula.h"
#include "core/explain/dot_cells.h"
#include "core/explain/relation.h"
#include "core/explain/same_dimensions.h"
#include "core/ir/attribute_values.h"

namespace paddock {

// The result's dimensions are the batching ones, then the free ones of lhs, then those of rhs.
std::vector<CellBox> ExplainDotGeneral(const CellQuestion& question) {
  const Attribute* numbers = question.operation.Find("dot_dimension_numbers");
  const auto lhs_batching = IntegersOf(numbers, "lhs_batching_dimensions");
  const auto lhs_contracting = IntegersOf(numbers, "lhs_contracting_dimensions");
  const auto rhs_batching = IntegersOf(numbers, "rhs_batching_dimensions");
  const auto rhs_contracting = IntegersOf(numbers, "rhs_contracting_dimensions");
  const size_t batches = lhs_batching.size();
  const size_t lhs_free = question.operand_shape(0).size() - batches - lhs_contracting.size();
  return {DotSide(question, 0, lhs_batching, lhs_contracting, batches),
          DotSide(question, 1, rhs_batching, rhs_contracting, batches + lhs_free)};
}

// Vectors and matrices: lhs's last dimension with rhs's first.
std::vector<CellBox> ExplainDot(const CellQuestion& question) {
  CellBox lhs = AllCells(question, 0);
  CellBox rhs = AllCells(question, 1);
  if (lhs.ranges.size() == 2) lhs.ranges[0] = {question.cell.front()};
  if (rhs.ranges.size() == 2) rhs.ranges[1] = {question.cell.back()};
  return {lhs, rhs};
}

namespace {

// Returns the letters that both terms of an einsum have and the result lacks.
std::vector<ContractedDimensions> SharedLetters(const EinsumFormula& formula) {
  std::vector<ContractedDimensions> shared;
  for (uint32_t d = 0; d < formula.terms[0].size(); ++d) {
    const char letter = formula.terms[0][d];
    const size_t at = formula.terms[1].find(letter);
    const bool is_summed = formula.result.find(letter) == std::string_view::npos;
    if (is_summed && at != std::string_view::npos) shared.push_back({d, static_cast<uint32_t>(at)});
  }
  return shared;
}

}  // namespace

// Returns the contractions of the dimension numbers, of the letters of an einsum, or of a plain
// dot.
std::vector<ContractedDimensions> ContractionsOf(const Operation& operation) {
  if (operation.is(OpKind::kStablehloEinsum)) {
    const auto formula = ParseEinsumFormula(TextOf(operation, "einsum_config"));
    return formula && formula->terms.size() == 2 ? SharedLetters(*formula)
                                                 : std::vector<ContractedDimensions>();
  }
  if (operation.is(OpKind::kStablehloDot)) {
    const auto rank = static_cast<uint32_t>(operation.operands[0]->type.rank());
    return {{rank - 1, 0}};
  }
  const Attribute* numbers = operation.Find("dot_dimension_numbers");
  if (numbers == nullptr) numbers = operation.Find("ragged_dot_dimension_numbers");
  const auto lhs = IntegersOf(numbers, "lhs_contracting_dimensions");
  const auto rhs = IntegersOf(numbers, "rhs_contracting_dimensions");
  std::vector<ContractedDimensions> contracted;
  for (size_t i = 0; i < std::min(lhs.size(), rhs.size()); ++i) {
    contracted.push_back({static_cast<uint32_t>(lhs[i]), static_cast<uint32_t>(rhs[i])});
  }
  return contracted;
}

}  // namespace paddock
