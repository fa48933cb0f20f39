// Calls of Threefry whose operands expand to rows, as JAX splits keys, have the bits of their
// operations.
#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// The rounds of an iteration. W: the type of the result.
std::string Rounds() {
  std::string text;
  const auto at = [](const std::string& name, int i) { return "%" + name + std::to_string(i); };
  for (int i = 0; i < 4; ++i) {
    const std::string x = i == 0 ? "%x" : at("p", i - 1), y = i == 0 ? "%y" : at("q", i - 1);
    text += "    " + at("s", i) + " = stablehlo.slice %now [" + std::to_string(i) + ":" +
            std::to_string(i + 1) + "] : (tensor<4xui32>) -> tensor<1xui32>\n    " + at("n", i) +
            " = stablehlo.reshape " + at("s", i) + " : (tensor<1xui32>) -> tensor<ui32>\n    " +
            at("m", i) + " = func.call @mix(" + at("n", i) + ", " + x + ", " + y +
            ") : (tensor<ui32>, W, W) -> W\n    " + at("p", i) + " = stablehlo.add " + x + ", " +
            y + " : W\n    " + at("q", i) + " = stablehlo.xor " + at("m", i) + ", " + at("p", i) +
            " : W\n";
  }
  return text;
}

// K: the type of the keys, X: of the counts.
std::string ThreeFryText() {
  return R"(
func.func @main(%k0: K, %k1: K, %x0: X, %x1: X) -> (W, W) {
  %r:2 = call @threefry2x32(%k0, %k1, %x0, %x1) : (K, K, X, X) -> (W, W)
  return %r#0, %r#1 : W, W
}
func.func private @threefry2x32(%k0: K, %k1: K, %x0: X, %x1: X) -> (W, W) {
  %even = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
  %odd = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
  %parity = stablehlo.constant dense<466688986> : K
  %0 = stablehlo.xor %k0, %k1 : K
  %k2 = stablehlo.xor %0, %parity : K
  %1 = stablehlo.broadcast_in_dim %k0, dims = DIMS : (K) -> W
  %w0 = stablehlo.broadcast_in_dim %x0, dims = DIMS : (X) -> W
  %2 = stablehlo.add %w0, %1 : W
  %3 = stablehlo.broadcast_in_dim %k1, dims = DIMS : (K) -> W
  %w1 = stablehlo.broadcast_in_dim %x1, dims = DIMS : (X) -> W
  %4 = stablehlo.add %w1, %3 : W
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:8 = stablehlo.while(%i = %zero, %x = %2, %y = %4, %a = %k1, %b = %k2, %c = %k0, %now = %even, %next = %odd)
      : tensor<i32>, W, W, K, K, K, tensor<4xui32>, tensor<4xui32>
  cond {
    %five = stablehlo.constant dense<5> : tensor<i32>
    %p = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %i1 = stablehlo.add %i, %one : tensor<i32>
)" + Rounds() +
         R"(
    %ax = stablehlo.broadcast_in_dim %a, dims = DIMS : (K) -> W
    %p4 = stablehlo.add %p3, %ax : W
    %bx = stablehlo.broadcast_in_dim %b, dims = DIMS : (K) -> W
    %q4 = stablehlo.add %q3, %bx : W
    %iu = stablehlo.convert %i1 : (tensor<i32>) -> tensor<ui32>
    %in = stablehlo.broadcast_in_dim %iu, dims = [] : (tensor<ui32>) -> W
    %q5 = stablehlo.add %q4, %in : W
    stablehlo.return %i1, %p4, %q5, %b, %c, %a, %next, %now : tensor<i32>, W, W, K, K, K, tensor<4xui32>, tensor<4xui32>
  }
  return %r#1, %r#2 : W, W
}
func.func private @mix(%bits: tensor<ui32>, %x: W, %y: W) -> W {
  %n = stablehlo.broadcast_in_dim %bits, dims = [] : (tensor<ui32>) -> W
  %left = stablehlo.shift_left %y, %n : W
  %whole = stablehlo.constant dense<32> : tensor<ui32>
  %rest = stablehlo.subtract %whole, %bits : tensor<ui32>
  %m = stablehlo.broadcast_in_dim %rest, dims = [] : (tensor<ui32>) -> W
  %right = stablehlo.shift_right_logical %y, %m : W
  %r = stablehlo.or %left, %right : W
  return %r : W
}
)";
}

struct Shapes {
  std::vector<int64_t> keys, counts, result;
};

TEST_CASE("threefry with a key for each row has the bits of its operations", "[exec]") {
  const std::vector<Shapes> cases = {
      {{900, 1}, {1, 2}, {900, 2}},        {{1001, 1}, {1, 3}, {1001, 3}},
      {{9000, 1}, {1, 3}, {9000, 3}},      {{20'000, 1}, {1, 2}, {20'000, 2}},
      {{300, 1}, {1, 63}, {300, 63}},      {{300, 1}, {1, 64}, {300, 64}},
      {{1, 7}, {50, 1}, {50, 7}},          {{50, 1}, {50, 4}, {50, 4}},
      {{7, 5, 1}, {1, 1, 3}, {7, 5, 3}},   {{7, 1, 1}, {1, 50, 3}, {7, 50, 3}},
      {{1, 90, 2}, {7, 1, 1}, {7, 90, 2}}, {{40, 1}, {1, 1}, {40, 1}},
  };
  for (const Shapes& shapes : cases) {
    std::string dims = "[0";
    for (size_t d = 1; d < shapes.result.size(); ++d) dims += ", " + std::to_string(d);
    std::string text = Replaced(ThreeFryText(), "DIMS", dims + "]");
    const std::pair<const char*, const std::vector<int64_t>*> types[] = {
        {"K", &shapes.keys}, {"X", &shapes.counts}, {"W", &shapes.result}};
    for (const auto& [name, shape] : types) {
      for (const std::string end : {",", ")", " ", "\n"}) {
        text = Replaced(text, name + end, TensorText(*shape, "ui32") + end);
      }
    }
    INFO(text);
    std::mt19937 random(3);
    std::vector<Tensor> inputs;
    for (const auto* shape : {&shapes.keys, &shapes.keys, &shapes.counts, &shapes.counts}) {
      inputs.push_back(RandomBytes(ElementType::kUI32, *shape, random));
    }
    const Program program(text);
    CHECK(StepsOf(program) == 1);
    CheckAtBothLevels(program, inputs);
    CheckInThreads(program, inputs);
  }
}

}  // namespace
}  // namespace paddock
