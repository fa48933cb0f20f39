// The selection of select_and_scatter by a body that is one comparison.
#ifndef PADDOCK_CORE_PLAN_WINDOWS_SELECT_COMPARE_H_
#define PADDOCK_CORE_PLAN_WINDOWS_SELECT_COMPARE_H_

#include "core/plan/windows/select_window.h"

namespace paddock {

class Emitter;

// Writes `indices` as EmitSelect does. Returns false if the body differs, or if its type has no
// kernel.
bool EmitCompareSelect(Emitter& emitter, const Operation& operation, const Block& select,
                       const Leaf& operand, const WindowCells& cells, const Leaf& indices);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_WINDOWS_SELECT_COMPARE_H_
