// Gathers that choose among stacked operands (core/plan/lowering/chosen_parts.cc), and comparisons
// of iotas (core/plan/lowering/iota_comparisons.cc).
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
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

template <class T>
Tensor Ramp(ElementType type, const std::vector<int64_t>& shape, T first, int64_t period) {
  int64_t count = 1;
  for (int64_t size : shape) count *= size;
  std::vector<T> elements;
  for (int64_t i = 0; i < count; ++i) {
    elements.push_back(static_cast<T>(first + static_cast<T>(i * 7 % period)));
  }
  return TensorOf<T>(type, shape, elements);
}

// As jnp.choose of three vectors, with indices outside on both sides.
constexpr std::string_view kVectors = R"(
func.func @main(%i: tensor<1500xINT>, %a: tensor<1500xf32>, %b: tensor<1500xf32>, %c: tensor<1500xf32>) -> tensor<1500xf32> {
  %x = stablehlo.reshape %a : (tensor<1500xf32>) -> tensor<1x1500xf32>
  %y = stablehlo.reshape %b : (tensor<1500xf32>) -> tensor<1x1500xf32>
  %z = stablehlo.reshape %c : (tensor<1500xf32>) -> tensor<1x1500xf32>
  %stack = stablehlo.concatenate %x, %y, %z, dim = 0 : (tensor<1x1500xf32>, tensor<1x1500xf32>, tensor<1x1500xf32>) -> tensor<3x1500xf32>
  %zero = stablehlo.constant dense<0> : tensor<1500xINT>
  %size = stablehlo.constant dense<1500> : tensor<1500xINT>
  %place = stablehlo.iota dim = 0 : tensor<1500xINT>
  %below = stablehlo.compare LT, %place, %zero : (tensor<1500xINT>, tensor<1500xINT>) -> tensor<1500xi1>
  %wrapped = stablehlo.add %place, %size : tensor<1500xINT>
  %at = stablehlo.select %below, %wrapped, %place : tensor<1500xi1>, tensor<1500xINT>
  %first = stablehlo.reshape %i : (tensor<1500xINT>) -> tensor<1500x1xINT>
  %second = stablehlo.reshape %at : (tensor<1500xINT>) -> tensor<1500x1xINT>
  %pairs = stablehlo.concatenate %first, %second, dim = 1 : (tensor<1500x1xINT>, tensor<1500x1xINT>) -> tensor<1500x2xINT>
  %taken = "stablehlo.gather"(%stack, %pairs) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x1500xf32>, tensor<1500x2xINT>) -> tensor<1500xf32>
  return %taken : tensor<1500xf32>
})";

std::vector<Tensor> WithVectors(const Tensor& indices) {
  std::vector<Tensor> inputs = {indices};
  for (float first : {-2.0f, 3.0f, 100.0f}) {
    inputs.push_back(Ramp<float>(ElementType::kF32, {1500}, first, 41));
  }
  return inputs;
}

TEST_CASE("elements are chosen among stacked vectors in one program") {
  SECTION("i32") {
    const Program program(Replaced(std::string(kVectors), "INT", "i32"));
    CHECK((IsOneProgram(program) || kHasChainModules));
    CheckAtBothLevels(program, WithVectors(Ramp<int32_t>(ElementType::kI32, {1500}, -2, 8)));
  }
  SECTION("i64") {
    const Program program(Replaced(std::string(kVectors), "INT", "i64"));
    CHECK((IsOneProgram(program) || kHasChainModules));
    CheckAtBothLevels(program, WithVectors(Ramp<int64_t>(ElementType::kI64, {1500}, -2, 8)));
  }
  // Index vectors of these are joined in memory.
  SECTION("ui32") {
    CheckAtBothLevels(Program(Replaced(std::string(kVectors), "INT", "ui32")),
                      WithVectors(Ramp<uint32_t>(ElementType::kUI32, {1500}, 0, 8)));
  }
}

