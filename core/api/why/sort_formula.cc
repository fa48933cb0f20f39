// Formulas of sort and top_k, which name the cell that a value came from, and of map.
#include <cmath>

#include "core/api/why/computed_formula.h"
#include "core/api/why/formula_words.h"
#include "core/ir/attribute_values.h"
#include "core/ir/value_name.h"

namespace paddock {
namespace {

// Cells of the sorted dimension that are read.
constexpr int64_t kMostSorted = int64_t{1} << 14;
constexpr int kMostDepth = 16;
constexpr size_t kLongestFormula = 400;

bool AreEqual(const std::optional<CellValue>& a, const std::optional<CellValue>& b) {
  return a && b && a->text == b->text;
}

// Returns whether the operands at `from` are the results at `to`.
bool IsMoved(const ExecutionCells& cells, std::span<const int64_t> from,
             std::span<const int64_t> to) {
  for (uint32_t i = 0; i < cells.operation().operands.size(); ++i) {
    if (!AreEqual(cells.OperandValue(i, from), cells.ResultValue(i, to))) return false;
  }
  return true;
}

// Writes the value that the body returns. Texts of calls and constants are their names.
std::string Written(const Value& value, const Block& body, std::span<const std::string> texts,
                    int depth) {
  if (value.block == &body) return texts[value.index];
  const Operation* operation = value.operation;
  const bool is_known = depth < kMostDepth && operation != nullptr && operation->info != nullptr &&
                        operation->parent == &body && operation->info->has(kElementwise) &&
                        operation->regions.empty();
  if (!is_known) return WrittenName(value);
  std::vector<std::string> parts;
  for (const Value* operand : operation->operands) {
    parts.push_back(Written(*operand, body, texts, depth + 1));
  }
  if (!SignOf(*operation).empty() || operation->is(OpKind::kStablehloCompare)) {
    for (std::string& part : parts) part = Enclosed(part);
  }
  std::string text = Elementwise(*operation, parts);
  return text.size() > kLongestFormula ? WrittenName(value) : text;
}

}  // namespace

std::string SortFormula(const ExecutionCells& cells) {
  const Operation& sort = cells.operation();
  int64_t dimension = IntegerOf(sort, "dimension", -1);
  if (dimension < 0) dimension += static_cast<int64_t>(cells.cell().size());
  const auto d = static_cast<size_t>(dimension);
  const int64_t size = sort.operands[0]->type.shape()[d];
  if (size > kMostSorted) return {};
  std::vector<int64_t> at(cells.cell().begin(), cells.cell().end());
  // Equal elements keep their order.
  int64_t equal_before = 0;
  for (at[d] = 0; at[d] < cells.cell()[d]; ++at[d]) {
    bool is_equal = true;
    for (uint32_t i = 0; i < sort.results.size(); ++i) {
      is_equal &= AreEqual(cells.ResultValue(i, at), cells.ResultValue(i, cells.cell()));
    }
    equal_before += is_equal ? 1 : 0;
  }
  for (at[d] = 0; at[d] < size; ++at[d]) {
    if (!IsMoved(cells, at, cells.cell())) continue;
    if (equal_before-- == 0) return CellName(*sort.operands[cells.result()], at);
  }
  return {};
}

std::string TopKFormula(const ExecutionCells& cells) {
  const auto index = cells.ResultValue(1, cells.cell());
  if (!index || !index->integer) return {};
  std::vector<int64_t> at(cells.cell().begin(), cells.cell().end());
  at.back() = *index->integer;
  const std::string name = CellName(*cells.operation().operands[0], at);
  return cells.result() == 0 ? name : "index of " + name;
}

std::string MapFormula(const ExecutionCells& cells) {
  const Operation& map = cells.operation();
  const Block* body = map.regions[0]->only_block();
  if (body == nullptr || body->last == nullptr) return {};
  std::vector<std::string> texts;
  for (uint32_t i = 0; i < map.operands.size(); ++i) {
    texts.push_back(cells.Operand(i, cells.cell()));
  }
  return Written(*body->last->operands[0], *body, texts, 0);
}

}  // namespace paddock
