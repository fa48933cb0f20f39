#include "core/pjrt/propagation.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/api/program.h"

namespace paddock::pjrt {
namespace {

constexpr int64_t kDevices = 2;

std::shared_ptr<const Program> Load(const std::string& text) {
  auto program = Program::Load("test", "sdy.mesh @mesh = <[\"i\"=2]>\n" + text);
  REQUIRE_FALSE(program->has_errors());
  return program;
}

// Returns the tile of the only result of @main.
std::vector<int64_t> TileOfResult(const std::string& text) {
  const auto program = Load(text);
  const Module& module = program->module();
  const Operation& end = *FunctionBody(*module.FindSymbol("main"))->last;
  return PropagatedTiling(module, *end.operands[0], kDevices).tile_shape;
}

constexpr char kDivided[] = R"({sdy.sharding = #sdy.sharding<@mesh, [{"i"}]>})";

}  // namespace

TEST_CASE("an element-wise result has the tiles of an operand") {
  const std::string text = "func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32> " +
                           std::string(kDivided) + R"() -> tensor<4xf32> {
    %s = stablehlo.sine %y : tensor<4xf32>
    %z = stablehlo.add %x, %s : tensor<4xf32>
    return %z : tensor<4xf32>
  })";
  CHECK(TileOfResult(text) == std::vector<int64_t>{2});
}

TEST_CASE("a result of another operation is whole") {
  const std::string text =
      "func.func @main(%x: tensor<4xf32> " + std::string(kDivided) + R"() -> tensor<4xf32> {
    %z = stablehlo.reverse %x, dims = [0] : tensor<4xf32>
    return %z : tensor<4xf32>
  })";
  CHECK(TileOfResult(text) == std::vector<int64_t>{4});
}

TEST_CASE("a result of a manual computation has its tiles") {
  const std::string text = R"(func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %z = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"i"}]>]
        out_shardings=[<@mesh, [{"i"}]>] manual_axes={"i"} (%tile: tensor<2xf32>) {
      %s = stablehlo.sine %tile : tensor<2xf32>
      sdy.return %s : tensor<2xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    return %z : tensor<4xf32>
  })";
  CHECK(TileOfResult(text) == std::vector<int64_t>{2});
  CHECK(HasManyProcesses(Load(text)->module()));
}

TEST_CASE("a result of a manual computation has the tiles that its body gives it") {
  const std::string text = R"(func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %z = sdy.manual_computation(%x) in_shardings=[<@one, [{?}]>] out_shardings=[<@one, [{?}]>]
        manual_axes={"j"} (%whole: tensor<4xf32>) {
      %s = sdy.sharding_constraint %whole <@one, [{"i"}]> : tensor<4xf32>
      sdy.return %s : tensor<4xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    return %z : tensor<4xf32>
  })";
  CHECK(TileOfResult("sdy.mesh @one = <[\"i\"=2, \"j\"=1]>\n" + text) == std::vector<int64_t>{2});
}

TEST_CASE("a result of a call has the tiles of what the function returns") {
  const std::string text = R"(func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %z = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %z : tensor<4xf32>
  }
  func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
    %s = sdy.sharding_constraint %x <@mesh, [{"i"}]> : tensor<4xf32>
    return %s : tensor<4xf32>
  })";
  CHECK(TileOfResult(text) == std::vector<int64_t>{2});
}

TEST_CASE("a program whose processes do not differ needs only one") {
  const std::string text = "func.func @main(%x: tensor<4xf32> " + std::string(kDivided) +
                           ") -> tensor<4xf32> { return %x : tensor<4xf32> }";
  CHECK_FALSE(HasManyProcesses(Load(text)->module()));
  CHECK(HasManyProcesses(Load(R"(func.func @main() -> tensor<ui32> {
    %id = stablehlo.partition_id : tensor<ui32>
    return %id : tensor<ui32>
  })")
                             ->module()));
}

}  // namespace paddock::pjrt
