// Stacks in place of sums that a program leaves to the devices: Shardy's unreduced axes.
//
//   <@mesh, [{"x"}], unreduced={"y"}>
//
// Such a tensor is the sum of the devices' tensors along y. It becomes a stack of them, with a
// first dimension that y divides:
//
//   <@mesh, [{"y"}, {"x"}]>
//
// Operations outside of manual computations use the sum of the stack. A manual computation, a
// result of the program and a sharding constraint with the same unreduced axes use the stack, so
// that each device gets back its own tensor. Where the program leaves a sum of a tensor that is
// none, the first device along the axes has it, and the others have zeros.
#ifndef PADDOCK_CORE_PJRT_STACKED_SUMS_H_
#define PADDOCK_CORE_PJRT_STACKED_SUMS_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/ir/module.h"

namespace paddock::pjrt {

// Attribute of the program's arguments and results that are stacks. The first dimension of their
// tiles has size 1.
inline constexpr std::string_view kStackAttribute = "paddock.stack";

// Returns whether a sharding of the program has unreduced axes.
bool LeavesSums(const Module& module);

// Returns the text of the program in `code`, a text or an artifact, with stacks. `entry` is the
// name of the program's function. Returns nothing if it cannot be read.
std::optional<std::string> WithStackedSums(const std::string& code, std::string_view entry);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_STACKED_SUMS_H_
