// Comparisons of a modulus with zero, as in x % 4 == 0, which compare the remainder. JAX computes
// the modulus from the remainder, whose sign is the dividend's: it adds the divisor where the signs
// differ, and never to a remainder of zero. That sum is not zero, because a remainder is less than
// its divisor. Sums of unsigned integers can wrap to zero.
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/elementwise_scheduler.h"
#include "core/plan/lowering/group_nodes.h"
#include "core/plan/lowering/unchanged_operand.h"

namespace paddock {
namespace {

using simd::ElementwiseOp;

bool ReadsZero(const Values& values, const ElementGroup& group, uint32_t index) {
  const Leaf* constant = ConstantOf(values, group, index);
  return constant != nullptr && IsZero(*constant);
}

// Returns whether the boolean of node `predicate` is false wherever node `remainder` is zero, as
// far as `most_ands` operations around a comparison say so.
bool IsFalseForZero(const Values& values, const ElementGroup& group, uint32_t predicate,
                    uint32_t remainder, int most_ands) {
  const TileNode& node = group.graph.nodes()[predicate];
  const uint32_t left = node.operands[0], right = node.operands[1];
  if (IsComputation(node, ElementwiseOp::kAnd)) {
    return most_ands > 0 && (IsFalseForZero(values, group, left, remainder, most_ands - 1) ||
                             IsFalseForZero(values, group, right, remainder, most_ands - 1));
  }
  if (!IsComputation(node, ElementwiseOp::kCompare)) return false;
  const bool is_strict = node.kernel.direction == simd::ComparisonDirection::kNe ||
                         node.kernel.direction == simd::ComparisonDirection::kLt ||
                         node.kernel.direction == simd::ComparisonDirection::kGt;
  return is_strict && ((left == remainder && ReadsZero(values, group, right)) ||
                       (right == remainder && ReadsZero(values, group, left)));
}

// Returns whether node `sum` adds to node `remainder` its divisor, a constant other than zero.
bool AddsDivisor(const Values& values, const ElementGroup& group, uint32_t sum,
                 uint32_t remainder) {
  const std::vector<TileNode>& nodes = group.graph.nodes();
  const TileNode &add = nodes[sum], &from = nodes[remainder];
  if (!IsComputation(add, ElementwiseOp::kAdd)) return false;
  if (!IsComputation(from, ElementwiseOp::kRemainder)) return false;
  const uint32_t divisor = from.operands[1];
  const Leaf* constant = ConstantOf(values, group, divisor);
  if (constant == nullptr || IsZero(*constant)) return false;
  const uint32_t left = add.operands[0], right = add.operands[1];
  return (left == remainder && right == divisor) || (left == divisor && right == remainder);
}

}  // namespace

std::optional<Leaf> ElementwiseScheduler::TakeRemainder(const TileNode& compare,
                                                        std::span<const Leaf> operands) {
  const bool may_replace = IsComputation(compare, ElementwiseOp::kCompare) &&
                           IsInteger(compare.kernel.operand) && IsSigned(compare.kernel.operand);
  const bool is_equality = compare.kernel.direction == simd::ComparisonDirection::kEq ||
                           compare.kernel.direction == simd::ComparisonDirection::kNe;
  if (!may_replace || !is_equality || !IsZero(operands[1])) return std::nullopt;
  Leaf leaf = values_.Resolved(operands[0]);
  if (leaf.where != Leaf::Where::kNode) return std::nullopt;
  const ElementGroup& group = *groups_[leaf.index];
  const TileNode& select = group.graph.nodes()[leaf.node];
  if (!IsComputation(select, ElementwiseOp::kSelect)) return std::nullopt;
  const uint32_t sum = select.operands[1], remainder = select.operands[2];
  constexpr int kMostAnds = 3;
  const bool is_modulus = AddsDivisor(values_, group, sum, remainder) &&
                          IsFalseForZero(values_, group, select.operands[0], remainder, kMostAnds);
  if (!is_modulus) return std::nullopt;
  return InsteadOf(leaf, remainder);
}

}  // namespace paddock