// Matrices along the middle dimension, as in take_along_axis, and their iotas broadcast.
constexpr std::string_view kMatrices = R"(
func.func @main(%i: tensor<40x70xi32>, %a: tensor<40x1x70xTYPE>, %b: tensor<40x1x70xTYPE>) -> tensor<40x70xTYPE> {
  %stack = stablehlo.concatenate %a, %b, dim = 1 : (tensor<40x1x70xTYPE>, tensor<40x1x70xTYPE>) -> tensor<40x2x70xTYPE>
  %rows = stablehlo.iota dim = 0 : tensor<40xi32>
  %row = stablehlo.broadcast_in_dim %rows, dims = [0] : (tensor<40xi32>) -> tensor<40x70x1xi32>
  %columns = stablehlo.iota dim = 0 : tensor<70xi32>
  %column = stablehlo.broadcast_in_dim %columns, dims = [1] : (tensor<70xi32>) -> tensor<40x70x1xi32>
  %choice = stablehlo.reshape %i : (tensor<40x70xi32>) -> tensor<40x70x1xi32>
  %indices = stablehlo.concatenate JOINED, dim = 2 : (tensor<40x70x1xi32>, tensor<40x70x1xi32>, tensor<40x70x1xi32>) -> tensor<40x70x3xi32>
  %taken = "stablehlo.gather"(%stack, %indices) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [MAP], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<40x2x70xTYPE>, tensor<40x70x3xi32>) -> tensor<40x70xTYPE>
  return %taken : tensor<40x70xTYPE>
})";

Program Matrices(std::string_view type, std::string_view joined, std::string_view map) {
  return Program(Replaced(
      Replaced(Replaced(std::string(kMatrices), "TYPE", type), "JOINED", joined), "MAP", map));
}

TEST_CASE("elements are chosen among matrices that are stacked between dimensions") {
  const Tensor indices = Ramp<int32_t>(ElementType::kI32, {40, 70}, -1, 4);
  const std::vector<Tensor> doubles = {indices,
                                       Ramp<double>(ElementType::kF64, {40, 1, 70}, -3.5, 2801),
                                       Ramp<double>(ElementType::kF64, {40, 1, 70}, 9000.25, 2801)};
  const std::vector<Tensor> bytes = {indices, Ramp<uint8_t>(ElementType::kUI8, {40, 1, 70}, 1, 251),
                                     Ramp<uint8_t>(ElementType::kUI8, {40, 1, 70}, 5, 250)};
  const Program chosen = Matrices("f64", "%row, %choice, %column", "0, 1, 2");
  CHECK((IsOneProgram(chosen) || kHasChainModules));
  CheckAtBothLevels(chosen, doubles);
  const Program permuted = Matrices("ui8", "%choice, %column, %row", "1, 2, 0");
  CHECK((IsOneProgram(permuted) || kHasChainModules));
  CheckAtBothLevels(permuted, bytes);
  // The columns' indices are no places, nor is a choice of rows.
  CheckAtBothLevels(Matrices("f64", "%column, %choice, %row", "0, 1, 2"), doubles);
  CheckAtBothLevels(Matrices("f64", "%choice, %row, %column", "0, 1, 2"), doubles);
  CheckAtBothLevels(Matrices("f64", "%row, %choice, %choice", "0, 1, 2"), doubles);
}

TEST_CASE("a batching dimension is a place") {
  const Program program(R"(
func.func @main(%i: tensor<1x2000xi64>, %a: tensor<1x2000xbf16>, %b: tensor<1x2000xbf16>, %c: tensor<1x2000xbf16>, %d: tensor<1x2000xbf16>) -> tensor<1x2000xbf16> {
  %stack = stablehlo.concatenate %a, %b, %c, %d, dim = 0 : (tensor<1x2000xbf16>, tensor<1x2000xbf16>, tensor<1x2000xbf16>, tensor<1x2000xbf16>) -> tensor<4x2000xbf16>
  %one = stablehlo.constant dense<1> : tensor<1x2000xi64>
  %next = stablehlo.add %i, %one : tensor<1x2000xi64>
  %at = stablehlo.reshape %next : (tensor<1x2000xi64>) -> tensor<1x2000x1xi64>
  %taken = "stablehlo.gather"(%stack, %at) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x2000xbf16>, tensor<1x2000x1xi64>) -> tensor<1x2000xbf16>
  return %taken : tensor<1x2000xbf16>
})");
  CHECK((IsOneProgram(program) || kHasChainModules));
  std::vector<Tensor> inputs = {Ramp<int64_t>(ElementType::kI64, {1, 2000}, -3, 8)};
  for (uint16_t first : {0x3F80, 0x4000, 0xC000, 0x7FC0}) {
    inputs.push_back(Ramp<uint16_t>(ElementType::kBF16, {1, 2000}, first, 61));
  }
  CheckAtBothLevels(program, inputs);
}

