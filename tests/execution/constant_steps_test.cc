// Results of constants alone are computed once, while planning, in level kFast.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

// A table of sines [size, size] in %table.
std::string Table(int64_t size) {
  const std::string n = std::to_string(size);
  const std::string square = "tensor<" + n + "x" + n + "xf32>";
  return "  %i = stablehlo.iota dim = 0 : " + square +
         "\n  %j = stablehlo.iota dim = 1 : " + square +
         "\n  %product = stablehlo.multiply %i, %j : " + square +
         "\n  %table = stablehlo.sine %product : " + square + "\n";
}

TEST_CASE("a table that a product reads is computed once", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<40x40xf32>) -> tensor<40x40xf32> {
)" + Table(40) + R"(
  %y = stablehlo.dot_general %x, %table, contracting_dims = [1] x [0]
      : (tensor<40x40xf32>, tensor<40x40xf32>) -> tensor<40x40xf32>
  return %y : tensor<40x40xf32>
})");
  CheckAtBothLevels(program, {WaveTensor({40, 40})});
  CHECK(WorkOf(program, "stablehlo.sine") == 0);
  CHECK(WorkOf(program, "stablehlo.dot_general") != 0);
}

TEST_CASE("sums, sorts and gathers of constants are constants", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<30xf32>) -> (tensor<30xf32>, tensor<30xf32>) {
)" + Table(30) + R"(
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sums = stablehlo.reduce(%table init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<30x30xf32>, tensor<f32>) -> tensor<30xf32>
  %sorted = "stablehlo.sort"(%sums) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<30xf32>) -> tensor<30xf32>
  %reversed = stablehlo.reverse %sorted, dims = [0] : tensor<30xf32>
  %y = "stablehlo.sort"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<30xf32>) -> tensor<30xf32>
  %z = stablehlo.multiply %y, %reversed : tensor<30xf32>
  return %z, %sorted : tensor<30xf32>, tensor<30xf32>
})");
  CheckAtBothLevels(program, {WaveTensor({30})});
  CHECK(WorkOf(program, "stablehlo.reduce") == 0);
}

TEST_CASE("a loop reads a table, and one starts from it", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<20x20xf32>, %n: tensor<i32>) -> (tensor<20x20xf32>, tensor<20x20xf32>) {
)" + Table(20) + R"(
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%k = %zero, %y = %x, %z = %table)
      : tensor<i32>, tensor<20x20xf32>, tensor<20x20xf32>
  cond {
    %more = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %k, %one : tensor<i32>
    %p = stablehlo.dot_general %y, %table, contracting_dims = [1] x [0]
        : (tensor<20x20xf32>, tensor<20x20xf32>) -> tensor<20x20xf32>
    %q = stablehlo.tanh %p : tensor<20x20xf32>
    %t = stablehlo.add %z, %q : tensor<20x20xf32>
    stablehlo.return %next, %q, %t : tensor<i32>, tensor<20x20xf32>, tensor<20x20xf32>
  }
  return %r#1, %r#2 : tensor<20x20xf32>, tensor<20x20xf32>
})");
  for (const int32_t turns : {0, 1, 5}) {
    CheckAtBothLevels(program,
                      {WaveTensor({20, 20}), TensorOf<int32_t>(ElementType::kI32, {}, {turns})});
  }
  CHECK(WorkOf(program, "stablehlo.sine") == 0);
}

TEST_CASE("a branch computes from a table", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<20x20xf32>, %is_first: tensor<i1>) -> tensor<20x20xf32> {
)" + Table(20) + R"(
  %r = "stablehlo.if"(%is_first) ({
    %p = stablehlo.dot_general %x, %table, contracting_dims = [1] x [0]
        : (tensor<20x20xf32>, tensor<20x20xf32>) -> tensor<20x20xf32>
    stablehlo.return %p : tensor<20x20xf32>
  }, {
    %c = stablehlo.cosine %table : tensor<20x20xf32>
    stablehlo.return %c : tensor<20x20xf32>
  }) : (tensor<i1>) -> tensor<20x20xf32>
  return %r : tensor<20x20xf32>
})");
  for (const uint8_t is_first : {0, 1}) {
    CheckAtBothLevels(program,
                      {WaveTensor({20, 20}), TensorOf<uint8_t>(ElementType::kI1, {}, {is_first})});
  }
}

TEST_CASE("a program without arguments keeps its steps", "[exec]") {
  const Program program("func.func @main() -> tensor<20x20xf32> {\n" + Table(20) + R"(
  %y = stablehlo.dot_general %table, %table, contracting_dims = [1] x [0]
      : (tensor<20x20xf32>, tensor<20x20xf32>) -> tensor<20x20xf32>
  return %y : tensor<20x20xf32>
})");
  CheckAtBothLevels(program, {});
  CHECK(WorkOf(program, "stablehlo.dot_general") != 0);
}

TEST_CASE("large tables are computed in each run", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<4xf32>) -> tensor<5000000xf32> {
  %i = stablehlo.iota dim = 0 : tensor<5000000xf32>
  %r = stablehlo.reverse %i, dims = [0] : tensor<5000000xf32>
  %s = "stablehlo.sort"(%r) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<5000000xf32>) -> tensor<5000000xf32>
  %c = stablehlo.slice %x [0:1] : (tensor<4xf32>) -> tensor<1xf32>
  %d = stablehlo.broadcast_in_dim %c, dims = [0] : (tensor<1xf32>) -> tensor<5000000xf32>
  %y = stablehlo.multiply %s, %d : tensor<5000000xf32>
  return %y : tensor<5000000xf32>
})");
  CHECK(WorkOf(program, "stablehlo.sort") != 0);
}

TEST_CASE("a body that prints is left to the runs", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %values = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = "stablehlo.reduce"(%values, %zero) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      interpreter.print %s : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  %y = stablehlo.add %x, %sum : tensor<f32>
  return %y : tensor<f32>
})");
  for (const Level level : kLevels) {
    int64_t printed = 0;
    MachineOptions options;
    options.on_print = [&](const Operation&, Type, const Tensor&) { ++printed; };
    const Tensor one = TensorOf<float>(ElementType::kF32, {}, {1.0f});
    const std::vector<Tensor> results = Run(program, level, {one}, options);
    CHECK(ElementsOf<float>(results.front()) == std::vector<float>{7.0f});
    CHECK(printed == 3);
  }
}

}  // namespace
}  // namespace paddock
