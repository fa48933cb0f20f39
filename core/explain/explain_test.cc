#include "core/explain/explain.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/check/check.h"
#include "core/text/parse/parse.h"

namespace paddock {
namespace {

// A function with one operation that is neither a constant nor the return.
class Example {
 public:
  explicit Example(std::string body) {
    DiagnosticSink sink;
    module_ = Parse(std::make_shared<Source>("example", std::move(body)), sink);
    REQUIRE(CheckModule(*module_, sink).has_value());
    for (const Operation* operation : *FunctionBody(*module_->body()->first)) {
      if (!operation->is(OpKind::kFuncReturn)) operation_ = operation;
    }
  }

  std::vector<CellBox> Explain(std::vector<int64_t> cell, uint32_t result = 0) const {
    DiagnosticSink sink;
    const auto boxes = ExplainCell(*operation_, result, cell, sink);
    REQUIRE(boxes.has_value());
    return *boxes;
  }

  std::string Refusal(std::vector<int64_t> cell) const {
    DiagnosticSink sink;
    REQUIRE_FALSE(ExplainCell(*operation_, 0, cell, sink).has_value());
    return sink.diagnostics()[0].message;
  }

 private:
  std::unique_ptr<Module> module_;
  const Operation* operation_ = nullptr;
};

CellBox Box(uint32_t operand, std::vector<CellRange> ranges) {
  return {operand, std::move(ranges)};
}
using Boxes = std::vector<CellBox>;

TEST_CASE("fft takes all of the transformed dimensions") {
  const Example fft(
      "func.func @f(%x: tensor<2x3x4xf32>) -> tensor<2x3x3xcomplex<f32>> {"
      "%r = stablehlo.fft %x, type = RFFT, length = [3, 4] : (tensor<2x3x4xf32>) -> "
      "tensor<2x3x3xcomplex<f32>>"
      " return %r : tensor<2x3x3xcomplex<f32>> }");
  CHECK(fft.Explain({1, 2, 0}) == Boxes{Box(0, {{1}, {0, 3}, {0, 4}})});
}

TEST_CASE("triangular_solve takes the cells before this one in the substitution") {
  const Example solve(
      "func.func @f(%a: tensor<4x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {"
      "%r = \"stablehlo.triangular_solve\"(%a, %b) <{left_side = false, lower = true, "
      "unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : "
      "(tensor<4x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>"
      " return %r : tensor<2x4xf32> }");
  // Column by column of the triangle, from the cell's own.
  CHECK(solve.Explain({1, 1}) == Boxes{Box(0, {{1, 3}, {1}}), Box(0, {{2, 2}, {2}}),
                                       Box(0, {{3}, {3}}), Box(1, {{1}, {1, 3}})});
}

TEST_CASE("cholesky takes the whole triangle of the matrix") {
  const Example cholesky(
      "func.func @f(%a: tensor<5x3x3xf32>) -> tensor<5x3x3xf32> {"
      "%r = stablehlo.cholesky %a, lower = true : tensor<5x3x3xf32>"
      " return %r : tensor<5x3x3xf32> }");
  CHECK(cholesky.Explain({4, 1, 0}) ==
        Boxes{Box(0, {{4}, {0}, {0, 1}}), Box(0, {{4}, {1}, {0, 2}}), Box(0, {{4}, {2}, {0, 3}})});
}

TEST_CASE("broadcast_dimensions name the dimensions of the operand of lower rank") {
  const Example named(
      "func.func @f(%x: tensor<2x3xf32>, %y: tensor<2xf32>) -> tensor<2x3xf32> {"
      "%r = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 0>} : "
      "(tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>"
      " return %r : tensor<2x3xf32> }");
  CHECK(named.Explain({1, 2}) == Boxes{Box(0, {{1}, {2}}), Box(1, {{1}})});
}

TEST_CASE("ragged_dot takes a line of each side in every group, and the sizes") {
  const Example rows(
      "func.func @f(%l: tensor<4x2xf32>, %r: tensor<3x2x5xf32>, %s: tensor<3xi64>) -> "
      "tensor<4x5xf32> {"
      "%o = \"chlo.ragged_dot\"(%l, %r, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<"
      "lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = "
      "[1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = "
      "[0]>} : (tensor<4x2xf32>, tensor<3x2x5xf32>, tensor<3xi64>) -> tensor<4x5xf32>"
      " return %o : tensor<4x5xf32> }");
  CHECK(rows.Explain({3, 1}) ==
        Boxes{Box(0, {{3}, {0, 2}}), Box(1, {{0, 3}, {0, 2}, {1}}), Box(2, {{0, 3}})});
}

TEST_CASE("element-wise operations take the same cell, and scalars every time") {
  const Example clamp(
      "func.func @f(%lo: tensor<f32>, %x: tensor<2x3xf32>, %hi: tensor<f32>) -> tensor<2x3xf32> {"
      "%r = stablehlo.clamp %lo, %x, %hi : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> "
      "tensor<2x3xf32>"
      " return %r : tensor<2x3xf32> }");
  CHECK(clamp.Explain({1, 2}) == Boxes{Box(0, {}), Box(1, {{1}, {2}}), Box(2, {})});
}

TEST_CASE("broadcast_in_dim repeats dimensions of size one") {
  const Example broadcast(
      "func.func @f(%x: tensor<3x1xf32>) -> tensor<5x3xf32> {"
      "%r = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<3x1xf32>) -> tensor<5x3xf32>"
      " return %r : tensor<5x3xf32> }");
  CHECK(broadcast.Explain({4, 2}) == Boxes{Box(0, {{2}, {0}})});
}

TEST_CASE("transpose and slice take their source cell") {
  const Example transpose(
      "func.func @f(%x: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {"
      "%r = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>"
      " return %r : tensor<4x2x3xf32> }");
  CHECK(transpose.Explain({3, 1, 2}) == Boxes{Box(0, {{1}, {2}, {3}})});
  const Example slice(
      "func.func @f(%x: tensor<9xf32>) -> tensor<3xf32> {"
      "%r = stablehlo.slice %x [1:9:3] : (tensor<9xf32>) -> tensor<3xf32>"
      " return %r : tensor<3xf32> }");
  CHECK(slice.Explain({2}) == Boxes{Box(0, {{7}})});
}

TEST_CASE("reshape keeps the position in row-major order, reverse counts from the end") {
  const Example reshape(
      "func.func @f(%x: tensor<2x6xf32>) -> tensor<3x4xf32> {"
      "%r = stablehlo.reshape %x : (tensor<2x6xf32>) -> tensor<3x4xf32>"
      " return %r : tensor<3x4xf32> }");
  CHECK(reshape.Explain({1, 3}) == Boxes{Box(0, {{1}, {1}})});
  const Example reverse(
      "func.func @f(%x: tensor<2x6xf32>) -> tensor<2x6xf32> {"
      "%r = stablehlo.reverse %x, dims = [1] : tensor<2x6xf32>"
      " return %r : tensor<2x6xf32> }");
  CHECK(reverse.Explain({1, 0}) == Boxes{Box(0, {{1}, {5}})});
}

TEST_CASE("concatenate finds the operand, pad the element or the padding value") {
  const Example concatenate(
      "func.func @f(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<5xf32> {"
      "%r = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>"
      " return %r : tensor<5xf32> }");
  CHECK(concatenate.Explain({1}) == Boxes{Box(0, {{1}})});
  CHECK(concatenate.Explain({4}) == Boxes{Box(1, {{2}})});
  const Example pad(
      "func.func @f(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<5xf32> {"
      "%r = stablehlo.pad %x, %v, low = [-1], high = [1], interior = [1] :"
      " (tensor<3xf32>, tensor<f32>) -> tensor<5xf32> return %r : tensor<5xf32> }");
  CHECK(pad.Explain({0}) == Boxes{Box(1, {})});
  CHECK(pad.Explain({1}) == Boxes{Box(0, {{1}})});
  CHECK(pad.Explain({4}) == Boxes{Box(1, {})});
}

TEST_CASE("reduce takes a whole line of every input, and the initial values") {
  const Example reduce(
      "func.func @f(%x: tensor<2x3x4xf32>, %z: tensor<f32>) -> tensor<3xf32> {"
      "%r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 2] :"
      " (tensor<2x3x4xf32>, tensor<f32>) -> tensor<3xf32> return %r : tensor<3xf32> }");
  CHECK(reduce.Explain({1}) == Boxes{Box(0, {{0, 2}, {1}, {0, 4}}), Box(1, {})});
}

TEST_CASE("a reduction over nothing is its initial value") {
  const Example reduce(
      "func.func @f(%x: tensor<0x3xf32>, %z: tensor<f32>) -> tensor<3xf32> {"
      "%r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] :"
      " (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32> return %r : tensor<3xf32> }");
  CHECK(reduce.Explain({1}) == Boxes{Box(1, {})});
}

TEST_CASE("dot_general takes a line of each side") {
  const Example dot(
      "func.func @f(%x: tensor<5x2x3xf32>, %y: tensor<3x4x2xf32>) -> tensor<2x5x4xf32> {"
      "%r = stablehlo.dot_general %x, %y, batching_dims = [1] x [2], contracting_dims = [2] x [0] :"
      " (tensor<5x2x3xf32>, tensor<3x4x2xf32>) -> tensor<2x5x4xf32> return %r : tensor<2x5x4xf32> "
      "}");
  CHECK(dot.Explain({1, 4, 3}) == Boxes{Box(0, {{4}, {1}, {0, 3}}), Box(1, {{0, 3}, {3}, {1}})});
}

TEST_CASE("operations without a relation and cells outside are reported") {
  const Example call(
      "func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {"
      "%r = stablehlo.custom_call @anything(%x) : (tensor<3xf32>) -> tensor<3xf32>"
      " return %r : tensor<3xf32> }");
  CHECK(call.Refusal({0}) == "stablehlo.custom_call has no index relation");
  const Example negate(
      "func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {"
      "%r = stablehlo.negate %x : tensor<3xf32> return %r : tensor<3xf32> }");
  CHECK(negate.Refusal({3}) == "result 0 of stablehlo.negate has no cell [3]");
  CHECK(negate.Refusal({0, 0}) == "result 0 of stablehlo.negate has no cell [0, 0]");
}

TEST_CASE("a sort takes the whole slice of every operand") {
  const Example sort(
      "func.func @f(%x: tensor<2x3xf32>, %y: tensor<2x3xi32>) -> tensor<2x3xi32> {"
      "%r:2 = \"stablehlo.sort\"(%x, %y) <{dimension = -2 : i64}> ({"
      "^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):"
      "%p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>"
      " stablehlo.return %p : tensor<i1>"
      "}) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)"
      " return %r#1 : tensor<2x3xi32> }");
  CHECK(sort.Explain({1, 2}, 1) == Boxes{Box(0, {{0, 2}, {2}}), Box(1, {{0, 2}, {2}})});
}

TEST_CASE("top_k takes the whole last dimension") {
  const Example top_k(
      "func.func @f(%x: tensor<2x3xf32>) -> tensor<2x2xi32> {"
      "%v, %i = chlo.top_k(%x, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)"
      " return %i : tensor<2x2xi32> }");
  CHECK(top_k.Explain({1, 0}, 1) == Boxes{Box(0, {{1}, {0, 3}})});
}

TEST_CASE("convolution takes the window that is not padding, of the group's features") {
  const Example convolution(
      "func.func @f(%lhs: tensor<1x5x4xf32>, %rhs: tensor<3x2x6xf32>) -> tensor<1x3x6xf32> {"
      "%r = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], "
      "window = {stride = [2], pad = [[1, 1]]} {batch_group_count = 1 : i64, "
      "feature_group_count = 2 : i64} : (tensor<1x5x4xf32>, tensor<3x2x6xf32>) -> "
      "tensor<1x3x6xf32>"
      " return %r : tensor<1x3x6xf32> }");
  CHECK(convolution.Explain({0, 0, 4}) ==
        Boxes{Box(0, {{0}, {0, 2}, {2, 2}}), Box(1, {{0, 3}, {0, 2}, {4}})});
  CHECK(convolution.Explain({0, 1, 0}) ==
        Boxes{Box(0, {{0}, {1, 3}, {0, 2}}), Box(1, {{0, 3}, {0, 2}, {0}})});
}

TEST_CASE("reduce_window takes the operand's elements between the holes of dilation") {
  const Example window(
      "func.func @f(%x: tensor<6xf32>, %i: tensor<f32>) -> tensor<4xf32> {"
      "%r = \"stablehlo.reduce_window\"(%x, %i) ({ ^b(%a: tensor<f32>, %c: tensor<f32>): "
      "%s = stablehlo.add %a, %c : tensor<f32> stablehlo.return %s : tensor<f32> }) "
      "{window_dimensions = array<i64: 4>, window_strides = array<i64: 2>, "
      "base_dilations = array<i64: 2>, window_dilations = array<i64: 3>, "
      "padding = dense<[[3, 2]]> : tensor<1x2xi64>} : (tensor<6xf32>, tensor<f32>) -> "
      "tensor<4xf32>"
      " return %r : tensor<4xf32> }");
  // Positions -3, 0, 3 and 6 of the dilated operand, of which 0 and 6 are elements.
  CHECK(window.Explain({0}) == Boxes{Box(0, {{0, 2, 3}}), Box(1, {})});
  CHECK(window.Explain({3}) == Boxes{Box(0, {{3, 1, 1}}), Box(1, {})});
}

TEST_CASE("select_and_scatter takes the windows that contain the cell") {
  const Example select(
      "func.func @f(%x: tensor<6xf32>, %s: tensor<2xf32>, %i: tensor<f32>) -> tensor<6xf32> {"
      "%r = \"stablehlo.select_and_scatter\"(%x, %s, %i) ({ ^b(%a: tensor<f32>, %c: tensor<f32>): "
      "%p = stablehlo.compare GE, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1> "
      "stablehlo.return %p : tensor<i1> }, { ^b(%a: tensor<f32>, %c: tensor<f32>): "
      "%t = stablehlo.add %a, %c : tensor<f32> stablehlo.return %t : tensor<f32> }) "
      "{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>} : "
      "(tensor<6xf32>, tensor<2xf32>, tensor<f32>) -> tensor<6xf32>"
      " return %r : tensor<6xf32> }");
  CHECK(select.Explain({2}) == Boxes{Box(0, {{0, 5}}), Box(1, {{0, 2}}), Box(2, {})});
  CHECK(select.Explain({1}) == Boxes{Box(0, {{0, 3}}), Box(1, {{0, 1}}), Box(2, {})});
  CHECK(select.Explain({5}) == Boxes{Box(2, {})});
}

TEST_CASE("a body's results take only the inputs that it mixes into them") {
  const Example reduce(
      "func.func @f(%x: tensor<3xf32>, %y: tensor<3xi32>, %a: tensor<f32>, %b: tensor<i32>)"
      " -> tensor<i32> {"
      "%r:2 = \"stablehlo.reduce\"(%x, %y, %a, %b) <{dimensions = array<i64: 0>}> ({"
      "^bb0(%p: tensor<f32>, %q: tensor<i32>, %s: tensor<f32>, %t: tensor<i32>):"
      "%m = stablehlo.maximum %p, %s : tensor<f32>"
      "%g = stablehlo.compare GT, %p, %s : (tensor<f32>, tensor<f32>) -> tensor<i1>"
      "%i = stablehlo.select %g, %q, %t : tensor<i1>, tensor<i32>"
      " stablehlo.return %m, %i : tensor<f32>, tensor<i32>"
      "}) : (tensor<3xf32>, tensor<3xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)"
      " return %r#1 : tensor<i32> }");
  CHECK(reduce.Explain({}, 0) == Boxes{Box(0, {{0, 3}}), Box(2, {})});
  CHECK(reduce.Explain({}, 1) == Boxes{Box(0, {{0, 3}}), Box(1, {{0, 3}}), Box(2, {}), Box(3, {})});
}

TEST_CASE("gather takes every position that its indices can select, and the indices") {
  const Example gather(
      "func.func @f(%x: tensor<5x4xf32>, %i: tensor<3x1xi32>) -> tensor<3x4xf32> {"
      "%r = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<"
      "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,"
      " slice_sizes = array<i64: 1, 4>, indices_are_sorted = false}>"
      " : (tensor<5x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32> return %r : tensor<3x4xf32> }");
  CHECK(gather.Explain({2, 3}) == Boxes{Box(0, {{0, 5}, {3}}), Box(1, {{2}, {0}})});
}

}  // namespace
}  // namespace paddock
