// Products and convolutions that are lowered in another form: the bits of level faithful.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/types/type.h"
#include "simd/gemm/plan.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

// A program of one operation on two arguments.
std::string OperationText(const std::string& operation, const std::string& lhs,
                          const std::string& rhs, const std::string& result) {
  return "func.func @main(%a: " + lhs + ", %b: " + rhs + ") -> " + result +
         " {\n  %r = " + operation + " : (" + lhs + ", " + rhs + ") -> " + result +
         "\n  return %r : " + result + "\n}";
}

// Numbers of both signs, with zeros of both.
template <class T>
Tensor NumbersOf(ElementType type, std::vector<int64_t> shape) {
  int64_t count = 1;
  for (int64_t size : shape) count *= size;
  std::vector<T> elements(static_cast<size_t>(count));
  for (size_t i = 0; i < elements.size(); ++i) {
    elements[i] = static_cast<T>(static_cast<int>(i * 7919 % 23) - 11);
  }
  return TensorOf<T>(type, std::move(shape), elements);
}

Tensor FloatsOf(const std::vector<int64_t>& shape) {
  return NumbersOf<float>(ElementType::kF32, shape);
}

// Patterns of finite f16 and bf16.
Tensor HalvesOf(ElementType type, std::vector<int64_t> shape) {
  int64_t count = 1;
  for (int64_t size : shape) count *= size;
  const uint16_t one = type == ElementType::kF16 ? 0x3C00 : 0x3F80;
  std::vector<uint16_t> bits(static_cast<size_t>(count));
  for (size_t i = 0; i < bits.size(); ++i) {
    bits[i] = static_cast<uint16_t>((one + i * 7919 % 199) | (i % 3 == 0 ? 0x8000 : 0));
  }
  return TensorOf<uint16_t>(type, std::move(shape), bits);
}

// Returns whether kernels of small products compute the program's product.
bool IsOfSmallProducts(const Program& program) {
  const auto plan = PlanOf(program, At(Level::kFast));
  const void* parameters = nullptr;
  for (const Step& step : plan->steps()) {
    const bool is_product =
        step.operation != nullptr && step.operation->is(OpKind::kStablehloDotGeneral);
    if (is_product && step.function != &TileStep) parameters = step.parameters;
  }
  REQUIRE(parameters != nullptr);
  return static_cast<const simd::GemmPlan*>(parameters)->path == simd::GemmPath::kSmall;
}

}  // namespace

TEST_CASE("an outer product is an operation on each element") {
  const struct {
    std::string lhs, rhs, result, dimensions;
    std::vector<int64_t> lhs_shape, rhs_shape;
  } products[] = {
      {"40x50x",
       "40x50x",
       "40x50x",
       "batching_dims = [0, 1] x [0, 1], contracting_dims = [] x []",
       {40, 50},
       {40, 50}},
      {"40x",
       "30x40x",
       "40x30x",
       "batching_dims = [0] x [1], contracting_dims = [] x []",
       {40},
       {30, 40}},
      {"9x40x1x",
       "50x1x9x",
       "9x40x50x",
       "batching_dims = [0] x [2], contracting_dims = [2] x [1]",
       {9, 40, 1},
       {50, 1, 9}},
      {"40x30x",
       "30x40x",
       "30x40x",
       "batching_dims = [1, 0] x [0, 1], contracting_dims = [] x []",
       {40, 30},
       {30, 40}},
  };
  for (const auto& product : products) {
    const std::string operation = "stablehlo.dot_general %a, %b, " + product.dimensions;
    const auto text = [&](const std::string& type) {
      return OperationText(operation, "tensor<" + product.lhs + type + ">",
                           "tensor<" + product.rhs + type + ">",
                           "tensor<" + product.result + type + ">");
    };
    INFO(text("f32"));
    const Program floats(text("f32"));
    CheckAtBothLevels(floats, {FloatsOf(product.lhs_shape), FloatsOf(product.rhs_shape)});
    CheckAtBothLevels(Program(text("f16")), {HalvesOf(ElementType::kF16, product.lhs_shape),
                                             HalvesOf(ElementType::kF16, product.rhs_shape)});
    CheckAtBothLevels(Program(text("i8")),
                      {NumbersOf<int8_t>(ElementType::kI8, product.lhs_shape),
                       NumbersOf<int8_t>(ElementType::kI8, product.rhs_shape)});
  }
}

