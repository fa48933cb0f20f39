// scatter, dynamic_slice and dynamic_update_slice of one element, composed of operations that a
// tape has instructions for. WebAssembly leaves them out, for size.
#ifndef PADDOCK_CORE_PLAN_OPS_SINGLE_ELEMENTS_H_
#define PADDOCK_CORE_PLAN_OPS_SINGLE_ELEMENTS_H_

#include "core/base/result.h"
#include "core/ir/operation.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {

// Whether the scatter combines one element or a few, or one window that is inside or outside as a
// whole, by a body without a kernel; or one element at three indices or more; in level kFast.
bool ScattersElements(Lowering& lowering, const Operation& operation, const Block& body);
// A body without a kernel is computed on what a gather reads, and replaces it, for one update after
// the other. More than two indices become the number of the element.
Result<void> LowerElementScatter(Lowering& lowering, const Operation& operation, const Block& body);

// Whether dynamic_slice or dynamic_update_slice moves one element, at three indices or more, in
// level kFast.
bool SlicesOneElement(Lowering& lowering, const Operation& operation);
Result<void> LowerElementSlice(Lowering& lowering, const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_SINGLE_ELEMENTS_H_
