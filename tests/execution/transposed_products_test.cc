// Products whose result is only transposed: same bits, one step.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/types/type.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

// A product, and the order in which a transpose brings the dimensions of its result.
struct Transposed {
  std::vector<int64_t> lhs, rhs;
  std::vector<int64_t> lhs_batching, rhs_batching, lhs_contracting, rhs_contracting;
  std::vector<int64_t> permutation;
};

std::string TextOf(const Transposed& product) {
  std::vector<int64_t> result, transposed;
  const auto has = [](const std::vector<int64_t>& list, size_t i) {
    return std::ranges::find(list, static_cast<int64_t>(i)) != list.end();
  };
  for (int64_t i : product.lhs_batching) result.push_back(product.lhs[static_cast<size_t>(i)]);
  for (size_t i = 0; i < product.lhs.size(); ++i) {
    if (!has(product.lhs_batching, i) && !has(product.lhs_contracting, i)) {
      result.push_back(product.lhs[i]);
    }
  }
  for (size_t i = 0; i < product.rhs.size(); ++i) {
    if (!has(product.rhs_batching, i) && !has(product.rhs_contracting, i)) {
      result.push_back(product.rhs[i]);
    }
  }
  for (int64_t i : product.permutation) transposed.push_back(result[static_cast<size_t>(i)]);
  const std::string operands =
      TensorTypeText("f32", product.lhs) + ", " + TensorTypeText("f32", product.rhs);
  return "func.func @main(%a: " + TensorTypeText("f32", product.lhs) +
         ", %b: " + TensorTypeText("f32", product.rhs) + ") -> " +
         TensorTypeText("f32", transposed) + " {\n  %0 = stablehlo.dot_general %a, %b, " +
         "batching_dims = " + ListText(product.lhs_batching) + " x " +
         ListText(product.rhs_batching) +
         ", contracting_dims = " + ListText(product.lhs_contracting) + " x " +
         ListText(product.rhs_contracting) + " : (" + operands + ") -> " +
         TensorTypeText("f32", result) +
         "\n  %1 = stablehlo.transpose %0, dims = " + ListText(product.permutation) + " : (" +
         TensorTypeText("f32", result) + ") -> " + TensorTypeText("f32", transposed) +
         "\n  return %1 : " + TensorTypeText("f32", transposed) + "\n}";
}

void CheckTransposed(const Transposed& product, size_t steps) {
  const std::string text = TextOf(product);
  INFO(text);
  const Program program(text);
  CHECK(StepsOf(program) == steps);
  CheckAtBothLevels(program, {WaveTensor(product.lhs), WaveTensor(product.rhs)});
}

TEST_CASE("a product writes its result transposed") {
  // Operands exchanged: the gradient of a matrix.
  CheckTransposed({{50, 70}, {50, 90}, {}, {}, {0}, {0}, {1, 0}}, 1);
  CheckTransposed({{3, 40, 50}, {3, 40, 60}, {0}, {0}, {1}, {1}, {0, 2, 1}}, 1);
  // Few rows, and small matrices.
  CheckTransposed({{50, 70}, {50, 4}, {}, {}, {0}, {0}, {1, 0}}, 1);
  CheckTransposed({{30, 8, 12}, {30, 8, 12}, {0}, {0}, {1}, {1}, {0, 2, 1}}, 1);
  // An outer product.
  CheckTransposed({{20, 40}, {20, 50}, {0}, {0}, {}, {}, {0, 2, 1}}, 1);
  // Rows of several matrices beside each other: the result of attention.
  CheckTransposed({{40, 3, 64}, {3, 50, 40}, {1}, {0}, {0}, {2}, {2, 0, 1}}, 1);
  CheckTransposed({{2, 4, 33, 40}, {2, 40, 4, 70}, {0, 1}, {0, 2}, {3}, {1}, {0, 2, 1, 3}}, 1);
  CheckTransposed({{4, 2, 33}, {4, 33, 70}, {0}, {0}, {2}, {1}, {1, 0, 2}}, 1);
  // Rows times matrices: sums of a vector.
  CheckTransposed({{40, 30}, {40, 30, 200}, {0}, {0}, {1}, {1}, {0, 1}}, 1);
  CheckTransposed({{2, 300, 400}, {2, 3, 300}, {0}, {0}, {1}, {2}, {2, 0, 1}}, 1);
  // Dimensions of rows or columns that become batching ones.
  CheckTransposed({{4, 130, 40}, {40, 3, 128}, {}, {}, {2}, {0}, {0, 2, 1, 3}}, 1);
  CheckTransposed({{4, 130, 40}, {40, 3, 128}, {}, {}, {2}, {0}, {2, 0, 1, 3}}, 1);
}

TEST_CASE("a product whose transposed result has other neighbours is transposed") {
  // The batch becomes innermost.
  CheckTransposed({{40, 20, 30}, {40, 30, 50}, {0}, {0}, {2}, {1}, {1, 2, 0}}, 2);
  // Matrices times vectors keep the order of their sums.
  CheckTransposed({{20, 30, 40}, {30}, {}, {}, {1}, {0}, {1, 0}}, 2);
  // Two columns.
  CheckTransposed({{50, 2}, {50, 90}, {}, {}, {0}, {0}, {1, 0}}, 2);
  CheckTransposed({{0, 7}, {0, 9}, {}, {}, {0}, {0}, {1, 0}}, 1);
  CheckTransposed({{5, 0}, {5, 9}, {}, {}, {0}, {0}, {1, 0}}, 0);
}

