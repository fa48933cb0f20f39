// The groups of processes that collective operations work in.
#ifndef PADDOCK_CORE_CHECK_REPLICA_GROUPS_H_
#define PADDOCK_CORE_CHECK_REPLICA_GROUPS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/check/context.h"

namespace paddock {

struct ReplicaGroups {
  // Axes of a mesh: neither ids nor the size of a group are known here.
  bool is_mesh = false;
  int64_t row_length = 0;
  std::vector<int64_t> ids;
};

struct ReplicaGroupRules {
  Constraint unique;
  Constraint range;
  // -1 fills up rows of different lengths.
  bool may_pad = false;
  // The ids are exactly 0 .. n - 1; otherwise only not negative.
  bool is_dense = true;
};

Result<ReplicaGroups> CheckReplicaGroups(CheckContext& context, const ReplicaGroupRules& rules);

// The channel's handle, 0 without one.
int64_t ChannelId(const CheckContext& context);

// The number of processes of a group, where the program alone says it (not where partitions
// multiply it, where a mesh or the grid does) or the run knows it.
std::optional<int64_t> GroupSize(const CheckContext& context, const ReplicaGroups& groups);
// `rule`: use_global_device_ids needs a channel id above 0.
bool CheckGlobalIds(CheckContext& context, Constraint rule);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_REPLICA_GROUPS_H_
