// Pads and slices of each other are read from their operands, in level kFast.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/types/type.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

TEST_CASE("a slice of a pad pads less, or not at all") {
  const Program program(R"(
func.func @main(%x: tensor<60x70xf32>) -> (tensor<62x70xf32>, tensor<58x60xf32>) {
  %z = stablehlo.constant dense<2.0> : tensor<f32>
  %p = stablehlo.pad %x, %z, low = [2, 0], high = [2, 0], interior = [0, 0] : (tensor<60x70xf32>, tensor<f32>) -> tensor<64x70xf32>
  %0 = stablehlo.slice %p [1:63, 0:70] : (tensor<64x70xf32>) -> tensor<62x70xf32>
  %1 = stablehlo.slice %p [3:61, 5:65] : (tensor<64x70xf32>) -> tensor<58x60xf32>
  %a = stablehlo.negate %0 : tensor<62x70xf32>
  %b = stablehlo.negate %1 : tensor<58x60xf32>
  return %a, %b : tensor<62x70xf32>, tensor<58x60xf32>
})");
  CheckAtBothLevels(program, {WaveTensor({60, 70})});
  if (!kHasChainModules) CHECK(StepsOf(program) == 2);
}

// Neighbours in a picture, as jnp.pad and slices write them.
TEST_CASE("a moved tensor is read where it is") {
  const Program program(R"(
func.func @main(%x: tensor<60x70xf32>) -> tensor<60x70xf32> {
  %z = stablehlo.constant dense<2.0> : tensor<f32>
  %p = stablehlo.pad %x, %z, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<60x70xf32>, tensor<f32>) -> tensor<61x70xf32>
  %0 = stablehlo.slice %p [0:60, 0:70] : (tensor<61x70xf32>) -> tensor<60x70xf32>
  %1 = stablehlo.pad %x, %z, low = [0, -1], high = [0, 1], interior = [0, 0] : (tensor<60x70xf32>, tensor<f32>) -> tensor<60x70xf32>
  %2 = stablehlo.pad %x, %z, low = [-2, 1], high = [2, -1], interior = [0, 0] : (tensor<60x70xf32>, tensor<f32>) -> tensor<60x70xf32>
  %a = stablehlo.add %0, %1 : tensor<60x70xf32>
  %b = stablehlo.subtract %a, %2 : tensor<60x70xf32>
  return %b : tensor<60x70xf32>
})");
  CheckAtBothLevels(program, {WaveTensor({60, 70})});
  if (!kHasChainModules) CHECK(IsOneProgram(program));
}

// A sequence of pads, slices and operations on single elements; the last few values are returned.
std::string RandomText(const std::string& type, std::mt19937& random) {
  const auto upto = [&](int64_t most) { return static_cast<int64_t>(random() % most); };
  struct Named {
    std::string name;
    std::vector<int64_t> shape;
  };
  std::vector<Named> values = {{"%e", {40, 50}}, {"%x", {40, 50}}};
  const std::string whole = TensorText({40, 50}, type);
  const std::string number = upto(2) == 0 ? "%v" : "%k";
  std::string text =
      "  %k = stablehlo.constant dense<3.0> : tensor<f32>\n  %z = stablehlo.convert " + number +
      " : (tensor<f32>) -> tensor<" + type +
      ">\n  %e = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<" + type + ">) -> " + whole +
      "\n";
  for (int i = 0; i < 8; ++i) {
    const Named from = values[values.size() - 1 - static_cast<size_t>(upto(2)) % values.size()];
    Named to = {"%v" + std::to_string(i), from.shape};
    const int64_t kind = upto(3);
    if (kind == 0) {
      text += "  " + to.name + " = stablehlo.negate " + from.name + " : " +
              TensorText(from.shape, type) + "\n";
    } else if (kind == 1) {
      std::vector<int64_t> low(2), high(2), interior(2);
      const int64_t sign = upto(3);
      for (size_t d = 0; d < 2; ++d) {
        low[d] = sign == 0 ? -upto(5) : sign == 1 ? upto(5) : upto(9) - 4;
        high[d] = sign == 0 ? -upto(5) : sign == 1 ? upto(5) : upto(9) - 4;
        interior[d] = upto(12) == 0 ? 1 : 0;
        to.shape[d] += low[d] + high[d] + interior[d] * (from.shape[d] - 1);
      }
      text += "  " + to.name + " = stablehlo.pad " + from.name + ", %z, low = " + ListText(low) +
              ", high = " + ListText(high) + ", interior = " + ListText(interior) + " : (" +
              TensorText(from.shape, type) + ", tensor<" + type + ">) -> " +
              TensorText(to.shape, type) + "\n";
    } else {
      std::string ranges;
      for (size_t d = 0; d < 2; ++d) {
        const int64_t start = upto(4), limit = from.shape[d] - upto(4);
        ranges += (d == 0 ? "" : ", ") + std::to_string(start) + ":" + std::to_string(limit);
        to.shape[d] = limit - start;
      }
      text += "  " + to.name + " = stablehlo.slice " + from.name + " [" + ranges + "] : (" +
              TensorText(from.shape, type) + ") -> " + TensorText(to.shape, type) + "\n";
    }
    if (std::ranges::any_of(to.shape, [](int64_t size) { return size < 12; })) break;
    values.push_back(to);
  }
  const Named& last = values.back();
  const Named& other = values[values.size() / 2];
  return "func.func @main(%x: " + TensorText({40, 50}, type) + ", %v: tensor<f32>) -> (" +
         TensorText(last.shape, type) + ", " + TensorText(other.shape, type) + ") {\n" + text +
         "  return " + last.name + ", " + other.name + " : " + TensorText(last.shape, type) + ", " +
         TensorText(other.shape, type) + "\n}";
}

TEST_CASE("random pads and slices have the bits of steps of their own") {
  std::mt19937 random(11);
  const std::string types[] = {"f32", "f32", "i8", "i16", "f64", "complex<f64>"};
  const Tensor value = TensorOf<float>(ElementType::kF32, {}, {3.0f});
  for (int round = 0; round < 600; ++round) {
    const std::string type = types[random() % 6];
    const std::string text = RandomText(type, random);
    INFO(text);
    const Tensor x = RandomBytes(*ElementTypeFromSpelling(type), {40, 50}, random);
    CheckAtBothLevels(Program(text), {x, value});
  }
}

}  // namespace
}  // namespace paddock
