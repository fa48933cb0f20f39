// Cells of an operand that a window covers along one dimension.
#ifndef PADDOCK_CORE_EXPLAIN_WINDOW_CELLS_H_
#define PADDOCK_CORE_EXPLAIN_WINDOW_CELLS_H_

#include "core/explain/explain.h"
#include "core/plan/lowering/window_attributes.h"

namespace paddock {

// Returns the operand's indices in window number `at`; count 0 if all are padding.
CellRange CellsOfWindow(const WindowDimension& window, int64_t at);

// The windows that contain index `index` of the operand, and all indices in these windows; without
// dilations.
struct WindowsOfCell {
  CellRange windows;
  CellRange cells;
};
WindowsOfCell WindowsThatHold(const WindowDimension& window, int64_t index);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXPLAIN_WINDOW_CELLS_H_
