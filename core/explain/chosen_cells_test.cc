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
  return ChooseCells(*operation, cell, *boxes,
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
}

TEST_CASE("an update takes the place of the operand where it lies") {
  const std::string update =
      "func.func @f(%x: tensor<5xf32>, %u: tensor<2xf32>, %i: tensor<i32>) -> tensor<5xf32> {"
      "%r = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<5xf32>, tensor<2xf32>, "
      "tensor<i32>) -> tensor<5xf32> return %r : tensor<5xf32> }";
  CHECK(Choose(update, {2}, {{2, 1}}).boxes == Boxes{{1, {{1}}}, {2, {}}});
  CHECK(Choose(update, {3}, {{2, 1}}).boxes == Boxes{{0, {{3}}}, {2, {}}});
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
}

TEST_CASE("padding is told") {
  const std::string pad =
      "func.func @f(%x: tensor<2xf32>, %v: tensor<f32>) -> tensor<4xf32> {"
      "%r = stablehlo.pad %x, %v, low = [1], high = [1], interior = [0] : (tensor<2xf32>, "
      "tensor<f32>) -> tensor<4xf32> return %r : tensor<4xf32> }";
  CHECK(Choose(pad, {0}, {}).notes.size() == 1);
  CHECK(Choose(pad, {1}, {}).notes.empty());
}

}  // namespace
}  // namespace paddock
