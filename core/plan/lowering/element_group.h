// Deferred computation: element-wise operations and broadcasts are deferred until a value is needed
// in memory.
#ifndef PADDOCK_CORE_PLAN_LOWERING_ELEMENT_GROUP_H_
#define PADDOCK_CORE_PLAN_LOWERING_ELEMENT_GROUP_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "core/ir/operation.h"
#include "core/plan/fusion/tile_graph.h"
#include "core/plan/lowering/draft.h"
#include "simd/movement/movement_plan.h"

namespace paddock {

// Connected element-wise operations, which become one tile program.
struct ElementGroup {
  explicit ElementGroup(int64_t count) : graph(count) {}
  // Records that the node is a value, or a part of one, of `source`.
  void NoteOperation(const Operation* source, uint32_t node) {
    operations.push_back({source, node});
  }
  // Returns the operations with a value that the graph, which has the group's nodes, computes.
  std::vector<const Operation*> OperationsOf(const TileGraph& of) const {
    const std::vector<uint32_t> last_uses = LastUses(of.nodes());
    std::vector<const Operation*> found;
    for (const Source& source : operations) {
      const bool is_computed = &of == &graph || last_uses[source.node] != kNoNode;
      const bool is_new = found.empty() || found.back() != source.operation;
      if (is_computed && is_new) found.push_back(source.operation);
    }
    return found;
  }
  void AddUses(uint32_t node, int64_t uses) {
    uses_left.resize(graph.nodes().size(), 0);
    uses_left[node] += uses;
  }

  TileGraph graph;
  // Leaves of the graph's sources.
  std::vector<Leaf> sources;
  // Per node: remaining uses.
  std::vector<int64_t> uses_left;
  // Values that are nodes.
  struct Name {
    const Value* value;
    uint32_t node;
    Leaf leaf;
    // Index of the value's leaf.
    uint32_t part = 0;
  };
  std::vector<Name> names;
  // Operations whose values are in the graph, in order.
  struct Source {
    const Operation* operation;
    uint32_t node;
  };
  std::vector<Source> operations;
  // Elements of the sources that are also in memory by themselves.
  struct WrittenPart {
    Leaf source;
    simd::MovedElements elements;
    Leaf written;
  };
  std::vector<WrittenPart> written_parts;
  bool is_open = true;
};

// A deferred broadcast, or another operation that only moves elements. Tile programs load it from
// its sources. An operation on nothing but broadcasts of one kind computes on their sources
// instead, and its result is itself deferred.
struct Spread {
  // A broadcast has one source, of fewer elements, but more than one. Sources may be deferred too
  // if `load` has them as streams.
  std::vector<Leaf> sources;
  // The elements. Numbers of sources are indices of `sources`.
  TileNode load;
  // Neighbouring elements are of different sources, so tile programs do not load it.
  bool has_columns = false;
  // Writes the elements to memory; null for a broadcast.
  std::unique_ptr<simd::MovementPlan> movement;
  // The operation and value that the spread represents, and the value's type and shape.
  const Operation* operation = nullptr;
  const Value* value = nullptr;
  Leaf shape;
  // Remaining uses of this value, counted among those of its source in a group.
  int64_t uses_left = 0;
  // A node writes the spread to memory, because a step needs it there.
  bool is_written = false;
};

// An operand of a concatenation along `dimension`, where its elements begin at `begin`.
struct JoinedPart {
  Leaf leaf;
  size_t dimension = 0;
  int64_t begin = 0;
};

// Elements of a tensor in the memory of another one.
struct StridedView {
  // In elements. Strides by dimension of the tensor.
  int64_t offset = 0;
  std::vector<int64_t> strides;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_ELEMENT_GROUP_H_
