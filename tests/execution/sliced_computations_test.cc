// A computation of which only slices are read is computed slice by slice, in level kFast.
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

// Differences of all pairs; %0 and %1 are their coordinates.
constexpr std::string_view kPairs = R"(
func.func @main(%a: tensor<60x2xf32>, %b: tensor<70x2xf32>) -> RESULTS {
  %p = stablehlo.broadcast_in_dim %a, dims = [0, 2] : (tensor<60x2xf32>) -> tensor<60x70x2xf32>
  %q = stablehlo.broadcast_in_dim %b, dims = [1, 2] : (tensor<70x2xf32>) -> tensor<60x70x2xf32>
  %d = stablehlo.subtract %p, %q : tensor<60x70x2xf32>
  %s = stablehlo.multiply %d, %d : tensor<60x70x2xf32>
  %0 = stablehlo.slice %s [0:60, 0:70, 0:1] : (tensor<60x70x2xf32>) -> tensor<60x70x1xf32>
  %1 = stablehlo.slice %s [0:60, 0:70, 1:2] : (tensor<60x70x2xf32>) -> tensor<60x70x1xf32>
  %2 = stablehlo.slice %s [0:60, 0:70, 1:2] : (tensor<60x70x2xf32>) -> tensor<60x70x1xf32>
  %x = stablehlo.multiply %0, %1 : tensor<60x70x1xf32>
  %y = stablehlo.divide %x, %2 : tensor<60x70x1xf32>
  return VALUES : TYPES
})";

Program Pairs(std::string_view values, const std::string& types) {
  std::string text = Replaced(std::string(kPairs), "RESULTS", "(" + types + ")");
  return Program(Replaced(Replaced(text, "VALUES", values), "TYPES", types));
}

TEST_CASE("coordinates of differences are computed by themselves") {
  const std::string one = "tensor<60x70x1xf32>", whole = "tensor<60x70x2xf32>";
  const Program sliced = Pairs("%y", one), returned = Pairs("%y, %s", one + ", " + whole);
  const std::vector<Tensor> inputs = {WaveTensor({60, 2}), WaveTensor({70, 2})};
  CheckAtBothLevels(sliced, inputs);
  CheckAtBothLevels(returned, inputs);
  if (kHasChainModules) return;
  // The coordinates of %b are written, and one program reads them.
  CHECK(StepsOf(sliced) == 3);
  CHECK(StepsOf(returned) != StepsOf(sliced));
}

TEST_CASE("halves of a computation are computed by themselves") {
  const Program program(R"(
func.func @main(%a: tensor<80x128xf32>, %b: tensor<128xf32>) -> tensor<80x64xf32> {
  %q = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<128xf32>) -> tensor<80x128xf32>
  %d = stablehlo.add %a, %q : tensor<80x128xf32>
  %0 = stablehlo.slice %d [0:80, 0:64] : (tensor<80x128xf32>) -> tensor<80x64xf32>
  %1 = stablehlo.slice %d [0:80, 64:128] : (tensor<80x128xf32>) -> tensor<80x64xf32>
  %t = stablehlo.tanh %1 : tensor<80x64xf32>
  %r = stablehlo.multiply %0, %t : tensor<80x64xf32>
  return %r : tensor<80x64xf32>
})");
  CheckAtBothLevels(program, {WaveTensor({80, 128}), WaveTensor({128})});
  if (!kHasChainModules) CHECK(IsOneProgram(program));
}

Tensor Bytes(std::vector<int64_t> shape) {
  Tensor tensor = Tensor::Allocate(ElementType::kUI8, std::move(shape));
  for (int64_t i = 0; i < tensor.element_count(); ++i) {
    tensor.mutable_data()[i] = static_cast<std::byte>(i * 7919 % 251);
  }
  return tensor;
}

TEST_CASE("slices of a conversion to more bytes are converted, though they overlap") {
  const Program program(R"(
func.func @main(%a: tensor<90x100xui8>) -> tensor<88x98xi16> {
  %c = stablehlo.convert %a : (tensor<90x100xui8>) -> tensor<90x100xi16>
  %0 = stablehlo.slice %c [0:88, 0:98] : (tensor<90x100xi16>) -> tensor<88x98xi16>
  %1 = stablehlo.slice %c [2:90, 0:98] : (tensor<90x100xi16>) -> tensor<88x98xi16>
  %2 = stablehlo.slice %c [0:88, 2:100] : (tensor<90x100xi16>) -> tensor<88x98xi16>
  %s = stablehlo.subtract %0, %1 : tensor<88x98xi16>
  %r = stablehlo.multiply %s, %2 : tensor<88x98xi16>
  return %r : tensor<88x98xi16>
})");
  CheckAtBothLevels(program, {Bytes({90, 100})});
  if (!kHasChainModules) CHECK(IsOneProgram(program));
}

