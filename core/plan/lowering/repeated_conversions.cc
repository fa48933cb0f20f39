// Conversions of integers to more bits and back, which are one conversion, or none: bytes become
// words in a reduction, whose low byte is wanted.
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/elementwise_scheduler.h"

namespace paddock {
namespace {

bool IsConversionOfIntegers(const TileNode& node) {
  const auto is_whole = [](ElementType type) { return IsInteger(type) && BitWidth(type) >= 8; };
  return node.kind == TileNode::Kind::kCompute &&
         node.kernel.operation == simd::ElementwiseOp::kConvert && is_whole(node.kernel.operand) &&
         is_whole(node.type);
}

}  // namespace

std::optional<Leaf> ElementwiseScheduler::TakeWidened(const TileNode& conversion,
                                                      std::span<const Leaf> operands) {
  if (!IsConversionOfIntegers(conversion)) return std::nullopt;
  const Leaf leaf = values_.Resolved(operands[0]);
  if (leaf.where != Leaf::Where::kNode) return std::nullopt;
  const ElementGroup& group = *groups_[leaf.index];
  const TileNode& first = group.graph.nodes()[leaf.node];
  const bool is_back = IsConversionOfIntegers(first) &&
                       BitWidth(first.kernel.operand) < BitWidth(first.type) &&
                       BitWidth(conversion.type) <= BitWidth(first.type);
  if (!is_back) return std::nullopt;
  const uint32_t converted = first.operands[0];
  if (group.graph.nodes()[converted].kind == TileNode::Kind::kSplat) return std::nullopt;
  const auto operand = OperandOf(leaf, converted);
  if (!operand) return std::nullopt;
  Hold(*operand);
  DoWithout(leaf);
  return operand;
}

}  // namespace paddock
