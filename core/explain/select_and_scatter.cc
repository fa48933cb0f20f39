// Windows that select an element: every window that contains the cell.
#include <utility>

#include "core/explain/relation.h"
#include "core/explain/window_cells.h"
#include "core/plan/lowering/window_attributes.h"

namespace paddock {

// For every window that contains the cell: its element of source, and the elements that it selects
// from. Also the initial value.
std::vector<CellBox> ExplainSelectAndScatter(const CellQuestion& question) {
  const std::vector<WindowDimension> windows =
      WindowsOf(question.operation, question.operand_shape(0), question.operand_shape(1));
  CellBox operand{0, {}};
  CellBox source{1, {}};
  for (size_t d = 0; d < windows.size(); ++d) {
    const WindowsOfCell held = WindowsThatHold(windows[d], question.cell[d]);
    operand.ranges.push_back(held.cells);
    source.ranges.push_back(held.windows);
  }
  return {std::move(operand), std::move(source), OneCell(2, {})};
}

}  // namespace paddock
