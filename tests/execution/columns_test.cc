// Columns of a small last dimension, taken apart and joined: in the loop that computes them, with
// the bits of separate steps.
#include <catch2/catch_test_macros.hpp>
#include <complex>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/plan/fusion/tile_chain.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

std::string WithType(std::string text, std::string_view type) {
  for (size_t at = 0; (at = text.find("TYPE", at)) != std::string::npos;) {
    text.replace(at, 4, type);
  }
  return text;
}

template <class T>
Tensor Numbers(ElementType type, std::vector<int64_t> shape) {
  size_t count = 1;
  for (const int64_t size : shape) count *= static_cast<size_t>(size);
  std::vector<T> elements(count);
  for (size_t i = 0; i < count; ++i) elements[i] = static_cast<T>(static_cast<int>(i * 37 % 101));
  return TensorOf<T>(type, std::move(shape), elements);
}

// As jnp.cross: the columns of x, and rows that are joined and transposed.
constexpr std::string_view kTurned = R"(
func.func @main(%x: tensor<1500x3xTYPE>) -> tensor<1500x3xTYPE> {
  %0 = stablehlo.slice %x [0:1500, 0:1] : (tensor<1500x3xTYPE>) -> tensor<1500x1xTYPE>
  %1 = stablehlo.slice %x [0:1500, 1:2] : (tensor<1500x3xTYPE>) -> tensor<1500x1xTYPE>
  %2 = stablehlo.slice %x [0:1500, 2:3] : (tensor<1500x3xTYPE>) -> tensor<1500x1xTYPE>
  %3 = stablehlo.add %0, %1 : tensor<1500x1xTYPE>
  %4 = stablehlo.add %1, %2 : tensor<1500x1xTYPE>
  %5 = stablehlo.subtract %4, %3 : tensor<1500x1xTYPE>
  %6 = stablehlo.reshape %3 : (tensor<1500x1xTYPE>) -> tensor<1x1500xTYPE>
  %7 = stablehlo.reshape %4 : (tensor<1500x1xTYPE>) -> tensor<1x1500xTYPE>
  %8 = stablehlo.reshape %5 : (tensor<1500x1xTYPE>) -> tensor<1x1500xTYPE>
  %9 = stablehlo.concatenate %6, %7, %8, dim = 0
    : (tensor<1x1500xTYPE>, tensor<1x1500xTYPE>, tensor<1x1500xTYPE>) -> tensor<3x1500xTYPE>
  %10 = stablehlo.transpose %9, dims = [1, 0] : (tensor<3x1500xTYPE>) -> tensor<1500x3xTYPE>
  return %10 : tensor<1500x3xTYPE>
}
)";

TEST_CASE("columns of every width are joined as separate steps join them") {
  const auto check = [](std::string_view type, const Tensor& x) {
    CAPTURE(type);
    CheckAtBothLevels(Program(WithType(std::string(kTurned), type)), {x});
  };
  check("f32", Numbers<float>(ElementType::kF32, {1500, 3}));
  check("f64", Numbers<double>(ElementType::kF64, {1500, 3}));
  check("ui8", Numbers<uint8_t>(ElementType::kUI8, {1500, 3}));
  check("i16", Numbers<int16_t>(ElementType::kI16, {1500, 3}));
}

TEST_CASE("columns are taken apart, computed and joined in one step") {
  if (kHasChainModules) return;
  const Program program(WithType(std::string(kTurned), "f32"));
  // The last one moves the result.
  CHECK(PlanOf(program, At(Level::kFast))->steps().size() == 2);
}

