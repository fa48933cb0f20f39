// Bodies of map, reduce and scatter: as kernels, as tile programs, and for single elements.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"

namespace paddock {
namespace {

using namespace testing;

// body(a, b) = a < b ? a + b : a - b, in an element-wise form and in another one.
constexpr std::string_view kSelectBody = R"(
    %less = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %sum = stablehlo.add %a, %b : tensor<i32>
    %difference = stablehlo.subtract %a, %b : tensor<i32>
    %r = stablehlo.select %less, %sum, %difference : tensor<i1>, tensor<i32>
    stablehlo.return %r : tensor<i32>
)";
constexpr std::string_view kIfBody = R"(
    %less = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %r = "stablehlo.if"(%less) ({
      %sum = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %sum : tensor<i32>
    }, {
      %difference = stablehlo.subtract %a, %b : tensor<i32>
      stablehlo.return %difference : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %r : tensor<i32>
)";

int32_t Body(int32_t a, int32_t b) { return a < b ? a + b : a - b; }

int32_t PairwiseTotal(std::vector<int32_t> x) {
  while (x.size() > 1) {
    std::vector<int32_t> next;
    for (size_t i = 0; i + 1 < x.size(); i += 2) next.push_back(Body(x[i], x[i + 1]));
    if (x.size() % 2 != 0) next.push_back(x.back());
    x = next;
  }
  return x[0];
}

std::vector<int32_t> Numbers(size_t count) {
  std::vector<int32_t> numbers(count);
  for (size_t i = 0; i < count; ++i) numbers[i] = static_cast<int32_t>(i * 7919 % 101) - 50;
  return numbers;
}

TEST_CASE("reduce with any body takes adjacent pairs", "[exec]") {
  for (size_t count : {0, 1, 2, 5, 100, 3000}) {
    for (std::string_view body : {kSelectBody, kIfBody}) {
      const std::string n = std::to_string(count);
      const Program program("func.func @main(%x: tensor<3x" + n +
                            "xi32>, %init: tensor<i32>) -> (tensor<3xi32>, tensor<" + n +
                            R"(xi32>) {
  %rows = "stablehlo.reduce"(%x, %init) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):)" +
                            std::string(body) + R"(
  }) : (tensor<3x)" + n + R"(xi32>, tensor<i32>) -> tensor<3xi32>
  %columns = "stablehlo.reduce"(%x, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):)" +
                            std::string(body) + R"(
  }) : (tensor<3x)" + n + R"(xi32>, tensor<i32>) -> tensor<)" +
                            n + R"(xi32>
  return %rows, %columns : tensor<3xi32>, tensor<)" +
                            n + "xi32>\n}");
      const std::vector<int32_t> x = Numbers(3 * count);
      std::vector<int32_t> rows(3, 4), columns(count);
      for (size_t i = 0; i < 3 && count != 0; ++i) {
        const auto at = x.begin() + static_cast<std::ptrdiff_t>(i * count);
        rows[i] = Body(4, PairwiseTotal({at, at + static_cast<std::ptrdiff_t>(count)}));
      }
      for (size_t j = 0; j < count; ++j) {
        columns[j] = Body(4, PairwiseTotal({x[j], x[count + j], x[2 * count + j]}));
      }
      const Tensor operand =
          TensorOf<int32_t>(ElementType::kI32, {3, static_cast<int64_t>(count)}, x);
      const Tensor init = TensorOf<int32_t>(ElementType::kI32, {}, {4});
      for (Level level : kLevels) {
        const std::vector<Tensor> results = Run(program, level, {operand, init});
        CHECK(ElementsOf<int32_t>(results[0]) == rows);
        CHECK(ElementsOf<int32_t>(results[1]) == columns);
      }
    }
  }
}

TEST_CASE("reduce of several operands gives the index of the greatest", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<2x5xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %places = stablehlo.iota dim = 1 : tensor<2x5xi32>
  %r:2 = "stablehlo.reduce"(%x, %places, %least, %none) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %j: tensor<i32>):
    %first = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %value = stablehlo.select %first, %a, %b : tensor<i1>, tensor<f32>
    %place = stablehlo.select %first, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %value, %place : tensor<f32>, tensor<i32>
  }) : (tensor<2x5xf32>, tensor<2x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xi32>
})");
  const Tensor x = TensorOf<float>(ElementType::kF32, {2, 5}, {3, 9, 2, 9, 1, -5, -7, -1, -2, -3});
  for (Level level : kLevels) {
    const std::vector<Tensor> results = Run(program, level, {x});
    CHECK(ElementsOf<float>(results[0]) == std::vector<float>{9, -1});
    CHECK(ElementsOf<int32_t>(results[1]) == std::vector<int32_t>{1, 2});
  }
}

