// What waits until somebody needs a value in memory: element-wise operations, and broadcasts.
#ifndef PADDOCK_CORE_PLAN_ELEMENT_GROUP_H_
#define PADDOCK_CORE_PLAN_ELEMENT_GROUP_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "core/ir/operation.h"
#include "core/plan/draft.h"
#include "core/plan/tile_graph.h"
#include "simd/movement/strided_copy.h"

namespace paddock {

// Connected element-wise operations, which become one tile program.
struct ElementGroup {
  explicit ElementGroup(int64_t count) : graph(count) {}
  // The graph has taken in what computes a value, or a part of it, of `source`.
  void NoteOperation(const Operation* source) {
    if (operations.empty() || operations.back() != source) operations.push_back(source);
  }
  void AddUses(uint32_t node, int64_t uses) {
    uses_left.resize(graph.nodes().size(), 0);
    uses_left[node] += uses;
  }

  TileGraph graph;
  // Of the graph's sources.
  std::vector<Leaf> sources;
  // Per node: uses that are still to come, the memory once computed, and its names.
  std::vector<int64_t> uses_left;
  std::vector<Leaf> memory;
  struct Name {
    const Value* value;
    uint32_t node;
    Leaf leaf;
    // Which leaf of the value it is.
    uint32_t part = 0;
  };
  std::vector<Name> names;
  // Whose values are in the graph, in order.
  std::vector<const Operation*> operations;
  bool is_open = true;
};

// A broadcast that waits. Tile programs load it from its source; what would compute with nothing
// else computes on the source instead, and is itself a spread.
struct Spread {
  // Of fewer elements, but more than one.
  Leaf source;
  // As TileNode's.
  std::vector<simd::CopyDimension> loops;
  // Whose value it is, and its type and shape.
  const Operation* operation = nullptr;
  const Value* value = nullptr;
  Leaf shape;
  // So many of the uses to come of a source in a group are of this.
  int64_t uses_left = 0;
  // The node that writes it to memory, if somebody needed it there.
  std::optional<Leaf> written = std::nullopt;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_ELEMENT_GROUP_H_
