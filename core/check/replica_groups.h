// Process groups of collective operations.
#ifndef PADDOCK_CORE_CHECK_REPLICA_GROUPS_H_
#define PADDOCK_CORE_CHECK_REPLICA_GROUPS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/check/context.h"

namespace paddock {

struct ReplicaGroups {
  // Whether the groups are axes of a mesh: ids and group size are then unknown here.
  bool is_mesh = false;
  int64_t row_length = 0;
  std::vector<int64_t> ids;
};

struct ReplicaGroupRules {
  Constraint unique;
  Constraint range;
  // -1 may pad rows of different lengths.
  bool may_pad = false;
  // Whether the ids are exactly 0 .. n - 1. Otherwise they only must not be negative.
  bool is_dense = true;
};

Result<ReplicaGroups> CheckReplicaGroups(CheckContext& context, const ReplicaGroupRules& rules);

// Returns the channel's id, 0 without a channel.
int64_t ChannelId(const CheckContext& context);

// Returns the number of processes of a group, if the program alone determines it or the run has it.
// Partitions and a mesh leave it open without a run.
std::optional<int64_t> GroupSize(const CheckContext& context, const ReplicaGroups& groups);
// Requires by `rule` a positive channel id with use_global_device_ids.
bool CheckGlobalIds(CheckContext& context, Constraint rule);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_REPLICA_GROUPS_H_
