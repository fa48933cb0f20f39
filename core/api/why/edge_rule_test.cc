#include "core/api/why/edge_rule.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/api/program.h"
#include "core/ir/module.h"

namespace paddock {
namespace {

constexpr double kEdgeNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kEdgeInf = std::numeric_limits<double>::infinity();

CellValue Cell(double number, bool is_integer) {
  CellValue cell;
  cell.number = number;
  if (is_integer) cell.integer = static_cast<int64_t>(number);
  cell.is_nan = std::isnan(number);
  cell.is_infinite = std::isinf(number);
  return cell;
}

// Returns the rule for the last operation of a function with this body, over %a and %b of `type`.
std::string RuleOf(const std::string& type, const std::string& body, std::vector<double> operands,
                   double result) {
  const std::string text = "func.func @main(%a: tensor<" + type + ">, %b: tensor<" + type +
                           ">) {\n" + body + "\n  return\n}";
  const auto program = Program::Load("test.mlir", text);
  INFO(text);
  REQUIRE(!program->has_errors());
  const Operation& module = *program->module().operation();
  const Operation& function = *module.regions[0]->first->first;
  const bool is_integer = type[0] == 'i' || type[0] == 'u';
  std::vector<CellValue> cells;
  cells.reserve(operands.size());
  for (const double operand : operands) cells.push_back(Cell(operand, is_integer));
  const Operation& operation = *function.regions[0]->first->first;
  return EdgeRule(operation, cells, Cell(result, is_integer));
}

std::string BinaryRule(const std::string& name, const std::string& type, double a, double b,
                       double result) {
  const std::string body = "  %r = stablehlo." + name + " %a, %b : tensor<" + type + ">";
  return RuleOf(type, body, {a, b}, result);
}

std::string UnaryRule(const std::string& name, const std::string& type, double a, double result) {
  return RuleOf(type, "  %r = stablehlo." + name + " %a : tensor<" + type + ">", {a}, result);
}

std::string ConvertRule(const std::string& from, const std::string& to, double a, double result) {
  return RuleOf(from, "  %r = stablehlo.convert %a : (tensor<" + from + ">) -> tensor<" + to + ">",
                {a}, result);
}

TEST_CASE("rules of integers at their edges", "[api]") {
  CHECK(BinaryRule("divide", "i32", 7, 0, -1) == "an integer divided by zero: all bits are ones");
  CHECK(BinaryRule("divide", "i8", -128, -1, -128) ==
        "the least integer divided by -1 wraps to itself");
  CHECK(BinaryRule("divide", "ui8", 128, 255, 0).empty());
  CHECK(BinaryRule("remainder", "i8", 7, 0, 7) ==
        "the remainder of a division by zero is the dividend");
  CHECK(BinaryRule("add", "i8", 127, 1, -128) ==
        "the exact number does not fit the type: it wraps");
  CHECK(BinaryRule("add", "i8", 126, 1, 127).empty());
  CHECK(BinaryRule("multiply", "i64", 3037000500, 3037000500, -9223372036709301616.0) ==
        "the exact number does not fit the type: it wraps");
  CHECK(BinaryRule("multiply", "i64", 3037000499, 3037000499, 9223372030926249001.0).empty());
  CHECK(BinaryRule("shift_left", "i8", 1, 8, 0) == "an amount of the width or more, unsigned: 0");
  CHECK(BinaryRule("shift_right_arithmetic", "i8", -1, -1, -1) ==
        "an amount of the width or more, unsigned: the sign bit everywhere");
  CHECK(BinaryRule("shift_left", "i8", 1, 7, -128).empty());
  CHECK(UnaryRule("negate", "i16", -32768, -32768) ==
        "the least integer has no positive counterpart: it wraps to itself");
  CHECK(UnaryRule("abs", "i16", -32767, 32767).empty());
}

TEST_CASE("rules of floats at their edges", "[api]") {
  CHECK(BinaryRule("maximum", "f32", -0.0, 0.0, 0.0) == "-0 is less than +0");
  CHECK(BinaryRule("maximum", "f32", 0.0, 0.0, 0.0).empty());
  CHECK(BinaryRule("add", "f32", -0.0, 0.0, 0.0) == "zeros of opposite signs add to +0");
  CHECK(BinaryRule("multiply", "f32", 1e-30, 1e-30, 0.0) ==
        "less than half of the least positive number: it rounds to zero");
  CHECK(BinaryRule("divide", "f32", 3, -kEdgeInf, -0.0) ==
        "a number divided by an infinity is zero");
  CHECK(BinaryRule("power", "f32", kEdgeNan, 0, 1) ==
        "anything to the power 0 is 1, NaN and 0 too");
  CHECK(UnaryRule("round_nearest_even", "f32", 2.5, 2) == "half way: to the even neighbour");
  CHECK(UnaryRule("round_nearest_afz", "f32", -2.5, -3) == "half way: away from zero");
  CHECK(UnaryRule("round_nearest_even", "f32", 2.4, 2).empty());
  const std::string compare =
      "  %r = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>";
  CHECK(RuleOf("f32", compare, {kEdgeNan, 1}, 0) ==
        "NaN is unordered: NE is true, every other comparison false");
  CHECK(RuleOf("f32", compare, {-0.0, 0.0}, 0) == "-0 and +0 are equal");
  CHECK(RuleOf("f32", compare, {1, 2}, 1).empty());
  const std::string total =
      "  %r = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>";
  CHECK(RuleOf("f32", total, {kEdgeNan, 1}, 0).empty());
}

TEST_CASE("rules of conversions", "[api]") {
  CHECK(ConvertRule("f32", "i8", kEdgeNan, 0) == "NaN becomes the integer 0");
  CHECK(ConvertRule("f32", "i8", 300, 127) == "beyond the type: its nearest integer");
  CHECK(ConvertRule("f32", "i8", -2.7, -2) == "truncates towards zero");
  CHECK(ConvertRule("f32", "i8", 2, 2).empty());
  CHECK(ConvertRule("f32", "i1", 0.5, 1) == "everything but zero is true, NaN too");
  CHECK(ConvertRule("i32", "i8", 300, 44) == "the exact number does not fit the type: it wraps");
  CHECK(ConvertRule("f32", "f16", 0.1, 0.0999755859375) ==
        "rounds to the nearest number, half way to the even one");
}

}  // namespace
}  // namespace paddock
