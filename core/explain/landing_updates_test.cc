// Cells that the indices of a scatter, or the elements of windows, choose.
#include "core/explain/landing_updates.h"

#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <string>
#include <utility>

#include "core/base/row_major.h"
#include "core/check/check.h"
#include "core/text/parse/parse.h"

namespace paddock {
namespace {

using Boxes = std::vector<CellBox>;
using Rows = std::vector<int64_t>;

// Cells of `cell` of result `result` of the last operation but the return. Operand `at` holds
// `elements`, in row-major order.
ChosenCells ChooseWith(std::string body, std::vector<int64_t> cell, uint32_t at, Rows elements,
                       uint32_t result = 0) {
  DiagnosticSink sink;
  const auto module = Parse(std::make_shared<Source>("example", std::move(body)), sink);
  for (const Diagnostic& diagnostic : sink.diagnostics()) UNSCOPED_INFO(diagnostic.message);
  REQUIRE(CheckModule(*module, sink).has_value());
  const Operation* operation = FunctionBody(*module->body()->first)->last->previous;
  auto boxes = ExplainCell(*operation, result, cell, sink);
  REQUIRE(boxes.has_value());
  const auto element = [&](uint32_t operand,
                           std::span<const int64_t> where) -> std::optional<int64_t> {
    if (operand != at) return std::nullopt;
    const int64_t linear = RowMajorNumber(where, operation->operands[at]->type.shape());
    return elements[static_cast<size_t>(linear)];
  };
  const auto number = [&](uint32_t operand, std::span<const int64_t> where) {
    const auto integer = element(operand, where);
    return integer ? std::optional<double>(static_cast<double>(*integer)) : std::nullopt;
  };
  const bool is_float = operation->is(OpKind::kStablehloSelectAndScatter);
  return ChooseCells(
      *operation, result, cell, *boxes,
      is_float ? ReadInteger([](uint32_t, std::span<const int64_t>) { return std::nullopt; })
               : ReadInteger(element),
      number);
}

std::string Scatter(std::string_view combined, std::string_view numbers, std::string_view operand,
                    std::string_view indices, std::string_view updates) {
  const std::string types = "tensor<" + std::string(operand) + ">, tensor<" + std::string(indices) +
                            ">, tensor<" + std::string(updates) + ">";
  return "func.func @f(%x: tensor<" + std::string(operand) + ">, %i: tensor<" +
         std::string(indices) + ">, %u: tensor<" + std::string(updates) + ">) -> tensor<" +
         std::string(operand) + "> { %r = \"stablehlo.scatter\"(%x, %i, %u) ({ ^b(%a: " +
         "tensor<f32>, %c: tensor<f32>): " + std::string(combined) +
         " }) <{scatter_dimension_numbers = #stablehlo.scatter<" + std::string(numbers) +
         ">, indices_are_sorted = false, unique_indices = false}> : (" + types + ") -> tensor<" +
         std::string(operand) + "> return %r : tensor<" + std::string(operand) + "> }";
}

constexpr std::string_view kAdd =
    "%s = stablehlo.add %a, %c : tensor<f32> stablehlo.return %s : tensor<f32>";
constexpr std::string_view kReplace = "stablehlo.return %c : tensor<f32>";

const std::string kElements =
    "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1";

TEST_CASE("only updates that land on the cell of a scatter are chosen") {
  const std::string scatter = Scatter(kAdd, kElements, "5xf32", "4x1xi32", "4xf32");
  const Rows indices = {3, 1, 3, 9};
  CHECK(ChooseWith(scatter, {3}, 1, indices).boxes ==
        Boxes{{0, {{3}}}, {1, {{0, 4}, {0}}}, {2, {{0, 2, 2}}}});
  CHECK(ChooseWith(scatter, {1}, 1, indices).boxes ==
        Boxes{{0, {{1}}}, {1, {{0, 4}, {0}}}, {2, {{1}}}});
  const ChosenCells none = ChooseWith(scatter, {4}, 1, indices);
  CHECK(none.boxes == Boxes{{0, {{4}}}, {1, {{0, 4}, {0}}}});
  CHECK(none.notes == std::vector<std::string>{"no update lands here"});
}

TEST_CASE("the last update of a scatter that replaces is the value") {
  const std::string scatter = Scatter(kReplace, kElements, "5xf32", "4x1xi32", "4xf32");
  const ChosenCells chosen = ChooseWith(scatter, {3}, 1, {3, 1, 3, -1});
  CHECK(chosen.boxes == Boxes{{1, {{0, 4}, {0}}}, {2, {{2}}}});
  CHECK(chosen.notes == std::vector<std::string>{"the last of 2 updates that land here"});
  CHECK(ChooseWith(scatter, {0}, 1, {3, 1, 3, -1}).boxes == Boxes{{0, {{0}}}, {1, {{0, 4}, {0}}}});
}

TEST_CASE("windows of a scatter begin at their indices") {
  // Windows of two rows by three columns, whose first dimension is before the one of the indices.
  const std::string scatter =
      Scatter(kAdd,
              "update_window_dims = [0, 2], scatter_dims_to_operand_dims = [1, 0], "
              "index_vector_dim = 0",
              "4x5xf32", "2x3xi32", "2x3x3xf32");
  // The columns, then the rows, of three windows: at [1, 2], [0, 1] and outside in part at [3, 4].
  const Rows indices = {2, 1, 4, 1, 0, 3};
  CHECK(ChooseWith(scatter, {1, 3}, 1, indices).boxes ==
        Boxes{{0, {{1}, {3}}}, {1, {{0, 2}, {0, 3}}}, {2, {{0}, {0}, {1}}}, {2, {{1}, {1}, {2}}}});
  CHECK(ChooseWith(scatter, {3, 4}, 1, indices).boxes ==
        Boxes{{0, {{3}, {4}}}, {1, {{0, 2}, {0, 3}}}, {2, {{0}, {2}, {0}}}});
  CHECK(ChooseWith(scatter, {0, 0}, 1, indices).notes.size() == 1);
}

TEST_CASE("batching dimensions of a scatter have their own indices") {
  const std::string scatter =
      Scatter(kAdd,
              "input_batching_dims = [0], scatter_indices_batching_dims = [1], "
              "inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], "
              "index_vector_dim = 2",
              "2x4xf32", "3x2xi32", "3x2xf32");
  const Rows indices = {3, 0, 3, 3, 1, 2};
  CHECK(ChooseWith(scatter, {0, 3}, 1, indices).boxes ==
        Boxes{{0, {{0}, {3}}}, {1, {{0, 3}, {0}}}, {2, {{0, 2}, {0}}}});
  CHECK(ChooseWith(scatter, {1, 3}, 1, indices).boxes ==
        Boxes{{0, {{1}, {3}}}, {1, {{0, 3}, {1}}}, {2, {{1}, {1}}}});
}

TEST_CASE("a scatter of one scalar update lands on its index") {
  const std::string scatter = Scatter(
      kAdd, "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0",
      "3xf32", "1xi32", "f32");
  CHECK(ChooseWith(scatter, {2}, 1, {2}).boxes == Boxes{{0, {{2}}}, {1, {{0}}}, {2, {}}});
  CHECK(ChooseWith(scatter, {1}, 1, {2}).boxes == Boxes{{0, {{1}}}, {1, {{0}}}});
  CHECK(ChooseWith(scatter, {1}, 1, {INT64_MIN}).boxes.size() == 2);
}

TEST_CASE("a scatter of several operands chooses in each that the body combines") {
  const std::string scatter =
      "func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>, "
      "%v: tensor<2xf32>) -> tensor<3xf32> { %r:2 = \"stablehlo.scatter\"(%x, %y, %i, %u, %v) ({ "
      "^b(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>): "
      "%s = stablehlo.add %a, %b : tensor<f32> stablehlo.return %s, %d : tensor<f32>, tensor<f32> "
      "}) <{scatter_dimension_numbers = #stablehlo.scatter<" +
      kElements +
      ">}> : (tensor<3xf32>, tensor<3xf32>, tensor<2x1xi32>, tensor<2xf32>, tensor<2xf32>) -> "
      "(tensor<3xf32>, tensor<3xf32>) return %r#0 : tensor<3xf32> }";
  CHECK(ChooseWith(scatter, {1}, 2, {1, 0}).boxes ==
        Boxes{{0, {{1}}}, {1, {{1}}}, {2, {{0, 2}, {0}}}, {3, {{0}}}, {4, {{0}}}});
  CHECK(ChooseWith(scatter, {2}, 2, {1, 0}).boxes == Boxes{{0, {{2}}}, {2, {{0, 2}, {0}}}});
  CHECK(ChooseWith(scatter, {1}, 2, {1, 1}, 1).boxes == Boxes{{2, {{0, 2}, {0}}}, {4, {{1}}}});
}

TEST_CASE("many updates that land on a cell are a region") {
  const std::string scatter = Scatter(kAdd, kElements, "2xf32", "200x1xi32", "200xf32");
  Rows indices;
  for (int64_t i = 0; i < 200; ++i) indices.push_back(i * i % 7 % 2);
  const ChosenCells chosen = ChooseWith(scatter, {0}, 1, indices);
  REQUIRE(chosen.boxes.size() == 3);
  CHECK(chosen.boxes[2] == CellBox{2, {{0, 200}}});
  CHECK(chosen.notes.size() == 1);
}

TEST_CASE("torch_index_select takes the slice at its index") {
  const std::string select =
      "func.func @f(%x: tensor<2x5x3xf32>, %i: tensor<2x4xi32>) -> tensor<2x4x3xf32> {"
      "%r = \"stablehlo.torch_index_select\"(%x, %i) <{dim = 1 : i64, batch_dims = 1 : i64}>"
      " : (tensor<2x5x3xf32>, tensor<2x4xi32>) -> tensor<2x4x3xf32>"
      " return %r : tensor<2x4x3xf32> }";
  const Rows indices = {0, 1, 2, 3, 4, 9, 0, 0};
  CHECK(ChooseWith(select, {0, 2, 1}, 1, indices).boxes ==
        Boxes{{0, {{0}, {2}, {1}}}, {1, {{0}, {2}}}});
  const ChosenCells clamped = ChooseWith(select, {1, 1, 2}, 1, indices);
  CHECK(clamped.boxes == Boxes{{0, {{1}, {4}, {2}}}, {1, {{1}, {1}}}});
  CHECK(clamped.notes == std::vector<std::string>{"start index 9 of dimension 1 is clamped to 4"});
  CHECK(clamped.asked == CellBox{0, {{1}, {9}, {2}}});
}

std::string SelectAndScatter(std::string_view direction) {
  return "func.func @f(%x: tensor<5xf32>, %s: tensor<4xf32>, %v: tensor<f32>) -> tensor<5xf32> {"
         "%r = \"stablehlo.select_and_scatter\"(%x, %s, %v) ({ ^b(%a: tensor<f32>, %c: "
         "tensor<f32>): %p = stablehlo.compare " +
         std::string(direction) +
         ", %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }, {"
         " ^b(%a: tensor<f32>, %c: tensor<f32>): %q = stablehlo.add %a, %c : tensor<f32> "
         "stablehlo.return %q : tensor<f32> }) <{window_dimensions = array<i64: 2>, window_strides "
         "= array<i64: 1>}> : (tensor<5xf32>, tensor<4xf32>, tensor<f32>) -> tensor<5xf32>"
         " return %r : tensor<5xf32> }";
}

TEST_CASE("only windows that select the cell of select_and_scatter are chosen") {
  const Rows x = {1, 7, 7, 3, 2};
  CHECK(ChooseWith(SelectAndScatter("GE"), {1}, 0, x).boxes ==
        Boxes{{0, {{0, 3}}}, {1, {{0, 2}}}, {2, {}}});
  CHECK(ChooseWith(SelectAndScatter("GT"), {1}, 0, x).boxes ==
        Boxes{{0, {{0, 3}}}, {1, {{0}}}, {2, {}}});
  const ChosenCells none = ChooseWith(SelectAndScatter("GE"), {4}, 0, x);
  CHECK(none.boxes == Boxes{{0, {{3, 2}}}, {2, {}}});
  CHECK(none.notes == std::vector<std::string>{"no window selects it"});
}

}  // namespace
}  // namespace paddock