// Operands of other sizes in the dimension, and a concatenation with another use.
TEST_CASE("elements are taken from other concatenations") {
  const Program uneven(R"(
func.func @main(%i: tensor<1100x2xi32>, %a: tensor<2x1100xf32>, %b: tensor<1x1100xf32>) -> tensor<1100xf32> {
  %stack = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x1100xf32>, tensor<1x1100xf32>) -> tensor<3x1100xf32>
  %taken = "stablehlo.gather"(%stack, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x1100xf32>, tensor<1100x2xi32>) -> tensor<1100xf32>
  return %taken : tensor<1100xf32>
})");
  CheckAtBothLevels(uneven, {Ramp<int32_t>(ElementType::kI32, {1100, 2}, -5, 1200),
                             Ramp<float>(ElementType::kF32, {2, 1100}, 1, 97),
                             Ramp<float>(ElementType::kF32, {1, 1100}, 200, 97)});
  const std::string used =
      Replaced(Replaced(Replaced(std::string(kVectors), "INT", "i32"), "-> tensor<1500xf32> {",
                        "-> (tensor<1500xf32>, tensor<3x1500xf32>) {"),
               "return %taken : tensor<1500xf32>",
               "return %taken, %stack : tensor<1500xf32>, tensor<3x1500xf32>");
  CheckAtBothLevels(Program(used), WithVectors(Ramp<int32_t>(ElementType::kI32, {1500}, -2, 8)));
}

// All comparisons with constants around the ends of the iota's range.
TEST_CASE("comparisons of an iota with a constant have their bits") {
  for (const std::string_view type : {"i32", "i64", "ui32", "ui64"}) {
    for (const std::string_view direction : {"EQ", "NE", "GE", "GT", "LE", "LT"}) {
      for (const std::string_view constant : {"-9223372036854775808", "-1", "0", "1", "28", "29",
                                              "30", "2147483647", "18446744073709551615"}) {
        const bool is_wide = constant.size() > 12;
        if (constant[0] == '-' && type[0] == 'u') continue;
        if (is_wide && type.ends_with("32")) continue;
        if (constant[0] == '1' && is_wide && type != "ui64") continue;
        INFO(direction << " " << constant << " " << type);
        std::string text = R"(
func.func @main() -> (tensor<30x64xi1>, tensor<1xi1>) {
  %x = stablehlo.iota dim = 0 : tensor<30x64xTYPE>
  %one = stablehlo.iota dim = 0 : tensor<1xTYPE>
  %c = stablehlo.constant dense<CONSTANT> : tensor<30x64xTYPE>
  %d = stablehlo.constant dense<CONSTANT> : tensor<1xTYPE>
  %r = stablehlo.compare DIRECTION, %x, %c : (tensor<30x64xTYPE>, tensor<30x64xTYPE>) -> tensor<30x64xi1>
  %s = stablehlo.compare DIRECTION, %one, %d : (tensor<1xTYPE>, tensor<1xTYPE>) -> tensor<1xi1>
  return %r, %s : tensor<30x64xi1>, tensor<1xi1>
})";
        text = Replaced(Replaced(text, "TYPE", type), "CONSTANT", constant);
        const Program program(Replaced(text, "DIRECTION", direction));
        CheckSameResults(Run(program, At(Level::kFast), {}),
                         Run(program, At(Level::kFaithful), {}));
      }
    }
  }
}

}  // namespace
}  // namespace paddock
