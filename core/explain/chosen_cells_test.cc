#include "core/explain/chosen_cells.h"

#include <catch2/catch_test_macros.hpp>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "core/check/check.h"
#include "core/text/parse/parse.h"

namespace paddock {
namespace {

using Boxes = std::vector<CellBox>;

// Cells of the last operation but the return, whose integer operands hold `integers` everywhere.
ChosenCells Choose(std::string body, std::vector<int64_t> cell,
                   std::map<uint32_t, int64_t> integers) {
  DiagnosticSink sink;
  const auto module = Parse(std::make_shared<Source>("example", std::move(body)), sink);
  REQUIRE(CheckModule(*module, sink).has_value());
  const Operation* operation = FunctionBody(*module->body()->first)->last->previous;
  auto boxes = ExplainCell(*operation, 0, cell, sink);
  REQUIRE(boxes.has_value());
  return ChooseCells(*operation, 0, cell, *boxes,
                     [&](uint32_t operand, std::span<const int64_t>) -> std::optional<int64_t> {
                       const auto found = integers.find(operand);
                       if (found == integers.end()) return std::nullopt;
                       return found->second;
                     });
}

constexpr std::string_view kSelect =
    "func.func @f(%p: tensor<2xi1>, %x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {"
    "%r = stablehlo.select %p, %x, %y : tensor<2xi1>, tensor<2xf32>"
    " return %r : tensor<2xf32> }";

TEST_CASE("select takes the predicate and the chosen side") {
  const CellBox at{0, {{1}}};
  CHECK(Choose(std::string(kSelect), {1}, {{0, 1}}).boxes == Boxes{at, {1, {{1}}}});
  CHECK(Choose(std::string(kSelect), {1}, {{0, 0}}).boxes == Boxes{at, {2, {{1}}}});
  CHECK(Choose(std::string(kSelect), {1}, {}).boxes.size() == 3);
}

TEST_CASE("a slice is at its start indices, which are clamped") {
  const std::string slice =
      "func.func @f(%x: tensor<5x4xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2x2xf32> {"
      "%r = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 2] : (tensor<5x4xf32>, tensor<i32>, "
      "tensor<i32>) -> tensor<2x2xf32> return %r : tensor<2x2xf32> }";
  const ChosenCells chosen = Choose(slice, {1, 0}, {{1, 7}, {2, 1}});
  CHECK(chosen.boxes == Boxes{{0, {{4}, {1}}}, {1, {}}, {2, {}}});
  CHECK(chosen.notes == std::vector<std::string>{"start index 7 of dimension 0 is clamped to 3"});
  CHECK(chosen.asked == CellBox{0, {{8}, {1}}});
  CHECK_FALSE(Choose(slice, {1, 0}, {{1, 2}, {2, 1}}).asked.has_value());
}

TEST_CASE("an update takes the place of the operand where it lies") {
  const std::string update =
      "func.func @f(%x: tensor<5xf32>, %u: tensor<2xf32>, %i: tensor<i32>) -> tensor<5xf32> {"
      "%r = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<5xf32>, tensor<2xf32>, "
      "tensor<i32>) -> tensor<5xf32> return %r : tensor<5xf32> }";
  CHECK(Choose(update, {2}, {{2, 1}}).boxes == Boxes{{1, {{1}}}, {2, {}}});
  CHECK(Choose(update, {3}, {{2, 1}}).boxes == Boxes{{0, {{3}}}, {2, {}}});
  CHECK_FALSE(Choose(update, {3}, {{2, 1}}).asked.has_value());
  CHECK(Choose(update, {4}, {{2, 9}}).asked == CellBox{0, {{9, 2}}});
}

TEST_CASE("gather takes the slice at its index") {
  const std::string gather =
      "func.func @f(%x: tensor<5x4xf32>, %i: tensor<3x1xi32>) -> tensor<3x4xf32> {"
      "%r = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<"
      "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,"
      " slice_sizes = array<i64: 1, 4>, indices_are_sorted = false}>"
      " : (tensor<5x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32> return %r : tensor<3x4xf32> }";
  const ChosenCells chosen = Choose(gather, {2, 3}, {{1, -3}});
  CHECK(chosen.boxes == Boxes{{0, {{0}, {3}}}, {1, {{2}, {0}}}});
  CHECK(chosen.notes == std::vector<std::string>{"start index -3 of dimension 0 is clamped to 0"});
  CHECK(chosen.asked == CellBox{0, {{-3}, {3}}});
  CHECK_FALSE(Choose(gather, {2, 3}, {{1, 4}}).asked.has_value());
  CHECK(Choose(gather, {2, 3}, {{1, INT64_MAX}}).asked == CellBox{0, {{int64_t{1} << 52}, {3}}});
}

TEST_CASE("padding is told") {
  const std::string pad =
      "func.func @f(%x: tensor<2xf32>, %v: tensor<f32>) -> tensor<4xf32> {"
      "%r = stablehlo.pad %x, %v, low = [1], high = [1], interior = [0] : (tensor<2xf32>, "
      "tensor<f32>) -> tensor<4xf32> return %r : tensor<4xf32> }";
  CHECK(Choose(pad, {0}, {}).notes.size() == 1);
  CHECK(Choose(pad, {1}, {}).notes.empty());
  CHECK(Choose(pad, {0}, {}).asked == CellBox{0, {{-1}}});
  CHECK(Choose(pad, {3}, {}).asked == CellBox{0, {{2}}});
  CHECK_FALSE(Choose(pad, {1}, {}).asked.has_value());
}

TEST_CASE("padding between elements asks for no cell") {
  const std::string pad =
      "func.func @f(%x: tensor<2xf32>, %v: tensor<f32>) -> tensor<5xf32> {"
      "%r = stablehlo.pad %x, %v, low = [2], high = [0], interior = [1] : (tensor<2xf32>, "
      "tensor<f32>) -> tensor<5xf32> return %r : tensor<5xf32> }";
  CHECK(Choose(pad, {0}, {}).asked == CellBox{0, {{-1}}});
  CHECK_FALSE(Choose(pad, {1}, {}).asked.has_value());
  CHECK_FALSE(Choose(pad, {3}, {}).asked.has_value());
}

TEST_CASE("windows ask for cells in the padding") {
  const std::string window =
      "func.func @f(%x: tensor<5xf32>, %v: tensor<f32>) -> tensor<5xf32> {"
      "%r = \"stablehlo.reduce_window\"(%x, %v) ({ ^b(%a: tensor<f32>, %c: tensor<f32>): "
      "%s = stablehlo.add %a, %c : tensor<f32> stablehlo.return %s : tensor<f32> }) <{"
      "window_dimensions = array<i64: 3>, window_dilations = array<i64: 2>,"
      " padding = dense<[[2, 2]]> : tensor<1x2xi64>}> : (tensor<5xf32>, tensor<f32>) -> "
      "tensor<5xf32> return %r : tensor<5xf32> }";
  CHECK(Choose(window, {0}, {}).asked == CellBox{0, {{-2, 3, 2}}});
  CHECK(Choose(window, {4}, {}).asked == CellBox{0, {{2, 3, 2}}});
  CHECK_FALSE(Choose(window, {2}, {}).asked.has_value());
}

TEST_CASE("a kernel asks for cells in the padding") {
  const std::string convolution =
      "func.func @f(%x: tensor<1x4x2xf32>, %k: tensor<3x2x1xf32>) -> tensor<1x4x1xf32> {"
      "%r = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],"
      " window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}"
      " : (tensor<1x4x2xf32>, tensor<3x2x1xf32>) -> tensor<1x4x1xf32>"
      " return %r : tensor<1x4x1xf32> }";
  CHECK(Choose(convolution, {0, 3, 0}, {}).asked == CellBox{0, {{0}, {2, 3}, {0, 2}}});
  CHECK_FALSE(Choose(convolution, {0, 1, 0}, {}).asked.has_value());
}

}  // namespace
}  // namespace paddock
