#include "core/plan/fusion/tile_order.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "core/plan/fusion/tile_chain.h"
#include "core/plan/fusion/tile_lanes.h"
#include "core/plan/fusion/tile_parts.h"

namespace paddock {
namespace {

// Their results wait in registers, of which many make tiles short.
constexpr size_t kMostOfLevel = 3;

// A phase is the steps between two levels of kernels. Kernels of level n need no results of level n
// or later ones; steps of phase n need results of level n, or are needed only there.
class Orderer {
 public:
  explicit Orderer(const std::vector<TileNode>& nodes)
      : nodes_(nodes),
        last_uses_(LastUses(nodes)),
        levels_(nodes.size(), 0),
        is_in_memory_(nodes.size(), true) {}

  std::optional<PreparedNodes> Order() {
    FindLevels();
    if (last_level_ == 0) return std::nullopt;
    FindPhases();
    AddPlaces();
    AddRepeatedComparisons();
    const auto key = [](const Place& place) { return std::tie(place.rank, place.node); };
    const bool is_new = places_.size() != needed_ || !std::ranges::is_sorted(places_, {}, key);
    if (!is_new) return std::nullopt;
    std::ranges::sort(places_, {}, key);
    return Ordered();
  }

 private:
  struct Place {
    uint32_t rank;
    uint32_t node;
  };

  bool IsNeeded(uint32_t node) const { return last_uses_[node] != kNoNode; }
  bool IsComputed(uint32_t node) const { return nodes_[node].kind == TileNode::Kind::kCompute; }
  bool IsStep(uint32_t node) const { return IsComputed(node) && IsChainStep(nodes_, nodes_[node]); }

  void FindLevels() {
    size_t of_level = 0;
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      if (!IsNeeded(i)) continue;
      for (uint32_t k = 0; k < nodes_[i].operand_count; ++k) {
        levels_[i] = std::max(levels_[i], levels_[nodes_[i].operands[k]]);
      }
      if (!IsComputed(i) || IsStep(i)) continue;
      // No earlier level than that of the kernel before it.
      const bool is_next = levels_[i] == last_level_ || of_level == kMostOfLevel;
      if (is_next) of_level = 0;
      ++of_level;
      levels_[i] = last_level_ += is_next ? 1 : 0;
    }
  }

  // The phase in which a node's operands are read, if they are computed by steps.
  uint32_t PhaseOfReads(uint32_t node) const {
    if (!IsComputed(node)) return last_level_;
    return IsStep(node) ? phases_[node] : levels_[node] - 1;
  }

  // Steps that need no kernel wait until they are needed. Others use registers up as soon as they
  // can.
  void FindPhases() {
    phases_.assign(nodes_.size(), last_level_);
    for (auto i = static_cast<uint32_t>(nodes_.size()); i-- > 0;) {
      if (!IsNeeded(i)) continue;
      if (IsStep(i)) is_in_memory_[i] = nodes_[i].is_output || IsReadByKernel(i);
      if (levels_[i] != 0) phases_[i] = levels_[i];
      const uint32_t phase = PhaseOfReads(i);
      for (uint32_t k = 0; k < nodes_[i].operand_count; ++k) {
        uint32_t& of_operand = phases_[nodes_[i].operands[k]];
        of_operand = std::min(of_operand, phase);
      }
    }
  }

  bool IsReadByKernel(uint32_t node) const {
    for (uint32_t i = node + 1; i < nodes_.size(); ++i) {
      if (!IsNeeded(i) || !IsComputed(i) || IsStep(i)) continue;
      const TileNode& reader = nodes_[i];
      if (std::find(reader.operands, reader.operands + reader.operand_count, node) !=
          reader.operands + reader.operand_count) {
        return true;
      }
    }
    return false;
  }

  uint32_t RankOf(uint32_t node) const {
    if (IsStep(node)) return 2 * phases_[node] + 1;
    if (IsComputed(node)) return 2 * levels_[node];
    return IsSink(nodes_[node]) ? 2 * last_level_ + 2 : 0;
  }