TEST_CASE("an outer product is one loop with its neighbours") {
  const Program sum(R"(
func.func @main(%m: tensor<40x70xf32>, %a: tensor<40xf32>, %b: tensor<70xf32>) -> tensor<40x70xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [] x [] : (tensor<40xf32>, tensor<70xf32>) -> tensor<40x70xf32>
  %1 = stablehlo.subtract %m, %0 : tensor<40x70xf32>
  return %1 : tensor<40x70xf32>
})");
  CheckAtBothLevels(sum, {FloatsOf({40, 70}), FloatsOf({40}), FloatsOf({70})});
  CHECK(IsOneProgram(sum));
  // jnp.einsum("ij,j->ij", x, v)
  const Program scaled(R"(
func.func @main(%x: tensor<40x70xf32>, %v: tensor<70xf32>) -> tensor<40x70xf32> {
  %0 = stablehlo.dot_general %v, %x, batching_dims = [0] x [1], contracting_dims = [] x [] : (tensor<70xf32>, tensor<40x70xf32>) -> tensor<70x40xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<70x40xf32>) -> tensor<40x70xf32>
  return %1 : tensor<40x70xf32>
})");
  CheckAtBothLevels(scaled, {FloatsOf({40, 70}), FloatsOf({70})});
  CHECK(IsOneProgram(scaled));
}

TEST_CASE("many small products of narrow elements are widened first") {
  for (const std::string type : {"f16", "bf16"}) {
    const ElementType element = type == "f16" ? ElementType::kF16 : ElementType::kBF16;
    const Program program(OperationText(
        "stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1]",
        "tensor<50x9x11x" + type + ">", "tensor<50x11x10x" + type + ">",
        "tensor<50x9x10x" + type + ">"));
    CheckAtBothLevels(program, {HalvesOf(element, {50, 9, 11}), HalvesOf(element, {50, 11, 10})});
    CHECK(IsOfSmallProducts(program));
  }
  const Program integers(OperationText(
      "stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1]",
      "tensor<50x9x11xi8>", "tensor<50x11x10xi8>", "tensor<50x9x10xi8>"));
  CheckAtBothLevels(integers, {NumbersOf<int8_t>(ElementType::kI8, {50, 9, 11}),
                               NumbersOf<int8_t>(ElementType::kI8, {50, 11, 10})});
  CHECK(IsOfSmallProducts(integers));
}

TEST_CASE("a product by the columns of a small matrix reads its rows") {
  const Program program(OperationText("stablehlo.dot_general %a, %b, contracting_dims = [1] x [1]",
                                      "tensor<90x8x8xf32>", "tensor<4x8xf32>",
                                      "tensor<90x8x4xf32>"));
  CheckAtBothLevels(program, {WaveTensor({90, 8, 8}), WaveTensor({4, 8})});
  CHECK(IsOfSmallProducts(program));
  // A batch of such matrices, and rows that are not divided evenly among small products.
  const Program batch(OperationText(
      "stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [2]",
      "tensor<3x91x8xf32>", "tensor<3x12x8xf32>", "tensor<3x91x12xf32>"));
  CheckAtBothLevels(batch, {WaveTensor({3, 91, 8}), WaveTensor({3, 12, 8})});
  CHECK(IsOfSmallProducts(batch));
}

namespace {

std::string ConvolutionText(const std::string& attributes, const std::string& lhs,
                            const std::string& rhs, const std::string& result) {
  return OperationText("stablehlo.convolution(%a, %b) " + attributes +
                           " {batch_group_count = 1 : i64, feature_group_count = 1 : i64}",
                       "tensor<" + lhs + ">", "tensor<" + rhs + ">", "tensor<" + result + ">");
}

// Returns the steps of a convolution.
size_t StepsOfConvolution(const Program& program) {
  size_t steps = 0;
  const auto plan = PlanOf(program, At(Level::kFast));
  for (const Step& step : plan->steps()) steps += step.operation != nullptr ? 1 : 0;
  return steps;
}

}  // namespace

TEST_CASE("a transposed convolution of windows that do not overlap is one product") {
  for (const std::string reverse : {"false", "true"}) {
    const Program program(ConvolutionText(
        "dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = "
        "[[2, 2], [1, 1]], lhs_dilate = [3, 2], rhs_dilate = [1, 1], reverse = [" +
            reverse + ", false]}",
        "2x5x7x4xf32", "3x2x4x5xf32", "2x15x14x5xf32"));
    CheckAtBothLevels(program, {WaveTensor({2, 5, 7, 4}), WaveTensor({3, 2, 4, 5})});
    // The product, and the arrangement of its elements.
    CHECK(StepsOfConvolution(program) == 2);
  }
}

TEST_CASE("a convolution of f16 sums in f32") {
  const Program program(ConvolutionText(
      "dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 1], pad = "
      "[[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]}",
      "2x5x19x17xf16", "4x5x3x3xf16", "2x4x10x17xf16"));
  CheckAtBothLevels(program, {HalvesOf(ElementType::kF16, {2, 5, 19, 17}),
                              HalvesOf(ElementType::kF16, {4, 5, 3, 3})});
}

}  // namespace paddock
