// Products with matrices of mostly zeros, whose zeros are left out where that changes no bits.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

constexpr int64_t kRows = 90, kColumns = 130, kPlaces = 70;

// Rows of %x, and columns of %y, at these places: products with encodings of the places.
Program OneHotProgram() {
  return Program(R"(
func.func @main(%places: tensor<70xi32>, %x: tensor<90x130xf32>, %y: tensor<2x130x90xf32>)
    -> (tensor<70x130xf32>, tensor<2x130x70xf32>) {
  %count = stablehlo.iota dim = 1 : tensor<70x90xi32>
  %at = stablehlo.broadcast_in_dim %places, dims = [0] : (tensor<70xi32>) -> tensor<70x90xi32>
  %is = stablehlo.compare EQ, %count, %at : (tensor<70x90xi32>, tensor<70x90xi32>) -> tensor<70x90xi1>
  %code = stablehlo.convert %is : (tensor<70x90xi1>) -> tensor<70x90xf32>
  %a = stablehlo.dot_general %code, %x, contracting_dims = [1] x [0] : (tensor<70x90xf32>, tensor<90x130xf32>) -> tensor<70x130xf32>
  %b = stablehlo.dot_general %y, %code, contracting_dims = [2] x [1] : (tensor<2x130x90xf32>, tensor<70x90xf32>) -> tensor<2x130x70xf32>
  return %a, %b : tensor<70x130xf32>, tensor<2x130x70xf32>
})");
}

std::vector<int32_t> Places() {
  std::vector<int32_t> places(kPlaces);
  for (size_t i = 0; i < places.size(); ++i) places[i] = static_cast<int32_t>(i * 37 % kRows);
  return places;
}

TEST_CASE("a product with a one-hot encoding takes rows or columns") {
  const Program program = OneHotProgram();
  const Tensor places = TensorOf<int32_t>(ElementType::kI32, {kPlaces}, Places());
  const Tensor x = WaveTensor({kRows, kColumns}), y = WaveTensor({2, kColumns, kRows});
  CheckAtBothLevels(program, {places, x, y});
  const std::vector<Tensor> results = Run(program, Level::kFast, {places, x, y});
  const auto* const rows = reinterpret_cast<const float*>(results[0].data());
  const auto* const columns = reinterpret_cast<const float*>(results[1].data());
  const auto* const of_x = reinterpret_cast<const float*>(x.data());
  const auto* const of_y = reinterpret_cast<const float*>(y.data());
  for (int64_t i = 0; i < kPlaces; ++i) {
    const int64_t place = Places()[static_cast<size_t>(i)];
    for (int64_t j = 0; j < kColumns; ++j) {
      REQUIRE(rows[i * kColumns + j] == of_x[place * kColumns + j]);
      REQUIRE(columns[(kColumns + j) * kPlaces + i] == of_y[(kColumns + j) * kRows + place]);
    }
  }
}

// Zero times infinity is NaN, so all sums with such a product are.
TEST_CASE("zeros of a one-hot encoding are multiplied by infinities") {
  const Program program = OneHotProgram();
  const Tensor places = TensorOf<int32_t>(ElementType::kI32, {kPlaces}, Places());
  std::vector<float> elements(kRows * kColumns, 1);
  elements[5 * kColumns + 7] = std::numeric_limits<float>::infinity();
  const Tensor x = TensorOf<float>(ElementType::kF32, {kRows, kColumns}, elements);
  const Tensor y = WaveTensor({2, kColumns, kRows});
  CheckAtBothLevels(program, {places, x, y});
  const std::vector<Tensor> results = Run(program, Level::kFast, {places, x, y});
  const auto* const rows = reinterpret_cast<const float*>(results[0].data());
  for (int64_t i = 0; i < kPlaces; ++i) {
    CHECK(rows[i * kColumns + 6] == 1);
    const float with_infinity = rows[i * kColumns + 7];
    CHECK((Places()[static_cast<size_t>(i)] == 5 ? std::isinf(with_infinity)
                                                 : std::isnan(with_infinity)));
  }
}

// Enlarges pictures along their rows, as jax.image.resize does: weights are 0 outside of a range of
// `kept` places. Wider than the picture, it leaves no zeros.
struct Enlarging {
  int kept = 2;
  int64_t channels = 24;
  bool has_weights_first = false;
};

