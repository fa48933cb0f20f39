// Lowering of arith and index. Scalars are tensors of rank 0, and most operations have a kernel or
// an equivalent StableHLO operation (family arith of the table).
#include <cstring>
#include <limits>
#include <string>

#include "core/ir/attribute_values.h"
#include "core/ir/rounding_mode.h"
#include "core/plan/lowering/composition_parts.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

// Returns integers as unsigned ones; booleans are unsigned.
Value* Unsigned(Composition& made, Value* value) {
  const ElementType type = ElementOf(value);
  return IsSigned(type) ? BitsAs(made, value, UnsignedOf(type)) : value;
}

Result<void> LowerUnsigned(Lowering& lowering, const Operation& operation, OpKind kind) {
  Composition made(lowering, operation);
  Value* result =
      made.Binary(kind, Unsigned(made, made.operand(0)), Unsigned(made, made.operand(1)));
  return made.Give({BitsAs(made, result, ElementOf(made.operand(0)))});
}

struct Division {
  Value* quotient;
  // Whether the remainder is not zero; and whether the quotient was rounded up, in which case it is
  // less than 1.
  Value* is_inexact;
  Value* has_other_sign;
};

Division Divide(Composition& made) {
  Value* lhs = made.operand(0);
  Value* rhs = made.operand(1);
  Value* quotient = made.Binary(OpKind::kStablehloDivide, lhs, rhs);
  Value* remainder = made.Binary(OpKind::kStablehloRemainder, lhs, rhs);
  Value* zero = Number(made, lhs, 0);
  Value* signs = made.Binary(OpKind::kStablehloXor, lhs, rhs);
  return {quotient, made.Compare("NE", remainder, zero), made.Compare("LT", signs, zero)};
}

// A value, and the nearest float of a narrower type.
class Rounding {
 public:
  Rounding(Composition& made, Value* value, Value* nearest)
      : made_(made), value_(value), nearest_(nearest), back_(Widened(nearest)) {}

  Value* To(RoundingMode mode) {
    Value* is_above = made_.Compare("GT", back_, value_);
    Value* is_below = made_.Compare("LT", back_, value_);
    Value* down = made_.Select(is_above, Neighbour(-kInfinity), nearest_);
    Value* up = made_.Select(is_below, Neighbour(kInfinity), nearest_);
    Value* is_positive = made_.Compare("GT", value_, Number(made_, value_, 0));
    switch (mode) {
      case RoundingMode::kDownward:
        return down;
      case RoundingMode::kUpward:
        return up;
      case RoundingMode::kTowardZero:
        return made_.Select(is_positive, down, up);
      default:
        return AwayFromZero(made_.Select(is_positive, up, down));
    }
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  Value* Widened(Value* value) { return made_.Convert(value, ElementOf(value_)); }

  Value* Neighbour(double end) {
    return made_.Binary(OpKind::kChloNextAfter, nearest_, Number(made_, nearest_, end));
  }

  // Returns `outer` if the value is halfway between it and the nearest float, which is then the
  // even one.
  Value* AwayFromZero(Value* outer) {
    Value* to_outer = made_.Binary(OpKind::kStablehloSubtract, Widened(outer), value_);
    Value* to_nearest = made_.Binary(OpKind::kStablehloSubtract, value_, back_);
    return made_.Select(made_.Compare("EQ", to_outer, to_nearest), outer, nearest_);
  }

  Composition& made_;
  Value* value_;
  Value* nearest_;
  Value* back_;
};

// Returns the predicate's name. The generic form has its number.
std::string PredicateOf(const Operation& operation, std::string_view attribute,
                        std::span<const std::string_view> words) {
  const Attribute* predicate = operation.Find(attribute);
  if (predicate == nullptr) return {};
  if (!predicate->text.empty()) return std::string(predicate->text);
  const auto number = static_cast<size_t>(predicate->integer);
  return number < words.size() ? std::string(words[number]) : std::string();
}

std::string Upper(std::string_view text) {
  std::string upper;
  for (char c : text) upper += static_cast<char>(c - 'a' + 'A');
  return upper;
}

// Signed unless the predicate begins with `u`; a signed true is -1.
Result<void> LowerIntegerCompare(Lowering& lowering, const Operation& operation,
                                 std::string_view attribute) {
  static constexpr std::string_view kWords[] = {"eq",  "ne",  "slt", "sle", "sgt",
                                                "sge", "ult", "ule", "ugt", "uge"};
  std::string predicate = PredicateOf(operation, attribute, kWords);
  Composition made(lowering, operation);
  Value* lhs = made.operand(0);
  Value* rhs = made.operand(1);
  if (predicate.size() == 3) {
    if (predicate[0] == 'u') {
      lhs = Unsigned(made, lhs);
      rhs = Unsigned(made, rhs);
    } else if (IsBoolean(ElementOf(lhs))) {
      std::swap(lhs, rhs);
    }
    predicate.erase(0, 1);
  }
  if (predicate.size() != 2) {
    return lowering.Fail(operation, "run", "the predicate is unknown");
  }
  return made.Give({made.Compare(Upper(predicate), lhs, rhs)});
}

}  // namespace

