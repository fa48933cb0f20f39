// Products that read the source of a transpose, slice or broadcast: same bits, fewer steps.
#include <catch2/catch_test_macros.hpp>
#include <complex>
#include <cstdint>
#include <vector>

#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

TEST_CASE("a product reads the transposed operand where it is") {
  const Program program(R"(
func.func @main(%x: tensor<5x70xf32>, %w: tensor<90x70xf32>, %v: tensor<70xf32>)
    -> (tensor<5x90xf32>, tensor<90xf32>) {
  %turned = stablehlo.transpose %w, dims = [1, 0] : (tensor<90x70xf32>) -> tensor<70x90xf32>
  %a = stablehlo.dot_general %x, %turned, contracting_dims = [1] x [0] : (tensor<5x70xf32>, tensor<70x90xf32>) -> tensor<5x90xf32>
  %b = stablehlo.dot_general %v, %turned, contracting_dims = [0] x [0] : (tensor<70xf32>, tensor<70x90xf32>) -> tensor<90xf32>
  return %a, %b : tensor<5x90xf32>, tensor<90xf32>
})");
  CHECK(StepsOf(program) == 2);
  CheckAtBothLevels(program, {WaveTensor({5, 70}), WaveTensor({90, 70}), WaveTensor({70})});
}

TEST_CASE("a product reads heads of a slice where they are") {
  const Program program(R"(
func.func @main(%x: tensor<40x192xf32>, %y: tensor<40x64xf32>) -> tensor<4x40x40xf32> {
  %part = stablehlo.slice %x [0:40, 64:128] : (tensor<40x192xf32>) -> tensor<40x64xf32>
  %heads = stablehlo.reshape %part : (tensor<40x64xf32>) -> tensor<40x4x16xf32>
  %others = stablehlo.reshape %y : (tensor<40x64xf32>) -> tensor<40x4x16xf32>
  %r = stablehlo.dot_general %heads, %others, batching_dims = [1] x [1], contracting_dims = [2] x [2] : (tensor<40x4x16xf32>, tensor<40x4x16xf32>) -> tensor<4x40x40xf32>
  return %r : tensor<4x40x40xf32>
})");
  CHECK(StepsOf(program) == 1);
  CheckAtBothLevels(program, {WaveTensor({40, 192}), WaveTensor({40, 64})});
}

TEST_CASE("a transposed value that others use too is in memory") {
  const Program program(R"(
func.func @main(%x: tensor<33x70xf32>, %w: tensor<90x70xf32>)
    -> (tensor<33x90xf32>, tensor<70x90xf32>, tensor<90x70xf32>) {
  %turned = stablehlo.transpose %w, dims = [1, 0] : (tensor<90x70xf32>) -> tensor<70x90xf32>
  %a = stablehlo.dot %x, %turned : (tensor<33x70xf32>, tensor<70x90xf32>) -> tensor<33x90xf32>
  %b = stablehlo.negate %turned : tensor<70x90xf32>
  %c = stablehlo.add %w, %w : tensor<90x70xf32>
  return %a, %b, %c : tensor<33x90xf32>, tensor<70x90xf32>, tensor<90x70xf32>
})");
  CheckAtBothLevels(program, {WaveTensor({33, 70}), WaveTensor({90, 70})});
}

// Neighbours in memory are neither along k nor along the rows or columns of the product.
TEST_CASE("a product of operands that are turned around its batch is the same") {
  const Program program(R"(
func.func @main(%x: tensor<20x30x40xf32>, %y: tensor<30x40x20xf32>) -> tensor<40x20x20xf32> {
  %a = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<20x30x40xf32>) -> tensor<40x20x30xf32>
  %b = stablehlo.transpose %y, dims = [1, 2, 0] : (tensor<30x40x20xf32>) -> tensor<40x20x30xf32>
  %r = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<40x20x30xf32>, tensor<40x20x30xf32>) -> tensor<40x20x20xf32>
  return %r : tensor<40x20x20xf32>
})");
  CheckAtBothLevels(program, {WaveTensor({20, 30, 40}), WaveTensor({30, 40, 20})});
}

