#include "core/plan/lowering/collective_groups.h"

#include <algorithm>

#include "core/ir/attribute_values.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

bool IsUnitSet(const Operation& operation, std::string_view name) {
  const Attribute* attribute = operation.Find(name);
  if (attribute == nullptr) return false;
  return attribute->kind != AttributeKind::kBool || attribute->integer != 0;
}

// Returns the rows of the attribute. No rows mean one group of all processes.
Result<GroupRows> ReadRows(Lowering& lowering, const Operation& operation, GroupIds ids) {
  const Attribute* attribute = operation.Find("replica_groups");
  GroupRows rows;
  if (attribute != nullptr && attribute->kind == AttributeKind::kStruct) {
    std::string problem;
    auto mesh_rows = RowsOfMesh(lowering.module(), *attribute, problem);
    if (!mesh_rows) return lowering.Fail(operation, "attribute-form", std::move(problem));
    rows = *std::move(mesh_rows);
  } else if (attribute != nullptr && attribute->type && attribute->type.rank() == 2) {
    rows = RowsOf(IntegersOf(attribute), attribute->type.shape()[1]);
  }
  if (!rows.empty()) return rows;
  rows.emplace_back();
  for (int64_t id = 0; id < ids.count; ++id) rows.back().push_back(id);
  return rows;
}

// Returns the text of a grid that has `count` ids.
std::string FittingGrid(GroupStrategy strategy, GridSize size, int64_t count) {
  switch (strategy) {
    case GroupStrategy::kCrossPartition:
      return "a grid of " + ToString(GridSize{size.replicas, count});
    case GroupStrategy::kFlattenedIds:
      return "a grid of " + std::to_string(count) + " processes, such as " +
             ToString(count % size.partitions == 0
                          ? GridSize{count / size.partitions, size.partitions}
                          : GridSize{1, count});
    default:
      return "a grid of " + ToString(GridSize{count, size.partitions});
  }
}

std::string GridText(GroupStrategy strategy, GridSize size) {
  const GroupIds ids = IdsOf(strategy, size);
  return "the grid is " + ToString(size) + " and so " + std::string(ids.name) + " = " +
         std::to_string(ids.count) + " (" + std::string(ToString(strategy)) + ")";
}

GroupStrategy StrategyOf(const Operation& operation) {
  if (operation.info->groups->is_cross_partition) return EitherStrategyOf(operation);
  if (IsUnitSet(operation, "use_global_device_ids")) return GroupStrategy::kFlattenedIds;
  return ChannelOf(operation) > 0 ? GroupStrategy::kCrossReplicaAndPartition
                                  : GroupStrategy::kCrossReplica;
}

}  // namespace

bool IsHostTransfer(const Operation& operation) {
  const Attribute* is_host = operation.Find("is_host_transfer");
  return is_host != nullptr && is_host->integer != 0;
}

int64_t ChannelOf(const Operation& operation) {
  return IntegerOf(operation.Find("channel_handle"), "handle", 0);
}

GroupStrategy EitherStrategyOf(const Operation& operation) {
  return ChannelOf(operation) > 0 ? GroupStrategy::kCrossPartition : GroupStrategy::kCrossReplica;
}

Result<ProcessGroups> GroupsOfCollective(Lowering& lowering, const Operation& operation) {
  const GroupInfo& rules = *operation.info->groups;
  const GroupStrategy strategy = StrategyOf(operation);
  const GridSize size = lowering.grid();
  const GroupIds ids = IdsOf(strategy, size);
  auto rows = ReadRows(lowering, operation, ids);
  if (!rows) return Failed();
  int64_t count = 0;
  int64_t greatest = -1;
  for (const auto& row : *rows) {
    for (int64_t id : row) {
      if (id < 0) continue;
      ++count;
      greatest = std::max(greatest, id);
    }
  }
  if (rules.is_complete && count != ids.count) {
    return lowering.FailRule(operation, rules.complete,
                             "replica_groups holds " + std::to_string(count) + " ids, but " +
                                 GridText(strategy, size) + "; " +
                                 FittingGrid(strategy, size, count) + " would do");
  }
  if (greatest >= ids.count) {
    return lowering.FailRule(operation, rules.range,
                             "replica_groups holds " + std::to_string(greatest) + ", but " +
                                 GridText(strategy, size) + "; " +
                                 FittingGrid(strategy, size, greatest + 1) + " would do");
  }
  return ProcessGroups(strategy, *rows, size);
}

Result<ProcessPairs> PairsOf(Lowering& lowering, const Operation& operation, GroupStrategy strategy,
                             const Constraint* range) {
  const GridSize size = lowering.grid();
  const GroupIds ids = IdsOf(strategy, size);
  const std::vector<int64_t> pairs = IntegersOf(operation, "source_target_pairs");
  for (int64_t id : pairs) {
    if (id >= 0 && id < ids.count) continue;
    const std::string detail = "source_target_pairs holds " + std::to_string(id) + ", but " +
                               GridText(strategy, size) + "; " +
                               FittingGrid(strategy, size, id + 1) + " would do";
    if (range != nullptr) return lowering.FailRule(operation, *range, detail);
    return lowering.Fail(operation, "grid", std::string(operation.name) + ": " + detail);
  }
  const auto count = static_cast<size_t>(size.process_count());
  ProcessPairs result{std::vector<int64_t>(count, -1), std::vector<int64_t>(count, -1)};
  const bool is_replica = strategy == GroupStrategy::kCrossReplica;
  const int64_t others = is_replica ? size.partitions : size.replicas;
  const auto process_of = [&](int64_t id, int64_t other) {
    return size.Flatten(is_replica ? ProcessId{id, other} : ProcessId{other, id});
  };
  for (size_t i = 0; i + 1 < pairs.size(); i += 2) {
    for (int64_t other = 0; other < others; ++other) {
      const int64_t source = process_of(pairs[i], other);
      const int64_t target = process_of(pairs[i + 1], other);
      result.source_of[static_cast<size_t>(target)] = source;
      result.target_of[static_cast<size_t>(source)] = target;
    }
  }
  return result;
}

}  // namespace paddock
