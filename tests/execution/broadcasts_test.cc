// Broadcasts of broadcasts, slices, transposes and computed values, which read the first source.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/types/type.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

// Random operations that move elements, one after the other, with some sums between them.
class Movements {
 public:
  explicit Movements(uint32_t seed) : random_(seed), shape_({6, 10, 12}) {}

  std::string Text() {
    std::string results = "%x", types = Type();
    for (int i = 0; i < 6; ++i) {
      AddOne();
      if (i == 5 || random_() % 4 == 0) {
        results += ", " + value_;
        types += ", " + Type();
      }
    }
    return "func.func @main(%x: tensor<6x10x12xf32>) -> (" + types + ") {\n" + text_ + "  return " +
           results + " : " + types + "\n}";
  }

 private:
  std::string Type() const { return TensorTypeText("f32", shape_); }
  int64_t Count() const {
    return std::accumulate(shape_.begin(), shape_.end(), int64_t{1}, std::multiplies<>());
  }
  void Add(const std::string& operation, const std::string& operands, const std::string& attributes,
           std::vector<int64_t> shape) {
    const std::string name = "%v" + std::to_string(made_++), from = Type();
    shape_ = std::move(shape);
    text_ += "  " + name + " = stablehlo." + operation + " " + operands + attributes;
    const bool is_sum = operation == "add";
    text_ += is_sum ? " : " + Type() + "\n" : " : (" + from + ") -> " + Type() + "\n";
    value_ = name;
  }
  void AddOne() {
    const size_t at = random_() % shape_.size();
    std::vector<int64_t> shape = shape_;
    std::vector<int64_t> dimensions(shape.size());
    std::iota(dimensions.begin(), dimensions.end(), int64_t{0});
    switch (random_() % 5) {
      case 0: {
        const int64_t repetitions = 2 + static_cast<int64_t>(random_() % 3);
        const size_t place = random_() % 3 == 0 ? at : shape.size();
        if (Count() > 60'000) return;
        for (size_t i = place; i < dimensions.size(); ++i) ++dimensions[i];
        shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(place), repetitions);
        return Add("broadcast_in_dim", value_, ", dims = " + ListText(dimensions), shape);
      }
      case 1: {
        if (at + 1 == shape.size()) return;
        shape[at] *= shape[at + 1];
        shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(at) + 1);
        return Add("reshape", value_, "", shape);
      }
      case 2: {
        if (shape[at] < 3) return;
        std::string ranges;
        shape[at] -= 2;
        for (size_t i = 0; i < shape.size(); ++i) {
          const int64_t begin = i == at ? 1 : 0;
          ranges +=
              (i == 0 ? "" : ", ") + std::to_string(begin) + ":" + std::to_string(begin + shape[i]);
        }
        return Add("slice", value_, " [" + ranges + "]", shape);
      }
      case 3: {
        std::swap(dimensions[at], dimensions[0]);
        std::swap(shape[at], shape[0]);
        return Add("transpose", value_, ", dims = " + ListText(dimensions), shape);
      }
      default:
        return Add("add", value_ + ", " + value_, "", shape);
    }
  }

  std::mt19937 random_;
  std::vector<int64_t> shape_;
  std::string text_, value_ = "%x";
  int made_ = 0;
};

TEST_CASE("random broadcasts of moved elements have the bits of separate steps") {
  std::vector<float> elements(720);
  std::iota(elements.begin(), elements.end(), -100.0f);
  const Tensor x = TensorOf<float>(ElementType::kF32, {6, 10, 12}, elements);
  for (uint32_t seed = 0; seed < 400; ++seed) {
    const std::string text = Movements(seed).Text();
    INFO(text);
    CheckAtBothLevels(Program(text), {x});
  }
}

TEST_CASE("broadcasts of slices at different places are not those of the same elements") {
  std::vector<float> elements(2 * 9 * 64);
  std::iota(elements.begin(), elements.end(), -100.0f);
  const Tensor x = TensorOf<float>(ElementType::kF32, {2, 9, 64}, elements);
  std::ranges::reverse(elements);
  const Tensor y = TensorOf<float>(ElementType::kF32, {2, 9, 64}, elements);
  const auto slice = [](const std::string& name, const std::string& of, int row, int column) {
    return "  %" + name + " = stablehlo.slice %" + of + " [0:2, " + std::to_string(row) + ":" +
           std::to_string(row + 1) + ", " + std::to_string(column) + ":" +
           std::to_string(column + 1) + "] : (W) -> tensor<2x1x1xf32>\n  %" + name +
           "r = stablehlo.reshape %" + name + " : (tensor<2x1x1xf32>) -> tensor<2xf32>\n  %" +
           name + "b = stablehlo.broadcast_in_dim %" + name +
           "r, dims = [0] : (tensor<2xf32>) -> W\n";
  };
  for (const auto& [row, column] : {std::pair{0, 0}, {0, 5}, {3, 0}, {3, 5}}) {
    INFO("row " << row << ", column " << column);
    std::string text = "func.func @main(%x: W, %y: W) -> W {\n" + slice("s", "x", 0, 5) +
                       slice("t", "y", row, column) + "  %r = stablehlo.add %sb, %tb : W\n" +
                       "  return %r : W\n}";
    for (size_t at; (at = text.find('W')) != std::string::npos;) {
      text.replace(at, 1, "tensor<2x9x64xf32>");
    }
    CheckAtBothLevels(Program(text), {x, y});
  }
}

}  // namespace
}  // namespace paddock
