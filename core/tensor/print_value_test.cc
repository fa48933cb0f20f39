#include "core/tensor/print_value.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <vector>

namespace paddock {
namespace {

template <class T>
Tensor Make(ElementType type, std::vector<int64_t> shape, std::vector<T> elements) {
  return Tensor::FromElements<T>(type, shape, elements);
}

using enum ElementType;

TEST_CASE("values print as the reference interpreter prints them") {
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

TEST_CASE("floats print with six decimals where that is exact, else in full") {
  CHECK(PrintValue(Make<float>(kF32, {2}, {1.0f, -0.1f}), "t") ==
        "t {\n  [1.000000e+00, -1.000000e-01]\n}");
  CHECK(PrintValue(Make<uint16_t>(kF16, {}, {0x3C00}), "t") == "t {1.000000e+00}");
  const std::string third = PrintValue(Make<float>(kF32, {}, {1.0f / 3}), "t");
  CHECK(third == "t {0.33333334}");
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  CHECK(PrintValue(Make<float>(kC64, {1}, {NAN, -kInfinity}), "t") == "t {\n  [[nan, -inf]]\n}");
}

TEST_CASE("the middle of long dimensions is left out when asked") {
  std::vector<int32_t> elements(20);
  for (int i = 0; i < 20; ++i) elements[static_cast<size_t>(i)] = i;
  CHECK(PrintValue(Make<int32_t>(kI32, {20}, elements), "t", {.elide_above = 10}) ==
        "t {\n  [0, 1, 2, ..., 17, 18, 19]\n}");
  CHECK(PrintValue(Make<int32_t>(kI32, {10, 2}, elements), "t", {.elide_above = 10}) ==
        "t {\n  [\n    [0, 1],\n    [2, 3],\n    [4, 5],\n    ...,\n    [14, 15],\n    [16, 17],\n"
        "    [18, 19]\n  ]\n}");
}

TEST_CASE("JSON holds what its numbers cannot as strings") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  CHECK(PrintJson(Make<double>(kF64, {4}, {0.5, NAN, kInfinity, -kInfinity})) ==
        "[0.5, \"NaN\", \"Infinity\", \"-Infinity\"]");
  CHECK(PrintJson(Make<int64_t>(kI64, {1, 1}, {-9007199254740993})) == "[[\"-9007199254740993\"]]");
  CHECK(PrintJson(Make<float>(kC64, {1}, {1, -2})) == "[[1.0, -2.0]]");
  CHECK(PrintJson(Make<uint8_t>(kI1, {}, {1})) == "true");
}

}  // namespace
}  // namespace paddock
