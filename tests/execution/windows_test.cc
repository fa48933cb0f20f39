// Operations over windows with random attributes, against their definitions.
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include "core/plan/fusion/tile_sink.h"
#include "tests/execution/windows_testing.h"

namespace paddock::testing {
namespace {

using Body = std::function<int32_t(int32_t, int32_t)>;

int32_t Wrapped(int64_t value) { return static_cast<int32_t>(static_cast<uint32_t>(value)); }

// The cells of each window, in order, padding included.
template <class T>
std::vector<std::vector<T>> WindowsOf(const RandomWindows& windows, const std::vector<T>& operand,
                                      T padding) {
  std::vector<std::vector<T>> all;
  ForEachIndex(windows.counts, [&](const Sizes& at) {
    std::vector<T> cells;
    ForEachIndex(windows.windows, [&](const Sizes& cell) {
      const int64_t offset = windows.OffsetAt(at, cell);
      cells.push_back(offset < 0 ? padding : operand[static_cast<size_t>(offset)]);
    });
    all.push_back(std::move(cells));
  });
  return all;
}

std::string ReduceWindowText(const RandomWindows& windows, const std::string& element,
                             const std::string& body) {
  const std::string operand = TensorText(windows.sizes, element);
  const std::string result = TensorText(windows.counts, element);
  const std::string scalar = "tensor<" + element + ">";
  return "func.func @main(%x: " + operand + ", %i: " + scalar + ") -> " + result +
         " {\n %r = \"stablehlo.reduce_window\"(%x, %i) ({\n ^bb0(%a: " + scalar +
         ", %b: " + scalar + "):\n" + body + " stablehlo.return %s : " + scalar + "\n }) {" +
         windows.Attributes() + ", base_dilations = " + Array(windows.base_dilations) +
         ", window_dilations = " + Array(windows.window_dilations) + "} : (" + operand + ", " +
         scalar + ") -> " + result + "\n return %r : " + result + "\n}";
}

struct BodyCase {
  std::string text;
  Body body;
};

// The first two are associative, so that every tree gives the same result. The others are folded
// from the initial value, in order.
const BodyCase kBodies[] = {
    {" %s = stablehlo.add %a, %b : tensor<i32>\n",
     [](int32_t a, int32_t b) { return Wrapped(int64_t{a} + b); }},
    {" %s = stablehlo.maximum %b, %a : tensor<i32>\n",
     [](int32_t a, int32_t b) { return std::max(a, b); }},
    // a + b + a * b, which has no kernel.
    {" %p = stablehlo.multiply %a, %b : tensor<i32>\n %q = stablehlo.add %a, %b : tensor<i32>\n"
     " %s = stablehlo.add %p, %q : tensor<i32>\n",
     [](int32_t a, int32_t b) {
       const auto x = static_cast<uint32_t>(a), y = static_cast<uint32_t>(b);
       return static_cast<int32_t>(x + y + x * y);
     }},
    {" %s = stablehlo.subtract %a, %b : tensor<i32>\n",
     [](int32_t a, int32_t b) { return Wrapped(int64_t{a} - b); }},
    // b - a, where both are positive: no element-wise body.
    {" %z = stablehlo.constant dense<0> : tensor<i32>\n"
     " %m = stablehlo.minimum %a, %b : tensor<i32>\n"
     " %c = stablehlo.compare GT, %m, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
     " %s = \"stablehlo.if\"(%c) ({\n %d = stablehlo.subtract %b, %a : tensor<i32>\n"
     " stablehlo.return %d : tensor<i32>\n }, {\n stablehlo.return %a : tensor<i32>\n })"
     " : (tensor<i1>) -> tensor<i32>\n",
     [](int32_t a, int32_t b) { return a > 0 && b > 0 ? b - a : a; }},
};

void CheckReduceWindow(Dice& dice, const RandomWindows& windows, const BodyCase& body) {
  const std::vector<int32_t> operand = dice.Integers(CountOf(windows.sizes), -50, 50);
  const int32_t init = static_cast<int32_t>(dice.Roll(-3, 3));
  std::vector<int32_t> expected;
  for (const auto& cells : WindowsOf(windows, operand, init)) {
    int32_t total = init;
    for (int32_t cell : cells) total = body.body(total, cell);
    expected.push_back(total);
  }
  const std::string text = ReduceWindowText(windows, "i32", body.text);
  INFO(text);
  CHECK(RunEveryWay<int32_t>(text, {TensorOf(ElementType::kI32, windows.sizes, operand),
                                    TensorOf<int32_t>(ElementType::kI32, {}, {init})}) == expected);
}

TEST_CASE("reduce_window follows its definition") {
  Dice dice(1);
  for (int repeat = 0; repeat < 100; ++repeat) {
    RandomWindows windows;
    const int64_t rank = dice.Roll(1, 3);
    for (int64_t i = 0; i < rank; ++i) windows.Add(dice, dice.Roll(0, 9), 4, true);
    CheckReduceWindow(dice, windows, kBodies[repeat % std::size(kBodies)]);
  }
}

TEST_CASE("reduce_window over long windows follows its definition") {
  Dice dice(2);
  for (int repeat = 0; repeat < 16; ++repeat) {
    RandomWindows windows;
    const bool is_first = dice.Roll(0, 1) == 0;
    if (!is_first) windows.Add(dice, dice.Roll(1, 3), 2, true);
    windows.Add(dice, dice.Roll(1, 600), 700, repeat % 4 == 0);
    if (is_first) windows.Add(dice, dice.Roll(1, 40), 2, true);
    CheckReduceWindow(dice, windows, kBodies[repeat % std::size(kBodies)]);
  }
}

// Sizes are those before the dimension of the prefixes, of it, and behind it.
RandomWindows Prefixes(const Sizes& outer, int64_t length, const Sizes& inner) {
  RandomWindows windows;
  for (int64_t size : outer) windows.AddWhole(size);
  for (Sizes* list : {&windows.strides, &windows.base_dilations, &windows.window_dilations}) {
    list->push_back(1);
  }
  for (Sizes* list : {&windows.sizes, &windows.counts, &windows.windows}) list->push_back(length);
  windows.low.push_back(length - 1);
  windows.high.push_back(0);
  for (int64_t size : inner) windows.AddWhole(size);
  return windows;
}

TEST_CASE("reduce_window over prefixes follows its definition") {
  Dice dice(4);
  for (const BodyCase& body : kBodies) {
    // Most bodies return some initial values, and others not.
    for (int repeat = 0; repeat < 4; ++repeat) {
      CheckReduceWindow(dice, Prefixes({}, dice.Roll(2, 40), {}), body);
      CheckReduceWindow(dice, Prefixes({3}, dice.Roll(2, 9), {dice.Roll(1, 5)}), body);
    }
  }
  // More totals than a batch has.
  for (int repeat = 0; repeat < 3; ++repeat) {
    CheckReduceWindow(dice, Prefixes({2}, 3, {300}), kBodies[2]);
    CheckReduceWindow(dice, Prefixes({600}, 4, {}), kBodies[2]);
  }
}

// The text with a constant as initial value.
std::string WithConstant(std::string text, const std::string& type, const std::string& init) {
  const std::string argument = ", %i: " + type;
  const size_t at = text.find(argument);
  text.erase(at, argument.size());
  const size_t body = text.find("{\n") + 2;
  return text.insert(body, " %i = stablehlo.constant dense<" + init + "> : " + type + "\n");
}

TEST_CASE("monoids over prefixes and suffixes follow their definition") {
  Dice dice(5);
  const char* const inits[] = {"0", "-2147483648"};
  for (int repeat = 0; repeat < 60; ++repeat) {
    RandomWindows windows = Prefixes({dice.Roll(1, 90)}, dice.Roll(2, 70),
                                     {dice.Roll(0, 1) == 0 ? 1 : dice.Roll(1, 50)});
    if (repeat % 3 == 0) std::swap(windows.low, windows.high);
    const size_t which = static_cast<size_t>(repeat % 2);
    const std::vector<int32_t> operand = dice.Integers(CountOf(windows.sizes), -50, 50);
    const int32_t init = which == 0 ? 0 : INT32_MIN;
    std::vector<int32_t> expected;
    for (const auto& cells : WindowsOf(windows, operand, init)) {
      int32_t total = init;
      for (int32_t cell : cells) total = kBodies[which].body(total, cell);
      expected.push_back(total);
    }
    const std::string text = WithConstant(ReduceWindowText(windows, "i32", kBodies[which].text),
                                          "tensor<i32>", inits[which]);
    INFO(text);
    CHECK(RunEveryWay<int32_t>(text, {TensorOf(ElementType::kI32, windows.sizes, operand)}) ==
          expected);
  }
}

// a + b + a * b returns the initial value 0 for itself.
TEST_CASE("windows over prefixes take an application each, and padding none") {
  const RandomWindows windows = Prefixes({}, 1000, {});
  const Program program(ReduceWindowText(windows, "i32", kBodies[2].text));
  uint64_t operations = 0;
  const auto plan = PlanOf(program, At(Level::kFast));
  for (const Step& step : plan->steps()) operations += step.operations;
  CHECK((operations == 1001 || !kHasTileSinks));
}

// The order of docs/numerics.md for windows of more than 64 and at most 256 cells.
float ByHalves(const float* cells, size_t count) {
  if (count == 1) return cells[0];
  return ByHalves(cells, count / 2) + ByHalves(cells + count / 2, count / 2);
}

float TotalOf(const std::vector<float>& cells) {
  float total = 0;
  size_t done = 0;
  if (cells.size() <= 64) {
    total = cells[0];
    for (size_t i = 1; i < cells.size(); ++i) total += cells[i];
    return total;
  }
  for (size_t length = 1; length <= cells.size(); length *= 2) {
    if ((cells.size() & length) == 0) continue;
    const float part = ByHalves(cells.data() + done, length);
    total = done == 0 ? part : total + part;
    done += length;
  }
  return total;
}

float MaximumOf(float a, float b) {
  if (std::isnan(a)) return a;
  if (std::isnan(b)) return b;
  return a > b || (a == b && std::signbit(b)) ? a : b;
}

constexpr char kAddFloats[] = " %s = stablehlo.add %a, %b : tensor<f32>\n";

TEST_CASE("sums over prefixes have the bits of the documented order") {
  Dice dice(6);
  for (int repeat = 0; repeat < 30; ++repeat) {
    // Longer ones are no rows of a running sum.
    const int64_t length = repeat % 5 == 0 ? dice.Roll(65, 80) : dice.Roll(2, 64);
    const RandomWindows windows =
        Prefixes({dice.Roll(1, 40)}, length, {repeat % 2 == 0 ? 1 : dice.Roll(1, 40)});
    std::vector<float> operand;
    for (size_t i = 0; i < static_cast<size_t>(CountOf(windows.sizes)); ++i) {
      const auto value = static_cast<float>(dice.Roll(-1000000, 1000000)) * 0.37f;
      operand.push_back(dice.Roll(0, 9) == 0 ? -0.0f : value);
    }
    std::vector<float> expected;
    for (const auto& cells : WindowsOf(windows, operand, 0.0f)) {
      expected.push_back(0.0f + TotalOf(cells));
    }
    const std::string text =
        WithConstant(ReduceWindowText(windows, "f32", kAddFloats), "tensor<f32>", "0.0");
    CHECK(RunEveryWay<float>(text, {TensorOf(ElementType::kF32, windows.sizes, operand)}) ==
          expected);
  }
}

TEST_CASE("a prefix takes an application") {
  const RandomWindows windows = Prefixes({4}, 60, {41});
  const Program program(
      WithConstant(ReduceWindowText(windows, "f32", kAddFloats), "tensor<f32>", "0.0"));
  uint64_t operations = 0;
  const auto plan = PlanOf(program, At(Level::kFast));
  for (const Step& step : plan->steps()) operations += step.operations;
  CHECK((operations == 4 * 60 * 41 || !kHasTileSinks));
}

TEST_CASE("reduce_window adds floats in the documented order") {
  Dice dice(3);
  for (int repeat = 0; repeat < 40; ++repeat) {
    RandomWindows windows;
    windows.Add(dice, dice.Roll(1, 300), repeat % 2 == 0 ? 64 : 256, true);
    std::vector<float> operand;
    for (int64_t i = 0; i < windows.sizes[0]; ++i) {
      operand.push_back(static_cast<float>(dice.Roll(-1000000, 1000000)) * 0.37f);
    }
    const float init = 0.1f;
    std::vector<float> expected;
    for (const auto& cells : WindowsOf(windows, operand, init)) {
      expected.push_back(init + TotalOf(cells));
    }
    CHECK(RunEveryWay<float>(ReduceWindowText(windows, "f32", kAddFloats),
                             {TensorOf(ElementType::kF32, windows.sizes, operand),
                              TensorOf<float>(ElementType::kF32, {}, {init})}) == expected);
  }
}

// Windows of images, channels last or first, in the order of the cells: sums round at each cell,
// and the first of several NaNs is the result.
TEST_CASE("reduce_window combines the cells of images in order") {
  Dice dice(6);
  for (int repeat = 0; repeat < 60; ++repeat) {
    RandomWindows windows;
    windows.Add(dice, dice.Roll(1, 3), 1, false);
    windows.low[0] = windows.high[0] = 0;
    windows.counts[0] = (windows.sizes[0] - 1) / windows.strides[0] + 1;
    for (int i = 0; i < 2; ++i) windows.Add(dice, dice.Roll(1, 30), 4, repeat % 5 == 0);
    const int64_t channels = repeat % 2 == 0 ? 1 : dice.Roll(1, 40);
    windows.AddWhole(channels);
    const bool adds = repeat % 3 == 0;
    const int64_t least = dice.Roll(0, 2) == 0 ? -3 : -100000;
    std::vector<float> operand;
    for (int64_t i = 0; i < CountOf(windows.sizes); ++i) {
      const auto value = static_cast<float>(dice.Roll(least, 3));
      operand.push_back(dice.Roll(0, 1) == 0 ? value : -value * 0.37f);
      if (!adds && least == -3 && dice.Roll(0, 60) == 0) {
        operand.back() =
            std::bit_cast<float>(static_cast<uint32_t>(dice.Roll(0x7fc00000, 0x7fc0ffff)));
      }
    }
    const float init = -2.0f;
    std::vector<uint32_t> expected;
    for (const auto& cells : WindowsOf(windows, operand, init)) {
      float total = cells[0];
      for (size_t i = 1; i < cells.size(); ++i) {
        total = adds ? total + cells[i] : MaximumOf(total, cells[i]);
      }
      expected.push_back(std::bit_cast<uint32_t>(adds ? init + total : MaximumOf(init, total)));
    }
    const std::string body =
        " %s = stablehlo." + std::string(adds ? "add" : "maximum") + " %a, %b : tensor<f32>\n";
    const std::string text = ReduceWindowText(windows, "f32", body);
    std::vector<uint32_t> bits;
    for (float x : RunEveryWay<float>(text, {TensorOf(ElementType::kF32, windows.sizes, operand),
                                             TensorOf<float>(ElementType::kF32, {}, {init})})) {
      bits.push_back(std::bit_cast<uint32_t>(x));
    }
    CHECK(bits == expected);
  }
}

TEST_CASE("long sums of floats are accurate") {
  Dice dice(4);
  RandomWindows windows;
  windows.sizes = windows.windows = windows.counts = {100000};
  windows.strides = windows.base_dilations = windows.window_dilations = {1};
  windows.low = {99999};
  windows.high = {0};
  std::vector<float> operand;
  for (int64_t i = 0; i < 100000; ++i) operand.push_back(static_cast<float>(dice.Roll(0, 1 << 20)));
  const auto sums = RunEveryWay<float>(ReduceWindowText(windows, "f32", kAddFloats),
                                       {TensorOf(ElementType::kF32, windows.sizes, operand),
                                        TensorOf<float>(ElementType::kF32, {}, {0.0f})});
  double exact = 0;
  double worst = 0;
  for (size_t i = 0; i < sums.size(); ++i) {
    exact += double{operand[i]};
    worst = std::max(worst, std::abs(double{sums[i]} - exact) / std::max(exact, 1.0));
  }
  // A few roundings; a sequential sum would have thousands.
  CHECK(worst < 16 * 0x1p-24);
}

TEST_CASE("select_and_scatter follows its definition") {
  Dice dice(5);
  for (int repeat = 0; repeat < 100; ++repeat) {
    RandomWindows windows;
    const int64_t rank = dice.Roll(1, 3);
    for (int64_t i = 0; i < rank; ++i) windows.Add(dice, dice.Roll(1, 9), 4, false);
    const bool is_greater = dice.Roll(0, 1) == 0;
    const std::vector<int32_t> operand = dice.Integers(CountOf(windows.sizes), -4, 4);
    const std::vector<int32_t> source = dice.Integers(CountOf(windows.counts), -50, 50);
    std::vector<int32_t> expected(operand.size(), 7);
    size_t window = 0;
    ForEachIndex(windows.counts, [&](const Sizes& at) {
      int64_t selected = -1;
      ForEachIndex(windows.windows, [&](const Sizes& cell) {
        const int64_t offset = windows.OffsetAt(at, cell);
        if (offset < 0) return;
        const auto value = [&](int64_t i) { return operand[static_cast<size_t>(i)]; };
        const bool keeps = selected >= 0 && (is_greater ? value(selected) > value(offset)
                                                        : value(selected) <= value(offset));
        if (!keeps) selected = offset;
      });
      if (selected >= 0) expected[static_cast<size_t>(selected)] += source[window];
      ++window;
    });
    const std::string x = TensorText(windows.sizes, "i32");
    const std::string s = TensorText(windows.counts, "i32");
    const std::string text =
        "func.func @main(%x: " + x + ", %s: " + s + ", %i: tensor<i32>) -> " + x +
        " {\n %r = \"stablehlo.select_and_scatter\"(%x, %s, %i) ({\n ^bb0(%a: tensor<i32>, %b: "
        "tensor<i32>):\n %p = stablehlo.compare " +
        (is_greater ? "GT" : "LE") +
        ", %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>\n stablehlo.return %p : tensor<i1>\n "
        "}, {\n ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n %t = stablehlo.add %a, %b : "
        "tensor<i32>\n stablehlo.return %t : tensor<i32>\n }) {" +
        windows.Attributes() + "} : (" + x + ", " + s + ", tensor<i32>) -> " + x +
        "\n return %r : " + x + "\n}";
    INFO(text);
    CHECK(RunEveryWay<int32_t>(text, {TensorOf(ElementType::kI32, windows.sizes, operand),
                                      TensorOf(ElementType::kI32, windows.counts, source),
                                      TensorOf<int32_t>(ElementType::kI32, {}, {7})}) == expected);
  }
}

TEST_CASE("windows that span too many elements are refused") {
  RandomWindows windows;
  windows.sizes = {3};
  windows.windows = {int64_t{1} << 40};
  windows.strides = windows.window_dilations = {2};
  windows.base_dilations = {1};
  windows.low = {0};
  windows.high = {int64_t{1} << 41};
  windows.counts = {3};
  const Program program(ReduceWindowText(windows, "f32", kAddFloats));
  const std::vector<Diagnostic> refusal = Refusal(program, At(Level::kFast));
  REQUIRE(refusal.size() == 1);
  CHECK(refusal[0].code == "memory");
}

}  // namespace
}  // namespace paddock::testing
