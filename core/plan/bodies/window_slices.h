// Slices of windows that a transpose put beside each other, as in x.reshape(h, 2, w, 2)
// .transpose(0, 2, 1, 3).reshape(h, w, 4), as slices of the transpose's operand.
#ifndef PADDOCK_CORE_PLAN_BODIES_WINDOW_SLICES_H_
#define PADDOCK_CORE_PLAN_BODIES_WINDOW_SLICES_H_

#include <vector>

#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/draft.h"

namespace paddock {

class Lowering;

// Returns the slices of one element along the last dimension of `windows`, in their order, if one
// of the last steps has transposed it; none if it is no such tensor, or if the transpose also
// changes the order of the other dimensions. If nothing else reads the windows, they are not
// written.
std::vector<Value*> SlicesOfWindows(const Lowering& lowering, Composition& made,
                                    const Leaf& windows);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_WINDOW_SLICES_H_