TEST_CASE("columns beside each other have other readers, too") {
  // A splat, a column twice, an argument; the pairs and a column are read again.
  const Program program(R"(
func.func @main(%x: tensor<1500x2xf32>, %y: tensor<1500x1xf32>)
    -> (tensor<1500x4xf32>, tensor<1500x2xf32>, tensor<1500x1xf32>, tensor<2x1500xf32>, tensor<1500x2xf32>) {
  %c = stablehlo.constant dense<3.0> : tensor<1500x1xf32>
  %0 = stablehlo.slice %x [0:1500, 1:2] : (tensor<1500x2xf32>) -> tensor<1500x1xf32>
  %1 = stablehlo.multiply %0, %y : tensor<1500x1xf32>
  %2 = stablehlo.concatenate %1, %c, %1, %y, dim = 1
    : (tensor<1500x1xf32>, tensor<1500x1xf32>, tensor<1500x1xf32>, tensor<1500x1xf32>) -> tensor<1500x4xf32>
  %3 = stablehlo.negate %1 : tensor<1500x1xf32>
  %4 = stablehlo.concatenate %3, %1, dim = 1 : (tensor<1500x1xf32>, tensor<1500x1xf32>) -> tensor<1500x2xf32>
  %5 = stablehlo.add %4, %x : tensor<1500x2xf32>
  %6 = stablehlo.reshape %1 : (tensor<1500x1xf32>) -> tensor<1x1500xf32>
  %7 = stablehlo.reshape %3 : (tensor<1500x1xf32>) -> tensor<1x1500xf32>
  %8 = stablehlo.concatenate %6, %7, dim = 0 : (tensor<1x1500xf32>, tensor<1x1500xf32>) -> tensor<2x1500xf32>
  %9 = stablehlo.transpose %8, dims = [1, 0] : (tensor<2x1500xf32>) -> tensor<1500x2xf32>
  return %2, %5, %3, %8, %9
    : tensor<1500x4xf32>, tensor<1500x2xf32>, tensor<1500x1xf32>, tensor<2x1500xf32>, tensor<1500x2xf32>
})");
  CheckAtBothLevels(program, {Numbers<float>(ElementType::kF32, {1500, 2}),
                              Numbers<float>(ElementType::kF32, {1500, 1})});
}

TEST_CASE("complex columns, and a matrix whose rows are joined, keep their order") {
  const Program program(R"(
func.func @main(%x: tensor<30x50xcomplex<f64>>) -> (tensor<30x50x2xcomplex<f64>>, tensor<50x30x2xcomplex<f64>>) {
  %0 = stablehlo.negate %x : tensor<30x50xcomplex<f64>>
  %1 = stablehlo.add %x, %0 : tensor<30x50xcomplex<f64>>
  %2 = stablehlo.reshape %0 : (tensor<30x50xcomplex<f64>>) -> tensor<1x30x50xcomplex<f64>>
  %3 = stablehlo.reshape %1 : (tensor<30x50xcomplex<f64>>) -> tensor<1x30x50xcomplex<f64>>
  %4 = stablehlo.concatenate %2, %3, dim = 0
    : (tensor<1x30x50xcomplex<f64>>, tensor<1x30x50xcomplex<f64>>) -> tensor<2x30x50xcomplex<f64>>
  %5 = stablehlo.transpose %4, dims = [1, 2, 0] : (tensor<2x30x50xcomplex<f64>>) -> tensor<30x50x2xcomplex<f64>>
  %6 = stablehlo.transpose %4, dims = [2, 1, 0] : (tensor<2x30x50xcomplex<f64>>) -> tensor<50x30x2xcomplex<f64>>
  return %5, %6 : tensor<30x50x2xcomplex<f64>>, tensor<50x30x2xcomplex<f64>>
})");
  std::vector<std::complex<double>> elements(1500);
  for (size_t i = 0; i < elements.size(); ++i) {
    elements[i] = {static_cast<double>(i), static_cast<double>(i % 7)};
  }
  CheckAtBothLevels(program,
                    {TensorOf<std::complex<double>>(ElementType::kC128, {30, 50}, elements)});
}

TEST_CASE("parts that a reshape splits or joins are not the rows of a transpose") {
  const auto check = [](const std::string& shape, const std::string& dims,
                        const std::string& transposed) {
    INFO(shape);
    CheckAtBothLevels(
        Program("func.func @main(%x: tensor<900xf32>, %y: tensor<900xf32>) -> tensor<" +
                transposed +
                "xf32> {\n  %a = stablehlo.add %x, %y : tensor<900xf32>\n"
                "  %c = stablehlo.concatenate %a, %y, dim = 0"
                " : (tensor<900xf32>, tensor<900xf32>) -> tensor<1800xf32>\n"
                "  %r = stablehlo.reshape %c : (tensor<1800xf32>) -> tensor<" +
                shape + "xf32>\n  %t = stablehlo.transpose %r, dims = [" + dims + "] : (tensor<" +
                shape + "xf32>) -> tensor<" + transposed + "xf32>\n  return %t : tensor<" +
                transposed + "xf32>\n}\n"),
        {WaveTensor({900}), WaveTensor({900})});
  };
  check("1x1800", "1, 0", "1800x1");
  check("1x2x900", "1, 2, 0", "2x900x1");
  check("4x450", "1, 0", "450x4");
  check("3x600", "1, 0", "600x3");
  check("2x900", "1, 0", "900x2");
  check("2x30x30", "1, 2, 0", "30x30x2");
}

}  // namespace
}  // namespace paddock
