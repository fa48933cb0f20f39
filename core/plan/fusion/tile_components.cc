#include "core/plan/fusion/tile_components.h"

#include <algorithm>
#include <unordered_map>

namespace paddock {
namespace {

// Arrays that one loop reads and writes as fast as several loops. With more, tiles are short, and
// arrays of equal sizes, which follow each other in memory, have their tiles in the same sets of
// the first-level cache: it has 8 or 12 ways.
constexpr size_t kMostArrays = 8;
// A loop on fewer elements costs more to begin than it saves.
constexpr int64_t kFewestSplit = 4096;

// Nodes, joined in sets.
class NodeSets {
 public:
  explicit NodeSets(size_t count) : parents_(count) {
    for (size_t i = 0; i < count; ++i) parents_[i] = static_cast<uint32_t>(i);
  }
  uint32_t Find(uint32_t node) {
    while (parents_[node] != node) node = parents_[node] = parents_[parents_[node]];
    return node;
  }
  // The first node of a set is its representative.
  void Join(uint32_t a, uint32_t b) {
    a = Find(a), b = Find(b);
    parents_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<uint32_t> parents_;
};

bool IsShared(const TileNode& node) {
  return node.kind == TileNode::Kind::kSplat || node.kind == TileNode::Kind::kIota;
}

// Returns the sources that the node reads element by element.
std::vector<uint32_t> ArraysOf(const TileNode& node) {
  std::vector<uint32_t> sources;
  if (!IsShared(node) && node.kind != TileNode::Kind::kReduce) AddSources(node, sources);
  return sources;
}

NodeSets JoinNodes(const std::vector<TileNode>& nodes) {
  NodeSets sets(nodes.size());
  std::unordered_map<uint32_t, uint32_t> first_reader;
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    for (uint32_t k = 0; k < nodes[i].operand_count; ++k) {
      if (!IsShared(nodes[nodes[i].operands[k]])) sets.Join(i, nodes[i].operands[k]);
    }
    for (uint32_t source : ArraysOf(nodes[i])) {
      sets.Join(i, first_reader.emplace(source, i).first->second);
    }
  }
  return sets;
}

bool HasManyArrays(const std::vector<TileNode>& nodes) {
  std::vector<uint32_t> arrays;
  size_t outputs = 0;
  for (const TileNode& node : nodes) {
    for (uint32_t source : ArraysOf(node)) arrays.push_back(source);
    if (node.is_output) ++outputs;
  }
  std::ranges::sort(arrays);
  arrays.erase(std::ranges::unique(arrays).begin(), arrays.end());
  return arrays.size() + outputs > kMostArrays;
}

}  // namespace

std::vector<uint32_t> FindTileComponents(const TileGraph& graph) {
  const std::vector<TileNode>& nodes = graph.nodes();
  std::vector<uint32_t> components(nodes.size(), 0);
  if (graph.count() < kFewestSplit || !HasManyArrays(nodes)) return components;
  NodeSets sets = JoinNodes(nodes);
  uint32_t count = 0;
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    const uint32_t first = sets.Find(i);
    const bool is_first = first == i;
    if (IsShared(nodes[i]) && !nodes[i].is_output) {
      components[i] = kNoNode;
    } else {
      components[i] = is_first ? count++ : components[first];
    }
  }
  return components;
}

uint32_t ComponentCount(const std::vector<uint32_t>& components) {
  uint32_t count = 0;
  for (uint32_t component : components) {
    if (component != kNoNode) count = std::max(count, component + 1);
  }
  return count;
}

TileGraph OnlyComponent(const TileGraph& graph, const std::vector<uint32_t>& components,
                        uint32_t component) {
  TileGraph only = graph;
  for (uint32_t i = 0; i < components.size(); ++i) {
    if (components[i] != component) only.node(i).is_output = false;
  }
  return only;
}

}  // namespace paddock
