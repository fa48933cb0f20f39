// The groups of a collective operation in the grid of a plan, and the constraints that depend on
// that grid.
#ifndef PADDOCK_CORE_PLAN_LOWERING_COLLECTIVE_GROUPS_H_
#define PADDOCK_CORE_PLAN_LOWERING_COLLECTIVE_GROUPS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/grid/groups.h"
#include "core/ir/operation.h"

namespace paddock {

class Lowering;

// Returns the handle of channel_handle; 0 without one.
int64_t ChannelOf(const Operation& operation);
// Returns whether the other end of a send or recv is the host.
bool IsHostTransfer(const Operation& operation);

// The strategy of all_to_all, collective_broadcast, collective_permute, send and recv.
GroupStrategy EitherStrategyOf(const Operation& operation);

// Returns the groups of an operation with a `groups` line in the op table. Fails with a diagnostic
// that names a suitable grid.
Result<ProcessGroups> GroupsOfCollective(Lowering& lowering, const Operation& operation);

// The pairs of source_target_pairs for every value of the other coordinate. Rows 2k and 2k + 1 of
// the processes are source and target of the k-th pair.
struct ProcessPairs {
  // By process: its source, then its target; -1 if it has none.
  std::vector<int64_t> source_of;
  std::vector<int64_t> target_of;
};
Result<ProcessPairs> PairsOf(Lowering& lowering, const Operation& operation, GroupStrategy strategy,
                             const Constraint* range);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_COLLECTIVE_GROUPS_H_
