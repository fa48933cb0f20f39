// Process groups: the division of the grid by collective operations (the specification's
// "Collective ops").
#ifndef PADDOCK_CORE_GRID_GROUPS_H_
#define PADDOCK_CORE_GRID_GROUPS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/module.h"
#include "core/ir/operation.h"
#include "core/run/process_grid.h"

namespace paddock {

enum class GroupStrategy : uint8_t {
  kCrossReplica,
  kCrossPartition,
  kCrossReplicaAndPartition,
  kFlattenedIds,
};
std::string_view ToString(GroupStrategy strategy);

// The ids of a strategy: 0 .. count - 1, with the name of `count`.
struct GroupIds {
  int64_t count = 0;
  std::string_view name;  // "num_replicas", "num_partitions" or "num_processes"
};
GroupIds IdsOf(GroupStrategy strategy, GridSize size);

// Rows of ids; -1 pads shorter rows.
using GroupRows = std::vector<std::vector<int64_t>>;

// The groups of an operation's replica_groups, as flattened process ids.
class ProcessGroups {
 public:
  ProcessGroups() = default;
  // Every id of `rows` must be -1 or an id of the strategy.
  ProcessGroups(GroupStrategy strategy, const GroupRows& rows, GridSize size);

  struct Place {
    uint32_t group = 0;
    uint32_t position = 0;
  };
  const std::vector<std::vector<int64_t>>& groups() const { return groups_; }
  // Returns the group of a process and its position there; nothing if it is in no group.
  std::optional<Place> Find(int64_t process) const;
  size_t largest() const;

 private:
  void Add(std::vector<int64_t> group);

  std::vector<std::vector<int64_t>> groups_;
  // By process; group kNone: in no group.
  static constexpr uint32_t kNone = UINT32_MAX;
  std::vector<Place> places_;
};

// Returns the rows, of length `row_length`, of a row-major tensor of ids.
GroupRows RowsOf(const std::vector<int64_t>& ids, int64_t row_length);

// Returns the rows of a #stablehlo.replica_group_mesh_axes. The mesh's ids, with the unnamed axes
// outermost, are split into rows whose length is the product of the named axes. Returns nothing,
// with a sentence in `problem`, if the mesh or an axis is malformed.
std::optional<GroupRows> RowsOfMesh(const Module& module, const Attribute& mesh_axes,
                                    std::string& problem);

}  // namespace paddock

#endif  // PADDOCK_CORE_GRID_GROUPS_H_
