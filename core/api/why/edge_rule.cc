#include "core/api/why/edge_rule.h"

#include <cmath>
#include <string_view>

#include "core/ir/attribute_values.h"
#include "core/types/element_type.h"

namespace paddock {
namespace {

// The operands and the result as numbers, with the operands' type. `b` of an operation of one
// operand is 1.
struct Edge {
  ElementType type = ElementType::kF32;
  ElementType result_type = ElementType::kF32;
  double a = 0;
  double b = 1;
  double result = 0;
  bool is_integer = false;
};

struct RuleOfEdge {
  // OpInfo::kernel.
  std::string_view kernel;
  bool (*applies)(const Edge& edge);
  std::string_view text;
};

bool IsZeroNumber(double number) { return number == 0; }
bool IsMinusZero(double number) { return number == 0 && std::signbit(number); }
bool HasNan(const Edge& e) { return std::isnan(e.a) || std::isnan(e.b); }
bool AreZeros(const Edge& e) { return IsZeroNumber(e.a) && IsZeroNumber(e.b); }
bool AreOppositeZeros(const Edge& e) { return AreZeros(e) && IsMinusZero(e.a) != IsMinusZero(e.b); }
bool IsIntegerByZero(const Edge& e) { return e.is_integer && IsZeroNumber(e.b); }
bool IsLeast(const Edge& e, double number) {
  return e.is_integer && !IsUnsigned(e.type) && number == -std::ldexp(1, BitWidth(e.type) - 1);
}
bool IsLeastOperand(const Edge& e) { return IsLeast(e, e.a); }
bool IsLeastByMinusOne(const Edge& e) { return IsLeast(e, e.a) && e.b == -1; }
bool IsByInfinity(const Edge& e) { return std::isfinite(e.a) && std::isinf(e.b); }
bool IsShiftedOut(const Edge& e) { return e.b < 0 || e.b >= BitWidth(e.type); }
bool IsTie(const Edge& e) { return std::abs(e.a - std::trunc(e.a)) == 0.5; }
bool IsZeroOperand(const Edge& e) { return IsZeroNumber(e.a) && !e.is_integer; }
bool IsToZeroth(const Edge& e) { return IsZeroNumber(e.b); }
bool IsOneToAny(const Edge& e) { return e.a == 1 && !std::isfinite(e.b); }
bool IsNegativePower(const Edge& e) { return e.is_integer && e.b < 0; }
// Doubles of 64-bit integers are rounded, so only a difference by a wrap counts.
bool WrapsTo(const Edge& e, double exact) {
  const double least = BitWidth(e.type) == 64 ? std::ldexp(1, 62) : 0;
  return e.is_integer && std::abs(e.result - exact) > least;
}
bool IsSumWrapped(const Edge& e) { return WrapsTo(e, e.a + e.b); }
bool IsDifferenceWrapped(const Edge& e) { return WrapsTo(e, e.a - e.b); }
bool IsProductWrapped(const Edge& e) { return WrapsTo(e, e.a * e.b); }
bool IsProductLost(const Edge& e) {
  return IsZeroNumber(e.result) && !IsZeroNumber(e.a) && !IsZeroNumber(e.b);
}
bool IsQuotientLost(const Edge& e) {
  return !e.is_integer && IsZeroNumber(e.result) && !IsZeroNumber(e.a) && std::isfinite(e.b);
}
bool IsCancelled(const Edge& e) {
  return !e.is_integer && IsZeroNumber(e.result) && !IsZeroNumber(e.a);
}

bool BecomesInteger(const Edge& e) {
  return !e.is_integer && !IsFloat(e.result_type) && !IsBoolean(e.result_type);
}
bool IsNanToInteger(const Edge& e) { return BecomesInteger(e) && std::isnan(e.a); }
bool IsSaturated(const Edge& e) { return BecomesInteger(e) && std::trunc(e.a) != e.result; }
bool IsTruncated(const Edge& e) { return BecomesInteger(e) && e.a != e.result; }
bool IsTruth(const Edge& e) { return IsBoolean(e.result_type); }
bool IsWrapped(const Edge& e) { return e.is_integer && !IsFloat(e.result_type) && e.a != e.result; }
bool IsRounded(const Edge& e) { return IsFloat(e.result_type) && e.a != e.result; }

constexpr std::string_view kWraps = "the exact number does not fit the type: it wraps";
constexpr std::string_view kLost = "less than half of the least positive number: it rounds to zero";
constexpr std::string_view kSignOfZero = "the sign of zero is kept";
constexpr std::string_view kShiftedOut = "an amount of the width or more, unsigned: 0";

// The first that applies decides.
constexpr RuleOfEdge kEdgeRules[] = {
    {"add", IsSumWrapped, kWraps},
    {"add", AreOppositeZeros, "zeros of opposite signs add to +0"},
    {"add", IsCancelled, "an exact sum of zero is +0"},
    {"subtract", IsDifferenceWrapped, kWraps},
    {"subtract", IsCancelled, "an exact difference of zero is +0"},
    {"multiply", IsProductWrapped, kWraps},
    {"multiply", IsProductLost, kLost},
    {"divide", IsIntegerByZero, "an integer divided by zero: all bits are ones"},
    {"divide", IsLeastByMinusOne, "the least integer divided by -1 wraps to itself"},
    {"divide", IsByInfinity, "a number divided by an infinity is zero"},
    {"divide", IsQuotientLost, kLost},
    {"remainder", IsIntegerByZero, "the remainder of a division by zero is the dividend"},
    {"remainder", IsLeastByMinusOne, "the remainder of the least integer by -1 is 0"},
    {"remainder", IsByInfinity, "the remainder of a division by an infinity is the dividend"},
    {"negate", IsLeastOperand, "the least integer has no positive counterpart: it wraps to itself"},
    {"abs", IsLeastOperand, "the least integer has no positive counterpart: it wraps to itself"},
    {"maximum", AreOppositeZeros, "-0 is less than +0"},
    {"minimum", AreOppositeZeros, "-0 is less than +0"},
    {"compare", HasNan, "NaN is unordered: NE is true, every other comparison false"},
    {"compare", AreOppositeZeros, "-0 and +0 are equal"},
    {"shift_left", IsShiftedOut, kShiftedOut},
    {"shift_right_logical", IsShiftedOut, kShiftedOut},
    {"shift_right_arithmetic", IsShiftedOut,
     "an amount of the width or more, unsigned: the sign bit everywhere"},
    {"round_nearest_even", IsTie, "half way: to the even neighbour"},
    {"round_nearest_afz", IsTie, "half way: away from zero"},
    {"sign", IsZeroOperand, kSignOfZero},
    {"sqrt", IsZeroOperand, kSignOfZero},
    {"cbrt", IsZeroOperand, kSignOfZero},
    {"power", IsNegativePower, "a negative exponent gives 0, except for the bases 1 and -1"},
    {"power", IsToZeroth, "anything to the power 0 is 1, NaN and 0 too"},
    {"power", IsOneToAny, "1 to any power is 1, also to NaN"},
    {"atan2", AreZeros, "the signs of the zeros decide: 0, -0, pi or -pi"},
    {"convert", IsTruth, "everything but zero is true, NaN too"},
    {"convert", IsNanToInteger, "NaN becomes the integer 0"},
    {"convert", IsSaturated, "beyond the type: its nearest integer"},
    {"convert", IsTruncated, "truncates towards zero"},
    {"convert", IsWrapped, kWraps},
    {"convert", IsRounded, "rounds to the nearest number, half way to the even one"},
};

// A compared total order has rules of its own; complex numbers are not decided by one part.
bool HasOtherRules(const Operation& operation, ElementType type) {
  if (IsComplex(type)) return true;
  return TextOf(operation, "compare_type") == "TOTALORDER";
}

}  // namespace

std::string EdgeRule(const Operation& operation, std::span<const CellValue> operands,
                     const CellValue& result) {
  if (operation.info == nullptr || operands.empty() || operation.operands.empty()) return {};
  const auto type = operation.operands[0]->type.element_type();
  const auto result_type = operation.results[0]->type.element_type();
  if (!type || !result_type || HasOtherRules(operation, *type)) return {};
  Edge edge;
  edge.type = *type;
  edge.result_type = *result_type;
  edge.a = operands[0].number;
  edge.b = operands.size() < 2 ? 1 : operands[1].number;
  edge.result = result.number;
  edge.is_integer = operands[0].integer.has_value();
  for (const RuleOfEdge& rule : kEdgeRules) {
    if (rule.kernel == operation.info->kernel && rule.applies(edge)) return std::string(rule.text);
  }
  return {};
}

}  // namespace paddock
