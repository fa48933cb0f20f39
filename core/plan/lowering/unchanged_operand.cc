#include "core/plan/lowering/unchanged_operand.h"

#include <algorithm>
#include <cstring>

#include "simd/elementwise/elementwise.h"

namespace paddock {
namespace {

using simd::ElementwiseOp;

// Which constant operand changes nothing.
enum class Neutral : uint8_t { kNone, kZero, kNegativeZero, kOne, kAllOnes };

// Where NaN stays what it is, too.
Neutral NeutralOfFloats(ElementwiseOp operation) {
  switch (operation) {
    case ElementwiseOp::kAdd:
      return Neutral::kNegativeZero;
    case ElementwiseOp::kSubtract:
      return Neutral::kZero;
    case ElementwiseOp::kMultiply:
    case ElementwiseOp::kDivide:
      return Neutral::kOne;
    default:
      return Neutral::kNone;
  }
}

Neutral NeutralOf(const simd::ElementwiseKernel& kernel) {
  const bool is_boolean = IsBoolean(kernel.operand);
  if (IsUsualFloat(kernel.operand)) return NeutralOfFloats(kernel.operation);
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

// Returns whether all bytes of a constant element from number `from` on are `with`.
bool IsFilled(const Leaf& leaf, std::byte with, size_t from = 0) {
  return std::all_of(leaf.address + from, leaf.address + leaf.element_bytes(),
                     [&](std::byte byte) { return byte == with; });
}

// Returns whether the highest bits of the constant are these, and its other bits 0.
bool HasHighBits(const Leaf& leaf, uint64_t high) {
  uint64_t bits = 0;
  std::memcpy(&bits, leaf.address, leaf.element_bytes());
  return bits == high << (8 * (leaf.element_bytes() - 2));
}

bool IsOne(const Leaf& leaf) {
  switch (leaf.type) {
    case ElementType::kF16:
      return HasHighBits(leaf, 0x3C00);
    case ElementType::kBF16:
    case ElementType::kF32:
      return HasHighBits(leaf, 0x3F80);
    case ElementType::kF64:
      return HasHighBits(leaf, 0x3FF0);
    default:
      return leaf.address[0] == std::byte{1} && IsFilled(leaf, std::byte{0}, 1);
  }
}

// Narrow integers are stored extended, so all ones may be a byte of fewer.
bool IsNeutral(const Leaf& leaf, Neutral neutral) {
  if (!IsSingleConstant(leaf)) return false;
  switch (neutral) {
    case Neutral::kZero:
      return IsZero(leaf);
    case Neutral::kNegativeZero:
      return HasHighBits(leaf, 0x8000);
    case Neutral::kOne:
      return IsOne(leaf);
    case Neutral::kAllOnes:
      return IsFilled(leaf, std::byte{0xFF});
    case Neutral::kNone:
      break;
  }
  return false;
}

// The total order of floats has other relations.
bool IsUsualComparison(const TileNode& node) {
  if (node.kind != TileNode::Kind::kCompute) return false;
  const simd::ElementwiseKernel& kernel = node.kernel;
  if (kernel.operation != ElementwiseOp::kCompare || IsComplex(kernel.operand)) return false;
  return !IsFloat(kernel.operand) ||
         simd::FindCompare(kernel.direction, false, kernel.operand).function == kernel.function;
}

}  // namespace

bool IsUsualFloat(ElementType type) {
  return type == ElementType::kF16 || type == ElementType::kBF16 || type == ElementType::kF32 ||
         type == ElementType::kF64;
}

unsigned RelationsOf(simd::ComparisonDirection direction) {
  switch (direction) {
    case simd::ComparisonDirection::kEq:
      return kEqual;
    case simd::ComparisonDirection::kNe:
      return kLess | kGreater | kUnordered;
    case simd::ComparisonDirection::kGe:
      return kGreater | kEqual;
    case simd::ComparisonDirection::kGt:
      return kGreater;
    case simd::ComparisonDirection::kLe:
      return kLess | kEqual;
    case simd::ComparisonDirection::kLt:
      return kLess;
  }
  return 0;
}

bool IsZero(const Leaf& leaf) { return IsSingleConstant(leaf) && IsFilled(leaf, std::byte{0}); }

std::optional<size_t> UnchangedComparison(const simd::ElementwiseKernel& kernel,
                                          const TileNode& first, const TileNode& second) {
  const bool is_and = kernel.operation == ElementwiseOp::kAnd;
  const bool is_or = kernel.operation == ElementwiseOp::kOr;
  if (!IsBoolean(kernel.operand) || (!is_and && !is_or)) return std::nullopt;
  if (!IsUsualComparison(first) || !IsUsualComparison(second)) return std::nullopt;
  const bool are_same = first.kernel.operand == second.kernel.operand &&
                        first.operands[0] == second.operands[0] &&
                        first.operands[1] == second.operands[1];
  if (!are_same) return std::nullopt;
  const unsigned a = RelationsOf(first.kernel.direction), b = RelationsOf(second.kernel.direction);
  if ((a & b) == a) return is_and ? 0 : 1;
  if ((a & b) == b) return is_and ? 1 : 0;
  return std::nullopt;
}

std::optional<size_t> UnchangedOperand(const simd::ElementwiseKernel& kernel,
                                       std::span<const Leaf> operands) {
  if (kernel.operation == ElementwiseOp::kSelect) {
    const Leaf &on_true = operands[1], &on_false = operands[2];
    if (IsSameMemory(on_true, on_false) && on_true.node == on_false.node) return 1;
    if (!IsSingleConstant(operands[0])) return std::nullopt;
    return operands[0].address[0] != std::byte{0} ? 1 : 2;
  }
  const bool is_exact = IsInteger(kernel.operand) || IsBoolean(kernel.operand);
  if (kernel.operation == ElementwiseOp::kConvert && is_exact) {
    return kernel.operand == kernel.result ? std::optional<size_t>(0) : std::nullopt;
  }
  const Neutral neutral = NeutralOf(kernel);
  if (neutral == Neutral::kNone || operands.size() != 2) return std::nullopt;
  if (IsNeutral(operands[1], neutral)) return 0;
  if (IsCommutative(kernel) && IsNeutral(operands[0], neutral)) return 1;
  return std::nullopt;
}

}  // namespace paddock
