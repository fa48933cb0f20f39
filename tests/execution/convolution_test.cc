// Convolution with random attributes, against its definition.
#include <numeric>

#include "tests/execution/windows_testing.h"

namespace paddock::testing {
namespace {

// Dimension numbers in a random order, and shapes of these.
struct RandomConvolution {
  RandomWindows windows;  // the spatial dimensions
  Sizes reversal;
  int64_t batch = 1, features = 1, outputs = 1;
  int64_t feature_groups = 1, batch_groups = 1;
  // Positions of batch, feature and spatial dimensions 0 .. (in rhs: input and output feature).
  Sizes lhs_order, rhs_order, result_order;

  explicit RandomConvolution(Dice& dice) {
    const int64_t rank = dice.Roll(0, 2);
    const bool is_large = dice.Roll(0, 2) == 0;
    for (int64_t i = 0; i < rank; ++i) {
      windows.Add(dice, dice.Roll(0, is_large ? 24 : 7), 4, true);
      reversal.push_back(dice.Roll(0, 3) == 0 ? 1 : 0);
    }
    const int64_t groups = dice.Roll(1, 3);
    const bool has_feature_groups = dice.Roll(0, 1) == 0;
    (has_feature_groups ? feature_groups : batch_groups) = groups;
    batch = dice.Roll(1, 3) * batch_groups;
    features = dice.Roll(dice.Roll(0, 9) == 0 ? 0 : 1, is_large ? 20 : 3);
    outputs = dice.Roll(1, is_large ? 20 : 3) * groups;
    for (Sizes* order : {&lhs_order, &rhs_order, &result_order}) {
      order->resize(static_cast<size_t>(rank) + 2);
      std::iota(order->begin(), order->end(), 0);
      dice.Shuffle(*order);
    }
  }

  static Sizes Placed(const Sizes& order, const Sizes& sizes) {
    Sizes placed(order.size());
    for (size_t i = 0; i < order.size(); ++i) placed[static_cast<size_t>(order[i])] = sizes[i];
    return placed;
  }

  static Sizes With(int64_t first, int64_t second, const Sizes& spatial) {
    Sizes sizes = {first, second};
    sizes.insert(sizes.end(), spatial.begin(), spatial.end());
    return sizes;
  }
  Sizes LhsShape() const {
    return Placed(lhs_order, With(batch, features * feature_groups, windows.sizes));
  }
  Sizes RhsShape() const { return Placed(rhs_order, With(features, outputs, windows.windows)); }
  Sizes ResultShape() const {
    return Placed(result_order, With(batch / batch_groups, outputs, windows.counts));
  }

  // "[b, f, 0]" of an order, with the letters of its first two.
  static std::string Letters(const Sizes& order, const std::string& letters) {
    std::vector<std::string> placed(order.size());
    for (size_t i = 0; i < order.size(); ++i) {
      placed[static_cast<size_t>(order[i])] =
          i < 2 ? std::string(1, letters[i]) : std::to_string(i - 2);
    }
    std::string text = "[";
    for (const std::string& one : placed) text += (text.size() == 1 ? "" : ", ") + one;
    return text + "]";
  }

  std::string Text(const std::string& operand, const std::string& result) const {
    const std::string lhs = TensorText(LhsShape(), operand);
    const std::string rhs = TensorText(RhsShape(), operand);
    const std::string to = TensorText(ResultShape(), result);
    std::string flags;
    for (int64_t flag : reversal) {
      flags += (flags.empty() ? ": " : ", ") + std::string(flag != 0 ? "true" : "false");
    }
    return "func.func @main(%x: " + lhs + ", %y: " + rhs + ") -> " + to +
           " {\n %r = \"stablehlo.convolution\"(%x, %y) {dimension_numbers = #stablehlo.conv<" +
           Letters(lhs_order, "bf") + "x" + Letters(rhs_order, "io") + "->" +
           Letters(result_order, "bf") +
           ">, feature_group_count = " + std::to_string(feature_groups) +
           " : i64, batch_group_count = " + std::to_string(batch_groups) +
           " : i64, window_strides = " + Array(windows.strides) +
           ", lhs_dilation = " + Array(windows.base_dilations) +
           ", rhs_dilation = " + Array(windows.window_dilations) + ", window_reversal = array<i1" +
           flags + ">" + (windows.low.empty() ? "" : ", padding = " + windows.Padding()) + "} : (" +
           lhs + ", " + rhs + ") -> " + to + "\n return %r : " + to + "\n}";
  }

