// Columns side by side, as results of the element groups that compute or read them.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/elementwise_scheduler.h"
#include "simd/movement/columns.h"

namespace paddock {
namespace {

// Fewer elements are moved on a tape (simd::TapeKernel::kMostOfVector).
constexpr int64_t kFewestJoined = 33;

}  // namespace

// Adds a node that joins the columns; nothing if they are too few or too many. Returns its group
// and number.
std::optional<Leaf> ElementwiseScheduler::JoinedNode(std::span<const Leaf> columns) {
  const int64_t count = columns.front().count;
  const bool fits =
      columns.size() >= 2 && columns.size() <= size_t{simd::kMostColumns} && count >= kFewestJoined;
  if (kHasChainModules || level_ != Level::kFast || !fits) return std::nullopt;
  FlushOthers(columns, count);
  Leaf made;
  made.index = OpenGroup(count, columns.size() + 1);
  TileNode node;
  node.kind = TileNode::Kind::kJoin;
  node.type = columns.front().type;
  for (const Leaf& column : columns) {
    node.operands[node.operand_count++] = AddOperand(made.index, column);
  }
  made.node = groups_[made.index]->graph.Add(std::move(node));
  return made;
}

bool ElementwiseScheduler::Interleave(const Operation& operation, const Value& result,
                                      std::span<const Leaf> columns) {
  const auto made = JoinedNode(columns);
  if (made) BindSink(operation, result, made->index, made->node);
  return made.has_value();
}

// Writes columns that a gather might have read as components of its index vectors. Returns false if
// they are too few or too many.
bool ElementwiseScheduler::WriteColumns(uint32_t spread_index) {
  const std::vector<Leaf> columns = spreads_[spread_index].sources;
  const auto made = JoinedNode(columns);
  if (made) BindToNode(spread_index, *made);
  return made.has_value();
}

bool ElementwiseScheduler::InterleaveRows(const Operation& operation, const Value& result,
                                          const Leaf& joined) {
  const Leaf leaf = values_.Resolved(joined);
  if (leaf.where != Leaf::Where::kSpread || spreads_[leaf.index].has_columns) return false;
  const std::vector<TileNode>& parts = spreads_[leaf.index].load.parts;
  const auto rows = static_cast<int64_t>(parts.size());
  // A reshape may have split or joined the parts.
  const bool are_rows =
      joined.shape[0] == rows && std::ranges::all_of(parts, [&](const TileNode& part) {
        return part.kind == TileNode::Kind::kStream && part.share * rows == leaf.count;
      });
  const std::vector<Leaf> columns = spreads_[leaf.index].sources;
  if (!are_rows || columns.empty() || parts.size() != columns.size()) return false;
  if (!Interleave(operation, result, columns)) return false;
  --spreads_[leaf.index].uses_left;
  return true;
}

}  // namespace paddock
