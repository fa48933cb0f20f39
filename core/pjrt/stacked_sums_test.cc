#include "core/pjrt/stacked_sums.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/api/program.h"
#include "core/api/run/session.h"
#include "core/pjrt/tiling.h"

namespace paddock::pjrt {
namespace {

constexpr int64_t kWork = 1 << 30;
constexpr char kMesh[] = R"(module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
)";

std::string Stacked(const std::string& functions) {
  const std::string text = kMesh + functions + "}";
  auto stacked = WithStackedSums(text, "main");
  REQUIRE(stacked);
  return *stacked;
}

// Returns the first result of each process, as integers.
std::vector<std::vector<int32_t>> Run(const std::string& functions, std::vector<Tensor> inputs) {
  const auto program = Program::Load("test", Stacked(functions));
  for (const Diagnostic& diagnostic : program->diagnostics()) UNSCOPED_INFO(diagnostic.message);
  REQUIRE_FALSE(program->has_errors());
  CHECK_FALSE(LeavesSums(program->module()));
  SessionOptions options;
  options.grid = {1, 4};
  options.inputs = std::move(inputs);
  std::vector<Diagnostic> diagnostics;
  const auto session = Session::Start(program, std::move(options), diagnostics);
  for (const Diagnostic& diagnostic : diagnostics) UNSCOPED_INFO(diagnostic.message);
  REQUIRE(session != nullptr);
  REQUIRE(session->Run(kWork) == StopReason::kFinished);
  std::vector<std::vector<int32_t>> results;
  for (int64_t i = 0; i < 4; ++i) {
    const Tensor& result = session->results({0, i})[0];
    const auto* data = reinterpret_cast<const int32_t*>(result.data());
    results.emplace_back(data, data + result.element_count());
  }
  return results;
}

Tensor Integers(const std::vector<int64_t>& shape, const std::vector<int32_t>& values) {
  return Tensor::FromElements<int32_t>(ElementType::kI32, shape, std::span(values));
}

// Each device has its number, in a tensor of `type`.
std::string NumberOf(const std::string& type) {
  return R"(
      %id = stablehlo.partition_id : tensor<ui32>
      %number = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
      %tile = stablehlo.broadcast_in_dim %number, dims = [] : (tensor<i32>) -> tensor<)" +
         type + ">\n";
}

// A manual computation that leaves the sum of the devices' numbers along some axes. Others divide
// the result of type `whole`.
std::string LeftAlong(const std::string& axes, const std::string& dimensions,
                      const std::string& tile, const std::string& whole) {
  return "%s = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, [" + dimensions +
         "], unreduced={" + axes + R"(}>] manual_axes={"x", "y"} () {)" + NumberOf(tile) +
         "sdy.return %tile : tensor<" + tile + ">\n} : () -> tensor<" + whole + ">\n";
}

constexpr char kBoth[] = R"("x", "y")";

using Rows = std::vector<std::vector<int32_t>>;

}  // namespace

TEST_CASE("operations outside of manual computations use the sum that is left") {
  const auto twice = [](const std::string& left, const std::string& type) {
    return Run("func.func @main() -> tensor<" + type + "> {\n" + left +
                   "%t = stablehlo.add %s, %s : tensor<" + type + ">\nreturn %t : tensor<" + type +
                   ">\n}\n",
               {});
  };
  CHECK(twice(LeftAlong(kBoth, "{}", "2xi32", "2xi32"), "2xi32") == Rows(4, {12, 12}));
  CHECK(twice(LeftAlong(kBoth, "", "i32", "i32"), "i32") == Rows(4, {12}));
  CHECK(twice(LeftAlong(R"("y")", R"({"x"})", "1xi32", "2xi32"), "2xi32") == Rows(4, {2, 10}));
  CHECK(twice(LeftAlong(R"("x")", R"({"y"})", "1xi32", "2xi32"), "2xi32") == Rows(4, {4, 8}));
}

TEST_CASE("a manual computation takes the tensors that another one has left") {
  const std::string use = R"(
    %c = sdy.sharding_constraint %s <@mesh, [{}], unreduced={"y", "x"}> : tensor<1xi32>
    %t = sdy.manual_computation(%c) in_shardings=[<@mesh, [{}], unreduced={"x", "y"}>]
        out_shardings=[<@mesh, [{"x", "y"}]>] manual_axes={"x", "y"} (%own: tensor<1xi32>) {
      sdy.return %own : tensor<1xi32>
    } : (tensor<1xi32>) -> tensor<4xi32>
    return %t : tensor<4xi32>
  })";
  const std::string text = "func.func @main() -> tensor<4xi32> {\n";
  CHECK(Run(text + LeftAlong(kBoth, "{}", "1xi32", "1xi32") + use, {}) == Rows(4, {0, 1, 2, 3}));
}

