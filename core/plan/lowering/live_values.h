// Live values: those that later operations use, which a continuation or a late body takes.
#ifndef PADDOCK_CORE_PLAN_LOWERING_LIVE_VALUES_H_
#define PADDOCK_CORE_PLAN_LOWERING_LIVE_VALUES_H_

#include <span>
#include <vector>

#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/lowering/module_facts.h"
#include "core/plan/lowering/values.h"
#include "core/plan/suspension.h"

namespace paddock {

// Returns the bound values that the frames' operations and later ones use.
std::vector<LiveLeaves> LiveAt(std::span<const SuspensionFrame> frames, const Values& values,
                               const ModuleFacts& facts);

// Returns the bound values outside `body` that its operations use.
std::vector<LiveLeaves> CapturedBy(const Block& body, const Values& values,
                                   const ModuleFacts& facts);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_LIVE_VALUES_H_