TEST_CASE("a product in a loop reads a transposed value of the loop or from outside") {
  const Program program(R"(
func.func @main(%x: tensor<40x40xf32>, %w: tensor<40x40xf32>) -> tensor<40x40xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %outside = stablehlo.transpose %w, dims = [1, 0] : (tensor<40x40xf32>) -> tensor<40x40xf32>
  %r:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<40x40xf32>
    cond {
      %three = stablehlo.constant dense<3> : tensor<i32>
      %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %inside = stablehlo.transpose %h, dims = [1, 0] : (tensor<40x40xf32>) -> tensor<40x40xf32>
      %a = stablehlo.dot %outside, %inside : (tensor<40x40xf32>, tensor<40x40xf32>) -> tensor<40x40xf32>
      %b = stablehlo.dot %h, %a : (tensor<40x40xf32>, tensor<40x40xf32>) -> tensor<40x40xf32>
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %b : tensor<i32>, tensor<40x40xf32>
    }
  return %r#1 : tensor<40x40xf32>
})");
  CheckAtBothLevels(program, {WaveTensor({40, 40}), WaveTensor({40, 40})});
}

// To compute the first operand writes the second one's movement out.
TEST_CASE("a product of a slice with a slice of it is the same in both orders") {
  const Program program(R"(
func.func @main(%u: tensor<40x192xf32>, %k: tensor<192x192xf32>) -> (tensor<48x64xf32>, tensor<64x48xf32>) {
  %a = stablehlo.dot %u, %k : (tensor<40x192xf32>, tensor<192x192xf32>) -> tensor<40x192xf32>
  %b = stablehlo.dot %a, %k : (tensor<40x192xf32>, tensor<192x192xf32>) -> tensor<40x192xf32>
  %w = stablehlo.dot %b, %k : (tensor<40x192xf32>, tensor<192x192xf32>) -> tensor<40x192xf32>
  %x = stablehlo.slice %w [0:40, 64:128] : (tensor<40x192xf32>) -> tensor<40x64xf32>
  %y = stablehlo.slice %x [0:40, 8:56] : (tensor<40x64xf32>) -> tensor<40x48xf32>
  %r = stablehlo.dot_general %y, %x, contracting_dims = [0] x [0] : (tensor<40x48xf32>, tensor<40x64xf32>) -> tensor<48x64xf32>
  %p = stablehlo.slice %b [0:40, 64:128] : (tensor<40x192xf32>) -> tensor<40x64xf32>
  %q = stablehlo.slice %p [0:40, 8:56] : (tensor<40x64xf32>) -> tensor<40x48xf32>
  %s = stablehlo.dot_general %p, %q, contracting_dims = [0] x [0] : (tensor<40x64xf32>, tensor<40x48xf32>) -> tensor<64x48xf32>
  return %r, %s : tensor<48x64xf32>, tensor<64x48xf32>
})");
  CheckAtBothLevels(program, {WaveTensor({40, 192}), WaveTensor({192, 192})});
}

TEST_CASE("a product reads transposed integers and complex numbers") {
  const Program program(R"(
func.func @main(%x: tensor<5x6xi32>, %z: tensor<4x6xcomplex<f32>>) -> (tensor<6x6xi32>, tensor<6x6xcomplex<f32>>) {
  %a = stablehlo.transpose %x, dims = [1, 0] : (tensor<5x6xi32>) -> tensor<6x5xi32>
  %b = stablehlo.dot %a, %x : (tensor<6x5xi32>, tensor<5x6xi32>) -> tensor<6x6xi32>
  %c = stablehlo.transpose %z, dims = [1, 0] : (tensor<4x6xcomplex<f32>>) -> tensor<6x4xcomplex<f32>>
  %d = stablehlo.dot %c, %z : (tensor<6x4xcomplex<f32>>, tensor<4x6xcomplex<f32>>) -> tensor<6x6xcomplex<f32>>
  return %b, %d : tensor<6x6xi32>, tensor<6x6xcomplex<f32>>
})");
  std::vector<int32_t> integers(30);
  for (size_t i = 0; i < integers.size(); ++i) integers[i] = static_cast<int32_t>(i * i);
  std::vector<std::complex<float>> numbers(24);
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = {static_cast<float>(i), 0.25f};
  CheckAtBothLevels(program, {TensorOf<int32_t>(ElementType::kI32, {5, 6}, integers),
                              TensorOf<std::complex<float>>(ElementType::kC64, {4, 6}, numbers)});
}

}  // namespace
}  // namespace paddock
