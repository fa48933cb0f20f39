#include "core/plan/lowering/quotient_remainder.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/plan/lowering/group_nodes.h"
#include "simd/elementwise/elementwise.h"

namespace paddock {
namespace {

using simd::ElementwiseOp;

TileNode Computation(std::string_view name, ElementType type, uint32_t left, uint32_t right) {
  TileNode node;
  node.kind = TileNode::Kind::kCompute;
  node.type = type;
  node.kernel = simd::FindElementwise(name, type, simd::Numerics::kPortable);
  node.operands[0] = left;
  node.operands[1] = right;
  node.operand_count = 2;
  return node;
}

}  // namespace

TileNode RemainderByQuotient(TileGraph& graph, const TileNode& node) {
  const bool is_remainder = IsComputation(node, ElementwiseOp::kRemainder) &&
                            IsInteger(node.type) &&
                            static_cast<size_t>(BitWidth(node.type)) == 8 * ByteSize(node.type);
  if (!is_remainder || !graph.HasRoomForParts(2)) return node;
  const uint32_t left = node.operands[0], right = node.operands[1];
  for (uint32_t i = 0; i < graph.nodes().size(); ++i) {
    const TileNode& quotient = graph.nodes()[i];
    const bool is_quotient = IsComputation(quotient, ElementwiseOp::kDivide) &&
                             quotient.operands[0] == left && quotient.operands[1] == right;
    if (!is_quotient) continue;
    const uint32_t product = graph.Add(Computation("multiply", node.type, i, right));
    return Computation("subtract", node.type, left, product);
  }
  return node;
}

}  // namespace paddock