// --- arith

Result<void> LowerStandardConstant(Lowering& lowering, const Operation& operation) {
  const Attribute* value = operation.Find("value");
  if (value == nullptr || value->kind == AttributeKind::kElements) {
    return LowerConstant(lowering, operation);
  }
  Composition made(lowering, operation);
  if (value->kind == AttributeKind::kFloat) {
    return made.Give({made.Constant(made.result_type(0), value->number)});
  }
  // Parsed exactly, which a double would not be.
  const ElementType type = *made.result_type(0).element_type();
  Tensor tensor = Tensor::Allocate(type, {});
  const int64_t integer = value->integer;
  std::memcpy(tensor.mutable_data(), &integer, ByteSize(type));
  return made.Give({made.ConstantTensor(made.result_type(0), std::move(tensor), false)});
}

Result<void> LowerArithDivui(Lowering& lowering, const Operation& operation) {
  return LowerUnsigned(lowering, operation, OpKind::kStablehloDivide);
}

Result<void> LowerArithRemui(Lowering& lowering, const Operation& operation) {
  return LowerUnsigned(lowering, operation, OpKind::kStablehloRemainder);
}

Result<void> LowerArithMaxui(Lowering& lowering, const Operation& operation) {
  return LowerUnsigned(lowering, operation, OpKind::kStablehloMaximum);
}

Result<void> LowerArithMinui(Lowering& lowering, const Operation& operation) {
  return LowerUnsigned(lowering, operation, OpKind::kStablehloMinimum);
}

Result<void> LowerArithFloordivsi(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  const Division division = Divide(made);
  Value* is_less = made.Binary(OpKind::kStablehloAnd, division.is_inexact, division.has_other_sign);
  Value* one = Number(made, division.quotient, 1);
  Value* less = made.Binary(OpKind::kStablehloSubtract, division.quotient, one);
  return made.Give({made.Select(is_less, less, division.quotient)});
}

Result<void> LowerArithCeildivsi(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  const Division division = Divide(made);
  Value* has_same_sign = made.Unary(OpKind::kStablehloNot, division.has_other_sign);
  Value* is_more = made.Binary(OpKind::kStablehloAnd, division.is_inexact, has_same_sign);
  Value* one = Number(made, division.quotient, 1);
  Value* more = made.Binary(OpKind::kStablehloAdd, division.quotient, one);
  return made.Give({made.Select(is_more, more, division.quotient)});
}

Result<void> LowerArithCeildivui(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  Value* lhs = Unsigned(made, made.operand(0));
  Value* rhs = Unsigned(made, made.operand(1));
  Value* quotient = made.Binary(OpKind::kStablehloDivide, lhs, rhs);
  Value* remainder = made.Binary(OpKind::kStablehloRemainder, lhs, rhs);
  Value* is_inexact = made.Compare("NE", remainder, Number(made, lhs, 0));
  Value* more = made.Binary(OpKind::kStablehloAdd, quotient, Number(made, lhs, 1));
  Value* result = made.Select(is_inexact, more, quotient);
  return made.Give({BitsAs(made, result, ElementOf(made.operand(0)))});
}

// A sum that wrapped is less than either operand.
Result<void> LowerArithAdduiExtended(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  const ElementType type = ElementOf(made.operand(0));
  Value* lhs = Unsigned(made, made.operand(0));
  Value* rhs = Unsigned(made, made.operand(1));
  if (IsBoolean(type)) {
    return made.Give({made.Binary(OpKind::kStablehloXor, lhs, rhs),
                      made.Binary(OpKind::kStablehloAnd, lhs, rhs)});
  }
  Value* sum = made.Binary(OpKind::kStablehloAdd, lhs, rhs);
  return made.Give({BitsAs(made, sum, type), made.Compare("LT", sum, lhs)});
}

static Result<void> LowerProduct(Lowering& lowering, const Operation& operation, bool is_signed) {
  Composition made(lowering, operation);
  const ElementType type = ElementOf(made.operand(0));
  Value* lhs = is_signed ? made.operand(0) : Unsigned(made, made.operand(0));
  Value* rhs = is_signed ? made.operand(1) : Unsigned(made, made.operand(1));
  Value* low = made.Binary(OpKind::kStablehloMultiply, lhs, rhs);
  if (IsBoolean(type)) {
    // For one bit, the only nonzero product is -1 * -1 = 1, so the upper bit is always 0.
    return made.Give({low, made.Constant(made.operand(0)->type, 0)});
  }
  Value* high = made.Binary(OpKind::kChloMulhi, lhs, rhs);
  return made.Give({BitsAs(made, low, type), BitsAs(made, high, type)});
}

