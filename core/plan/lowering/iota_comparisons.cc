// Comparisons of an iota with a constant that hold for all of its elements, or for none: JAX adds
// the size to indices below zero, and never to those of jnp.arange.
#include <algorithm>
#include <optional>

#include "core/plan/lowering/elementwise_scheduler.h"
#include "core/plan/lowering/unchanged_operand.h"
#include "simd/elementwise/elementwise.h"

namespace paddock {
namespace {

bool Holds(simd::ComparisonDirection direction, int64_t left, int64_t right) {
  const NumberRelation relation = left < right ? kLess : left == right ? kEqual : kGreater;
  return (RelationsOf(direction) & relation) != 0;
}

// Returns whether the comparison of each integer 0 .. greatest with `right` holds; nothing if some
// do and some do not.
std::optional<bool> HoldsForAll(simd::ComparisonDirection direction, int64_t greatest,
                                int64_t right) {
  const bool first = Holds(direction, 0, right);
  // Those between the ends have another result only where `right` is one of them.
  const bool is_between = 0 < right && right < greatest;
  return is_between || Holds(direction, greatest, right) != first ? std::nullopt
                                                                  : std::optional(first);
}

}  // namespace

// Binds the result to a constant if the comparison is one. Returns false for any other operation.
bool ElementwiseScheduler::CompareIota(const Leaf& shape, const Value& result, const TileNode& node,
                                       std::span<const Leaf> operands) {
  const simd::ElementwiseKernel& kernel = node.kernel;
  const bool may_be = level_ == Level::kFast && kernel.operation == simd::ElementwiseOp::kCompare &&
                      IsInteger(kernel.operand) && ByteSize(kernel.operand) >= 4;
  if (!may_be || !IsSingleConstant(operands[1])) return false;
  const Leaf leaf = values_.Resolved(operands[0]);
  if (leaf.where != Leaf::Where::kNode) return false;
  const TileNode& iota = groups_[leaf.index]->graph.nodes()[leaf.node];
  const bool is_whole = ByteSize(kernel.operand) == 8 || iota.size <= int64_t{1} << 31;
  if (iota.kind != TileNode::Kind::kIota || !is_whole) return false;
  const auto right = Values::IntegerOf(operands[1]);
  // Greater ones than an int64_t wrap.
  if (!right || (!IsSigned(kernel.operand) && *right < 0)) return false;
  const auto holds = HoldsForAll(kernel.direction, iota.size - 1, *right);
  if (!holds) return false;
  Leaf made = EqualElements(emitter_.arena(), shape.type, *holds ? 1 : 0, shape.count);
  made.shape = shape.shape;
  made.is_splat = shape.count != 1;
  DoWithout(operands[0]);
  values_.Bind(result, made);
  return true;
}

}  // namespace paddock
