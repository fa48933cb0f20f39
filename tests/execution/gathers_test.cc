// Gathers of single elements where their indices are computed
// (core/plan/lowering/element_gathers.cc): the bits of a step of their own.
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

// More than one tile and no multiple of a vector. Indices are outside on both sides.
constexpr int64_t kTaken = 5003;

template <class T>
Tensor Indices(ElementType type, const std::vector<int64_t>& shape, int64_t range) {
  int64_t count = 1;
  for (int64_t size : shape) count *= size;
  std::vector<T> elements;
  for (int64_t i = 0; i < count; ++i) {
    elements.push_back(static_cast<T>((i * 7919) % (range + 6) - 3));
  }
  return TensorOf<T>(type, shape, elements);
}

Tensor QuarterRamp(const std::vector<int64_t>& shape) {
  int64_t count = 1;
  for (int64_t size : shape) count *= size;
  std::vector<float> elements;
  for (int64_t i = 0; i < count; ++i) elements.push_back(static_cast<float>(i) / 4);
  return TensorOf<float>(ElementType::kF32, shape, elements);
}

// Computes both components, joins them, and uses the gathered elements.
constexpr std::string_view kPairs = R"(
func.func @main(%table: tensor<37x41xf32>, %i: tensor<5003xINT>, %j: tensor<5003xINT>) -> tensor<5003xf32> {
  %one = stablehlo.constant dense<1> : tensor<5003xINT>
  %next = stablehlo.add %i, %one : tensor<5003xINT>
  %a = stablehlo.reshape %next : (tensor<5003xINT>) -> tensor<5003x1xINT>
  %b = stablehlo.reshape %j : (tensor<5003xINT>) -> tensor<5003x1xINT>
  %pairs = stablehlo.concatenate %a, %b, dim = 1 : (tensor<5003x1xINT>, tensor<5003x1xINT>) -> tensor<5003x2xINT>
  %taken = "stablehlo.gather"(%table, %pairs) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<37x41xf32>, tensor<5003x2xINT>) -> tensor<5003xf32>
  %two = stablehlo.constant dense<2.0> : tensor<5003xf32>
  %result = stablehlo.multiply %taken, %two : tensor<5003xf32>
  return %result : tensor<5003xf32>
})";

TEST_CASE("a gather by joined components is part of the program that computes them") {
  SECTION("i32") {
    const Program program(Replaced(std::string(kPairs), "INT", "i32"));
    CHECK((IsOneProgram(program) || kHasChainModules));
    CheckAtBothLevels(program,
                      {QuarterRamp({37, 41}), Indices<int32_t>(ElementType::kI32, {kTaken}, 37),
                       Indices<int32_t>(ElementType::kI32, {kTaken}, 41)});
  }
  SECTION("i64") {
    const Program program(Replaced(std::string(kPairs), "INT", "i64"));
    CHECK((IsOneProgram(program) || kHasChainModules));
    CheckAtBothLevels(program,
                      {QuarterRamp({37, 41}), Indices<int64_t>(ElementType::kI64, {kTaken}, 37),
                       Indices<int64_t>(ElementType::kI64, {kTaken}, 41)});
  }
  // Those below zero are the greatest.
  SECTION("ui32") {
    const Program program(Replaced(std::string(kPairs), "INT", "ui32"));
    CheckAtBothLevels(program,
                      {QuarterRamp({37, 41}), Indices<uint32_t>(ElementType::kUI32, {kTaken}, 37),
                       Indices<uint32_t>(ElementType::kUI32, {kTaken}, 41)});
  }
  SECTION("ui64") {
    const Program program(Replaced(std::string(kPairs), "INT", "ui64"));
    CheckAtBothLevels(program,
                      {QuarterRamp({37, 41}), Indices<uint64_t>(ElementType::kUI64, {kTaken}, 37),
                       Indices<uint64_t>(ElementType::kUI64, {kTaken}, 41)});
  }
}