TEST_CASE("a product that is transposed and used otherwise is in order") {
  const Program program(R"(
func.func @main(%a: tensor<50x70xf32>, %b: tensor<50x90xf32>) -> (tensor<90x70xf32>, tensor<70x90xf32>, tensor<90x70xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<50x70xf32>, tensor<50x90xf32>) -> tensor<70x90xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<70x90xf32>) -> tensor<90x70xf32>
  %2 = stablehlo.negate %0 : tensor<70x90xf32>
  %3 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<50x70xf32>, tensor<50x90xf32>) -> tensor<70x90xf32>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<70x90xf32>) -> tensor<90x70xf32>
  %5 = stablehlo.add %4, %4 : tensor<90x70xf32>
  return %1, %2, %5 : tensor<90x70xf32>, tensor<70x90xf32>, tensor<90x70xf32>
})");
  CheckAtBothLevels(program, {WaveTensor({50, 70}), WaveTensor({50, 90})});
}

// Operands in place, and the result through two transposes.
TEST_CASE("a product of transposed operands writes its result transposed") {
  const Program program(R"(
func.func @main(%a: tensor<70x50xf32>, %b: tensor<90x50xf32>) -> tensor<70x90xf32> {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<70x50xf32>) -> tensor<50x70xf32>
  %1 = stablehlo.transpose %b, dims = [1, 0] : (tensor<90x50xf32>) -> tensor<50x90xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [0] x [0] : (tensor<50x70xf32>, tensor<50x90xf32>) -> tensor<70x90xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<70x90xf32>) -> tensor<90x70xf32>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<90x70xf32>) -> tensor<70x90xf32>
  return %4 : tensor<70x90xf32>
})");
  CheckAtBothLevels(program, {WaveTensor({70, 50}), WaveTensor({90, 50})});
}

TEST_CASE("a transposed product of a loop is the same") {
  const Program program(R"(
func.func @main(%x: tensor<40x40xf32>, %w: tensor<40x40xf32>) -> tensor<40x40xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<40x40xf32>
    cond {
      %three = stablehlo.constant dense<3> : tensor<i32>
      %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %a = stablehlo.dot %h, %w : (tensor<40x40xf32>, tensor<40x40xf32>) -> tensor<40x40xf32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %b = stablehlo.transpose %a, dims = [1, 0] : (tensor<40x40xf32>) -> tensor<40x40xf32>
      stablehlo.return %next, %b : tensor<i32>, tensor<40x40xf32>
    }
  return %r#1 : tensor<40x40xf32>
})");
  CheckAtBothLevels(program, {WaveTensor({40, 40}), WaveTensor({40, 40})});
}

TEST_CASE("products of small floats, integers and complex numbers are transposed") {
  const Program program(R"(
func.func @main(%x: tensor<50x60xi8>, %y: tensor<50x70xi8>, %z: tensor<4x60xcomplex<f32>>, %f: tensor<50x60xbf16>)
    -> (tensor<70x60xi32>, tensor<60x60xcomplex<f32>>, tensor<60x60xbf16>) {
  %a = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<50x60xi8>, tensor<50x70xi8>) -> tensor<60x70xi32>
  %b = stablehlo.transpose %a, dims = [1, 0] : (tensor<60x70xi32>) -> tensor<70x60xi32>
  %c = stablehlo.dot_general %z, %z, contracting_dims = [0] x [0] : (tensor<4x60xcomplex<f32>>, tensor<4x60xcomplex<f32>>) -> tensor<60x60xcomplex<f32>>
  %d = stablehlo.transpose %c, dims = [1, 0] : (tensor<60x60xcomplex<f32>>) -> tensor<60x60xcomplex<f32>>
  %e = stablehlo.dot_general %f, %f, contracting_dims = [0] x [0] : (tensor<50x60xbf16>, tensor<50x60xbf16>) -> tensor<60x60xbf16>
  %g = stablehlo.transpose %e, dims = [1, 0] : (tensor<60x60xbf16>) -> tensor<60x60xbf16>
  return %b, %d, %g : tensor<70x60xi32>, tensor<60x60xcomplex<f32>>, tensor<60x60xbf16>
})");
  std::vector<int8_t> x(3000), y(3500);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<int8_t>(i * 37);
  for (size_t i = 0; i < y.size(); ++i) y[i] = static_cast<int8_t>(i * 91);
  std::vector<std::complex<float>> z(240);
  for (size_t i = 0; i < z.size(); ++i) z[i] = {static_cast<float>(i), 0.25f};
  std::vector<uint16_t> f(3000);
  for (size_t i = 0; i < f.size(); ++i) f[i] = static_cast<uint16_t>(0x3F00 + i % 97);
  CheckAtBothLevels(program, {TensorOf<int8_t>(ElementType::kI8, {50, 60}, x),
                              TensorOf<int8_t>(ElementType::kI8, {50, 70}, y),
                              TensorOf<std::complex<float>>(ElementType::kC64, {4, 60}, z),
                              TensorOf<uint16_t>(ElementType::kBF16, {50, 60}, f)});
}

}  // namespace
}  // namespace paddock
