#include "core/api/value_ranges.h"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <thread>

#include "core/api/program.h"

namespace paddock {
namespace {

// Returns the ranges of the last function's arguments, each with its use: "x 0..9 | i -8..7 | ...".
std::string RangesIn(const std::string& text) {
  const auto program = Program::Load("test", text);
  for (const Diagnostic& diagnostic : program->diagnostics()) INFO(diagnostic.message);
  REQUIRE_FALSE(program->has_errors());
  std::string ranges;
  for (const ParameterInfo& argument : program->functions().back().arguments) {
    if (argument.ranges.parts.empty()) continue;
    ranges += argument.name;
    for (const IntegerRange& part : argument.ranges.parts) {
      ranges += " " + std::to_string(part.low) + ".." + std::to_string(part.high);
    }
    if (!argument.ranges_operand.empty()) {
      ranges += " " + std::string(argument.ranges_operand) + " of " +
                std::string(argument.ranges_operation);
    }
    ranges += "\n";
  }
  return ranges;
}

// Returns a function @main of these arguments with this body.
std::string Main(const std::string& arguments, const std::string& body) {
  return "func.func @main(" + arguments + ") {\n" + body + "\n  return\n}\n";
}

}  // namespace

TEST_CASE("integers without a use that bounds them have the default range of their type") {
  CHECK(RangesIn(Main("%a: tensor<2xi32>, %b: tensor<ui8>, %c: tensor<i1>, %d: tensor<2xi2>, "
                      "%e: tensor<f32>, %f: i64",
                      "")) == "a -8..7\nb 0..15\nc 0..1\nd -2..1\nf -8..7\n");
}

TEST_CASE("starts of slices are within their operand") {
  CHECK(RangesIn(Main("%x: tensor<10x?xf32>, %u: tensor<4x2xf32>, %i: tensor<i32>, %j: tensor<i8>",
                      R"(  %k = stablehlo.convert %j : (tensor<i8>) -> tensor<i32>
  %s = stablehlo.dynamic_slice %x, %i, %k, sizes = [3, 1] : (tensor<10x?xf32>, tensor<i32>, tensor<i32>) -> tensor<3x1xf32>
  %t = stablehlo.dynamic_update_slice %x, %u, %i, %k : (tensor<10x?xf32>, tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<10x?xf32>)")) ==
        "i 0..6 start_indices of stablehlo.dynamic_update_slice\nj -8..7\n");
}

TEST_CASE("indices of gather and scatter have a range for each dimension that they index") {
  CHECK(
      RangesIn(Main(
          "%x: tensor<10x3xf32>, %i: tensor<4x2xi32>",
          R"(  %g = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>} : (tensor<10x3xf32>, tensor<4x2xi32>) -> tensor<4xf32>)")) ==
      "i 0..9 0..2 start_indices of stablehlo.gather\n");
  CHECK(RangesIn(Main("%x: tensor<300x3xf32>, %i: tensor<4xi8>, %u: tensor<4x2xf32>",
                      R"(  %j = stablehlo.reshape %i : (tensor<4xi8>) -> tensor<4x1xi8>
  %s = "stablehlo.scatter"(%x, %j, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<300x3xf32>, tensor<4x1xi8>, tensor<4x2xf32>) -> tensor<300x3xf32>)")) ==
        "i 0..127 scatter_indices of stablehlo.scatter\n");
}

TEST_CASE("parts of index vectors keep the ranges of their place") {
  CHECK(
      RangesIn(Main(
          "%x: tensor<10x3xf32>, %i: tensor<4x1xi32>, %j: tensor<4x1xi32>",
          R"(  %v = stablehlo.concatenate %i, %j, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %g = "stablehlo.gather"(%x, %v) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>} : (tensor<10x3xf32>, tensor<4x2xi32>) -> tensor<4xf32>)")) ==
      "i 0..9 start_indices of stablehlo.gather\nj 0..2 start_indices of stablehlo.gather\n");
}

TEST_CASE("shift amounts, divisors, branches, exponents and labels") {
  CHECK(RangesIn(Main("%x: tensor<4xi16>, %s: tensor<4xi16>, %d: tensor<4xi2>, %e: tensor<4xi2>, "
                      "%p: tensor<4xi16>, %b: tensor<i32>, %l: tensor<6xi32>",
                      R"(  %0 = stablehlo.shift_left %x, %s : tensor<4xi16>
  %1 = stablehlo.remainder %e, %d : tensor<4xi2>
  %2 = stablehlo.power %x, %p : tensor<4xi16>
  %3 = "stablehlo.case"(%b) ({
    stablehlo.return %x : tensor<4xi16>
  }, {
    stablehlo.return %x : tensor<4xi16>
  }, {
    stablehlo.return %x : tensor<4xi16>
  }) : (tensor<i32>) -> tensor<4xi16>
  %4 = stablehlo.iota dim = 1 : tensor<6x11xi32>
  %5 = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<6xi32>) -> tensor<6x11xi32>
  %6 = stablehlo.compare EQ, %5, %4 : (tensor<6x11xi32>, tensor<6x11xi32>) -> tensor<6x11xi1>)")) ==
        "x -8..7\ns 0..15 rhs of stablehlo.shift_left\nd 1..1 rhs of stablehlo.remainder\n"
        "e -2..1\np 0..3 rhs of stablehlo.power\nb 0..2 index of stablehlo.case\n"
        "l 0..10 lhs of stablehlo.compare\n");
}

TEST_CASE("shapes that are values have the result's sizes, or its element count") {
  CHECK(
      RangesIn(Main(
          "%x: tensor<6x4xf32>, %s: tensor<3xi32>, %t: tensor<2xi64>, %l: tensor<2xi64>, "
          "%h: tensor<2xi64>, %n: tensor<2xi64>",
          R"(  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<6x4xf32>, tensor<3xi32>) -> tensor<?x2x?xf32>
  %1 = stablehlo.dynamic_iota %t, dim = 0 : (tensor<2xi64>) -> tensor<5x?xi32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.dynamic_pad %x, %c, %l, %h, %n : (tensor<6x4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<8x?xf32>)")) ==
      "s 12..12 2..2 1..1 output_shape of stablehlo.dynamic_reshape\n"
      "t 5..5 1..1 output_shape of stablehlo.dynamic_iota\n"
      "l 0..0 edge_padding_low of stablehlo.dynamic_pad\n"
      "h 2..2 0..2 edge_padding_high of stablehlo.dynamic_pad\n"
      "n 0..0 interior_padding of stablehlo.dynamic_pad\n");
}

TEST_CASE("ranges propagate through functions (also recursive ones), loops and branches") {
  CHECK(RangesIn(R"(func.func private @take(%x: tensor<9xf32>, %i: tensor<i32>) -> tensor<1xf32> {
  %r = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<9xf32>, tensor<i32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
func.func @main(%x: tensor<9xf32>, %i: tensor<i32>, %j: tensor<i32>, %p: tensor<i1>) -> tensor<1xf32> {
  %0:2 = stablehlo.while(%a = %i, %b = %p) : tensor<i32>, tensor<i1>
    cond {
      stablehlo.return %b : tensor<i1>
    } do {
      %s = stablehlo.dynamic_slice %x, %a, sizes = [3] : (tensor<9xf32>, tensor<i32>) -> tensor<3xf32>
      %n = stablehlo.not %b : tensor<i1>
      stablehlo.return %a, %n : tensor<i32>, tensor<i1>
    }
  %1 = "stablehlo.if"(%p) ({
    stablehlo.return %j : tensor<i32>
  }, {
    stablehlo.return %j : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  %2 = call @take(%x, %1) : (tensor<9xf32>, tensor<i32>) -> tensor<1xf32>
  return %2 : tensor<1xf32>
}
)") == "i 0..6 start_indices of stablehlo.dynamic_slice\n"
       "j 0..8 start_indices of stablehlo.dynamic_slice\np 0..1\n");
  CHECK(RangesIn(R"(func.func @again(%i: tensor<i32>) -> tensor<i32> {
  %r = call @again(%i) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
)") == "i -8..7\n");
}

TEST_CASE("a chain of many functions causes no deep recursion") {
  std::string text =
      "func.func private @f0(%i: tensor<i32>) -> tensor<i32> {\n  return %i : "
      "tensor<i32>\n}\n";
  constexpr int kCount = 20000;
  for (int i = 1; i <= kCount; ++i) {
    text += "func.func private @f" + std::to_string(i) +
            "(%i: tensor<i32>) -> tensor<i32> {\n  %r = call @f" + std::to_string(i - 1) +
            "(%i) : (tensor<i32>) -> tensor<i32>\n  return %r : tensor<i32>\n}\n";
  }
  std::thread([&] { CHECK(RangesIn(text) == "i -8..7\n"); }).join();
}

TEST_CASE("sizes beyond every integer give the greatest possible range") {
  CHECK(RangesIn("func.func @main(%x: tensor<4611686018427387904x4xi8>, %s: tensor<1xi64>) -> "
                 "tensor<?xi8> {\n  %r = stablehlo.dynamic_reshape %x, %s : "
                 "(tensor<4611686018427387904x4xi8>, tensor<1xi64>) -> tensor<?xi8>\n  return %r "
                 ": tensor<?xi8>\n}\n") ==
        "x -8..7\ns 2305843009213693951..2305843009213693951 output_shape of "
        "stablehlo.dynamic_reshape\n");
}

TEST_CASE("groups of an open number of rows are small, and not all empty") {
  CHECK(
      RangesIn(
          R"(func.func @main(%lhs: tensor<?x2xf32>, %rhs: tensor<2x2x2xf32>, %n: tensor<2xi64>) -> tensor<?x2xf32> {
  %r = "chlo.ragged_dot"(%lhs, %rhs, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1],
      lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}
    : (tensor<?x2xf32>, tensor<2x2x2xf32>, tensor<2xi64>) -> tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}
)") == "n 0..1 group_sizes of chlo.ragged_dot\n");
}

}  // namespace paddock
