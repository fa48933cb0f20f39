#include "core/grid/groups.h"

#include <algorithm>
#include <utility>

namespace paddock {

std::string_view ToString(GroupStrategy strategy) {
  static constexpr std::string_view kNames[] = {"cross_replica", "cross_partition",
                                                "cross_replica_and_partition", "flattened_ids"};
  return kNames[static_cast<size_t>(strategy)];
}

GroupIds IdsOf(GroupStrategy strategy, GridSize size) {
  if (strategy == GroupStrategy::kCrossPartition) return {size.partitions, "num_partitions"};
  if (strategy == GroupStrategy::kFlattenedIds) return {size.process_count(), "num_processes"};
  return {size.replicas, "num_replicas"};
}

ProcessGroups::ProcessGroups(GroupStrategy strategy, const GroupRows& rows, GridSize size)
    : places_(static_cast<size_t>(size.process_count()), {kNone, 0}) {
  // The members of one group. `id` is from the row, `other` is the coordinate that varies.
  const auto members = [&](const std::vector<int64_t>& row, auto process_of) {
    std::vector<int64_t> group;
    for (int64_t id : row) {
      if (id >= 0) group.push_back(process_of(id));
    }
    return group;
  };
  for (const std::vector<int64_t>& row : rows) {
    switch (strategy) {
      case GroupStrategy::kCrossReplica:
        for (int64_t p = 0; p < size.partitions; ++p) {
          Add(members(row, [&](int64_t id) { return size.Flatten({id, p}); }));
        }
        break;
      case GroupStrategy::kCrossPartition:
        for (int64_t r = 0; r < size.replicas; ++r) {
          Add(members(row, [&](int64_t id) { return size.Flatten({r, id}); }));
        }
        break;
      case GroupStrategy::kCrossReplicaAndPartition: {
        std::vector<int64_t> group;
        for (int64_t p = 0; p < size.partitions; ++p) {
          for (int64_t process : members(row, [&](int64_t id) { return size.Flatten({id, p}); })) {
            group.push_back(process);
          }
        }
        Add(std::move(group));
        break;
      }
      case GroupStrategy::kFlattenedIds:
        Add(members(row, [](int64_t id) { return id; }));
        break;
    }
  }
}

void ProcessGroups::Add(std::vector<int64_t> group) {
  if (group.empty()) return;
  const auto number = static_cast<uint32_t>(groups_.size());
  for (uint32_t i = 0; i < group.size(); ++i) {
    places_[static_cast<size_t>(group[i])] = {number, i};
  }
  groups_.push_back(std::move(group));
}

std::optional<ProcessGroups::Place> ProcessGroups::Find(int64_t process) const {
  const Place place = places_[static_cast<size_t>(process)];
  if (place.group == kNone) return std::nullopt;
  return place;
}

size_t ProcessGroups::largest() const {
  size_t largest = 0;
  for (const auto& group : groups_) largest = std::max(largest, group.size());
  return largest;
}

GroupRows RowsOf(const std::vector<int64_t>& ids, int64_t row_length) {
  GroupRows rows;
  if (row_length <= 0) return rows;
  for (size_t i = 0; i < ids.size(); i += static_cast<size_t>(row_length)) {
    const size_t end = std::min(ids.size(), i + static_cast<size_t>(row_length));
    rows.emplace_back(ids.begin() + static_cast<ptrdiff_t>(i),
                      ids.begin() + static_cast<ptrdiff_t>(end));
  }
  return rows;
}

}  // namespace paddock
