// Searches for the greatest element of windows that a transpose put beside each other read its
// operand, with the bits of level faithful.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/types/type.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

struct WindowCase {
  // The operand of the transpose, of which the last `inside` dimensions of the result are windows.
  std::vector<int64_t> shape, permutation;
  size_t inside = 1;
  // Whether the transpose has another user.
  bool is_read = false;
};

std::string TextOf(const WindowCase& c) {
  std::vector<int64_t> moved, outside, last;
  for (int64_t d : c.permutation) moved.push_back(c.shape[static_cast<size_t>(d)]);
  outside.assign(moved.begin(), moved.end() - static_cast<int64_t>(c.inside));
  const int64_t size = std::accumulate(moved.end() - static_cast<int64_t>(c.inside), moved.end(),
                                       int64_t{1}, std::multiplies<>());
  std::vector<int64_t> windows = outside;
  windows.push_back(size);
  const std::string from = TensorText(c.shape, "f32"), to = TensorText(moved, "f32"),
                    beside = TensorText(windows, "f32"), places = TensorText(windows, "i32"),
                    value = TensorText(outside, "f32"), place = TensorText(outside, "i32"),
                    last_dimension = std::to_string(outside.size());
  return "func.func @main(%x: " + from + ") -> (" + value + ", " + place +
         (c.is_read ? ", " + to : "") +
         ") {\n  %t = stablehlo.transpose %x, dims = " + ListText(c.permutation) + " : (" + from +
         ") -> " + to + "\n  %w = stablehlo.reshape %t : (" + to + ") -> " + beside +
         "\n  %v, %p = func.call @argmax(%w) : (" + beside + ") -> (" + value + ", " + place +
         ")\n" + (c.is_read ? "  %n = stablehlo.negate %t : " + to + "\n" : "") +
         "  return %v, %p" + (c.is_read ? ", %n" : "") + " : " + value + ", " + place +
         (c.is_read ? ", " + to : "") + "\n}\nfunc.func private @argmax(%x: " + beside + ") -> (" +
         value + ", " + place + ") {\n  %i = stablehlo.iota dim = " + last_dimension + " : " +
         places + R"(
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %least), (%i init: %none) across dimensions = [)" +
         last_dimension + "] : (" + beside + ", " + places + ", tensor<f32>, tensor<i32>) -> (" +
         value + ", " + place + R"()
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %more = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %keeps = stablehlo.or %more, %nan : tensor<i1>
    %equal = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %before = stablehlo.compare LT, %j, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %first = stablehlo.and %equal, %before : tensor<i1>
    %place = stablehlo.or %keeps, %first : tensor<i1>
    %v = stablehlo.select %keeps, %a, %b : tensor<i1>, tensor<f32>
    %p = stablehlo.select %place, %j, %k : tensor<i1>, tensor<i32>
    stablehlo.return %v, %p : tensor<f32>, tensor<i32>
  }
  return %r#0, %r#1 : )" +
         value + ", " + place + "\n}";
}

TEST_CASE("random searches in windows have the bits of level faithful", "[exec]") {
  std::mt19937 random(49);
  const auto roll = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
  };
  for (int round = 0; round < 100; ++round) {
    WindowCase c;
    const int64_t rank = roll(2, 5);
    for (int64_t d = 0; d < rank; ++d) c.permutation.push_back(d);
    std::shuffle(c.permutation.begin(), c.permutation.end(), random);
    c.inside = static_cast<size_t>(roll(1, std::min<int64_t>(rank - 1, 3)));
    // Most windows keep the order of the other dimensions.
    if (roll(0, 3) != 0) std::sort(c.permutation.begin(), c.permutation.end() - c.inside);
    for (int64_t d = 0; d < rank; ++d) {
      const auto place = std::ranges::find(c.permutation, d) - c.permutation.begin();
      const bool is_inside = place >= rank - static_cast<int64_t>(c.inside);
      c.shape.push_back(is_inside ? roll(1, 4) : roll(1, 24));
    }
    c.is_read = roll(0, 4) == 0;
    std::vector<float> elements(static_cast<size_t>(
        std::accumulate(c.shape.begin(), c.shape.end(), int64_t{1}, std::multiplies<>())));
    for (float& element : elements) element = static_cast<float>(roll(-3, 3));
    INFO(TextOf(c));
    CheckAtBothLevels(Program(TextOf(c)), {TensorOf<float>(ElementType::kF32, c.shape, elements)});
  }
}

// jnp.argmax(x.reshape(20, 2, 30, 2, 16).transpose(0, 2, 4, 1, 3).reshape(20, 30, 16, 4), -1)
TEST_CASE("windows of a picture are not written", "[exec]") {
  const Program program(TextOf({{20, 2, 30, 2, 16}, {0, 2, 4, 1, 3}, 2, false}));
  CheckAtBothLevels(program, {WaveTensor({20, 2, 30, 2, 16})});
  const auto plan = PlanOf(program, At(Level::kFast));
  for (const Step& step : plan->steps()) {
    const bool is_transpose =
        step.operation != nullptr && step.operation->is(OpKind::kStablehloTranspose);
    CHECK((!is_transpose || step.bytes == 0));
  }
}

}  // namespace
}  // namespace paddock
