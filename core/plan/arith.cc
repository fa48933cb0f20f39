// Lowering of arith, math and index: scalars are tensors of rank 0, and most operations have a
// kernel or a StableHLO operation that means the same (family arith of the table).
#include <cmath>
#include <cstring>
#include <string>

#include "core/plan/attributes.h"
#include "core/plan/composition.h"
#include "core/plan/lowering.h"

namespace paddock {
namespace {

ElementType UnsignedOf(ElementType type) {
  switch (ByteSize(type)) {
    case 1:
      if (type == ElementType::kI2) return ElementType::kUI2;
      return type == ElementType::kI4 ? ElementType::kUI4 : ElementType::kUI8;
    case 2:
      return ElementType::kUI16;
    case 4:
      return ElementType::kUI32;
    default:
      return ElementType::kUI64;
  }
}

ElementType ElementOf(const Value* value) { return *value->type.element_type(); }

Value* BitsAs(Composition& made, Value* value, ElementType type) {
  if (ElementOf(value) == type) return value;
  return made.Add(OpKind::kStablehloBitcastConvert, {value}, made.LikeOf(value, type));
}

// Integers as unsigned ones; booleans are that already.
Value* Unsigned(Composition& made, Value* value) {
  const ElementType type = ElementOf(value);
  return IsSigned(type) ? BitsAs(made, value, UnsignedOf(type)) : value;
}

Value* Number(Composition& made, const Value* like, double number) {
  return made.Constant(like->type, number);
}

Result<void> LowerUnsigned(Lowering& lowering, const Operation& operation, OpKind kind) {
  Composition made(lowering, operation);
  Value* result =
      made.Binary(kind, Unsigned(made, made.operand(0)), Unsigned(made, made.operand(1)));
  return made.Give({BitsAs(made, result, ElementOf(made.operand(0)))});
}

// One bit more or less: on booleans, sums and differences are exclusive or.
Result<void> LowerSum(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  if (!IsBoolean(ElementOf(made.operand(0)))) return LowerElementwise(lowering, operation);
  return made.Give({made.Binary(OpKind::kStablehloXor, made.operand(0), made.operand(1))});
}

struct Division {
  Value* quotient;
  // The remainder is not zero; and the quotient was rounded up, which makes it less than 1.
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

// The predicate's word; the generic form has its number.
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

// Signed unless the predicate says `u`; a signed true is -1.
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
    return lowering.Fail(operation, "run", "the predicate is not known");
  }
  return made.Give({made.Compare(Upper(predicate), lhs, rhs)});
}

// Through f64 where that is wider: for functions of whose narrow forms little is known.
Value* Widened(Composition& made, Value* value) { return made.Convert(value, ElementType::kF64); }

Result<void> LowerLogarithm(Lowering& lowering, const Operation& operation, double base) {
  Composition made(lowering, operation);
  Value* logarithm = made.Unary(OpKind::kStablehloLog, Widened(made, made.operand(0)));
  Value* scale = Number(made, logarithm, std::log(base));
  Value* result = made.Binary(OpKind::kStablehloDivide, logarithm, scale);
  return made.Give({made.Convert(result, ElementOf(made.operand(0)))});
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
  // Exact, where a double is not.
  const ElementType type = *made.result_type(0).element_type();
  Tensor tensor = Tensor::Allocate(type, {});
  const int64_t integer = value->integer;
  std::memcpy(tensor.mutable_data(), &integer, ByteSize(type));
  return made.Give({made.ConstantTensor(made.result_type(0), std::move(tensor), false)});
}

Result<void> LowerArithSum(Lowering& lowering, const Operation& operation) {
  return LowerSum(lowering, operation);
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

// The other operand where one is NaN.
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
  return LowerIntegerCompare(lowering, operation, "predicate");
}

Result<void> LowerIndexCmp(Lowering& lowering, const Operation& operation) {
  return LowerIntegerCompare(lowering, operation, "pred");
}

// Ordered predicates are false of NaN, unordered ones true.
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
  if (predicate.size() != 3) return lowering.Fail(operation, "run", "the predicate is not known");
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

// --- math

Result<void> LowerMathExp2(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  Value* operand = made.operand(0);
  return made.Give({made.Binary(OpKind::kStablehloPower, Number(made, operand, 2), operand)});
}

Result<void> LowerMathLog10(Lowering& lowering, const Operation& operation) {
  return LowerLogarithm(lowering, operation, 10);
}

Result<void> LowerMathLog2(Lowering& lowering, const Operation& operation) {
  return LowerLogarithm(lowering, operation, 2);
}

Result<void> LowerMathTrunc(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  Value* operand = made.operand(0);
  Value* is_negative = made.Compare("LT", operand, Number(made, operand, 0));
  return made.Give({made.Select(is_negative, made.Unary(OpKind::kStablehloCeil, operand),
                                made.Unary(OpKind::kStablehloFloor, operand))});
}

Result<void> LowerMathFpowi(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  Value* base = Widened(made, made.operand(0));
  Value* power = made.Binary(OpKind::kStablehloPower, base, Widened(made, made.operand(1)));
  return made.Give({made.Convert(power, ElementOf(made.operand(0)))});
}

// Ones below the lowest one.
Result<void> LowerMathCttz(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  Value* operand = made.operand(0);
  Value* less = made.Binary(OpKind::kStablehloSubtract, operand, Number(made, operand, 1));
  Value* below =
      made.Binary(OpKind::kStablehloAnd, made.Unary(OpKind::kStablehloNot, operand), less);
  return made.Give({made.Unary(OpKind::kStablehloPopcnt, below)});
}

// The bits of the one below the sign, and the sign of the other.
Result<void> LowerMathCopysign(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  const ElementType type = ElementOf(made.operand(0));
  if (BitWidth(type) < 8)
    return lowering.NotImplemented(operation,
                                   "math.copysign of this type "
                                   "is not yet implemented");
  Value* magnitude = BitsAs(made, made.operand(0), UnsignedOf(type));
  Value* sign = BitsAs(made, made.operand(1), UnsignedOf(type));
  Value* one = Number(made, magnitude, 1);
  Value* top = Number(made, magnitude, BitWidth(type) - 1);
  magnitude = made.Binary(OpKind::kStablehloShiftRightLogical,
                          made.Binary(OpKind::kStablehloShiftLeft, magnitude, one), one);
  sign = made.Binary(OpKind::kStablehloShiftLeft,
                     made.Binary(OpKind::kStablehloShiftRightLogical, sign, top), top);
  return made.Give({BitsAs(made, made.Binary(OpKind::kStablehloOr, magnitude, sign), type)});
}

// Types narrower than f64 in f64, where the product is exact and the sum is rounded once more.
Result<void> LowerMathFma(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  const ElementType type = ElementOf(made.operand(0));
  if (type == ElementType::kF64) {
    return lowering.NotImplemented(operation, "math.fma of f64 is not yet implemented");
  }
  Value* product = made.Binary(OpKind::kStablehloMultiply, Widened(made, made.operand(0)),
                               Widened(made, made.operand(1)));
  Value* sum = made.Binary(OpKind::kStablehloAdd, product, Widened(made, made.operand(2)));
  return made.Give({made.Convert(sum, type)});
}

}  // namespace paddock
