// scatter of one window at known indices, as in x.at[1:, :].add(y): a slice, the body, and an
// update of the slice. The body is then part of the loop that computes the updates. WebAssembly
// leaves it out, for size.
#ifndef PADDOCK_CORE_PLAN_OPS_CONSTANT_WINDOWS_H_
#define PADDOCK_CORE_PLAN_OPS_CONSTANT_WINDOWS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/ir/operation.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {

// Returns where the window begins, by dimension of the operand, if it is inside and the body is
// element-wise, in level kFast; else nothing.
std::optional<std::vector<int64_t>> FindConstantWindow(Lowering& lowering,
                                                       const Operation& operation,
                                                       const Block& body);

Result<void> LowerConstantWindow(Lowering& lowering, const Operation& operation, const Block& body,
                                 std::span<const int64_t> start);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_CONSTANT_WINDOWS_H_
