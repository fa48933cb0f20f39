// Reductions of windows: the window of the cell.
#include <utility>

#include "core/explain/body_dependence.h"
#include "core/explain/relation.h"
#include "core/explain/window_cells.h"
#include "core/plan/lowering/window_attributes.h"

namespace paddock {

// The cell's window of every input, and every initial value, which is also the padding.
std::vector<CellBox> ExplainReduceWindow(const CellQuestion& question) {
  const auto inputs = static_cast<uint32_t>(question.operation.operands.size() / 2);
  const std::vector<WindowDimension> windows =
      WindowsOf(question.operation, question.operand_shape(0),
                question.operation.results[question.result]->type.shape());
  const std::vector<uint32_t> used =
      CombinedWith(*question.operation.regions[0], question.result, inputs);
  std::vector<CellBox> boxes;
  for (uint32_t i : used) {
    CellBox box{i, {}};
    for (size_t d = 0; d < windows.size(); ++d) {
      box.ranges.push_back(CellsOfWindow(windows[d], question.cell[d]));
    }
    boxes.push_back(std::move(box));
  }
  for (uint32_t i : used) boxes.push_back(OneCell(inputs + i, {}));
  return boxes;
}

}  // namespace paddock
