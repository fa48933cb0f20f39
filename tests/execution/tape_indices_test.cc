// Slices, gathers and scatters of few elements on the tape of the loop around them: indices of any
// type, inside and outside of their operand.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/plan/fusion/tile_chain.h"
#include "tests/execution/tapes_testing.h"

namespace paddock {
namespace {

using namespace testing;

// Checks that the loop calls no step.
void CheckOnTape(const std::string& text, const Tensor& start) {
  INFO(text);
  const auto plan = PlanOf(Program(text), At(Level::kFast));
  // WebAssembly calls the steps.
  if (kHasChainModules) return;
  REQUIRE(plan->tapes() != nullptr);
  const auto is_call = [](const TapePlan::Instruction& instruction) {
    return instruction.kind == TapePlan::Instruction::Kind::kCall;
  };
  CHECK(std::ranges::none_of(plan->tapes()->instructions, is_call));
  CheckBothWays(text, {start});
}

std::string Of(const std::string& type) { return "tensor<" + type + ">"; }

// %at: three times the number of the iteration, less 4, in `type`. Some are outside 0 .. 6.
std::string IndexOf(const std::string& type) {
  const std::string of = Of("i32");
  return "    %three = stablehlo.constant dense<3> : " + of + "\n" +
         "    %four = stablehlo.constant dense<4> : " + of + "\n" +
         "    %tripled = stablehlo.multiply %i, %three : " + of + "\n" +
         "    %wide = stablehlo.subtract %tripled, %four : " + of + "\n" +
         "    %at = stablehlo.convert %wide : (" + of + ") -> " + Of(type) + "\n";
}

const std::vector<std::string> kIndexTypes = {"i8",  "ui8",  "i16", "ui16",
                                              "i32", "ui32", "i64", "ui64"};

TEST_CASE("slices on tapes have indices of any type", "[exec]") {
  const Tensor start = TensorOf<float>(ElementType::kF32, {7}, {1, 2, 3, 4, 5, 6, 7});
  for (const std::string& type : kIndexTypes) {
    CheckOnTape(
        LoopOver("7xf32", 5,
                 IndexOf(type) +
                     "    %part = stablehlo.dynamic_slice %x, %at, sizes = [1] : (tensor<7xf32>, " +
                     Of(type) +
                     ") -> tensor<1xf32>\n"
                     "    %sum = stablehlo.add %part, %part : tensor<1xf32>\n"
                     "    %next = stablehlo.dynamic_update_slice %x, %sum, %i : (tensor<7xf32>, "
                     "tensor<1xf32>, tensor<i32>) -> tensor<7xf32>\n"),
        start);
  }
}

// x <- x with `body` of its element 2, or row 2, and the element at %at.
std::string ScatterLoop(const std::string& shape, const std::string& element,
                        const std::string& index, const std::string& body) {
  const std::string of_x = Of(shape + element), of_update = Of("1x" + element);
  const std::string of_index = Of("1x1x" + index);
  return LoopOver(
      shape + element, 6,
      IndexOf(index) + "    %vector = stablehlo.reshape %at : (" + Of(index) + ") -> " + of_index +
          "\n    %update = stablehlo.slice %x [2:3] : (" + of_x + ") -> " + of_update +
          "\n    %next = \"stablehlo.scatter\"(%x, %vector, %update) <{scatter_dimension_numbers = "
          "#stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
          "index_vector_dim = 1>}> ({\n    ^bb0(%a: " +
          Of(element) + ", %b: " + Of(element) + "):\n" + body + "    }) : (" + of_x + ", " +
          of_index + ", " + of_update + ") -> " + of_x + "\n");
}

std::string ReturnOf(const std::string& value, const std::string& element) {
  return "      stablehlo.return " + value + " : " + Of(element) + "\n";
}

std::string Combining(const std::string& operation, const std::string& element) {
  return "      %c = stablehlo." + operation + " %a, %b : " + Of(element) + "\n" +
         ReturnOf("%c", element);
}

TEST_CASE("scatters on tapes drop what is outside", "[exec]") {
  const Tensor floats = TensorOf<float>(ElementType::kF32, {7}, {1, 2, 3, 4, 5, 6, 7});
  const Tensor bytes = TensorOf<uint8_t>(ElementType::kUI8, {7}, {1, 2, 3, 4, 5, 6, 7});
  for (const std::string& index : kIndexTypes) {
    CheckOnTape(ScatterLoop("7x", "f32", index, ReturnOf("%b", "f32")), floats);
    CheckOnTape(ScatterLoop("7x", "f32", index, Combining("add", "f32")), floats);
    CheckOnTape(ScatterLoop("7x", "ui8", index, ReturnOf("%b", "ui8")), bytes);
  }
  for (const std::string operation : {"multiply", "maximum", "minimum"}) {
    CheckOnTape(ScatterLoop("7x", "f32", "i32", Combining(operation, "f32")), floats);
  }
}

// The vector [%at, %i] chooses an element of a matrix, which replaces the one at [%i, %at].
TEST_CASE("gathers and scatters on tapes take two indices", "[exec]") {
  const std::string column = Of("1xi32"), vector = Of("2xi32"), matrix = Of("4x5xf32");
  const std::string joined = "(" + column + ", " + column + ") -> " + vector + "\n";
  const std::string text = LoopOver(
      "4x5xf32", 6,
      IndexOf("i32") + "    %p = stablehlo.reshape %at : (tensor<i32>) -> " + column +
          "\n    %q = stablehlo.reshape %i : (tensor<i32>) -> " + column +
          "\n    %from = stablehlo.concatenate %p, %q, dim = 0 : " + joined +
          "    %to = stablehlo.concatenate %q, %p, dim = 0 : " + joined +
          "    %y = \"stablehlo.gather\"(%x, %from) <{dimension_numbers = "
          "#stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1]>, slice_sizes "
          "= array<i64: 1, 1>}> : (" +
          matrix + ", " + vector +
          ") -> tensor<f32>\n"
          "    %next = \"stablehlo.scatter\"(%x, %to, %y) <{scatter_dimension_numbers = "
          "#stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, "
          "1]>}> ({\n    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n" +
          ReturnOf("%b", "f32") + "    }) : (" + matrix + ", " + vector + ", tensor<f32>) -> " +
          matrix + "\n");
  std::vector<float> elements;
  for (int i = 0; i < 20; ++i) elements.push_back(static_cast<float>(i));
  CheckOnTape(text, TensorOf<float>(ElementType::kF32, {4, 5}, elements));
}

}  // namespace
}  // namespace paddock