Program EnlargingProgram(const Enlarging& of) {
  const std::string text = R"(
func.func @main(%x: tensor<3x50x20xCxf32>) -> tensor<3x50x44xCxf32> {
  %from = stablehlo.iota dim = 0 : tensor<20x44xi32>
  %to = stablehlo.iota dim = 1 : tensor<20x44xi32>
  %twice = stablehlo.add %from, %from : tensor<20x44xi32>
  %apart = stablehlo.subtract %twice, %to : tensor<20x44xi32>
  %far = stablehlo.abs %apart : tensor<20x44xi32>
  %kept = stablehlo.constant dense<)" +
                           std::to_string(of.kept) + R"(> : tensor<20x44xi32>
  %near = stablehlo.compare LT, %far, %kept : (tensor<20x44xi32>, tensor<20x44xi32>) -> tensor<20x44xi1>
  %number = stablehlo.convert %apart : (tensor<20x44xi32>) -> tensor<20x44xf32>
  %third = stablehlo.constant dense<0.3333> : tensor<20x44xf32>
  %weight = stablehlo.add %number, %third : tensor<20x44xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<20x44xf32>
  %weights = stablehlo.select %near, %weight, %zero : tensor<20x44xi1>, tensor<20x44xf32>
)" +
                           (of.has_weights_first ? R"(
  %a = stablehlo.dot_general %weights, %x, contracting_dims = [0] x [2] : (tensor<20x44xf32>, tensor<3x50x20xCxf32>) -> tensor<44x3x50xCxf32>
  %b = stablehlo.transpose %a, dims = [1, 2, 0, 3] : (tensor<44x3x50xCxf32>) -> tensor<3x50x44xCxf32>
)"
                                                 : R"(
  %a = stablehlo.dot_general %x, %weights, contracting_dims = [2] x [0] : (tensor<3x50x20xCxf32>, tensor<20x44xf32>) -> tensor<3x50xCx44xf32>
  %b = stablehlo.transpose %a, dims = [0, 1, 3, 2] : (tensor<3x50xCx44xf32>) -> tensor<3x50x44xCxf32>
)") + R"(
  return %b : tensor<3x50x44xCxf32>
})";
  return Program(Replaced(text, "C", std::to_string(of.channels)));
}

TEST_CASE("an interpolation writes its results in the order of their transpose") {
  for (const int kept : {2, 4, 100}) {
    for (const int64_t channels : {2, 3, 4, 5, 16, 24, 37}) {
      for (const bool is_first : {false, true}) {
        INFO(kept << " places, " << channels << " channels, weights first: " << is_first);
        const Program program = EnlargingProgram({kept, channels, is_first});
        CHECK(StepsOf(program) == 3);
        CheckAtBothLevels(program, {WaveTensor({3, 50, 20, channels})});
      }
    }
  }
}

// Zeros are left out until one that is multiplied by the infinity is found.
TEST_CASE("an interpolation multiplies zeros by infinities") {
  for (const bool is_first : {false, true}) {
    const Program program = EnlargingProgram({.has_weights_first = is_first});
    Tensor x = WaveTensor({3, 50, 20, 24});
    auto* const elements = reinterpret_cast<float*>(x.mutable_data());
    const std::vector<Tensor> finite = Run(program, Level::kFast, {x});
    const auto* const without = reinterpret_cast<const float*>(finite[0].data());
    for (const int64_t at : {int64_t{5}, int64_t{75} * 20 * 24, x.element_count() - 1}) {
      const float before = std::exchange(elements[at], std::numeric_limits<float>::infinity());
      CheckAtBothLevels(program, {x});
      const std::vector<Tensor> results = Run(program, Level::kFast, {x});
      const auto* const with = reinterpret_cast<const float*>(results[0].data());
      for (int64_t i = 0; i < results[0].element_count(); ++i) {
        const bool has_infinity = i / (44 * 24) == at / (20 * 24) && i % 24 == at % 24;
        REQUIRE((has_infinity ? !std::isfinite(with[i]) : with[i] == without[i]));
      }
      elements[at] = before;
    }
  }
}

}  // namespace
}  // namespace paddock
