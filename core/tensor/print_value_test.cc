#include "core/tensor/print_value.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "core/types/type_context.h"

namespace paddock {
namespace {

template <class T>
Tensor Make(ElementType type, std::vector<int64_t> shape, std::vector<T> elements) {
  return Tensor::FromElements<T>(type, shape, elements);
}

using enum ElementType;

TEST_CASE("values print like in the reference interpreter") {
  CHECK(PrintValue(Make<int8_t>(kI8, {4}, {1, 2, -3, -4}), "tensor<4xi8>") ==
        "tensor<4xi8> {\n  [1, 2, -3, -4]\n}");
  CHECK(PrintValue(Make<uint8_t>(kUI8, {}, {1}), "tensor<ui8>") == "tensor<ui8> {1}");
  CHECK(PrintValue(Make<uint8_t>(kI1, {2}, {1, 0}), "tensor<2xi1>") ==
        "tensor<2xi1> {\n  [true, false]\n}");
  CHECK(PrintValue(Make<int8_t>(kI8, {2, 2}, {1, 2, 3, 4}), "t") ==
        "t {\n  [\n    [1, 2],\n    [3, 4]\n  ]\n}");
  CHECK(PrintValue(Make<int64_t>(kI64, {2, 1, 2}, {0, 1, 2, 3}), "t") ==
        "t {\n  [\n    [\n      [0, 1]\n    ],\n    [\n      [2, 3]\n    ]\n  ]\n}");
}

TEST_CASE("tensors without elements print their lists") {
  CHECK(PrintValue(Make<int8_t>(kI8, {0}, {}), "t") == "t {\n  []\n}");
  CHECK(PrintValue(Make<int8_t>(kI8, {0, 2}, {}), "t") == "t {\n  []\n}");
  CHECK(PrintValue(Make<int8_t>(kI8, {2, 0}, {}), "t") == "t {\n  [\n    [],\n    []\n  ]\n}");
}

TEST_CASE("a tensor without elements is one list if it would have too many lists") {
  constexpr int64_t kShape[] = {2'000'000'000'000, 0};
  const Tensor empty = Tensor::Allocate(ElementType::kI8, kShape);
  const std::string type = "tensor<2000000000000x0xi8>";
  CHECK(PrintValue(empty, type) == type + " {\n  []\n}");
  CHECK(PrintValue(empty, type, {.form = ValueForm::kNumpy}) == type + "\n[]");
  CHECK(PrintJson(empty) == "[]");
}

TEST_CASE("floats print with six decimals if that is exact, otherwise in full") {
  CHECK(PrintValue(Make<float>(kF32, {2}, {1.0f, -0.1f}), "t") ==
        "t {\n  [1.000000e+00, -1.000000e-01]\n}");
  CHECK(PrintValue(Make<uint16_t>(kF16, {}, {0x3C00}), "t") == "t {1.000000e+00}");
  const std::string third = PrintValue(Make<float>(kF32, {}, {1.0f / 3}), "t");
  CHECK(third == "t {0.33333334}");
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  CHECK(PrintValue(Make<float>(kC64, {1}, {NAN, -kInfinity}), "t") == "t {\n  [[nan, -inf]]\n}");
}

TEST_CASE("the middle of long dimensions is elided on request") {
  std::vector<int32_t> elements(20);
  for (int i = 0; i < 20; ++i) elements[static_cast<size_t>(i)] = i;
  CHECK(PrintValue(Make<int32_t>(kI32, {20}, elements), "t", {.elide_above = 10}) ==
        "t {\n  [0, 1, 2, ..., 17, 18, 19]\n}");
  CHECK(PrintValue(Make<int32_t>(kI32, {10, 2}, elements), "t", {.elide_above = 10}) ==
        "t {\n  [\n    [0, 1],\n    [2, 3],\n    [4, 5],\n    ...,\n    [14, 15],\n    [16, 17],\n"
        "    [18, 19]\n  ]\n}");
}

TEST_CASE("numpy's form aligns columns and elides the middle") {
  constexpr PrintValueOptions kNumpy = {.elide_above = 1000, .form = ValueForm::kNumpy};
  CHECK(PrintValue(Make<int32_t>(kI32, {2, 3}, {1, 20, 3, -4, 5, 6}), "t", kNumpy) ==
        "t\n[[ 1, 20,  3],\n [-4,  5,  6]]");
  CHECK(PrintValue(Make<int8_t>(kI8, {2, 1, 2}, {1, 2, 3, 4}), "t", kNumpy) ==
        "t\n[[[1, 2]],\n\n [[3, 4]]]");
  CHECK(PrintValue(Make<float>(kF32, {}, {0.1f}), "t", kNumpy) == "t 0.1");
  CHECK(PrintValue(Make<float>(kC64, {1}, {1.5f, -INFINITY}), "t", kNumpy) == "t\n[(1.5, -inf)]");
  std::vector<int32_t> elements(80);
  for (int i = 0; i < 80; ++i) elements[static_cast<size_t>(i)] = i;
  CHECK(PrintValue(Make<int32_t>(kI32, {8, 10}, elements), "t",
                   {.elide_above = 50, .form = ValueForm::kNumpy}) ==
        "t\n[[ 0,  1,  2, ...,  7,  8,  9],\n [10, 11, 12, ..., 17, 18, 19],\n"
        " [20, 21, 22, ..., 27, 28, 29],\n ...,\n [50, 51, 52, ..., 57, 58, 59],\n"
        " [60, 61, 62, ..., 67, 68, 69],\n [70, 71, 72, ..., 77, 78, 79]]");
}

TEST_CASE("the dense form is the notation of programs, with every bit") {
  constexpr PrintValueOptions kDense = {.elide_above = 1, .form = ValueForm::kDense};
  CHECK(PrintValue(Make<uint16_t>(kF16, {2}, {0x3C00, 0x7E01}), "tensor<2xf16>", kDense) ==
        "dense<[1.0, 0x7E01]> : tensor<2xf16>");
  CHECK(PrintValue(Make<int8_t>(kI8, {0, 2}, {}), "tensor<0x2xi8>", kDense) ==
        "dense<> : tensor<0x2xi8>");
}

TEST_CASE("quantized tensors show their dequantized elements") {
  TypeContext types;
  QuantizedType quantized;
  quantized.storage = types.GetScalar(ElementType::kI8);
  quantized.expressed = types.GetScalar(kF32);
  constexpr double kScales[] = {0.5, 0.25};
  constexpr int64_t kZeroPoints[] = {-10, 4};
  quantized.scales = std::span(kScales).first(1);
  quantized.zero_points = std::span(kZeroPoints).first(1);
  const Tensor row = Make<int8_t>(ElementType::kI8, {2}, {-10, 127});
  CHECK(PrintValue(row, "q", {.quantized = &quantized}) ==
        "q {\n  [-10, 127]\n} = tensor<2xf32> {\n  [0.000000e+00, 6.850000e+01]\n}");
  quantized.axis = 0;
  quantized.scales = kScales;
  quantized.zero_points = kZeroPoints;
  CHECK(PrintValue(row, "q", {.quantized = &quantized}) ==
        "q {\n  [-10, 127]\n} = tensor<2xf32> {\n  [0.000000e+00, 3.075000e+01]\n}");
}

TEST_CASE("JSON has strings for values that its numbers cannot hold") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  CHECK(PrintJson(Make<double>(kF64, {4}, {0.5, NAN, kInfinity, -kInfinity})) ==
        "[0.5, \"NaN\", \"Infinity\", \"-Infinity\"]");
  CHECK(PrintJson(Make<int64_t>(kI64, {1, 1}, {-9007199254740993})) == "[[\"-9007199254740993\"]]");
  CHECK(PrintJson(Make<float>(kC64, {1}, {1, -2})) == "[[1.0, -2.0]]");
  CHECK(PrintJson(Make<uint8_t>(kI1, {}, {1})) == "true");
}

}  // namespace
}  // namespace paddock