Result<void> LowerArithMulsiExtended(Lowering& lowering, const Operation& operation) {
  return LowerProduct(lowering, operation, true);
}

Result<void> LowerArithMuluiExtended(Lowering& lowering, const Operation& operation) {
  return LowerProduct(lowering, operation, false);
}

// Returns the other operand if one is NaN.
static Result<void> LowerNumberOf(Lowering& lowering, const Operation& operation, OpKind kind) {
  Composition made(lowering, operation);
  Value* lhs = made.operand(0);
  Value* rhs = made.operand(1);
  Value* both = made.Binary(kind, lhs, rhs);
  Value* is_rhs_number = made.Select(made.Compare("EQ", rhs, rhs), both, lhs);
  return made.Give({made.Select(made.Compare("EQ", lhs, lhs), is_rhs_number, rhs)});
}

Result<void> LowerArithMaxnumf(Lowering& lowering, const Operation& operation) {
  return LowerNumberOf(lowering, operation, OpKind::kStablehloMaximum);
}

Result<void> LowerArithMinnumf(Lowering& lowering, const Operation& operation) {
  return LowerNumberOf(lowering, operation, OpKind::kStablehloMinimum);
}

// A signed true is -1; a boolean keeps the lowest bit.
Result<void> LowerArithSignedCast(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  Value* value = made.operand(0);
  const ElementType to = *made.result_type(0).element_type();
  if (IsBoolean(to) && !IsFloat(ElementOf(value))) {
    value = made.Binary(OpKind::kStablehloAnd, value, Number(made, value, 1));
  } else if (IsBoolean(ElementOf(value))) {
    const Type type = made.result_type(0);
    return made.Give({made.Select(value, made.Constant(type, -1), made.Constant(type, 0))});
  }
  return made.Give({made.Convert(value, to)});
}

// Returns the nearest float, or the next one if the nearest is on the wrong side.
Result<void> LowerArithTruncf(Lowering& lowering, const Operation& operation) {
  const RoundingMode mode = RoundingModeOf(operation).value_or(RoundingMode::kNearestEven);
  if (mode == RoundingMode::kNearestEven) return LowerArithSignedCast(lowering, operation);
  Composition made(lowering, operation);
  Value* value = made.operand(0);
  Value* nearest = made.Convert(value, *made.result_type(0).element_type());
  return made.Give({Rounding(made, value, nearest).To(mode)});
}

Result<void> LowerArithUnsignedCast(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  const ElementType to = *made.result_type(0).element_type();
  Value* value = Unsigned(made, made.operand(0));
  if (IsBoolean(to) && !IsFloat(ElementOf(value))) {
    value = made.Binary(OpKind::kStablehloAnd, value, Number(made, value, 1));
  }
  value = made.Convert(value, IsSigned(to) ? UnsignedOf(to) : to);
  return made.Give({BitsAs(made, value, to)});
}

Result<void> LowerArithCmpi(Lowering& lowering, const Operation& operation) {
  // index.cmp names it `pred`.
  const bool is_arith = operation.Find("predicate") != nullptr;
  return LowerIntegerCompare(lowering, operation, is_arith ? "predicate" : "pred");
}

// With a NaN operand, ordered predicates are false, unordered ones true.
Result<void> LowerArithCmpf(Lowering& lowering, const Operation& operation) {
  static constexpr std::string_view kWords[] = {"false", "oeq", "ogt", "oge", "olt", "ole",
                                                "one",   "ord", "ueq", "ugt", "uge", "ult",
                                                "ule",   "une", "uno", "true"};
  const std::string predicate = PredicateOf(operation, "predicate", kWords);
  Composition made(lowering, operation);
  Value* lhs = made.operand(0);
  Value* rhs = made.operand(1);
  if (predicate == "true" || predicate == "false") {
    return made.Give({made.Constant(made.result_type(0), predicate == "true" ? 1 : 0)});
  }
  if (predicate.size() != 3) return lowering.Fail(operation, "run", "the predicate is unknown");
  Value* is_ordered = made.Binary(OpKind::kStablehloAnd, made.Compare("EQ", lhs, lhs),
                                  made.Compare("EQ", rhs, rhs));
  const bool wants_ordered = predicate[0] == 'o';
  const std::string direction = Upper(predicate.substr(1));
  Value* is_unordered = made.Unary(OpKind::kStablehloNot, is_ordered);
  if (predicate == "ord") return made.Give({is_ordered});
  if (predicate == "uno") return made.Give({is_unordered});
  Value* result = made.Compare(direction, lhs, rhs);
  return made.Give({wants_ordered ? made.Binary(OpKind::kStablehloAnd, result, is_ordered)
                                  : made.Binary(OpKind::kStablehloOr, result, is_unordered)});
}

Result<void> LowerArithSelect(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  return made.Give({made.Select(made.operand(0), made.operand(1), made.operand(2))});
}

}  // namespace paddock
