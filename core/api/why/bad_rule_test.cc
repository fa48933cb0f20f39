// The rule by which an operation gives an infinity from finite numbers.
#include "core/api/why/bad_rule.h"

#include <catch2/catch_test_macros.hpp>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/api/program.h"
#include "core/ir/module.h"

namespace paddock {
namespace {

CellValue BadCell(double number) {
  CellValue cell;
  cell.number = number;
  cell.is_infinite = number == std::numeric_limits<double>::infinity();
  return cell;
}

// Returns the rule for an infinite result of `operation`, whose operands are %a and %b of `type`.
std::string OverflowRule(const std::string& operation, const std::string& type, double a,
                         double b = 1) {
  const std::string text = "func.func @main(%a: tensor<" + type + ">, %b: tensor<" + type +
                           ">) {\n  %r = stablehlo." + operation + "\n  return\n}";
  const auto program = Program::Load("test.mlir", text);
  INFO(text);
  REQUIRE(!program->has_errors());
  const Operation& function = *program->module().operation()->regions[0]->first->first;
  const std::vector<CellValue> cells = {BadCell(a), BadCell(b)};
  return BadRule(*function.regions[0]->first->first, cells,
                 BadCell(std::numeric_limits<double>::infinity()));
}

std::string Named(const std::string& types) {
  return "the result is greater than the greatest finite number of " + types;
}

TEST_CASE("an overflow names f32 beside a narrower type if f32 has no room either") {
  for (const std::string type : {"bf16", "f16", "f8E5M2"}) {
    CHECK(OverflowRule("exponential %a : tensor<" + type + ">", type, 89) ==
          Named(type + " and f32"));
    CHECK(OverflowRule("exponential_minus_one %a : tensor<" + type + ">", type, 88) == Named(type));
    CHECK(OverflowRule("power %a, %b : tensor<" + type + ">", type, 2, 128) ==
          Named(type + " and f32"));
    CHECK(OverflowRule("power %a, %b : tensor<" + type + ">", type, 2, 127) == Named(type));
    CHECK(OverflowRule("multiply %a, %b : tensor<" + type + ">", type, -0x1p64, 0x1p64) ==
          Named(type + " and f32"));
    CHECK(OverflowRule("divide %a, %b : tensor<" + type + ">", type, 0x1p40, 0x1p-60) ==
          Named(type));
    CHECK(OverflowRule("add %a, %b : tensor<" + type + ">", type, 50000, 50000) == Named(type));
    CHECK(OverflowRule("subtract %a, %b : tensor<" + type + ">", type, 0x1.fep127, -0x1.fep127) ==
          Named(type + " and f32"));
  }
}

TEST_CASE("a conversion names f32 from half a step above its greatest number on") {
  const auto convert = [](const std::string& to, double a) {
    return OverflowRule("convert %a : (tensor<f64>) -> tensor<" + to + ">", "f64", a);
  };
  CHECK(convert("bf16", 0x1.fffffep127) == Named("bf16"));
  CHECK(convert("bf16", 0x1.fffffefp127) == Named("bf16"));
  CHECK(convert("bf16", 0x1.ffffffp127) == Named("bf16 and f32"));
  CHECK(convert("f16", -1e300) == Named("f16 and f32"));
  CHECK(convert("f32", 1e300) == Named("f32"));
}

TEST_CASE("types as wide as f32 are named alone") {
  CHECK(OverflowRule("exponential %a : tensor<f32>", "f32", 89) == Named("f32"));
  CHECK(OverflowRule("multiply %a, %b : tensor<f64>", "f64", 1e200, 1e200) == Named("f64"));
}

}  // namespace
}  // namespace paddock
