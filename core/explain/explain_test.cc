#include "core/explain/explain.h"

#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/check/check.h"
#include "core/text/parse.h"

namespace paddock {
namespace {

// A function of one operation that is neither a constant nor the return.
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

TEST_CASE("element-wise operations take the same cell, and scalars every time") {
  const Example clamp(
      "func.func @f(%lo: tensor<f32>, %x: tensor<2x3xf32>, %hi: tensor<f32>) -> tensor<2x3xf32> {"
      "%r = stablehlo.clamp %lo, %x, %hi : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> "
      "tensor<2x3xf32>"
      " return %r : tensor<2x3xf32> }");
  CHECK(clamp.Explain({1, 2}) == Boxes{Box(0, {}), Box(1, {{1}, {2}}), Box(2, {})});
}

TEST_CASE("broadcast_in_dim repeats what has size one") {
  const Example broadcast(
      "func.func @f(%x: tensor<3x1xf32>) -> tensor<5x3xf32> {"
      "%r = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<3x1xf32>) -> tensor<5x3xf32>"
      " return %r : tensor<5x3xf32> }");
  CHECK(broadcast.Explain({4, 2}) == Boxes{Box(0, {{2}, {0}})});
}

TEST_CASE("transpose and slice name the cell they came from") {
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

TEST_CASE("reshape keeps the place in row-major order, reverse counts from the end") {
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

TEST_CASE("what has no relation yet and cells outside are told") {
  const Example sort(
      "func.func @f(%x: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {"
      "%r = stablehlo.fft %x, type = FFT, length = [3] : (tensor<3xcomplex<f32>>) -> "
      "tensor<3xcomplex<f32>>"
      " return %r : tensor<3xcomplex<f32>> }");
  CHECK(sort.Refusal({0}) == "the index relation of stablehlo.fft is not yet implemented");
  const Example negate(
      "func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {"
      "%r = stablehlo.negate %x : tensor<3xf32> return %r : tensor<3xf32> }");
  CHECK(negate.Refusal({3}) == "result 0 of stablehlo.negate has no cell [3]");
  CHECK(negate.Refusal({0, 0}) == "result 0 of stablehlo.negate has no cell [0, 0]");
}

}  // namespace
}  // namespace paddock