// The joined index vectors are also a result, and are compared with limits.
// The rows' numbers are computed with the components, in either order.
constexpr std::string_view kRowsText = R"(
func.func @main(%table: tensor<37x41xROWxf32>, %i: tensor<5003xINT>, %j: tensor<5003xINT>) -> tensor<5003xROWxf32> {
  %one = stablehlo.constant dense<1> : tensor<5003xINT>
  %next = stablehlo.add %i, %one : tensor<5003xINT>
  %a = stablehlo.reshape %next : (tensor<5003xINT>) -> tensor<5003x1xINT>
  %b = stablehlo.reshape %j : (tensor<5003xINT>) -> tensor<5003x1xINT>
  %pairs = stablehlo.concatenate %a, %b, dim = 1 : (tensor<5003x1xINT>, tensor<5003x1xINT>) -> tensor<5003x2xINT>
  %taken = "stablehlo.gather"(%table, %pairs) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [MAP], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, ROW>}> : (tensor<37x41xROWxf32>, tensor<5003x2xINT>) -> tensor<5003xROWxf32>
  return %taken : tensor<5003xROWxf32>
})";

TEST_CASE("a gather of rows by joined components joins none") {
  for (const char* map : {"0, 1", "1, 0"}) {
    for (const int64_t row : {1, 2, 3, 5, 9, 16, 17}) {
      const std::string text =
          Replaced(Replaced(std::string(kRowsText), "ROW", std::to_string(row)), "MAP", map);
      INFO(text);
      const Tensor table = QuarterRamp({37, 41, row});
      const Program narrow(Replaced(text, "INT", "i32")), wide(Replaced(text, "INT", "i64"));
      CheckAtBothLevels(narrow, {table, Indices<int32_t>(ElementType::kI32, {kTaken}, 37),
                                 Indices<int32_t>(ElementType::kI32, {kTaken}, 41)});
      CheckAtBothLevels(wide, {table, Indices<int64_t>(ElementType::kI64, {kTaken}, 37),
                               Indices<int64_t>(ElementType::kI64, {kTaken}, 41)});
      if (!kHasChainModules && row > 1) CHECK(StepsOf(narrow) == 2);
    }
  }
}

TEST_CASE("joined components are in memory where something else reads them") {
  const Program program(R"(
func.func @main(%table: tensor<37x41xf32>, %i: tensor<5003x1xi32>, %j: tensor<5003x1xi32>) -> (tensor<5003xf32>, tensor<5003x2xi32>, tensor<5003x2xi1>) {
  %pairs = stablehlo.concatenate %i, %j, dim = 1 : (tensor<5003x1xi32>, tensor<5003x1xi32>) -> tensor<5003x2xi32>
  %taken = "stablehlo.gather"(%table, %pairs) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<37x41xf32>, tensor<5003x2xi32>) -> tensor<5003xf32>
  %zero = stablehlo.constant dense<0> : tensor<5003x2xi32>
  %inside = stablehlo.compare GE, %pairs, %zero : (tensor<5003x2xi32>, tensor<5003x2xi32>) -> tensor<5003x2xi1>
  return %taken, %pairs, %inside : tensor<5003xf32>, tensor<5003x2xi32>, tensor<5003x2xi1>
})");
  CheckAtBothLevels(program,
                    {QuarterRamp({37, 41}), Indices<int32_t>(ElementType::kI32, {kTaken, 1}, 41),
                     Indices<int32_t>(ElementType::kI32, {kTaken, 1}, 37)});
}

// As take_along_axis: elements outside are replaced, by a reduction over one component.
TEST_CASE("a gather along rows is part of the program that checks its indices") {
  const Program program(R"(
func.func @main(%table: tensor<60x50xf32>, %i: tensor<60x90x1xi32>) -> tensor<60x90xf32> {
  %zero = stablehlo.constant dense<0> : tensor<60x90x1xi32>
  %last = stablehlo.constant dense<49> : tensor<60x90x1xi32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %low = stablehlo.compare GE, %i, %zero : (tensor<60x90x1xi32>, tensor<60x90x1xi32>) -> tensor<60x90x1xi1>
  %high = stablehlo.compare LE, %i, %last : (tensor<60x90x1xi32>, tensor<60x90x1xi32>) -> tensor<60x90x1xi1>
  %both = stablehlo.and %low, %high : tensor<60x90x1xi1>
  %inside = stablehlo.reduce(%both init: %true) applies stablehlo.and across dimensions = [2] : (tensor<60x90x1xi1>, tensor<i1>) -> tensor<60x90xi1>
  %taken = "stablehlo.gather"(%table, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<60x50xf32>, tensor<60x90x1xi32>) -> tensor<60x90xf32>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<60x90xf32>
  %result = stablehlo.select %inside, %taken, %nan : tensor<60x90xi1>, tensor<60x90xf32>
  return %result : tensor<60x90xf32>
})");
  CHECK((IsOneProgram(program) || kHasChainModules));
  CheckAtBothLevels(program,
                    {QuarterRamp({60, 50}), Indices<int32_t>(ElementType::kI32, {60, 90, 1}, 50)});
}

