// Columns side by side, as results of the element groups that compute or read them.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/elementwise_scheduler.h"
#include "simd/movement/columns.h"

namespace paddock {
namespace {

// A step that moves joins fewer elements as fast.
constexpr int64_t kFewestJoined = 1024;

}  // namespace

bool ElementwiseScheduler::Interleave(const Operation& operation, const Value& result,
                                      std::span<const Leaf> columns) {
  const int64_t count = columns.front().count;
  const bool fits =
      columns.size() >= 2 && columns.size() <= size_t{simd::kMostColumns} && count >= kFewestJoined;
  if (kHasChainModules || level_ != Level::kFast || !fits) return false;
  FlushOthers(columns, count);
  const uint32_t group_index = OpenGroup(count, columns.size() + 1);
  TileNode node;
  node.kind = TileNode::Kind::kJoin;
  node.type = columns.front().type;
  for (const Leaf& column : columns) {
    node.operands[node.operand_count++] = AddOperand(group_index, column);
  }
  BindSink(operation, result, group_index, groups_[group_index]->graph.Add(std::move(node)));
  return true;
}

bool ElementwiseScheduler::InterleaveRows(const Operation& operation, const Value& result,
                                          const Leaf& joined) {
  const Leaf leaf = values_.Resolved(joined);
  if (leaf.where != Leaf::Where::kSpread || spreads_[leaf.index].has_columns) return false;
  const std::vector<TileNode>& parts = spreads_[leaf.index].load.parts;
  const auto rows = static_cast<int64_t>(parts.size());
  const bool are_rows = std::ranges::all_of(parts, [&](const TileNode& part) {
    return part.kind == TileNode::Kind::kStream && part.share * rows == leaf.count;
  });
  const std::vector<Leaf> columns = spreads_[leaf.index].sources;
  if (!are_rows || columns.empty() || parts.size() != columns.size()) return false;
  if (!Interleave(operation, result, columns)) return false;
  --spreads_[leaf.index].uses_left;
  return true;
}

}  // namespace paddock
