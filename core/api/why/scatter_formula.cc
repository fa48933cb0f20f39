// Formulas of scatter and select_and_scatter: what is there first, then what lands on it.
#include "core/api/why/computed_formula.h"
#include "core/api/why/formula.h"
#include "core/api/why/formula_words.h"
#include "core/explain/body_dependence.h"
#include "core/explain/cell_box.h"
#include "core/explain/landing_updates.h"
#include "core/explain/selected_windows.h"

namespace paddock {
namespace {

using CellList = std::vector<std::vector<int64_t>>;

// Returns "x", or "(x, y)" of the operands `first` + each of `used`.
std::string ElementsAt(const ExecutionCells& cells, uint32_t first, std::span<const uint32_t> used,
                       std::span<const int64_t> cell) {
  std::vector<std::string> texts;
  for (const uint32_t one : used) texts.push_back(cells.Operand(first + one, cell));
  return texts.size() == 1 ? texts[0] : Called("", texts);
}

// Combines `start` with the elements of the operands at `list`.
std::string Folded(const ExecutionCells& cells, const Combiner& combiner, std::string start,
                   uint32_t first, std::span<const uint32_t> used, const CellList& list) {
  if (list.empty() || combiner.kind == Combiner::Kind::kKeeps) return start;
  if (combiner.kind == Combiner::Kind::kReplaces) {
    return ElementsAt(cells, first, used, list.back());
  }
  std::vector<std::string> texts = {std::move(start)};
  for (const auto& cell : list) {
    if (texts.size() > kMostFormulaTerms) break;
    texts.push_back(ElementsAt(cells, first, used, cell));
  }
  return Series(std::move(texts), static_cast<int64_t>(list.size()) + 1, combiner.sign,
                combiner.name);
}

}  // namespace

std::string ScatterFormula(const ExecutionCells& cells) {
  const Operation& scatter = cells.operation();
  const auto inputs = static_cast<uint32_t>(scatter.operands.size() / 2);
  const std::vector<CellBox> boxes = cells.Related();
  const CellBox* indices = BoxOf(boxes, inputs);
  // No index reaches the cell.
  if (indices == nullptr) return cells.Operand(cells.result(), cells.cell());
  const auto landing = LandingUpdates(scatter, cells.cell(), *indices, cells.integers());
  if (!landing) return {};
  if (landing->empty()) return cells.Operand(cells.result(), cells.cell());
  const Combiner combiner = CombinerOf(*scatter.regions[0], cells.result(), inputs);
  std::vector<uint32_t> used = {cells.result()};
  if (combiner.uses_others) used = CombinedWith(*scatter.regions[0], cells.result(), inputs);
  return Folded(cells, combiner, ElementsAt(cells, 0, used, cells.cell()), inputs + 1, used,
                *landing);
}

std::string SelectAndScatterFormula(const ExecutionCells& cells) {
  constexpr uint32_t kSource = 1, kInit = 2;
  const Operation& operation = cells.operation();
  const std::vector<CellBox> boxes = cells.Related();
  const CellBox* source = BoxOf(boxes, kSource);
  const std::string init = cells.Operand(kInit, {});
  if (source == nullptr) return init;
  const auto windows =
      SelectedWindows(operation, cells.cell(), *source, cells.integers(), cells.numbers());
  if (!windows) return {};
  const uint32_t first[] = {0};
  return Folded(cells, CombinerOf(*operation.regions[1], 0, 1), init, kSource, first, *windows);
}

}  // namespace paddock
