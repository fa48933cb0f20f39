#include "core/api/build/function_steps.h"

#include <catch2/catch_test_macros.hpp>
#include <vector>

namespace paddock::build {
namespace {

using Numbers = std::vector<uint32_t>;

uint32_t Make(FunctionSteps& f, std::string_view name, const Numbers& operands) {
  f.Begin(name);
  CHECK(f.AddOperands(operands));
  return f.End()->results.first;
}

TEST_CASE("operations and regions are made in steps") {
  ProgramBuilder program;
  FunctionSteps f(
      program.Function("main", {{"x", "tensor<2x3xf32>"}, {"init", "tensor<f32>"}}, {}, Where()));
  CHECK(f.arguments().count == 2);
  const uint32_t x = f.arguments().first;
  f.Begin("stablehlo.reduce");
  CHECK(f.AddOperands(Numbers{x}));
  CHECK(f.AddOperands(Numbers{x + 1}));
  CHECK(f.SetIntegers("dimensions", std::vector<int64_t>{1}));
  const auto inner = f.BeginRegion();
  REQUIRE(inner);
  CHECK(inner->count == 2);
  const uint32_t larger = Make(f, "stablehlo.maximum", Numbers{inner->first, inner->first + 1});
  CHECK(f.EndRegion(Numbers{larger}));
  const auto reduced = f.End();
  REQUIRE(reduced);
  CHECK(!reduced->is_failed);
  CHECK(ToString(f.TypeOf(reduced->results.first)) == "tensor<2xf32>");
  CHECK(f.Name(reduced->results.first, "largest"));
  CHECK(f.Return(Numbers{reduced->results.first}));
  CHECK(program.Text().value() ==
        "func.func @main(%x: tensor<2x3xf32>, %init: tensor<f32>) -> tensor<2xf32> {\n"
        "  %largest = stablehlo.reduce(%x init: %init) applies stablehlo.maximum across "
        "dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>\n"
        "  return %largest : tensor<2xf32>\n"
        "}\n");
}

TEST_CASE("attributes have the form of the table") {
  ProgramBuilder program;
  FunctionSteps f(program.Function("main", {{"x", "tensor<3xf32>"}}, {}, Where()));
  const uint32_t x = f.arguments().first;
  f.Begin("stablehlo.constant");
  CHECK(f.SetAttribute("value", Elements(std::vector<int32_t>{1, 2})));
  CHECK(ToString(f.TypeOf(f.End()->results.first)) == "tensor<2xi32>");
  f.Begin("stablehlo.reverse");
  CHECK(f.AddOperands(Numbers{x}));
  CHECK(f.SetIntegers("dimensions", std::vector<int64_t>{0}));
  CHECK(!f.End()->is_failed);
  f.Begin("stablehlo.compare");
  CHECK(f.AddOperands(Numbers{x, x}));
  CHECK(f.SetAttribute("comparison_direction", "#stablehlo<comparison_direction LT>"));
  CHECK(ToString(f.TypeOf(f.End()->results.first)) == "tensor<3xi1>");
  CHECK(program.diagnostics().empty());
}

TEST_CASE("calls at the wrong moment change nothing") {
  ProgramBuilder program;
  FunctionSteps f(program.Function("main", {{"x", "tensor<i32>"}}, {}, Where()));
  const uint32_t x = f.arguments().first;
  CHECK(!f.AddOperands(Numbers{x}));
  CHECK(!f.SetAttribute("a", "1 : i32"));
  CHECK(!f.AddResultType("tensor<i32>"));
  CHECK(!f.BeginRegion());
  CHECK(!f.EndRegion({}));
  CHECK(!f.End());
  CHECK(!f.Cancel());
  CHECK(!f.Name(77, "y"));
  CHECK(!f.TypeOf(77));
  f.Begin("stablehlo.while");
  CHECK(f.AddOperands(Numbers{x}));
  REQUIRE(f.BeginRegion());
  CHECK(!f.End());
  CHECK(!f.AddOperands(Numbers{x}));
  CHECK(f.Cancel());
  CHECK(f.Return(Numbers{x}));
  CHECK(program.diagnostics().empty());
}

TEST_CASE("a mistake that is taken leaves the program as it was") {
  ProgramBuilder program;
  FunctionSteps f(program.Function("main", {{"x", "tensor<3xf32>"}}, {}, Where()));
  const uint32_t x = f.arguments().first;
  CHECK(Make(f, "stablehlo.add", {x, 99}) == FunctionSteps::kFailed);
  CHECK(Make(f, "stablehlo.ad", {x}) == FunctionSteps::kFailed);
  CHECK(Make(f, "stablehlo.negate", {FunctionSteps::kFailed}) == FunctionSteps::kFailed);
  CHECK(!f.Return(Numbers{99}));
  const auto mistakes = program.TakeDiagnostics();
  CHECK(mistakes.size() == 3);
  CHECK(!program.Text());
  CHECK(f.Return(Numbers{Make(f, "stablehlo.negate", {x})}));
  CHECK(program.Text());
  CHECK(program.Finish());
}

TEST_CASE("a function that is wrong is not part of the program") {
  ProgramBuilder program;
  const auto wrong = program.Function("f", {{"x", "tensor<"}});
  CHECK(program.TakeDiagnostics().size() == 1);
  auto f = program.Function("f", {{"x", "tensor<i32>"}});
  CHECK(f.Call(wrong, {f.argument(0)}).is_failed());
  f.Return({f.argument(0)});
  CHECK(program.Finish());
}

TEST_CASE("a declared function is called") {
  ProgramBuilder program;
  const auto outside =
      program.Declare("outside", {{"x", "tensor<i32>"}}, {"tensor<f32>"}, {.is_private = true});
  auto f = program.Function("main", {{"x", "tensor<i32>"}});
  f.Return(f.Call(outside, {f.argument(0)}));
  CHECK(program.Text().value() ==
        "func.func private @outside(tensor<i32>) -> tensor<f32>\n"
        "func.func @main(%x: tensor<i32>) -> tensor<f32> {\n"
        "  %0 = call @outside(%x) : (tensor<i32>) -> tensor<f32>\n"
        "  return %0 : tensor<f32>\n"
        "}\n");
}

TEST_CASE("a function that begins within a region leaves the region as it is") {
  ProgramBuilder program;
  auto f = program.Function("main", {{"x", "tensor<i32>"}});
  const Values last = f.While(
      {f.argument(0)},
      [&](const Values& a) {
        for (int i = 0; i < 100; ++i) {
          auto other = program.Function("f" + std::to_string(i), {{"y", "tensor<i32>"}});
          other.Return({other.argument(0)});
        }
        return f.Compare(a[0], f.Constant(3), {.comparison_direction = ComparisonDirection::kLt});
      },
      [&](const Values& a) { return f.Add(a[0], f.Constant(1)); });
  f.Return(last);
  CHECK(program.Finish());
}

}  // namespace
}  // namespace paddock::build
