// Traces values back to arguments of the planned function, through pure operations and calls.
#ifndef PADDOCK_CORE_PLAN_LOWERING_ARGUMENT_TRACE_H_
#define PADDOCK_CORE_PLAN_LOWERING_ARGUMENT_TRACE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/ir/module.h"
#include "core/plan/lowering/values.h"
#include "core/plan/suspension.h"

namespace paddock {

// Returns the numbers of the arguments that determine `traced` while planning stands at
// `frames`. Returns nothing if a value has another source.
std::optional<std::vector<uint32_t>> ArgumentsBehind(const Module& module, const Values& values,
                                                     std::span<const SuspensionFrame> frames,
                                                     std::span<const Value* const> traced);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_ARGUMENT_TRACE_H_
