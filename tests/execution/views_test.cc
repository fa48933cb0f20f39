// Movements of moved elements, which read the first source: the bits of separate steps.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/plan/fusion/tile_chain.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

Tensor Count(std::vector<int64_t> shape) {
  int64_t count = 1;
  for (const int64_t size : shape) count *= size;
  std::vector<float> elements(static_cast<size_t>(count));
  std::iota(elements.begin(), elements.end(), 0.0f);
  return TensorOf<float>(ElementType::kF32, std::move(shape), elements);
}

TEST_CASE("a slice of a reversed slice is read from the first source, in one step") {
  const Program program(R"(
func.func @main(%x: tensor<70x80x4xf32>) -> tensor<66x76x4xf32> {
  %0 = stablehlo.slice %x [2:68, 0:80, 0:4] : (tensor<70x80x4xf32>) -> tensor<66x80x4xf32>
  %1 = stablehlo.reverse %0, dims = [1] : tensor<66x80x4xf32>
  %2 = stablehlo.slice %1 [0:66, 2:78, 0:4] : (tensor<66x80x4xf32>) -> tensor<66x76x4xf32>
  %3 = stablehlo.add %2, %2 : tensor<66x76x4xf32>
  return %3 : tensor<66x76x4xf32>
})");
  // The last one moves the result.
  if (!kHasChainModules) CHECK(PlanOf(program, At(Level::kFast))->steps().size() == 2);
  CheckAtBothLevels(program, {Count({70, 80, 4})});
}

TEST_CASE("views of views are results, operands of products, and have other readers") {
  // %1 is read twice more, %4 is every second row backwards, %6 is a part of a broadcast.
  const Program program(R"(
func.func @main(%x: tensor<80x90xf32>, %v: tensor<90xf32>)
    -> (tensor<80x64xf32>, tensor<64x80xf32>, tensor<40x90xf32>, tensor<40x70xf32>, tensor<64x40xf32>, tensor<80x90xf32>) {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<80x90xf32>
  %1 = stablehlo.slice %0 [0:80, 16:80] : (tensor<80x90xf32>) -> tensor<80x64xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<80x64xf32>) -> tensor<64x80xf32>
  %3 = stablehlo.slice %x [1:80:2, 0:90] : (tensor<80x90xf32>) -> tensor<40x90xf32>
  %4 = stablehlo.reverse %3, dims = [0] : tensor<40x90xf32>
  %5 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<90xf32>) -> tensor<40x90xf32>
  %6 = stablehlo.slice %5 [0:40, 20:90] : (tensor<40x90xf32>) -> tensor<40x70xf32>
  %7 = stablehlo.slice %4 [0:40, 0:70] : (tensor<40x90xf32>) -> tensor<40x70xf32>
  %8 = stablehlo.multiply %6, %7 : tensor<40x70xf32>
  %9 = stablehlo.slice %2 [0:64, 40:80] : (tensor<64x80xf32>) -> tensor<64x40xf32>
  %10 = stablehlo.dot_general %1, %9, contracting_dims = [1] x [0] : (tensor<80x64xf32>, tensor<64x40xf32>) -> tensor<80x40xf32>
  %11 = stablehlo.dot_general %10, %4, contracting_dims = [1] x [0] : (tensor<80x40xf32>, tensor<40x90xf32>) -> tensor<80x90xf32>
  return %1, %2, %4, %8, %9, %11
    : tensor<80x64xf32>, tensor<64x80xf32>, tensor<40x90xf32>, tensor<40x70xf32>, tensor<64x40xf32>, tensor<80x90xf32>
})");
  CheckAtBothLevels(program, {Count({80, 90}), Count({90})});
}

TEST_CASE("a slice of nothing, of a reversed tensor, is nothing") {
  const Program program(R"(
func.func @main(%x: tensor<40x50xf32>) -> tensor<0x50xf32> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<40x50xf32>
  %1 = stablehlo.slice %0 [3:3, 0:50] : (tensor<40x50xf32>) -> tensor<0x50xf32>
  return %1 : tensor<0x50xf32>
})");
  CheckAtBothLevels(program, {Count({40, 50})});
}

TEST_CASE("a movement that keeps the order is no step", "[exec]") {
  const std::string moves[] = {
      "stablehlo.transpose %m, dims = [2, 0, 1, 3] : (tensor<5x300x1x7xf32>) -> "
      "tensor<1x5x300x7xf32>",
      "stablehlo.reverse %m, dims = [2] : tensor<5x300x1x7xf32>",
  };
  const std::string shapes[] = {"tensor<1x5x300x7xf32>", "tensor<5x300x1x7xf32>"};
  for (size_t i = 0; i < std::size(moves); ++i) {
    INFO(moves[i]);
    const Program program(
        "func.func @main(%x: tensor<5x300x1x7xf32>, %y: " + shapes[i] + ") -> " + shapes[i] +
        " {\n%m = stablehlo.multiply %x, %x : tensor<5x300x1x7xf32>\n%t = " + moves[i] +
        "\n%r = stablehlo.add %t, %y : " + shapes[i] + "\nreturn %r : " + shapes[i] + "\n}");
    CHECK(IsOneProgram(program));
    const std::vector<int64_t> shape =
        i == 0 ? std::vector<int64_t>{1, 5, 300, 7} : std::vector<int64_t>{5, 300, 1, 7};
    CheckAtBothLevels(program, {WaveTensor({5, 300, 1, 7}), WaveTensor(shape)});
  }
}

}  // namespace
}  // namespace paddock
