// Contractions: a line of each side.
#include <algorithm>
#include <string_view>

#include "core/base/contains.h"
#include "core/check/einsum_formula.h"
#include "core/explain/relation.h"
#include "core/explain/same_dimensions.h"
#include "core/explain/window_cells.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

// Batching dimensions stand at the cell's first indices, free ones follow from `free_at`;
// contracting dimensions are whole.
CellBox Side(const CellQuestion& question, uint32_t operand, const std::vector<int64_t>& batching,
             const std::vector<int64_t>& contracting, size_t free_at) {
  CellBox box = AllCells(question, operand);
  for (size_t b = 0; b < batching.size(); ++b) {
    box.ranges[static_cast<size_t>(batching[b])] = {question.cell[b]};
  }
  for (size_t d = 0; d < box.ranges.size(); ++d) {
    if (Contains(batching, d) || Contains(contracting, d)) continue;
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

// Vectors and matrices: lhs's last dimension with rhs's first.
std::vector<CellBox> ExplainDot(const CellQuestion& question) {
  CellBox lhs = AllCells(question, 0);
  CellBox rhs = AllCells(question, 1);
  if (lhs.ranges.size() == 2) lhs.ranges[0] = {question.cell.front()};
  if (rhs.ranges.size() == 2) rhs.ranges[1] = {question.cell.back()};
  return {lhs, rhs};
}

// As dot_general, with the group dimensions: of rhs one group may be any, of the result (where
// the ragged dimension is contracting) it comes first. Which group has a row the sizes decide.
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
  return {Side(inner, 0, lhs_batching, lhs_contracting, batches),
          Side(inner, 1, rhs_batching, rhs_whole, batches + lhs_free), AllCells(question, 2)};
}

// The window of lhs with the input features of the cell's group, and the whole kernel of its
// output feature. Of dynamic_conv, whose padding is an operand, any position may be met.
std::vector<CellBox> ExplainConvolution(const CellQuestion& question) {
  const ConvolutionAttributes attributes = ConvolutionAttributesOf(question.operation);
  const auto at = [&](int64_t d) { return question.cell[static_cast<size_t>(d)]; };
  CellBox lhs = AllCells(question, 0);
  CellBox rhs = AllCells(question, 1);
  const auto range = [](CellBox& box, int64_t d) -> CellRange& {
    return box.ranges[static_cast<size_t>(d)];
  };
  const int64_t feature = at(attributes.output_feature);
  CellRange& output = range(rhs, attributes.kernel_output_feature);
  const int64_t groups = attributes.feature_groups * attributes.batch_groups;
  const int64_t group = feature / (output.count / groups);
  output = {feature};
  const int64_t features = range(rhs, attributes.kernel_input_feature).count;
  const bool has_feature_groups = attributes.feature_groups > 1;
  range(lhs, attributes.input_feature) = {has_feature_groups ? group * features : 0, features};
  CellRange& batch = range(lhs, attributes.input_batch);
  const int64_t batches = batch.count / attributes.batch_groups;
  batch = {(has_feature_groups ? 0 : group * batches) + at(attributes.output_batch)};
  const bool is_dynamic = question.operation.operands.size() > 2;
  const auto result_shape = question.operation.results[0]->type.shape();
  for (size_t i = 0; !is_dynamic && i < attributes.input_spatial.size(); ++i) {
    const WindowDimension window = attributes.WindowAlong(i, question.operand_shape(0),
                                                          question.operand_shape(1), result_shape);
    range(lhs, attributes.input_spatial[i]) =
        CellsOfWindow(window, at(attributes.output_spatial[i]));
  }
  std::vector<CellBox> boxes = {std::move(lhs), std::move(rhs)};
  if (is_dynamic) boxes.push_back(AllCells(question, 2));
  return boxes;
}

namespace {

// Cells of one operand of an einsum: its letters at the cell's index where the result has them.
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

namespace {

// The letters that both terms of an einsum have and the result has not.
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

// Named by the dimension numbers, by the letters of an einsum, or dot's usual ones.
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
