#include "core/api/why/bad_rule.h"

#include <algorithm>
#include <cmath>

#include "core/types/element_type.h"

namespace paddock {
namespace {

struct Rule {
  // OpInfo::kernel.
  std::string_view kernel;
  bool (*applies)(double a, double b);
  std::string_view text;
};

bool IsNegative(double a, double) { return a < 0; }
bool IsZero(double a, double) { return a == 0; }
bool IsBelowMinusOne(double a, double) { return a < -1; }
bool IsMinusOne(double a, double) { return a == -1; }
bool IsBeyondOne(double a, double) { return std::abs(a) > 1; }
bool IsOne(double a, double) { return std::abs(a) == 1; }
bool IsBelowOne(double a, double) { return a < 1; }
bool IsInfinite(double a, double) { return std::isinf(a); }
bool AreInfinite(double a, double b) { return std::isinf(a) && std::isinf(b); }
bool AreZero(double a, double b) { return a == 0 && b == 0; }
bool IsByZero(double, double b) { return b == 0; }
bool IsZeroTimesInfinity(double a, double b) {
  return (a == 0 && std::isinf(b)) || (b == 0 && std::isinf(a));
}
bool IsRootOfNegative(double a, double b) { return a < 0 && b != std::trunc(b); }
bool IsZeroToNegative(double a, double b) { return a == 0 && b < 0; }

constexpr Rule kRules[] = {
    {"log", IsNegative, "log of a negative number"},
    {"log", IsZero, "log of zero"},
    {"log_plus_one", IsBelowMinusOne, "log_plus_one of a number below -1"},
    {"log_plus_one", IsMinusOne, "log_plus_one of -1"},
    {"sqrt", IsNegative, "square root of a negative number"},
    {"rsqrt", IsNegative, "square root of a negative number"},
    {"rsqrt", IsZero, "1 / sqrt(0)"},
    {"divide", AreZero, "0 / 0"},
    {"divide", AreInfinite, "an infinity divided by an infinity"},
    {"divide", IsByZero, "division by zero"},
    {"remainder", IsByZero, "remainder of a division by zero"},
    {"remainder", IsInfinite, "remainder of an infinity"},
    {"add", AreInfinite, "sum of opposite infinities"},
    {"subtract", AreInfinite, "difference of equal infinities"},
    {"multiply", IsZeroTimesInfinity, "zero times an infinity"},
    {"power", IsRootOfNegative, "a negative number to a power that is no integer"},
    {"power", IsZeroToNegative, "zero to a negative power"},
    {"asin", IsBeyondOne, "asin of a number outside of -1 .. 1"},
    {"acos", IsBeyondOne, "acos of a number outside of -1 .. 1"},
    {"acosh", IsBelowOne, "acosh of a number below 1"},
    {"atanh", IsBeyondOne, "atanh of a number outside of -1 .. 1"},
    {"atanh", IsOne, "atanh of 1 or -1"},
    {"sine", IsInfinite, "sine of an infinity"},
    {"cosine", IsInfinite, "cosine of an infinity"},
    {"tan", IsInfinite, "tangent of an infinity"},
};

// Half a step above the greatest finite f32, from which numbers round to infinity, and its
// logarithm.
constexpr double kEndOfF32 = 0x1.ffffffp127;
constexpr double kLogOfEndOfF32 = 88.72283905206835;

// Whether a^b rounds to infinity in f32, without the part of b after the point, which is less than
// one factor. Bases of narrow types are 1, or differ from it by 2^-10 or more.
bool IsPowerBeyondF32(double a, double b) {
  const double base = b < 0 ? 1 / std::abs(a) : std::abs(a);
  double power = 1;
  for (double left = std::abs(b); base > 1 && left >= 1 && power < kEndOfF32; --left) power *= base;
  return power >= kEndOfF32;
}

// Returns whether the exact result rounds to infinity in f32; false if it is not known.
bool IsBeyondF32(std::string_view kernel, double a, double b) {
  if (kernel == "exponential" || kernel == "exponential_minus_one") return a >= kLogOfEndOfF32;
  if (kernel == "power") return IsPowerBeyondF32(a, b);
  double exact = 0;
  if (kernel == "convert") exact = a;
  if (kernel == "add") exact = a + b;
  if (kernel == "subtract") exact = a - b;
  if (kernel == "multiply") exact = a * b;
  if (kernel == "divide") exact = a / b;
  return std::abs(exact) >= kEndOfF32;
}

// A narrower type than f32 is named with f32 if that has no room for the result either.
std::string Overflow(const Operation& operation, std::string_view kernel, double a, double b) {
  const auto type = operation.results[0]->type.element_type();
  std::string name = type ? std::string(Spelling(*type)) : "its type";
  const bool is_narrow = type && IsFloat(*type) && BitWidth(*type) < 32;
  if (is_narrow && IsBeyondF32(kernel, a, b)) name += " and f32";
  return "the result is greater than the greatest finite number of " + name;
}

}  // namespace

std::string BadRule(const Operation& operation, std::span<const CellValue> operands,
                    const CellValue& result) {
  const std::string_view kernel = operation.info == nullptr ? "" : operation.info->kernel;
  const double a = operands.empty() ? 0 : operands[0].number;
  const double b = operands.size() < 2 ? 1 : operands[1].number;
  const bool is_known = !operands.empty() && std::ranges::none_of(operands, &CellValue::is_nan);
  for (const Rule& rule : kRules) {
    if (is_known && rule.kernel == kernel && rule.applies(a, b)) return std::string(rule.text);
  }
  const auto is_finite = [](const CellValue& cell) { return cell.is_finite(); };
  if (std::ranges::all_of(operands, is_finite)) {
    return result.is_nan ? "NaN from finite numbers" : Overflow(operation, kernel, a, b);
  }
  if (!result.is_nan) return "an operand is infinite";
  const bool has_nan = std::ranges::any_of(operands, &CellValue::is_nan);
  return has_nan ? "an operand is NaN" : "NaN from infinities";
}

}  // namespace paddock
