// Reductions, slices and products of a transpose's result read its operand, with the bits of level
// faithful.
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

using Sizes = std::vector<int64_t>;

int64_t CountOf(const Sizes& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t{1}, std::multiplies<>());
}

struct ReductionCase {
  Sizes shape, permutation, reduced;
  std::string type, body;
  // Whether a slice reads the transpose, too, and another operation that needs it in order.
  bool is_sliced, is_read;
};

// A reduction of a transpose, and other readers of it.
std::string TextOf(const ReductionCase& c) {
  Sizes moved, kept, one, limits;
  for (int64_t d : c.permutation) moved.push_back(c.shape[static_cast<size_t>(d)]);
  for (size_t d = 0; d < moved.size(); ++d) {
    const bool is_reduced = std::ranges::count(c.reduced, static_cast<int64_t>(d)) != 0;
    if (!is_reduced) kept.push_back(moved[d]);
  }
  one = limits = moved;
  one.back() = std::min<int64_t>(one.back(), 1);
  limits.back() = one.back();
  const std::string from = TensorText(c.shape, c.type), to = TensorText(moved, c.type),
                    total = TensorText(kept, c.type), scalar = "tensor<" + c.type + ">";
  std::string ranges;
  for (int64_t limit : limits) ranges += (ranges.empty() ? "0:" : ", 0:") + std::to_string(limit);
  std::string text = "func.func @main(%x: " + from + ", %i: " + scalar + ") -> (" + total;
  if (c.is_sliced) text += ", " + TensorText(one, c.type);
  if (c.is_read) text += ", " + to;
  text += ") {\n  %t = stablehlo.transpose %x, dims = " + ListText(c.permutation) + " : (" + from +
          ") -> " + to + "\n  %r = stablehlo.reduce(%t init: %i) applies stablehlo." + c.body +
          " across dimensions = " + ListText(c.reduced) + " : (" + to + ", " + scalar + ") -> " +
          total + "\n";
  std::string results = "%r", types = total;
  if (c.is_sliced) {
    text += "  %s = stablehlo.slice %t [" + ranges + "] : (" + to + ") -> " +
            TensorText(one, c.type) + "\n";
    results += ", %s";
    types += ", " + TensorText(one, c.type);
  }
  if (c.is_read) {
    text += "  %n = stablehlo.negate %t : " + to + "\n";
    results += ", %n";
    types += ", " + to;
  }
  return text + "  return " + results + " : " + types + "\n}";
}

template <class T>
void CheckReduction(const ReductionCase& c, ElementType type, std::mt19937& random) {
  std::vector<T> elements(static_cast<size_t>(CountOf(c.shape)));
  for (T& element : elements) element = static_cast<T>(static_cast<int>(random() % 200) - 100);
  INFO(TextOf(c));
  const Program program(TextOf(c));
  CheckAtBothLevels(program, {TensorOf<T>(type, c.shape, elements), TensorOf<T>(type, {}, {T{1}})});
}

TEST_CASE("random reductions of transposes have the bits of level faithful", "[exec]") {
  std::mt19937 random(48);
  const auto roll = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
  };
  for (int round = 0; round < 150; ++round) {
    ReductionCase c;
    const int64_t rank = roll(1, 4);
    for (int64_t d = 0; d < rank; ++d) {
      c.shape.push_back(roll(0, 5) == 0 ? 1 : roll(2, rank <= 2 ? 90 : 20));
      c.permutation.push_back(d);
      if (roll(0, 1) == 0) c.reduced.push_back(d);
    }
    if (round % 30 == 0) c.shape[0] = 0;
    std::shuffle(c.permutation.begin(), c.permutation.end(), random);
    const std::string bodies[] = {"add", "maximum", "minimum", "multiply"};
    c.body = bodies[roll(0, 3)];
    c.is_sliced = roll(0, 2) == 0;
    c.is_read = roll(0, 3) == 0;
    if (roll(0, 2) == 0) {
      c.type = "i32";
      CheckReduction<int32_t>(c, ElementType::kI32, random);
    } else {
      c.type = "f32";
      CheckReduction<float>(c, ElementType::kF32, random);
    }
  }
}

TEST_CASE("the result of a transpose is not written for reductions and slices of it", "[exec]") {
  // jnp.trapezoid(x, axis=0)
  const Program program(R"(
func.func @main(%x: tensor<70x90xf32>) -> tensor<90xf32> {
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<70x90xf32>) -> tensor<90x70xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%t init: %z) applies stablehlo.add across dimensions = [1] : (tensor<90x70xf32>, tensor<f32>) -> tensor<90xf32>
  %a = stablehlo.slice %t [0:90, 0:1] : (tensor<90x70xf32>) -> tensor<90x1xf32>
  %b = stablehlo.slice %t [0:90, 69:70] : (tensor<90x70xf32>) -> tensor<90x1xf32>
  %c = stablehlo.reshape %a : (tensor<90x1xf32>) -> tensor<90xf32>
  %d = stablehlo.reshape %b : (tensor<90x1xf32>) -> tensor<90xf32>
  %e = stablehlo.add %c, %d : tensor<90xf32>
  %h = stablehlo.constant dense<0.5> : tensor<90xf32>
  %f = stablehlo.multiply %h, %e : tensor<90xf32>
  %s = stablehlo.subtract %r, %f : tensor<90xf32>
  return %s : tensor<90xf32>
})");
  CheckAtBothLevels(program, {WaveTensor({70, 90})});
  CHECK(StepsOfKind(program, OpKind::kStablehloTranspose) == 0);
  // A total for each pair of dimensions that the transpose exchanges.
  const Program moved(R"(
func.func @main(%x: tensor<20x30x40xf32>, %z: tensor<f32>) -> tensor<40x20xf32> {
  %t = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<20x30x40xf32>) -> tensor<40x20x30xf32>
  %r = stablehlo.reduce(%t init: %z) applies stablehlo.add across dimensions = [2] : (tensor<40x20x30xf32>, tensor<f32>) -> tensor<40x20xf32>
  return %r : tensor<40x20xf32>
})");
  CheckAtBothLevels(moved, {WaveTensor({20, 30, 40}), WaveTensor({})});
  CHECK(StepsOfKind(moved, OpKind::kStablehloTranspose) == 0);
}

}  // namespace
}  // namespace paddock
