// Questions about nodes of element groups, for operations that are replaced by cheaper ones.
#ifndef PADDOCK_CORE_PLAN_LOWERING_GROUP_NODES_H_
#define PADDOCK_CORE_PLAN_LOWERING_GROUP_NODES_H_

#include <cstdint>

#include "core/plan/lowering/element_group.h"
#include "core/plan/lowering/values.h"
#include "simd/elementwise/elementwise_kernel.h"

namespace paddock {

inline bool IsComputation(const TileNode& node, simd::ElementwiseOp operation) {
  return node.kind == TileNode::Kind::kCompute && node.kernel.operation == operation;
}

// Returns the constant with equal elements that the node reads; null if it reads none.
inline const Leaf* ConstantOf(const Values& values, const ElementGroup& group, uint32_t index) {
  const TileNode& node = group.graph.nodes()[index];
  const bool is_read = node.kind == TileNode::Kind::kSplat || node.kind == TileNode::Kind::kStream;
  if (!is_read) return nullptr;
  return values.EqualElementsOf(group.sources[node.source]);
}

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_GROUP_NODES_H_
