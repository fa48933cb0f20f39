#include "core/plan/ops/power_division.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "core/plan/lowering/composition_parts.h"

namespace paddock {
namespace {

// The mask of a greater power is no double.
constexpr int kGreatestPower = 32;

// Adds 2^power - 1 to negative elements: a shift rounds down, and a quotient towards zero.
Value* BiasedDividend(Composition& made, Value* dividend, int power) {
  const auto bits = static_cast<int>(8 * ByteSize(ElementOf(dividend)));
  Value* sign = made.Binary(OpKind::kStablehloShiftRightArithmetic, dividend,
                            Number(made, dividend, bits - 1));
  Value* bias =
      made.Binary(OpKind::kStablehloShiftRightLogical, sign, Number(made, dividend, bits - power));
  return made.Binary(OpKind::kStablehloAdd, dividend, bias);
}

}  // namespace

std::optional<int> FindPowerOfDivisor(Lowering& lowering, const Operation& operation) {
  const Leaf divisor = lowering.Operand(operation, 1);
  if (lowering.level() != Level::kFast || !IsInteger(divisor.type)) return std::nullopt;
  if (!IsSingleConstant(divisor)) return std::nullopt;
  if (static_cast<size_t>(BitWidth(divisor.type)) != 8 * divisor.element_bytes())
    return std::nullopt;
  uint64_t bits = 0;
  std::memcpy(&bits, divisor.address, divisor.element_bytes());
  const int power = std::countr_zero(bits);
  const bool is_sign =
      IsSigned(divisor.type) && power == static_cast<int>(BitWidth(divisor.type)) - 1;
  if (!std::has_single_bit(bits) || is_sign || power == 0 || power > kGreatestPower) {
    return std::nullopt;
  }
  return power;
}

Result<void> LowerPowerDivision(Lowering& lowering, const Operation& operation, int power) {
  Composition made(lowering, operation);
  Value* dividend = made.operand(0);
  const bool is_remainder = operation.is(OpKind::kStablehloRemainder);
  const double divisor = std::ldexp(1.0, power);
  if (!IsSigned(ElementOf(dividend))) {
    if (is_remainder) {
      return made.Give(
          {made.Binary(OpKind::kStablehloAnd, dividend, Number(made, dividend, divisor - 1))});
    }
    return made.Give({made.Binary(OpKind::kStablehloShiftRightLogical, dividend,
                                  Number(made, dividend, power))});
  }
  Value* biased = BiasedDividend(made, dividend, power);
  if (!is_remainder) {
    return made.Give({made.Binary(OpKind::kStablehloShiftRightArithmetic, biased,
                                  Number(made, dividend, power))});
  }
  Value* multiple = made.Binary(OpKind::kStablehloAnd, biased, Number(made, dividend, -divisor));
  return made.Give({made.Binary(OpKind::kStablehloSubtract, dividend, multiple)});
}

}  // namespace paddock
