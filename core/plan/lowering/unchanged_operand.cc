#include "core/plan/lowering/unchanged_operand.h"

#include <algorithm>
#include <cstring>

namespace paddock {
namespace {

using simd::ElementwiseOp;

// Which constant operand changes nothing.
enum class Neutral : uint8_t { kNone, kZero, kOne, kAllOnes };

Neutral NeutralOf(const simd::ElementwiseKernel& kernel) {
  const bool is_boolean = IsBoolean(kernel.operand);
  if (!is_boolean && !IsInteger(kernel.operand)) return Neutral::kNone;
  switch (kernel.operation) {
    case ElementwiseOp::kOr:
    case ElementwiseOp::kXor:
    case ElementwiseOp::kAdd:
    case ElementwiseOp::kSubtract:
    case ElementwiseOp::kShiftLeft:
    case ElementwiseOp::kShiftRightLogical:
    case ElementwiseOp::kShiftRightArithmetic:
      return Neutral::kZero;
    case ElementwiseOp::kMultiply:
    case ElementwiseOp::kDivide:
      return Neutral::kOne;
    case ElementwiseOp::kAnd:
      return is_boolean ? Neutral::kOne : Neutral::kAllOnes;
    case ElementwiseOp::kCompare:
      if (!is_boolean) return Neutral::kNone;
      if (kernel.direction == simd::ComparisonDirection::kNe) return Neutral::kZero;
      return kernel.direction == simd::ComparisonDirection::kEq ? Neutral::kOne : Neutral::kNone;
    default:
      return Neutral::kNone;
  }
}

bool IsCommutative(const simd::ElementwiseKernel& kernel) {
  switch (kernel.operation) {
    case ElementwiseOp::kOr:
    case ElementwiseOp::kXor:
    case ElementwiseOp::kAdd:
    case ElementwiseOp::kMultiply:
    case ElementwiseOp::kAnd:
    case ElementwiseOp::kCompare:
      return true;
    default:
      return false;
  }
}

// Narrow integers are stored extended, so all ones may be a byte of fewer.
bool IsNeutral(const Leaf& leaf, Neutral neutral) {
  if (!IsSingleConstant(leaf)) return false;
  const size_t bytes = leaf.element_bytes();
  const auto is_filled = [&](std::byte with, size_t from) {
    return std::all_of(leaf.address + from, leaf.address + bytes,
                       [&](std::byte byte) { return byte == with; });
  };
  switch (neutral) {
    case Neutral::kZero:
      return is_filled(std::byte{0}, 0);
    case Neutral::kOne:
      return leaf.address[0] == std::byte{1} && is_filled(std::byte{0}, 1);
    case Neutral::kAllOnes:
      return is_filled(std::byte{0xFF}, 0);
    case Neutral::kNone:
      break;
  }
  return false;
}

}  // namespace

std::optional<size_t> UnchangedOperand(const simd::ElementwiseKernel& kernel,
                                       std::span<const Leaf> operands) {
  if (kernel.operation == ElementwiseOp::kSelect) {
    if (!IsSingleConstant(operands[0])) return std::nullopt;
    return operands[0].address[0] != std::byte{0} ? 1 : 2;
  }
  const Neutral neutral = NeutralOf(kernel);
  if (neutral == Neutral::kNone || operands.size() != 2) return std::nullopt;
  if (IsNeutral(operands[1], neutral)) return 0;
  if (IsCommutative(kernel) && IsNeutral(operands[0], neutral)) return 1;
  return std::nullopt;
}

}  // namespace paddock
