// Quotients that JAX rounds down, and remainders with the divisor's sign. Both come from an
// operation that rounds towards zero, and a correction where the signs differ. A remainder has the
// sign of its dividend, so one comparison of it finds these places. For a power of 2, which
// power_division.h has replaced by shifts, the corrected result is one shift or one mask.
#include <algorithm>
#include <optional>

#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/elementwise_scheduler.h"
#include "core/plan/lowering/group_nodes.h"
#include "core/plan/lowering/unchanged_operand.h"
#include "simd/elementwise/elementwise.h"

namespace paddock {
namespace {

using simd::ElementwiseOp;
using enum simd::ComparisonDirection;

// A division by 2^power of the node `dividend`.
struct PowerQuotient {
  uint32_t dividend = 0;
  int64_t power = 0;

  bool operator==(const PowerQuotient&) const = default;
};

class DivisionFinder {
 public:
  DivisionFinder(const Values& values, const ElementGroup& group)
      : values_(values), group_(group) {}

  const TileNode& At(uint32_t index) const { return group_.graph.nodes()[index]; }

  bool Is(uint32_t index, ElementwiseOp operation) const {
    return IsComputation(At(index), operation);
  }

  // Returns the value of a node of equal constants.
  std::optional<int64_t> Constant(uint32_t index) const {
    const Leaf* const constant = ConstantOf(values_, group_, index);
    if (constant == nullptr || !IsInteger(constant->type)) return std::nullopt;
    return Values::IntegerOf(*constant);
  }

  // Returns whether a node compares node `compared` with a constant.
  bool Compares(uint32_t index, simd::ComparisonDirection direction, uint32_t compared,
                int64_t constant) const {
    return Is(index, ElementwiseOp::kCompare) && At(index).kernel.direction == direction &&
           At(index).operands[0] == compared && Constant(At(index).operands[1]) == constant;
  }

  // Returns the constant with which an operation has its right operand.
  std::optional<int64_t> RightOf(uint32_t index, ElementwiseOp operation) const {
    return Is(index, operation) ? Constant(At(index).operands[1]) : std::nullopt;
  }
  uint32_t LeftOf(uint32_t index) const { return At(index).operands[0]; }

  // x + 2^power - 1 where x is negative: x + (x >> (bits - 1) >>> (bits - power)).
  std::optional<PowerQuotient> Biased(uint32_t index) const {
    if (!Is(index, ElementwiseOp::kAdd)) return std::nullopt;
    const uint32_t dividend = LeftOf(index), bias = At(index).operands[1];
    const int64_t bits = BitsOf(index);
    const auto shift = RightOf(bias, ElementwiseOp::kShiftRightLogical);
    if (!shift || RightOf(LeftOf(bias), ElementwiseOp::kShiftRightArithmetic) != bits - 1) {
      return std::nullopt;
    }
    if (LeftOf(LeftOf(bias)) != dividend) return std::nullopt;
    return PowerQuotient{dividend, bits - *shift};
  }

  std::optional<PowerQuotient> Quotient(uint32_t index) const {
    const auto shift = RightOf(index, ElementwiseOp::kShiftRightArithmetic);
    if (!shift) return std::nullopt;
    const auto biased = Biased(LeftOf(index));
    return biased && biased->power == *shift ? biased : std::nullopt;
  }

  // x - (biased & -2^power).
  std::optional<PowerQuotient> Remainder(uint32_t index) const {
    if (!Is(index, ElementwiseOp::kSubtract)) return std::nullopt;
    const uint32_t multiple = At(index).operands[1];
    const auto mask = RightOf(multiple, ElementwiseOp::kAnd);
    if (!mask) return std::nullopt;
    const auto biased = Biased(LeftOf(multiple));
    const bool is_remainder =
        biased && biased->dividend == LeftOf(index) && *mask == -(int64_t{1} << biased->power);
    return is_remainder ? biased : std::nullopt;
  }

  // x - x / y * y (quotient_remainder.h).
  bool IsByQuotient(uint32_t index) const {
    if (!Is(index, ElementwiseOp::kSubtract)) return false;
    const uint32_t product = At(index).operands[1];
    if (!Is(product, ElementwiseOp::kMultiply)) return false;
    const uint32_t quotient = LeftOf(product);
    return Is(quotient, ElementwiseOp::kDivide) && LeftOf(quotient) == LeftOf(index) &&
           At(quotient).operands[1] == At(product).operands[1];
  }

  // Returns whether a node has the sign of node `dividend` where it is not zero.
  bool IsRemainderOf(uint32_t index, uint32_t dividend) const {
    if (Is(index, ElementwiseOp::kRemainder)) return LeftOf(index) == dividend;
    if (IsByQuotient(index)) return LeftOf(index) == dividend;
    const auto found = Remainder(index);
    return found && found->dividend == dividend;
  }

 private:
  int64_t BitsOf(uint32_t index) const {
    return static_cast<int64_t>(8 * ByteSize(At(index).type));
  }

