// A collective operation in two halves, between which async_start and async_done can separate it.
#ifndef PADDOCK_CORE_PLAN_GRID_COLLECTIVE_H_
#define PADDOCK_CORE_PLAN_GRID_COLLECTIVE_H_

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/ir/operation.h"
#include "core/plan/grid/collective_steps.h"
#include "core/plan/lowering/collective_groups.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/lowering/pending_collective.h"
#include "core/plan/traffic.h"

namespace paddock {

class Lowering;

// Emits the half of a collective operation that contributes its operands.
Result<PendingCollective> GiveCollective(Lowering& lowering, const Operation& operation);
// Emits the half that takes the results, and binds `results`; `at` is the operation that waits.
Result<void> TakeCollective(Lowering& lowering, const PendingCollective& pending,
                            const Operation& at, std::span<Value* const> results);

// Fails if the group sizes differ from those that the shapes imply (collective_shapes.cc).
Result<void> CheckGroupSizes(Lowering& lowering, const Operation& operation,
                             const ProcessGroups& groups);

// --- Messages (messages.cc).
Result<PendingCollective> GivePermute(Lowering& lowering, const Operation& operation);
Result<void> TakePermute(Lowering& lowering, const PendingCollective& pending, const Operation& at,
                         std::span<Value* const> results);

// Returns the operands that others read in place; the step that takes the result keeps them alive.
std::vector<Leaf> LentOperands(const PendingCollective& pending);
// Returns the parcel entry for a leaf of this type.
ParcelEntry EntryOf(const Leaf& leaf, Type type);
// Returns the entry for a meeting, in which the others may read the leaf in place.
ParcelEntry MeetingEntryOf(const Lowering& lowering, const Leaf& leaf, Type type);
// "(tensor<2xf32>, tensor<i32>)".
std::string TypesText(std::span<const Type> types);
SiteRef SiteOf(const Operation& operation, std::string signature);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_GRID_COLLECTIVE_H_
