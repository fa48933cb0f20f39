// A transpose moves the narrow operand of a computation instead of its result, in level kFast.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

// Bytes count up and down. NaNs would not compare, so an element's first byte has no sign.
Tensor PatternOf(ElementType type, const std::vector<int64_t>& shape) {
  Tensor tensor = Tensor::Allocate(type, shape);
  const size_t width = ByteSize(type);
  for (size_t i = 0; i < tensor.byte_size(); ++i) {
    const auto byte =
        static_cast<uint8_t>((i * 37 + i / 251) % (i % width + 1 == width ? 64 : 251));
    tensor.mutable_data()[i] = static_cast<std::byte>(IsBoolean(type) ? byte % 2 : byte);
  }
  return tensor;
}

std::string Sizes(const std::vector<int64_t>& shape) {
  std::string text;
  for (const int64_t size : shape) text += std::to_string(size) + "x";
  return text;
}

struct Moved {
  ElementType from;
  std::string to;
  std::vector<int64_t> shape;
  std::string permutation;
  std::vector<int64_t> result;
};

// %c is the elements as floats, %d a computation on them; `uses` follow the transpose %t.
Program MovedProgram(const Moved& moved, const std::string& uses = "  return %t : R\n",
                     const std::string& results = "R") {
  const std::string operand =
      "tensor<" + Sizes(moved.shape) + std::string(Spelling(moved.from)) + ">";
  std::string text = "func.func @main(%a: " + operand + ") -> (" + results + R"() {
  %c = stablehlo.convert %a : ()" +
                     operand + R"() -> W
  %s = stablehlo.constant dense<3.0> : W
  %m = stablehlo.divide %c, %s : W
  %d = stablehlo.subtract %m, %c : W
  %t = stablehlo.transpose %d, dims = [)" +
                     moved.permutation + "] : (W) -> R\n" + uses + "}";
  std::string typed;
  for (const char c : text) {
    typed += c == 'W'   ? "tensor<" + Sizes(moved.shape) + moved.to + ">"
             : c == 'R' ? "tensor<" + Sizes(moved.result) + moved.to + ">"
                        : std::string(1, c);
  }
  return Program(typed);
}

std::vector<std::string> NamesOfSteps(const Program& program) {
  std::vector<std::string> names;
  const auto plan = PlanOf(program, At(Level::kFast));
  for (const Step& step : plan->steps()) {
    if (step.operation != nullptr) names.emplace_back(step.operation->name);
  }
  return names;
}

const Moved kPicture{ElementType::kUI8, "f32", {40, 50, 3}, "2, 0, 1", {3, 40, 50}};

TEST_CASE("a transpose of converted elements moves the narrow ones", "[exec]") {
  for (const Moved& moved :
       {kPicture, Moved{ElementType::kBF16, "f32", {80, 70}, "1, 0", {70, 80}},
        Moved{ElementType::kF32, "f64", {80, 70}, "1, 0", {70, 80}},
        Moved{ElementType::kI1, "f16", {9, 4, 5, 40}, "3, 0, 2, 1", {40, 9, 5, 4}},
        Moved{ElementType::kI16, "f64", {5, 90, 13}, "2, 1, 0", {13, 90, 5}}}) {
    const Program program = MovedProgram(moved);
    CheckAtBothLevels(program, {PatternOf(moved.from, moved.shape)});
    const std::vector<std::string> names = NamesOfSteps(program);
    REQUIRE(names.size() == 2);
    CHECK(names[0] == "stablehlo.transpose");
  }
}

TEST_CASE("operations on the moved elements are in the same step", "[exec]") {
  const Program program = MovedProgram(kPicture, R"(
  %k = stablehlo.constant dense<0.5> : R
  %u = stablehlo.subtract %t, %k : R
  %v = stablehlo.multiply %u, %u : R
  return %v : R
)");
  CheckAtBothLevels(program, {PatternOf(ElementType::kUI8, kPicture.shape)});
  CHECK(NamesOfSteps(program).size() == 2);
}

// As a picture whose channels have means and deviations. %r has a number for each row.
TEST_CASE("operands with a number for each channel or row are moved too", "[exec]") {
  for (const std::string from : {"ui8", "i16", "f16"}) {
    const Program program("func.func @main(%a: tensor<3x41x43x3x" + from +
                          R"(>, %m: tensor<3xf32>, %s: tensor<3xf32>,
               %r: tensor<41xf32>) -> tensor<3x3x41x43xf32> {
  %c = stablehlo.convert %a : (tensor<3x41x43x3x)" +
                          from + R"(>) -> tensor<3x41x43x3xf32>
  %ms = stablehlo.broadcast_in_dim %m, dims = [3] : (tensor<3xf32>) -> tensor<3x41x43x3xf32>
  %ss = stablehlo.broadcast_in_dim %s, dims = [3] : (tensor<3xf32>) -> tensor<3x41x43x3xf32>
  %rs = stablehlo.broadcast_in_dim %r, dims = [1] : (tensor<41xf32>) -> tensor<3x41x43x3xf32>
  %d = stablehlo.subtract %c, %ms : tensor<3x41x43x3xf32>
  %q = stablehlo.multiply %d, %ss : tensor<3x41x43x3xf32>
  %w = stablehlo.add %q, %rs : tensor<3x41x43x3xf32>
  %t = stablehlo.transpose %w, dims = [0, 3, 1, 2]
    : (tensor<3x41x43x3xf32>) -> tensor<3x3x41x43xf32>
  return %t : tensor<3x3x41x43xf32>
})");
    const ElementType type = *ElementTypeFromSpelling(from);
    CheckAtBothLevels(program, {PatternOf(type, {3, 41, 43, 3}), WaveTensor({3}), WaveTensor({3}),
                                WaveTensor({41})});
    CHECK(NamesOfSteps(program).size() == 2);
  }
}

TEST_CASE("computed elements that other operations use are moved themselves", "[exec]") {
  const Program program = MovedProgram(kPicture, "  return %t, %d : R, W\n", "R, W");
  CheckAtBothLevels(program, {PatternOf(ElementType::kUI8, kPicture.shape)});
  CHECK(NamesOfSteps(program).back() == "stablehlo.transpose");
  CheckAtBothLevels(MovedProgram(kPicture, "  return %c, %t : W, R\n", "W, R"),
                    {PatternOf(ElementType::kUI8, kPicture.shape)});
}

TEST_CASE("the transpose of few or wide elements comes after the computation", "[exec]") {
  for (const Moved& moved : {Moved{ElementType::kUI8, "f32", {6, 5, 3}, "2, 0, 1", {3, 6, 5}},
                             Moved{ElementType::kI32, "f32", {80, 70}, "1, 0", {70, 80}},
                             Moved{ElementType::kF64, "f32", {80, 70}, "1, 0", {70, 80}}}) {
    const Program program = MovedProgram(moved);
    CheckAtBothLevels(program, {PatternOf(moved.from, moved.shape)});
    CHECK(NamesOfSteps(program).back() == "stablehlo.transpose");
  }
}

}  // namespace
}  // namespace paddock
