// Operations that have the bits of another one on earlier values, at level kFast.
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/elementwise_scheduler.h"
#include "simd/elementwise/elementwise.h"

namespace paddock {

std::optional<ElementwiseScheduler::Replacement> ElementwiseScheduler::FindReplacement(
    const Operation& operation, const TileNode& node, std::span<const Leaf> operands) {
  if (kHasChainModules || level_ != Level::kFast) return std::nullopt;
  if (const auto remainder = TakeRemainder(node, operands)) {
    return Replacement{node, {*remainder, operands[1]}};
  }
  if (const auto converted = TakeWidened(node, operands)) {
    Replacement replacement{node, {*converted}};
    replacement.node.kernel = simd::FindConvert(converted->type, node.type);
    return replacement;
  }
  if (auto low_bits = TakeLowBits(operation, node, operands)) return low_bits;
  return TakeFlooredDivision(node, operands);
}

Leaf ElementwiseScheduler::InsteadOf(Leaf leaf, uint32_t node) {
  DoWithout(leaf);
  leaf.node = node;
  leaf.type = groups_[leaf.index]->graph.nodes()[node].type;
  Hold(leaf);
  return leaf;
}

}  // namespace paddock
