// Operations with the results of an earlier one (core/plan/lowering/equal_operations.cc).
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "core/plan/fusion/tile_chain.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

Tensor Matrix(int first) {
  std::vector<float> elements;
  for (int i = 0; i < 64; ++i) elements.push_back(static_cast<float>((i * 7 + first) % 11 - 4));
  return TensorOf<float>(ElementType::kF32, {8, 8}, elements);
}

// A text with two operations, where FIRST and SECOND are their attributes or bodies.
Program Pair(std::string_view text, std::string_view first, std::string_view second) {
  return Program(Replaced(Replaced(std::string(text), "FIRST", first), "SECOND", second));
}

constexpr std::string_view kReduces = R"(
func.func @main(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.dot %x, %y : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = stablehlo.reduce(%a init: %zero) across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    reducer(%l: tensor<f32>, %r: tensor<f32>) {
      %s = stablehlo.FIRST %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.dot %x, %y : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.reduce(%b init: %none) across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    reducer(%l: tensor<f32>, %r: tensor<f32>) {
      %s = stablehlo.SECOND %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
})";

TEST_CASE("equal reductions are computed once") {
  const Program equal = Pair(kReduces, "add", "add"), other = Pair(kReduces, "add", "maximum");
  CheckAtBothLevels(equal, {Matrix(0), Matrix(5)});
  CheckAtBothLevels(other, {Matrix(0), Matrix(5)});
  if (!kHasChainModules) CHECK(StepsOf(equal) + 1 == StepsOf(other));
}

constexpr std::string_view kPads = R"(
func.func @main(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> (tensor<9x9xf32>, tensor<9x9xf32>) {
  %0 = call @padded(%FIRST) : (tensor<8x8xf32>) -> tensor<9x9xf32>
  %1 = call @padded(%SECOND) : (tensor<8x8xf32>) -> tensor<9x9xf32>
  return %0, %1 : tensor<9x9xf32>, tensor<9x9xf32>
}
func.func private @padded(%x: tensor<8x8xf32>) -> tensor<9x9xf32> {
  %z = stablehlo.constant dense<3.0> : tensor<f32>
  %p = stablehlo.pad %x, %z, low = [0, 1], high = [1, 0], interior = [0, 0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<9x9xf32>
  return %p : tensor<9x9xf32>
})";

TEST_CASE("equal calls are computed once") {
  const Program equal = Pair(kPads, "x", "x"), other = Pair(kPads, "x", "y");
  CheckAtBothLevels(equal, {Matrix(0), Matrix(5)});
  CheckAtBothLevels(other, {Matrix(0), Matrix(5)});
  if (!kHasChainModules) CHECK(StepsOf(equal) < StepsOf(other));
}

// The function is called in a loop, with other values each time, and its operations are equal.
TEST_CASE("equal operations in loops are computed once") {
  const auto program = [](std::string_view second) {
    return Program(Replaced(std::string(R"(
func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%k = %i, %c = %x) : tensor<i32>, tensor<8x8xf32>
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %k, %one : tensor<i32>
      %y = func.call @turned(%c) : (tensor<8x8xf32>) -> tensor<8x8xf32>
      %z = func.call @turned(%SECOND) : (tensor<8x8xf32>) -> tensor<8x8xf32>
      %s = stablehlo.subtract %z, %x : tensor<8x8xf32>
      %t = stablehlo.add %y, %s : tensor<8x8xf32>
      stablehlo.return %next, %t : tensor<i32>, tensor<8x8xf32>
    }
  return %0#1 : tensor<8x8xf32>
}
func.func private @turned(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.dot %0, %1 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
})"),
                            "SECOND", second));
  };
  const Program equal = program("c"), other = program("x");
  CheckAtBothLevels(equal, {Matrix(2)});
  CheckAtBothLevels(other, {Matrix(2)});
  if (!kHasChainModules) CHECK(StepsOf(equal) < StepsOf(other));
}

// A loop that carries %p and %q.
std::string LoopBegin(const std::string& type) {
  return Replaced(R"(
  %i = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%k = %i, %p = %x, %q = %y) : tensor<i32>, TYPE, TYPE
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %r = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %r : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %k, %one : tensor<i32>
)",
                  "TYPE", type);
}

// Operations of few kinds on few values, so that many are equal; in a loop if the seed is odd.
std::string RandomText(uint32_t seed) {
  std::mt19937 random(seed);
  const bool is_loop = seed % 2 == 1;
  const std::string type = "tensor<8x8xf32>", pair = "(" + type + ", " + type + ") -> " + type;
  std::vector<std::string> values = {"%x", "%y"};
  if (is_loop) values = {"%x", "%p", "%q"};
  std::string text = "func.func @main(%x: " + type + ", %y: " + type + ") -> (" + type + ", " +
                     type + ", " + type + ") {\n";
  if (is_loop) text += LoopBegin(type);
  const auto any = [&] { return values[random() % values.size()]; };
  for (int i = 0; i < 24; ++i) {
    // Few values, so that some are used again.
    if (values.size() > 6) values.erase(values.begin() + 2);
    const std::string name = "%v" + std::to_string(i);
    text += "  " + name + " = ";
    switch (random() % 6) {
      case 0:
        text += "stablehlo.transpose " + any() + ", dims = [1, 0] : (" + type + ") -> " + type;
        break;
      case 1:
        text += "stablehlo.dot " + any() + ", " + any() + " : " + pair;
        break;
      case 2:
        text += "call @folded(" + any() + ") : (" + type + ") -> " + type;
        break;
      case 3:
        text += "stablehlo.minimum " + any() + ", " + any() + " : " + type;
        break;
      case 4:
        text += "stablehlo.reverse " + any() + ", dims = [0] : " + type;
        break;
      default:
        text += "call @scaled(" + any() + ", " + any() + ") : " + pair;
        break;
    }
    text += "\n";
    values.push_back(name);
  }
  if (is_loop) {
    text += "  stablehlo.return %next, " + any() + ", " + any() + " : tensor<i32>, " + type + ", " +
            type + "\n}\n";
    values = {"%x", "%0#1", "%0#2"};
  }
  return text + "  return " + any() + ", " + any() + ", " + any() + " : " + type + ", " + type +
         ", " + type + R"(
}
func.func private @folded(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.add %0, %1 : tensor<8xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
  %eight = stablehlo.constant dense<0.0625> : tensor<8x8xf32>
  %4 = stablehlo.multiply %3, %eight : tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}
func.func private @scaled(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = call @folded(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.subtract %b, %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
})";
}

TEST_CASE("random programs of equal operations have the bits of all of them") {
  for (uint32_t seed = 0; seed < 400; ++seed) {
    const std::string text = RandomText(seed);
    INFO(text);
    CheckAtBothLevels(Program(text), {Matrix(0), Matrix(5)});
  }
}

}  // namespace
}  // namespace paddock