TEST_CASE("columns of a conversion to more bytes are converted") {
  const Program program(R"(
func.func @main(%a: tensor<5000x4xui8>) -> tensor<5000x1xui32> {
  %c = stablehlo.convert %a : (tensor<5000x4xui8>) -> tensor<5000x4xui32>
  %0 = stablehlo.slice %c [0:5000, 0:1] : (tensor<5000x4xui32>) -> tensor<5000x1xui32>
  %1 = stablehlo.slice %c [0:5000, 1:2] : (tensor<5000x4xui32>) -> tensor<5000x1xui32>
  %3 = stablehlo.slice %c [0:5000, 3:4] : (tensor<5000x4xui32>) -> tensor<5000x1xui32>
  %s = stablehlo.shift_left %0, %1 : tensor<5000x1xui32>
  %r = stablehlo.or %s, %3 : tensor<5000x1xui32>
  return %r : tensor<5000x1xui32>
})");
  CheckAtBothLevels(program, {Bytes({5000, 4})});
  if (!kHasChainModules) CHECK(IsOneProgram(program));
}

// Pairs of points, whose coordinates are reduced.
constexpr std::string_view kDistances = R"(
func.func @main(%a: tensor<70xSIZExTYPE>, %b: tensor<65xSIZExTYPE>) -> tensor<70x65xTYPE> {
  %p = stablehlo.broadcast_in_dim %a, dims = [0, 2] : (tensor<70xSIZExTYPE>) -> tensor<70x65xSIZExTYPE>
  %q = stablehlo.broadcast_in_dim %b, dims = [1, 2] : (tensor<65xSIZExTYPE>) -> tensor<70x65xSIZExTYPE>
  %d = stablehlo.subtract %p, %q : tensor<70x65xSIZExTYPE>
  %s = stablehlo.multiply %d, %d : tensor<70x65xSIZExTYPE>
  %z = stablehlo.constant dense<NUMBER> : tensor<TYPE>
  %r = stablehlo.reduce(%s init: %z) applies stablehlo.BODY across dimensions = [2] : (tensor<70x65xSIZExTYPE>, tensor<TYPE>) -> tensor<70x65xTYPE>
  return %r : tensor<70x65xTYPE>
})";

// Every element's lowest byte counts, and the others are 0.
Tensor SmallIntegers(std::vector<int64_t> shape) {
  Tensor tensor = Tensor::Allocate(ElementType::kI32, std::move(shape));
  for (size_t i = 0; i < tensor.byte_size(); i += sizeof(int32_t)) {
    tensor.mutable_data()[i] = static_cast<std::byte>(i * 37 % 101);
  }
  return tensor;
}

TEST_CASE("reductions of few coordinates have the order of all") {
  for (const char* body : {"add", "maximum", "minimum", "multiply"}) {
    for (int64_t size = 1; size <= 9; ++size) {
      const std::string text =
          Replaced(Replaced(std::string(kDistances), "BODY", body), "SIZE", std::to_string(size));
      INFO(text);
      const Program floats(Replaced(Replaced(text, "TYPE", "f32"), "NUMBER", "0.5"));
      CheckAtBothLevels(floats, {WaveTensor({70, size}), WaveTensor({65, size})});
      const Program integers(Replaced(Replaced(text, "TYPE", "i32"), "NUMBER", "3"));
      CheckAtBothLevels(integers, {SmallIntegers({70, size}), SmallIntegers({65, size})});
      // The coordinates of %b are written, and one program reads them.
      const auto written = static_cast<size_t>(size);
      if (!kHasChainModules && size > 1 && size < 9) CHECK(StepsOf(floats) == written + 1);
    }
  }
}