  const Values& values_;
  const ElementGroup& group_;
};

// Returns the node and direction of the comparison with zero that is true where sign(x) is not
// `sign`, and x % d not zero: the remainder has the other sign.
struct SignOfRemainder {
  uint32_t remainder = 0;
  uint32_t zero = 0;
  simd::ComparisonDirection direction = kLt;
};
std::optional<SignOfRemainder> FindSignOfRemainder(const DivisionFinder& finder, uint32_t signs,
                                                   uint32_t nonzero) {
  if (!finder.Is(signs, ElementwiseOp::kCompare) || !finder.Is(nonzero, ElementwiseOp::kCompare))
    return std::nullopt;
  const uint32_t sign = finder.LeftOf(signs), remainder = finder.LeftOf(nonzero);
  const bool is_sign = finder.Is(sign, ElementwiseOp::kSign) && IsInteger(finder.At(sign).type) &&
                       IsSigned(finder.At(sign).type);
  if (!is_sign || !finder.Compares(nonzero, kNe, remainder, 0)) return std::nullopt;
  if (!finder.IsRemainderOf(remainder, finder.LeftOf(sign))) return std::nullopt;
  const uint32_t zero = finder.At(nonzero).operands[1];
  if (finder.Compares(signs, kNe, sign, 1)) return SignOfRemainder{remainder, zero, kLt};
  if (finder.Compares(signs, kNe, sign, -1)) return SignOfRemainder{remainder, zero, kGt};
  return std::nullopt;
}

// The operation on the dividend that replaces a selection.
struct FlooredPower {
  ElementwiseOp operation = ElementwiseOp::kAnd;
  uint32_t dividend = 0;
  int64_t constant = 0;
};
std::optional<FlooredPower> FindFlooredPower(const DivisionFinder& finder, uint32_t predicate,
                                             uint32_t corrected, uint32_t uncorrected) {
  if (!finder.Is(predicate, ElementwiseOp::kCompare)) return std::nullopt;
  const uint32_t remainder = finder.LeftOf(predicate);
  const auto found = finder.Remainder(remainder);
  if (!found || !finder.Compares(predicate, kLt, remainder, 0)) return std::nullopt;
  const bool corrects_it = finder.At(corrected).kind == TileNode::Kind::kCompute &&
                           finder.LeftOf(corrected) == uncorrected;
  if (!corrects_it) return std::nullopt;
  if (uncorrected == remainder) {
    const int64_t divisor = int64_t{1} << found->power;
    if (finder.RightOf(corrected, ElementwiseOp::kAdd) != divisor) return std::nullopt;
    return FlooredPower{ElementwiseOp::kAnd, found->dividend, divisor - 1};
  }
  const bool is_quotient = finder.Quotient(uncorrected) == found &&
                           finder.RightOf(corrected, ElementwiseOp::kSubtract) == 1;
  if (!is_quotient) return std::nullopt;
  return FlooredPower{ElementwiseOp::kShiftRightArithmetic, found->dividend, found->power};
}

}  // namespace

std::optional<ElementwiseScheduler::Replacement> ElementwiseScheduler::TakeFlooredDivision(
    const TileNode& node, std::span<const Leaf> operands) {
  const bool is_and = node.kernel.operation == ElementwiseOp::kAnd && IsBoolean(node.type);
  const bool is_select = node.kernel.operation == ElementwiseOp::kSelect && IsInteger(node.type) &&
                         IsSigned(node.type);
  if (!is_and && !is_select) return std::nullopt;
  std::vector<Leaf> leaves;
  for (const Leaf& operand : operands) leaves.push_back(values_.Resolved(operand));
  const auto is_here = [&](const Leaf& leaf) {
    return leaf.where == Leaf::Where::kNode && leaf.index == leaves[0].index;
  };
  if (!std::ranges::all_of(leaves, is_here)) return std::nullopt;
  const DivisionFinder finder(values_, *groups_[leaves[0].index]);
  Replacement made{.node = node, .operands = {leaves.back(), leaves.back()}};
  const auto replace = [&](uint32_t left, const simd::ElementwiseKernel& kernel) {
    made.node.kernel = kernel;
    made.operands[0].node = left;
    made.operands[0].type = kernel.operand;
    AddUses(made.operands[0], 1);
    for (const Leaf& operand : operands) DoWithout(operand);
    return made;
  };
  if (is_and) {
    auto found = FindSignOfRemainder(finder, leaves[0].node, leaves[1].node);
    if (!found) found = FindSignOfRemainder(finder, leaves[1].node, leaves[0].node);
    if (!found) return std::nullopt;
    const ElementType type = finder.At(found->remainder).type;
    made.operands[1] = EqualElements(emitter_.arena(), type, 0, leaves[0].count);
    return replace(found->remainder, simd::FindCompare(found->direction, false, type));
  }
  const auto found = FindFlooredPower(finder, leaves[0].node, leaves[1].node, leaves[2].node);
  if (!found) return std::nullopt;
  made.operands[1] = EqualElements(emitter_.arena(), node.type, found->constant, leaves[0].count);
  const bool is_remainder = found->operation == ElementwiseOp::kAnd;
  return replace(found->dividend,
                 simd::FindElementwise(is_remainder ? "and" : "shift_right_arithmetic", node.type,
                                       simd::Numerics::kPortable));
}

}  // namespace paddock
