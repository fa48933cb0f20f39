#include "core/api/observe/program_info.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

namespace paddock {
namespace {

std::shared_ptr<const Program> Load(std::string text) {
  return Program::Load("test.mlir", std::move(text));
}

TEST_CASE("a program's operations and element types are counted", "[api]") {
  const auto program = Load(R"(func.func @main(%a: tensor<4xf32>) -> tensor<4xi32> {
  %b = stablehlo.add %a, %a : tensor<4xf32>
  %c = stablehlo.add %b, %a : tensor<4xf32>
  %d = stablehlo.convert %c : (tensor<4xf32>) -> tensor<4xi32>
  return %d : tensor<4xi32>
})");
  const ProgramInfo info = DescribeProgram(*program);
  CHECK(info.operations.at("stablehlo.add") == 2);
  CHECK(info.operations.at("stablehlo.convert") == 1);
  CHECK(info.operations.at("func.func") == 1);
  CHECK(info.element_types == std::set<std::string, std::less<>>{"f32", "i32"});
}

TEST_CASE("the work and memory of a run are estimated before it", "[api]") {
  const auto program = Load(R"(
func.func @main(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>) -> tensor<8x4xf32> {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
    : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  return %c : tensor<8x4xf32>
})");
  std::vector<Diagnostic> diagnostics;
  const auto estimate = EstimateRun(program, {}, diagnostics);
  REQUIRE(estimate);
  CHECK(diagnostics.empty());
  CHECK(estimate->operations == 2 * 8 * 16 * 4);
  CHECK(estimate->argument_bytes == 4 * (8 * 16 + 16 * 4));
  CHECK(estimate->peak_bytes >= 4 * 8 * 4);
  CHECK(estimate->is_exact);
  SessionOptions grid;
  grid.grid = {2, 2};
  CHECK(EstimateRun(program, grid, diagnostics)->argument_bytes == 4 * estimate->argument_bytes);
}

TEST_CASE("an estimate with open sizes needs inputs", "[api]") {
  const auto program = Load(R"(func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %b = stablehlo.add %a, %a : tensor<?xf32>
  return %b : tensor<?xf32>
})");
  std::vector<Diagnostic> diagnostics;
  CHECK(!EstimateRun(program, {}, diagnostics));
  CHECK(diagnostics.size() == 1);
  SessionOptions options;
  const std::vector<int64_t> shape = {5};
  options.inputs.push_back(
      Tensor::FromElements<float>(ElementType::kF32, shape, std::vector<float>(5)));
  const auto estimate = EstimateRun(program, options, diagnostics);
  REQUIRE(estimate);
  CHECK(estimate->operations == 5);
}

}  // namespace
}  // namespace paddock