TEST_CASE("map applies its body, with captured values", "[exec]") {
  for (std::string_view body : {kSelectBody, kIfBody}) {
    const Program program(R"(
func.func @main(%x: tensor<7xi32>, %y: tensor<7xi32>, %c: tensor<i32>) -> (tensor<7xi32>, tensor<7xi32>, tensor<7xi32>) {
  %mapped = "stablehlo.map"(%x, %y) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):)" +
                          std::string(body) + R"(
  }) : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi32>
  %scaled = "stablehlo.map"(%mapped) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>):
    %d = stablehlo.multiply %a, %c : tensor<i32>
    stablehlo.return %d : tensor<i32>
  }) : (tensor<7xi32>) -> tensor<7xi32>
  %same = "stablehlo.map"(%scaled) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>):
    stablehlo.return %c : tensor<i32>
  }) : (tensor<7xi32>) -> tensor<7xi32>
  return %mapped, %scaled, %same : tensor<7xi32>, tensor<7xi32>, tensor<7xi32>
})");
    const std::vector<int32_t> x = {1, 2, 3, 4, 5, 6, 7};
    const std::vector<int32_t> y = {7, 6, 5, 4, 3, 2, 1};
    std::vector<int32_t> mapped, scaled;
    for (size_t i = 0; i < x.size(); ++i) {
      mapped.push_back(Body(x[i], y[i]));
      scaled.push_back(10 * mapped.back());
    }
    for (Level level : kLevels) {
      const std::vector<Tensor> results = Run(program, level,
                                              {TensorOf<int32_t>(ElementType::kI32, {7}, x),
                                               TensorOf<int32_t>(ElementType::kI32, {7}, y),
                                               TensorOf<int32_t>(ElementType::kI32, {}, {10})});
      CHECK(ElementsOf<int32_t>(results[0]) == mapped);
      CHECK(ElementsOf<int32_t>(results[1]) == scaled);
      CHECK(ElementsOf<int32_t>(results[2]) == std::vector<int32_t>(7, 10));
    }
  }
}

TEST_CASE("scatter combines updates in their order, and skips those outside", "[exec]") {
  for (std::string_view body : {kSelectBody, kIfBody}) {
    const Program program(R"(
func.func @main(%x: tensor<4xi32>, %i: tensor<6x1xi32>, %u: tensor<6xi32>) -> tensor<4xi32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):)" +
                          std::string(body) + R"(
  }) : (tensor<4xi32>, tensor<6x1xi32>, tensor<6xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
})");
    // Element 1: 20 < 30 gives 50, 50 >= 7 gives 43, 43 < 44 gives 87.
    const Tensor x = TensorOf<int32_t>(ElementType::kI32, {4}, {10, 20, 30, 40});
    const Tensor i = TensorOf<int32_t>(ElementType::kI32, {6, 1}, {1, 4, 1, 3, -1, 1});
    const Tensor u = TensorOf<int32_t>(ElementType::kI32, {6}, {30, 99, 7, 40, 99, 44});
    for (Level level : kLevels) {
      CHECK(ElementsOf<int32_t>(Run(program, level, {x, i, u})[0]) ==
            std::vector<int32_t>{10, 87, 30, 0});
    }
  }
}

TEST_CASE("a body may contain a loop", "[exec]") {
  // The greatest common divisor by Euclid's algorithm.
  const Program program(R"(
func.func @main(%x: tensor<4xi32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %w:2 = stablehlo.while(%m = %a, %n = %b) : tensor<i32>, tensor<i32>
    cond {
      %more = stablehlo.compare NE, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %rest = stablehlo.remainder %m, %n : tensor<i32>
      stablehlo.return %n, %rest : tensor<i32>, tensor<i32>
    }
    stablehlo.return %w#0 : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
})");
  const Tensor x = TensorOf<int32_t>(ElementType::kI32, {4}, {84, 126, 210, 70});
  for (Level level : kLevels) {
    CHECK(ElementsOf<int32_t>(Run(program, level, {x})[0]) == std::vector<int32_t>{14});
  }
}

}  // namespace
}  // namespace paddock