  void AddPlaces() {
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      if (IsNeeded(i)) places_.push_back({RankOf(i), i});
    }
    needed_ = places_.size();
  }

  // A comparison of values in memory is cheaper than storing its booleans and loading them.
  bool IsRepeated(uint32_t node) const {
    if (!IsStep(node) || !IsBoolean(nodes_[node].type) || nodes_[node].is_output) return false;
    return std::all_of(nodes_[node].operands, nodes_[node].operands + nodes_[node].operand_count,
                       [&](uint32_t operand) {
                         return is_in_memory_[operand] && !IsBoolean(nodes_[operand].type);
                       });
  }

  void AddRepeatedComparisons() {
    std::map<std::pair<uint32_t, uint32_t>, bool> added;
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      if (!IsNeeded(i) || !IsStep(i)) continue;
      for (uint32_t k = 0; k < nodes_[i].operand_count; ++k) {
        const uint32_t operand = nodes_[i].operands[k];
        if (!IsStep(operand) || phases_[operand] == phases_[i] || !IsRepeated(operand)) continue;
        if (places_.size() == kMaximumTileRegisters) return;
        if (added.emplace(std::pair(operand, phases_[i]), true).second) {
          places_.push_back({2 * phases_[i] + 1, operand});
        }
      }
    }
  }

  PreparedNodes Ordered() const {
    PreparedNodes ordered;
    // By node and rank: its number.
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> numbers;
    for (const Place& place : places_) {
      numbers[{place.node, place.rank}] = static_cast<uint32_t>(ordered.nodes.size());
      TileNode node = nodes_[place.node];
      for (uint32_t k = 0; k < node.operand_count; ++k) {
        const uint32_t operand = nodes_[place.node].operands[k];
        const auto repeated = numbers.find({operand, place.rank});
        node.operands[k] =
            repeated != numbers.end() ? repeated->second : numbers.at({operand, RankOf(operand)});
      }
      ordered.nodes.push_back(std::move(node));
      ordered.originals.push_back(place.node);
    }
    return ordered;
  }

  const std::vector<TileNode>& nodes_;
  const std::vector<uint32_t> last_uses_;
  // By node: the last level of kernels that it needs, or a kernel's own.
  std::vector<uint32_t> levels_;
  // By node: the phase of a step.
  std::vector<uint32_t> phases_;
  std::vector<bool> is_in_memory_;
  uint32_t last_level_ = 0;
  std::vector<Place> places_;
  size_t needed_ = 0;
};

}  // namespace

std::optional<PreparedNodes> OrderForChains(const std::vector<TileNode>& nodes) {
  return Orderer(nodes).Order();
}

// Returns the nodes, or what replaces them, by the width of their lanes.
static std::optional<PreparedNodes> Grouped(const std::vector<TileNode>& nodes,
                                            std::optional<PreparedNodes> ordered) {
  std::optional<PreparedNodes> grouped = GroupByLanes(ordered ? ordered->nodes : nodes);
  if (!grouped) return ordered;
  if (ordered) {
    for (uint32_t& node : grouped->originals) node = ordered->originals[node];
  }
  return grouped;
}

std::optional<PreparedNodes> PrepareForChains(const std::vector<TileNode>& nodes) {
  std::optional<PartedNodes> parted = TakeParts(nodes);
  const std::vector<TileNode>& prepared = parted ? parted->nodes : nodes;
  std::optional<PreparedNodes> ordered = OrderForChains(prepared);
  if (!kHasChainModules) ordered = Grouped(prepared, std::move(ordered));
  if (!ordered) {
    if (!parted) return std::nullopt;
    return PreparedNodes{std::move(parted->nodes), std::move(parted->originals)};
  }
  if (parted) {
    for (uint32_t& node : ordered->originals) node = parted->originals[node];
  }
  return ordered;
}

}  // namespace paddock
