// Concatenations of deferred movements are written from the sources of these, with the bits of
// level faithful.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/types/type.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

// Random operands of a concatenation, each moved from an argument of its own.
struct JoinedText {
  std::string type, arguments, lines, names, types;
  std::vector<std::vector<int64_t>> inputs;

  std::string AddArgument(const std::vector<int64_t>& shape) {
    const std::string name = "%x" + std::to_string(inputs.size());
    arguments += (inputs.empty() ? "" : ", ") + name + ": " + TensorText(shape, type);
    inputs.push_back(shape);
    return name;
  }
  std::string AddLine(const std::string& operation) {
    const std::string name = "%v" + std::to_string(count++);
    lines += "  " + name + " = stablehlo." + operation + "\n";
    return name;
  }

  // Adds an operand of rows x columns x depth elements.
  void AddOperand(const std::vector<int64_t>& shape, size_t kind) {
    const int64_t rows = shape[0], columns = shape[1], depth = shape[2];
    const std::string whole = TensorText(shape, type);
    std::string name;
    if (kind == 0) {
      name = AddArgument(shape);
    } else if (kind == 1 && rows % 2 == 0) {
      // Each row twice.
      const std::vector<int64_t> half = {rows / 2, columns, depth},
                                 repeated = {rows / 2, 2, columns, depth};
      const std::string from = AddArgument(half);
      const std::string all =
          AddLine("broadcast_in_dim " + from + ", dims = [0, 2, 3] : (" + TensorText(half, type) +
                  ") -> " + TensorText(repeated, type));
      name = AddLine("reshape " + all + " : (" + TensorText(repeated, type) + ") -> " + whole);
    } else if (kind == 2) {
      const std::vector<int64_t> more = {rows + 2, columns + 3, depth + 1};
      name = AddLine("slice " + AddArgument(more) + " [1:" + std::to_string(rows + 1) +
                     ", 3:" + std::to_string(columns + 3) + ", 0:" + std::to_string(depth) +
                     "] : (" + TensorText(more, type) + ") -> " + whole);
    } else {
      const std::vector<int64_t> turned = {columns, rows, depth};
      name = AddLine("transpose " + AddArgument(turned) + ", dims = [1, 0, 2] : (" +
                     TensorText(turned, type) + ") -> " + whole);
    }
    names += (names.empty() ? "" : ", ") + name;
    types += (types.empty() ? "" : ", ") + whole;
  }

  int count = 0;
};

TEST_CASE("random concatenations of movements have the bits of level faithful", "[exec]") {
  std::mt19937 random(56);
  const auto upto = [&](int64_t most) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(most));
  };
  const std::string types[] = {"f32", "i8", "f64", "complex<f64>"};
  for (int round = 0; round < 200; ++round) {
    JoinedText text;
    text.type = types[upto(4)];
    std::vector<int64_t> shape = {2 * (1 + upto(9)), 1 + upto(20), 1 + upto(40)};
    const auto dimension = static_cast<size_t>(upto(3));
    int64_t size = 0;
    const int64_t operands = 2 + upto(2);
    for (int64_t i = 0; i < operands; ++i) {
      shape[dimension] = dimension == 0 ? 2 * (1 + upto(9)) : 1 + upto(30);
      size += shape[dimension];
      text.AddOperand(shape, random() % 4);
    }
    shape[dimension] = size;
    const std::string whole = TensorText(shape, text.type);
    const std::string joined =
        text.AddLine("concatenate " + text.names + ", dim = " + std::to_string(dimension) + " : (" +
                     text.types + ") -> " + whole);
    const bool goes_on = random() % 3 == 0;
    const std::string result =
        goes_on ? text.AddLine("add " + joined + ", " + joined + " : " + whole) : joined;
    const std::string program = "func.func @main(" + text.arguments + ") -> " + whole + " {\n" +
                                text.lines + "  return " + result + " : " + whole + "\n}";
    INFO(program);
    std::vector<Tensor> inputs;
    for (const std::vector<int64_t>& input : text.inputs) {
      inputs.push_back(RandomBytes(*ElementTypeFromSpelling(text.type), input, random));
    }
    CheckAtBothLevels(Program(program), inputs);
  }
}

// The first of nine planes is written, and with it the broadcast that it reads, another plane.
TEST_CASE("a view of a concatenation may be written with another operand", "[exec]") {
  const std::string plane = "tensor<2x1x64xf32>", matrix = "tensor<2x64xf32>";
  std::string types = plane, names = "%rolled";
  for (int i = 0; i < 6; ++i) {
    types += ", " + plane;
    names += ", %rolled";
  }
  const Program program("func.func @main(%x: " + matrix + ") -> tensor<2x9x64xf32> {" + R"(
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %init = stablehlo.constant dense<1.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [1]
    : (tensor<2x64xf32>, tensor<f32>) -> tensor<2xf32>
  %twice = stablehlo.add %sum, %sum : tensor<2xf32>
  %rows = stablehlo.broadcast_in_dim %twice, dims = [0] : (tensor<2xf32>) -> tensor<2x64xf32>
  %updated = stablehlo.dynamic_update_slice %x, %x, %zero, %zero
    : (tensor<2x64xf32>, tensor<2x64xf32>, tensor<i32>, tensor<i32>) -> tensor<2x64xf32>
  %right = stablehlo.slice %rows [0:2, 20:64] : (tensor<2x64xf32>) -> tensor<2x44xf32>
  %left = stablehlo.slice %rows [0:2, 0:20] : (tensor<2x64xf32>) -> tensor<2x20xf32>
  %joined = stablehlo.concatenate %right, %left, dim = 1
    : (tensor<2x44xf32>, tensor<2x20xf32>) -> tensor<2x64xf32>
  %rolled = stablehlo.reshape %joined : (tensor<2x64xf32>) -> tensor<2x1x64xf32>
  %plane = stablehlo.reshape %rows : (tensor<2x64xf32>) -> tensor<2x1x64xf32>
  %last = stablehlo.reshape %updated : (tensor<2x64xf32>) -> tensor<2x1x64xf32>
  %all = stablehlo.concatenate )" +
                        names + ", %plane, %last, dim = 1 : (" + types + ", " + plane + ", " +
                        plane + ") -> tensor<2x9x64xf32>\n  return %all : tensor<2x9x64xf32>\n}");
  CheckAtBothLevels(program, {WaveTensor({2, 64})});
}

}  // namespace
}  // namespace paddock
