// Chains with one element for each row give the bits of kernels, whether their machine code runs or
// not.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock::row_element_tests {
namespace {

using namespace testing;

// Code does not run with bounds that are NaN or -0, nor with other rows than it was written for.
constexpr std::string_view kFloats = R"(
func.func @main(%x: tensor<ROWSxCOLUMNSxf32>, %c: tensor<ROWSxf32>, %s: tensor<f32>) -> (tensor<ROWSxCOLUMNSxf32>, tensor<ROWSxf32>) {
  %0 = stablehlo.broadcast_in_dim %c, dims = [0] : (tensor<ROWSxf32>) -> tensor<ROWSxCOLUMNSxf32>
  %1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<ROWSxCOLUMNSxf32>
  %2 = stablehlo.multiply %x, %0 : tensor<ROWSxCOLUMNSxf32>
  %3 = stablehlo.maximum %2, %1 : tensor<ROWSxCOLUMNSxf32>
  %4 = stablehlo.subtract %3, %0 : tensor<ROWSxCOLUMNSxf32>
  %5 = stablehlo.exponential %4 : tensor<ROWSxCOLUMNSxf32>
  %6 = stablehlo.add %5, %0 : tensor<ROWSxCOLUMNSxf32>
  %7 = stablehlo.minimum %6, %0 : tensor<ROWSxCOLUMNSxf32>
  %8 = stablehlo.floor %7 : tensor<ROWSxCOLUMNSxf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %9 = stablehlo.reduce(%7 init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<ROWSxCOLUMNSxf32>, tensor<f32>) -> tensor<ROWSxf32>
  return %8, %9 : tensor<ROWSxCOLUMNSxf32>, tensor<ROWSxf32>
}
)";

// Nor with divisors that are not positive.
constexpr std::string_view kIntegers = R"(
func.func @main(%x: tensor<ROWSxCOLUMNSxi32>, %c: tensor<ROWSxi32>, %s: tensor<i32>) -> tensor<ROWSxCOLUMNSxi32> {
  %0 = stablehlo.broadcast_in_dim %c, dims = [0] : (tensor<ROWSxi32>) -> tensor<ROWSxCOLUMNSxi32>
  %1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<ROWSxCOLUMNSxi32>
  %2 = stablehlo.add %x, %0 : tensor<ROWSxCOLUMNSxi32>
  %3 = stablehlo.divide %2, %1 : tensor<ROWSxCOLUMNSxi32>
  %4 = stablehlo.xor %3, %0 : tensor<ROWSxCOLUMNSxi32>
  return %4 : tensor<ROWSxCOLUMNSxi32>
}
)";

template <class T>
void CheckRows(std::string_view text, ElementType type, const std::vector<T>& odd) {
  for (const int64_t rows : {1, 2, 8, 40}) {
    for (const int64_t columns : {63, 64, 103, 129, 205, 300, 511, 512, 700}) {
      const Program program(Replaced(Replaced(std::string(text), "ROWS", std::to_string(rows)),
                                     "COLUMNS", std::to_string(columns)));
      std::vector<T> x(static_cast<size_t>(rows * columns)), c(static_cast<size_t>(rows));
      for (size_t i = 0; i < x.size(); ++i)
        x[i] = static_cast<T>(static_cast<int>(i * 7 % 41) - 20);
      for (size_t i = 0; i < c.size(); ++i) c[i] = static_cast<T>(i % 3);
      for (const T bound : odd) {
        INFO(rows << " rows of " << columns << ", " << bound);
        if (rows > 2) c[2] = bound;
        CheckAtBothLevels(program, {TensorOf<T>(type, {rows, columns}, x),
                                    TensorOf<T>(type, {rows}, c), TensorOf<T>(type, {}, {bound})});
      }
    }
  }
}

TEST_CASE("chains with an element for each row have the bits of kernels", "[exec]") {
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  CheckRows<float>(kFloats, ElementType::kF32, {1.5f, -0.0f, kNaN});
  CheckRows<int32_t>(kIntegers, ElementType::kI32, {3, 0, -4});
}

}  // namespace
}  // namespace paddock::row_element_tests
