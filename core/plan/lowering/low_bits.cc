// Integers of which a conversion keeps the low bits: these are computed from the low bits of the
// operands, as bytes of a picture that become words between two conversions.
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/elementwise_scheduler.h"
#include "simd/elementwise/elementwise.h"

namespace paddock {
namespace {

using simd::ElementwiseOp;

bool IsWhole(ElementType type) { return IsInteger(type) && BitWidth(type) >= 8; }

// Returns the name of an operation whose low bits depend on those of its operands alone; empty for
// any other one.
std::string_view NameOfLowBits(ElementwiseOp operation) {
  static constexpr std::pair<ElementwiseOp, std::string_view> kNames[] = {
      {ElementwiseOp::kAdd, "add"},           {ElementwiseOp::kSubtract, "subtract"},
      {ElementwiseOp::kMultiply, "multiply"}, {ElementwiseOp::kNegate, "negate"},
      {ElementwiseOp::kAnd, "and"},           {ElementwiseOp::kOr, "or"},
      {ElementwiseOp::kXor, "xor"},           {ElementwiseOp::kNot, "not"},
      {ElementwiseOp::kSelect, "select"}};
  const auto* const found =
      std::ranges::find(kNames, operation, &std::pair<ElementwiseOp, std::string_view>::first);
  return found == std::end(kNames) ? std::string_view() : found->second;
}

bool IsTruncation(const TileNode& node) {
  return node.kind == TileNode::Kind::kCompute &&
         node.kernel.operation == ElementwiseOp::kConvert && IsWhole(node.kernel.operand) &&
         IsWhole(node.type) && BitWidth(node.type) < BitWidth(node.kernel.operand);
}

// Returns whether all nodes that read this one are replaced themselves, as `replaced` will be.
bool AreReadersReplaced(const ElementGroup& group, uint32_t node,
                        std::optional<uint32_t> replaced = std::nullopt) {
  const std::vector<TileNode>& nodes = group.graph.nodes();
  for (uint32_t i = node + 1; i < nodes.size(); ++i) {
    const uint32_t* const end = nodes[i].operands + nodes[i].operand_count;
    if (i == replaced || std::find(nodes[i].operands, end, node) == end) continue;
    const bool is_used = i >= group.uses_left.size() || group.uses_left[i] > 0;
    // A predicate stays what it is.
    if (is_used || IsBoolean(nodes[i].type) || !AreReadersReplaced(group, i, replaced))
      return false;
  }
  return true;
}

bool IsUsedLater(const ElementGroup& group, uint32_t node) {
  return node < group.uses_left.size() && group.uses_left[node] > 0;
}

}  // namespace

// Returns an operand, node `node`, of a leaf's node; nothing if it is loaded in another order.
std::optional<Leaf> ElementwiseScheduler::OperandOf(const Leaf& of, uint32_t node) {
  const ElementGroup& group = *groups_[of.index];
  const TileNode& operand = group.graph.nodes()[node];
  Leaf leaf = of;
  if (operand.kind == TileNode::Kind::kCompute) {
    leaf.node = node;
    leaf.type = operand.type;
  } else if (operand.kind == TileNode::Kind::kSplat || operand.kind == TileNode::Kind::kStream) {
    leaf = group.sources[operand.source];
    if (operand.kind == TileNode::Kind::kStream && leaf.count != of.count) return std::nullopt;
    leaf.shape = of.shape;
  } else {
    return std::nullopt;
  }
  return leaf;
}

std::optional<ElementwiseScheduler::Replacement> ElementwiseScheduler::TakeLowBits(
    const Operation& operation, const TileNode& conversion, std::span<const Leaf> operands) {
  if (!IsTruncation(conversion)) return std::nullopt;
  const Leaf leaf = values_.Resolved(operands[0]);
  if (leaf.where != Leaf::Where::kNode || leaf.is_splat) return std::nullopt;
  const ElementGroup& group = *groups_[leaf.index];
  const std::vector<TileNode>& nodes = group.graph.nodes();
  const TileNode wide = nodes[leaf.node];
  const std::string_view name = wide.kind == TileNode::Kind::kCompute
                                    ? NameOfLowBits(wide.kernel.operation)
                                    : std::string_view();
  const bool is_only = group.uses_left[leaf.node] == 1 && AreReadersReplaced(group, leaf.node);
  if (name.empty() || !is_only || !IsWhole(wide.type)) return std::nullopt;
  std::array<Leaf, 3> leaves;
  // More than one conversion would replace one. Branches whose predicate needs them wide are
  // computed in any case.
  const size_t most_converted = wide.kernel.operation == ElementwiseOp::kSelect ? 0 : 1;
  size_t converted = 0;
  for (uint32_t k = 0; k < wide.operand_count; ++k) {
    const auto operand = OperandOf(leaf, wide.operands[k]);
    if (!operand) return std::nullopt;
    leaves[k] = *operand;
    const TileNode& node = nodes[wide.operands[k]];
    const bool is_replaced = !NameOfLowBits(node.kernel.operation).empty() &&
                             !IsUsedLater(group, wide.operands[k]) &&
                             AreReadersReplaced(group, wide.operands[k], leaf.node);
    const bool is_known = node.kind == TileNode::Kind::kCompute &&
                          (node.kernel.operation == ElementwiseOp::kConvert || is_replaced);
    if (!IsBoolean(operand->type) && !IsSingleConstant(*operand) && !is_known) ++converted;
  }
  if (converted > most_converted) return std::nullopt;
  const std::span<Leaf> made(leaves.data(), wide.operand_count);
  for (const Leaf& operand : made) Hold(operand);
  DoWithout(leaf);
  for (Leaf& operand : made) {
    if (!IsBoolean(operand.type)) operand = Truncated(operation, operand, conversion.type);
  }
  Replacement replacement{conversion, {made.begin(), made.end()}};
  replacement.node.kernel = simd::FindElementwise(name, conversion.type, simd::Numerics::kPortable);
  return replacement;
}

// Converts a leaf, which has a use for it.
Leaf ElementwiseScheduler::Truncated(const Operation& operation, const Leaf& leaf,
                                     ElementType type) {
  if (IsSingleConstant(leaf)) {
    Leaf equal = leaf;
    equal.type = type;
    // The first bytes are the low ones.
    equal.address = CopyConstant(emitter_.arena(), leaf.address, ByteSize(type));
    return equal;
  }
  Replacement conversion{.node = {}, .operands = {leaf}};
  conversion.node.kind = TileNode::Kind::kCompute;
  conversion.node.type = type;
  conversion.node.kernel = simd::FindConvert(leaf.type, type);
  while (auto other = FindReplacement(operation, conversion.node, conversion.operands)) {
    conversion = std::move(*other);
  }
  const bool is_done = conversion.node.kernel.operation == ElementwiseOp::kConvert &&
                       conversion.operands[0].type == type;
  if (is_done) return conversion.operands[0];
  Leaf made = Derive(operation, conversion.node.kernel, conversion.operands, leaf.count);
  made.shape = leaf.shape;
  return made;
}

}  // namespace paddock
