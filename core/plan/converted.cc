#include "core/plan/converted.h"

#include "simd/elementwise/elementwise.h"

namespace paddock {

Leaf Converted(Lowering& lowering, const Operation& operation, Leaf leaf, ElementType type) {
  leaf = lowering.Dense(leaf);
  if (leaf.type == type || leaf.count == 0) {
    leaf.type = type;
    return leaf;
  }
  TileGraph graph(leaf.count);
  TileNode stream;
  stream.type = leaf.type;
  const uint32_t operand = graph.Add(std::move(stream));
  TileNode convert;
  convert.kind = TileNode::Kind::kCompute;
  convert.type = type;
  convert.kernel = simd::FindConvert(leaf.type, type);
  convert.operands[0] = operand;
  convert.operand_count = 1;
  convert.is_output = true;
  graph.Add(std::move(convert));
  StepSpec spec;
  spec.operation = &operation;
  spec.reads = {leaf};
  const Leaf result = lowering.NewLeaf(type, leaf.shape);
  spec.writes = {result};
  lowering.EmitTileStep(std::move(spec), graph.Compile(lowering.arena(), true), leaf.count);
  return result;
}

}  // namespace paddock