// The batching dimension is the second one of the table and of the indices.
TEST_CASE("a gather along columns reads the column of its place") {
  const Program program(R"(
func.func @main(%table: tensor<50x60xf32>, %i: tensor<90x60x1xi32>) -> tensor<90x60xf32> {
  %taken = "stablehlo.gather"(%table, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<50x60xf32>, tensor<90x60x1xi32>) -> tensor<90x60xf32>
  %result = stablehlo.negate %taken : tensor<90x60xf32>
  return %result : tensor<90x60xf32>
})");
  CHECK((IsOneProgram(program) || kHasChainModules));
  CheckAtBothLevels(program,
                    {QuarterRamp({50, 60}), Indices<int32_t>(ElementType::kI32, {90, 60, 1}, 50)});
}

// Index vectors of two components that are not joined, and a table of one row.
TEST_CASE("a gather whose components are interleaved is a step of its own") {
  const Program program(R"(
func.func @main(%table: tensor<1x41xf32>, %i: tensor<5003x2xi32>) -> tensor<5003xf32> {
  %taken = "stablehlo.gather"(%table, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<1x41xf32>, tensor<5003x2xi32>) -> tensor<5003xf32>
  return %taken : tensor<5003xf32>
})");
  CheckAtBothLevels(program,
                    {QuarterRamp({1, 41}), Indices<int32_t>(ElementType::kI32, {kTaken, 2}, 41)});
}

// Updates outside are skipped, also where the number of their element would be inside.
TEST_CASE("a scatter by joined components has the numbers of its elements computed") {
  for (const std::string_view body :
       {"stablehlo.add %p, %q : tensor<f32>", "", "stablehlo.maximum %p, %q : tensor<f32>"}) {
    const std::string result = body.empty() ? "%q" : "%r";
    const std::string line = body.empty() ? "" : "%r = " + std::string(body) + "\n";
    const Program program(R"(
func.func @main(%x: tensor<37x41xf32>, %i: tensor<5003xi32>, %j: tensor<5003xi32>, %u: tensor<5003xf32>) -> tensor<37x41xf32> {
  %one = stablehlo.constant dense<1> : tensor<5003xi32>
  %next = stablehlo.add %i, %one : tensor<5003xi32>
  %a = stablehlo.reshape %next : (tensor<5003xi32>) -> tensor<5003x1xi32>
  %b = stablehlo.reshape %j : (tensor<5003xi32>) -> tensor<5003x1xi32>
  %pairs = stablehlo.concatenate %a, %b, dim = 1 : (tensor<5003x1xi32>, tensor<5003x1xi32>) -> tensor<5003x2xi32>
  %result = "stablehlo.scatter"(%x, %pairs, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    )" + line + "stablehlo.return " +
                          result + R"( : tensor<f32>
  }) : (tensor<37x41xf32>, tensor<5003x2xi32>, tensor<5003xf32>) -> tensor<37x41xf32>
  return %result : tensor<37x41xf32>
})");
    CheckAtBothLevels(program,
                      {QuarterRamp({37, 41}), Indices<int32_t>(ElementType::kI32, {kTaken}, 37),
                       Indices<int32_t>(ElementType::kI32, {kTaken}, 41), QuarterRamp({kTaken})});
  }
}

// The table is the gathered values' own operand, and its memory may not be overwritten.
TEST_CASE("a gathered table keeps its elements while the result is written") {
  const Program program(R"(
func.func @main(%x: tensor<5003xf32>, %i: tensor<5003x1xi32>) -> tensor<5003xf32> {
  %table = stablehlo.exponential %x : tensor<5003xf32>
  %taken = "stablehlo.gather"(%table, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5003xf32>, tensor<5003x1xi32>) -> tensor<5003xf32>
  %result = stablehlo.add %taken, %table : tensor<5003xf32>
  return %result : tensor<5003xf32>
})");
  std::vector<float> x;
  for (int64_t i = 0; i < kTaken; ++i) x.push_back(static_cast<float>(i % 97) / 16);
  CheckAtBothLevels(program, {TensorOf<float>(ElementType::kF32, {kTaken}, x),
                              Indices<int32_t>(ElementType::kI32, {kTaken, 1}, kTaken)});
}

}  // namespace
}  // namespace paddock