// A computation on operands that are read as they are, repeated, or one element, and slices of it.
std::string RandomText(std::mt19937& random, std::vector<std::vector<int64_t>>& inputs) {
  const auto upto = [&](int64_t most) { return static_cast<int64_t>(random() % most); };
  const std::vector<int64_t> shape = {9 + upto(40), 10 + upto(60), 1 + upto(20)};
  const std::string type = "tensor<" + std::to_string(shape[0]) + "x" + std::to_string(shape[1]) +
                           "x" + std::to_string(shape[2]) + "xf32>";
  std::string body, parameters;
  std::vector<std::string> values;
  for (int i = 0; i < 3; ++i) {
    std::vector<int64_t> dimensions, sizes;
    for (int64_t d = 0; d < 3; ++d) {
      if (upto(3) == 0) continue;
      dimensions.push_back(d);
      sizes.push_back(shape[static_cast<size_t>(d)]);
    }
    std::string operand = "tensor<";
    for (int64_t size : sizes) operand += std::to_string(size) + "x";
    operand += "f32>";
    const std::string number = std::to_string(i);
    parameters += (i == 0 ? "%a" : ", %a") + number + ": " + operand;
    inputs.push_back(sizes);
    body += "  %b" + number + " = stablehlo.broadcast_in_dim %a" + number +
            ", dims = " + ListText(dimensions) + " : (" + operand + ") -> " + type + "\n";
    values.push_back("%b" + number);
  }
  for (int i = 0; i < 4; ++i) {
    const std::string name = "%c" + std::to_string(i);
    const char* const operations[] = {"add", "multiply", "maximum", "subtract"};
    body += "  " + name + " = stablehlo." + operations[upto(4)] + " " +
            values[static_cast<size_t>(upto(static_cast<int64_t>(values.size())))] + ", " +
            values.back() + " : " + type + "\n";
    values.push_back(name);
  }
  std::string results, types;
  for (int i = 0; i < 2; ++i) {
    std::string ranges, sliced = "tensor<";
    for (size_t d = 0; d < 3; ++d) {
      const int64_t first = upto(2) == 0 ? 0 : upto(shape[d]);
      const int64_t limit = first + 1 + upto(shape[d] - first), stride = 1 + upto(2) * upto(2);
      ranges += (d == 0 ? "" : ", ") + std::to_string(first) + ":" + std::to_string(limit) + ":" +
                std::to_string(stride);
      sliced += std::to_string((limit - first + stride - 1) / stride) + "x";
    }
    sliced += "f32>";
    const std::string number = std::to_string(i);
    body += "  %s" + number + " = stablehlo.slice " + values.back() + " [" + ranges + "] : (" +
            type + ") -> " + sliced + "\n  %n" + number + " = stablehlo.negate %s" + number +
            " : " + sliced + "\n";
    results += (i == 0 ? "%n" : ", %n") + number;
    types += (i == 0 ? "" : ", ") + sliced;
  }
  return "func.func @main(" + parameters + ") -> (" + types + ") {\n" + body + "  return " +
         results + " : " + types + "\n}";
}

TEST_CASE("random slices of random computations have the bits of the whole") {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::vector<int64_t>> shapes;
    const std::string text = RandomText(random, shapes);
    INFO(text);
    std::vector<Tensor> inputs;
    for (const auto& shape : shapes) inputs.push_back(WaveTensor(shape));
    CheckAtBothLevels(Program(text), inputs);
  }
}

// jnp.diff(x, 2)
TEST_CASE("differences are not written for differences of them") {
  const Program program(R"(
func.func @main(%x: tensor<70x90xf32>) -> tensor<70x88xf32> {
  %a = stablehlo.slice %x [0:70, 1:90] : (tensor<70x90xf32>) -> tensor<70x89xf32>
  %b = stablehlo.slice %x [0:70, 0:89] : (tensor<70x90xf32>) -> tensor<70x89xf32>
  %d = stablehlo.subtract %a, %b : tensor<70x89xf32>
  %e = stablehlo.slice %d [0:70, 1:89] : (tensor<70x89xf32>) -> tensor<70x88xf32>
  %f = stablehlo.slice %d [0:70, 0:88] : (tensor<70x89xf32>) -> tensor<70x88xf32>
  %r = stablehlo.subtract %e, %f : tensor<70x88xf32>
  return %r : tensor<70x88xf32>
})");
  CheckAtBothLevels(program, {WaveTensor({70, 90})});
  CHECK(IsOneProgram(program));
}

}  // namespace
}  // namespace paddock