TEST_CASE("calls pass the tensors that are left") {
  const std::string text = R"(
  func.func @main() -> tensor<4xi32> {
    %a = call @make() : () -> tensor<1xi32>
    %b = call @use(%a) : (tensor<1xi32>) -> tensor<4xi32>
    %zero = stablehlo.constant dense<7> : tensor<1xi32>
    %c = call @use(%zero) : (tensor<1xi32>) -> tensor<4xi32>
    %d = stablehlo.subtract %b, %c : tensor<4xi32>
    return %d : tensor<4xi32>
  }
  func.func private @make() -> tensor<1xi32> {
)" + LeftAlong(kBoth, "{}", "1xi32", "1xi32") +
                           R"(
    return %s : tensor<1xi32>
  }
  func.func private @use(%c: tensor<1xi32>) -> tensor<4xi32> {
    %t = sdy.manual_computation(%c) in_shardings=[<@mesh, [{}], unreduced={"x", "y"}>]
        out_shardings=[<@mesh, [{"x", "y"}]>] manual_axes={"x", "y"} (%own: tensor<1xi32>) {
      sdy.return %own : tensor<1xi32>
    } : (tensor<1xi32>) -> tensor<4xi32>
    return %t : tensor<4xi32>
  })";
  CHECK(Run(text, {}) == Rows(4, {-7, 1, 2, 3}));
}

TEST_CASE("a tensor that is no sum is the first device's, and others have zeros") {
  const std::string text = R"(func.func @main(%x: tensor<2xi32>) -> tensor<4xi32> {
    %c = sdy.sharding_constraint %x <@mesh, [{}], unreduced={"y"}> : tensor<2xi32>
    %t = sdy.manual_computation(%c) in_shardings=[<@mesh, [{"x"}], unreduced={"y"}>]
        out_shardings=[<@mesh, [{"x", "y"}]>] manual_axes={"x", "y"} (%own: tensor<1xi32>) {
      sdy.return %own : tensor<1xi32>
    } : (tensor<2xi32>) -> tensor<4xi32>
    return %t : tensor<4xi32>
  })";
  CHECK(Run(text, {Integers({2}, {5, 6})}) == Rows(4, {5, 0, 6, 0}));
}

TEST_CASE("axes that are not manual, and those of one device, leave no sum") {
  const std::string text = R"(func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
    %t = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}], unreduced={"y"}>]
        out_shardings=[<@mesh, [{}], unreduced={"y"}>] manual_axes={"x"} (%own: tensor<2xi32>) {
      sdy.return %own : tensor<2xi32>
    } : (tensor<2xi32>) -> tensor<2xi32>
    return %t : tensor<2xi32>
  })";
  const auto stacked = Stacked(text);
  CHECK(stacked.find("stablehlo.reduce") == std::string::npos);
}

TEST_CASE("arguments and results that leave a sum are stacks") {
  const std::string left = R"({sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}], unreduced={"y"}>})";
  const auto program =
      Program::Load("test", Stacked("func.func @main(%x: tensor<3x4xcomplex<f32>> " + left +
                                    ") -> (tensor<3x4xcomplex<f32>> " + left +
                                    R"() {
    return %x : tensor<3x4xcomplex<f32>>
  })"));
  REQUIRE_FALSE(program->has_errors());
  const FunctionInfo& entry = program->functions().front();
  CHECK(entry.arguments[0].type == "tensor<2x3x4xcomplex<f32>>");
  CHECK(entry.results[0].type == "tensor<2x3x4xcomplex<f32>>");
  const Operation& function = *program->module().FindSymbol("main");
  // The result is the argument, without the sum in between.
  const Operation& end = *FunctionBody(function)->last;
  CHECK(end.operands[0] == FunctionBody(function)->arguments[0]);
  const auto tiling = TilingOf(program->module(), function.Find("res_attrs")->elements[0],
                               entry.results[0].shape, 4);
  REQUIRE(tiling);
  CHECK(tiling->tile_shape == std::vector<int64_t>{3, 2});
  CHECK(tiling->tiles == std::vector<int64_t>{2, 1, 2});
}

TEST_CASE("tiles of a stack are joined and taken") {
  Tiling tiling{.tile_shape = {2}, .tiles = {2, 1}, .places = {{0, 0}, {1, 0}}};
  const std::vector<int64_t> shape = {2, 2};
  const std::vector<Tensor> tiles = {Integers({2}, {1, 2}), Integers({2}, {3, 4})};
  const Tensor whole = JoinTiles(tiles, tiling, shape);
  const auto* data = reinterpret_cast<const int32_t*>(whole.data());
  CHECK(std::vector<int32_t>(data, data + 4) == std::vector<int32_t>{1, 2, 3, 4});
  const Tensor tile = TakeTile(whole, tiling, 1);
  CHECK(tile.shape().size() == 1);
  CHECK(reinterpret_cast<const int32_t*>(tile.data())[0] == 3);
}

}  // namespace paddock::pjrt
