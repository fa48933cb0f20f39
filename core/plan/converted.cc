#include "core/plan/converted.h"

#include "simd/elementwise/elementwise.h"

namespace paddock {

Leaf Converted(Lowering& lowering, const Operation& operation, Leaf leaf, ElementType type) {
  leaf = lowering.Dense(leaf);
  if (leaf.type == type) return leaf;
  return Applied(lowering, operation, leaf, type, simd::FindConvert(leaf.type, type), nullptr);
}

Leaf Applied(Lowering& lowering, const Operation& operation, const Leaf& leaf, ElementType type,
             simd::ElementwiseKernel kernel, const void* attributes) {
  const Leaf result = lowering.NewLeaf(type, leaf.shape);
  if (leaf.count == 0) return result;
  TileGraph graph(leaf.count);
  TileNode stream;
  stream.type = leaf.type;
  TileNode compute;
  compute.kind = TileNode::Kind::kCompute;
  compute.type = type;
  compute.kernel = kernel;
  compute.attributes = attributes;
  compute.operands[0] = graph.Add(std::move(stream));
  compute.operand_count = 1;
  compute.is_output = true;
  graph.Add(std::move(compute));
  StepSpec spec;
  spec.operation = &operation;
  spec.reads = {leaf};
  spec.writes = {result};
  lowering.EmitTileStep(std::move(spec), graph.Compile(lowering.arena(), true), leaf.count);
  return result;
}

}  // namespace paddock
