// Comparisons of a modulus with zero, as in x % 4 == 0, which compare the remainder. JAX computes
// the modulus from the remainder, whose sign is the dividend's: it adds the divisor where the signs
// differ. That sum is never zero, because a remainder is less than its divisor. Sums of unsigned
// integers can wrap to zero.
#include <algorithm>
#include <cstddef>

#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/elementwise_scheduler.h"

namespace paddock {
namespace {

using simd::ElementwiseOp;

bool IsComputation(const TileNode& node, ElementwiseOp operation) {
  return node.kind == TileNode::Kind::kCompute && node.kernel.operation == operation;
}

bool IsZero(const Leaf& leaf) {
  return IsSingleConstant(leaf) && std::all_of(leaf.address, leaf.address + leaf.element_bytes(),
                                               [](std::byte byte) { return byte == std::byte{0}; });
}

// Returns whether node `sum` adds to node `remainder` its divisor, a constant other than zero.
bool AddsDivisor(const ElementGroup& group, uint32_t sum, uint32_t remainder) {
  const std::vector<TileNode>& nodes = group.graph.nodes();
  const TileNode &add = nodes[sum], &from = nodes[remainder];
  if (!IsComputation(add, ElementwiseOp::kAdd)) return false;
  if (!IsComputation(from, ElementwiseOp::kRemainder)) return false;
  const uint32_t divisor = from.operands[1];
  const TileNode& node = nodes[divisor];
  const bool is_read = node.kind == TileNode::Kind::kSplat || node.kind == TileNode::Kind::kStream;
  if (!is_read || !IsSingleConstant(group.sources[node.source])) return false;
  const uint32_t left = add.operands[0], right = add.operands[1];
  const bool adds_divisor =
      (left == remainder && right == divisor) || (left == divisor && right == remainder);
  return adds_divisor && !IsZero(group.sources[node.source]);
}

}  // namespace

std::optional<Leaf> ElementwiseScheduler::TakeRemainder(const TileNode& compare,
                                                        std::span<const Leaf> operands) {
  const bool may_replace = !kHasChainModules && level_ == Level::kFast &&
                           IsComputation(compare, ElementwiseOp::kCompare) &&
                           IsInteger(compare.kernel.operand) && IsSigned(compare.kernel.operand);
  const bool is_equality = compare.kernel.direction == simd::ComparisonDirection::kEq ||
                           compare.kernel.direction == simd::ComparisonDirection::kNe;
  if (!may_replace || !is_equality || !IsZero(operands[1])) return std::nullopt;
  Leaf leaf = values_.Resolved(operands[0]);
  if (leaf.where != Leaf::Where::kNode) return std::nullopt;
  const ElementGroup& group = *groups_[leaf.index];
  const TileNode& select = group.graph.nodes()[leaf.node];
  if (!IsComputation(select, ElementwiseOp::kSelect)) return std::nullopt;
  const uint32_t if_true = select.operands[1], if_false = select.operands[2];
  const bool is_first = AddsDivisor(group, if_false, if_true);
  if (!is_first && !AddsDivisor(group, if_true, if_false)) return std::nullopt;
  AddUses(leaf, -1);
  leaf.node = is_first ? if_true : if_false;
  AddUses(leaf, 1);
  return leaf;
}

}  // namespace paddock
