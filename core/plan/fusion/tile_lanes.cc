#include "core/plan/fusion/tile_lanes.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/plan/fusion/tile_chain.h"

namespace paddock {
namespace {

class LaneGrouper {
 public:
  explicit LaneGrouper(const std::vector<TileNode>& nodes)
      : nodes_(nodes), last_uses_(LastUses(nodes)), numbers_(nodes.size(), kNoNode) {}

  std::optional<PreparedNodes> Group() {
    if (!HaveSeveralWidths()) return std::nullopt;
    const auto end = static_cast<uint32_t>(nodes_.size());
    for (uint32_t i = 0; i < end; ++i) {
      if (IsNeeded(i) && !IsComputed(i) && !IsSink(nodes_[i])) Add(i);
    }
    for (uint32_t i = 0; i < end; ++i) {
      if (!IsNeeded(i) || !IsComputed(i) || IsStep(i)) continue;
      AddSteps(i);
      Add(i);
    }
    AddSteps(end);
    for (uint32_t i = 0; i < end; ++i) {
      if (IsNeeded(i) && IsSink(nodes_[i])) Add(i);
    }
    if (changes_ >= ChangesInOrder()) return std::nullopt;
    for (TileNode& node : grouped_.nodes) {
      for (uint32_t k = 0; k < node.operand_count; ++k) {
        node.operands[k] = numbers_[node.operands[k]];
      }
    }
    return std::move(grouped_);
  }

 private:
  bool IsNeeded(uint32_t node) const { return last_uses_[node] != kNoNode; }
  bool IsComputed(uint32_t node) const { return nodes_[node].kind == TileNode::Kind::kCompute; }
  bool IsStep(uint32_t node) const { return IsChainStep(nodes_, nodes_[node]); }

  bool HaveSeveralWidths() const {
    size_t width = 0;
    bool are_several = false;
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      if (!IsNeeded(i) || IsSink(nodes_[i])) continue;
      if (!IsComputed(i) && nodes_[i].operand_count != 0) return false;
      const size_t bytes = IsComputed(i) && IsStep(i) ? LaneBytesOf(nodes_, i) : 0;
      are_several |= bytes != 0 && width != 0 && bytes != width;
      width = bytes == 0 ? width : bytes;
    }
    return are_several;
  }

  size_t ChangesInOrder() const {
    size_t changes = 0, width = 0;
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      if (!IsNeeded(i) || !IsComputed(i)) continue;
      const size_t bytes = LaneBytesOf(nodes_, i);
      if (!IsStep(i)) width = 0;
      if (!IsStep(i) || bytes == 0 || bytes == width) continue;
      changes += width == 0 ? 0 : 1;
      width = bytes;
    }
    return changes;
  }

  bool IsReady(uint32_t node) const {
    return IsNeeded(node) && IsComputed(node) && numbers_[node] == kNoNode &&
           std::all_of(nodes_[node].operands, nodes_[node].operands + nodes_[node].operand_count,
                       [&](uint32_t operand) { return numbers_[operand] != kNoNode; });
  }

  // Adds the steps before node `end` of one width that need no others, then those of the next one.
  void AddSteps(uint32_t end) {
    size_t width = 0;
    for (;;) {
      std::optional<uint32_t> other;
      bool has_added = false;
      for (uint32_t i = 0; i < end; ++i) {
        if (!IsReady(i)) continue;
        const size_t bytes = LaneBytesOf(nodes_, i);
        if (bytes != 0 && bytes != width) {
          if (!other) other = i;
          continue;
        }
        Add(i);
        has_added = true;
      }
      if (has_added) continue;
      if (!other) return;
      changes_ += width == 0 ? 0 : 1;
      width = LaneBytesOf(nodes_, *other);
    }
  }

  void Add(uint32_t node) {
    numbers_[node] = static_cast<uint32_t>(grouped_.nodes.size());
    grouped_.nodes.push_back(nodes_[node]);
    grouped_.originals.push_back(node);
  }

  const std::vector<TileNode>& nodes_;
  const std::vector<uint32_t> last_uses_;
  // By node: its number in the new order.
  std::vector<uint32_t> numbers_;
  PreparedNodes grouped_;
  size_t changes_ = 0;
};

}  // namespace

std::optional<PreparedNodes> GroupByLanes(const std::vector<TileNode>& nodes) {
  return LaneGrouper(nodes).Group();
}

}  // namespace paddock