  // One element of the result; `at`: batch, output feature, spatial indices.
  int64_t Sum(const Sizes& at, const std::vector<int32_t>& lhs,
              const std::vector<int32_t>& rhs) const {
    const int64_t outputs_of_group = outputs / (feature_groups * batch_groups);
    const int64_t group = at[1] / outputs_of_group;
    const int64_t n = batch_groups > 1 ? group * (batch / batch_groups) + at[0] : at[0];
    int64_t sum = 0;
    ForEachIndex(With(1, features, windows.windows), [&](const Sizes& cell) {
      Sizes spatial;
      for (size_t i = 0; i < reversal.size(); ++i) {
        const int64_t in_window =
            reversal[i] != 0 ? windows.windows[i] - 1 - cell[i + 2] : cell[i + 2];
        spatial.push_back(windows.At(i).IndexAt(at[i + 2], in_window));
        if (spatial.back() < 0) return;
      }
      const int64_t feature = feature_groups > 1 ? group * features + cell[1] : cell[1];
      const Sizes kernel(cell.begin() + 2, cell.end());
      const int64_t l = OffsetOf(LhsShape(), Placed(lhs_order, With(n, feature, spatial)));
      const int64_t r = OffsetOf(RhsShape(), Placed(rhs_order, With(cell[1], at[1], kernel)));
      sum += int64_t{lhs[static_cast<size_t>(l)]} * rhs[static_cast<size_t>(r)];
    });
    return sum;
  }
};

template <class Narrow>
Tensor NarrowTensor(ElementType type, const Sizes& shape, const std::vector<int32_t>& values) {
  return TensorOf(type, shape, std::vector<Narrow>(values.begin(), values.end()));
}

template <class T>
void CheckFloats(const RandomConvolution& random, ElementType type, const std::string& name,
                 const std::vector<int32_t>& lhs, const std::vector<int32_t>& rhs,
                 const std::vector<int32_t>& expected) {
  CHECK(RunEveryWay<T>(random.Text(name, name), {NarrowTensor<T>(type, random.LhsShape(), lhs),
                                                 NarrowTensor<T>(type, random.RhsShape(), rhs)}) ==
        std::vector<T>(expected.begin(), expected.end()));
}

TEST_CASE("convolution follows its definition") {
  Dice dice(6);
  for (int repeat = 0; repeat < 80; ++repeat) {
    const RandomConvolution random(dice);
    const std::vector<int32_t> lhs = dice.Integers(CountOf(random.LhsShape()), -100, 100);
    const std::vector<int32_t> rhs = dice.Integers(CountOf(random.RhsShape()), -100, 100);
    const Sizes shape = random.ResultShape();
    std::vector<int32_t> expected(static_cast<size_t>(CountOf(shape)));
    ForEachIndex(RandomConvolution::With(random.batch / random.batch_groups, random.outputs,
                                         random.windows.counts),
                 [&](const Sizes& at) {
                   const int64_t offset =
                       OffsetOf(shape, RandomConvolution::Placed(random.result_order, at));
                   expected[static_cast<size_t>(offset)] =
                       static_cast<int32_t>(random.Sum(at, lhs, rhs));
                 });
    INFO(random.Text("i8", "i32"));
    CHECK(RunEveryWay<int32_t>(random.Text("i8", "i32"),
                               {NarrowTensor<int8_t>(ElementType::kI8, random.LhsShape(), lhs),
                                NarrowTensor<int8_t>(ElementType::kI8, random.RhsShape(), rhs)}) ==
          expected);
    // Sums of these are exact in f32 and f64.
    CheckFloats<float>(random, ElementType::kF32, "f32", lhs, rhs, expected);
    CheckFloats<double>(random, ElementType::kF64, "f64", lhs, rhs, expected);
  }
}

}  // namespace
}  // namespace paddock::testing
