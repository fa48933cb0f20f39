// Random windows, and the results of operations by their definition, cell by cell.
#ifndef PADDOCK_TESTS_EXECUTION_WINDOWS_TESTING_H_
#define PADDOCK_TESTS_EXECUTION_WINDOWS_TESTING_H_

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/exec/threads/thread_pool.h"
#include "simd/windows/window_dimension.h"
#include "tests/execution/levels_testing.h"

namespace paddock::testing {

using Sizes = std::vector<int64_t>;

class Dice {
 public:
  explicit Dice(uint32_t seed) : generator_(seed) {}
  int64_t Roll(int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(generator_);
  }
  std::vector<int32_t> Integers(int64_t count, int64_t least, int64_t most) {
    std::vector<int32_t> values;
    for (int64_t i = 0; i < count; ++i) values.push_back(static_cast<int32_t>(Roll(least, most)));
    return values;
  }
  void Shuffle(Sizes& list) { std::shuffle(list.begin(), list.end(), generator_); }

 private:
  std::mt19937 generator_;
};

inline int64_t CountOf(const Sizes& shape) {
  int64_t count = 1;
  for (int64_t size : shape) count *= size;
  return count;
}

inline int64_t OffsetOf(const Sizes& shape, const Sizes& index) {
  int64_t offset = 0;
  for (size_t i = 0; i < shape.size(); ++i) offset = offset * shape[i] + index[i];
  return offset;
}

// Calls visit(index) for each index of the shape, row-major.
template <class Visit>
void ForEachIndex(const Sizes& shape, Visit visit) {
  Sizes index(shape.size(), 0);
  for (int64_t i = 0; i < CountOf(shape); ++i) {
    int64_t rest = i;
    for (size_t d = shape.size(); d-- > 0;) {
      index[d] = rest % shape[d];
      rest /= shape[d];
    }
    visit(index);
  }
}

inline std::string List(const Sizes& values) {
  std::string text;
  for (int64_t value : values) text += (text.empty() ? "" : ", ") + std::to_string(value);
  return text;
}

inline std::string Array(const Sizes& values) {
  return values.empty() ? "array<i64>" : "array<i64: " + List(values) + ">";
}

// One list for each attribute, one entry for each dimension.
struct RandomWindows {
  Sizes sizes, windows, strides, base_dilations, window_dilations, low, high, counts;

  void Add(Dice& dice, int64_t size, int64_t most_window, bool has_dilations) {
    const int64_t window = dice.Roll(1, most_window);
    const int64_t base = has_dilations && dice.Roll(0, 2) == 0 ? dice.Roll(2, 3) : 1;
    const int64_t spread = has_dilations && dice.Roll(0, 2) == 0 ? dice.Roll(2, 3) : 1;
    const int64_t before = dice.Roll(-2, most_window);
    const int64_t after = dice.Roll(-2, most_window);
    const int64_t stride = dice.Roll(0, 1) == 0 ? 1 : dice.Roll(2, 4);
    const int64_t padded = (size == 0 ? 0 : (size - 1) * base + 1) + before + after;
    const int64_t span = (window - 1) * spread + 1;
    sizes.push_back(size);
    windows.push_back(window);
    strides.push_back(stride);
    base_dilations.push_back(base);
    window_dilations.push_back(spread);
    low.push_back(before);
    high.push_back(after);
    counts.push_back(padded <= 0 || span > padded ? 0 : (padded - span) / stride + 1);
  }

  // A dimension along which windows do not slide.
  void AddWhole(int64_t size) {
    for (Sizes* list : {&windows, &strides, &base_dilations, &window_dilations}) list->push_back(1);
    for (Sizes* list : {&sizes, &counts}) list->push_back(size);
    for (Sizes* list : {&low, &high}) list->push_back(0);
  }

  simd::WindowDimension At(size_t i) const {
    return {sizes[i],          counts[i],           windows[i], strides[i],
            base_dilations[i], window_dilations[i], low[i]};
  }

  std::string Padding() const {
    Sizes pairs;
    for (size_t i = 0; i < low.size(); ++i) {
      pairs.push_back(low[i]);
      pairs.push_back(high[i]);
    }
    std::string text;
    for (size_t i = 0; i < low.size(); ++i) {
      text +=
          (i == 0 ? "[" : ", [") + std::to_string(low[i]) + ", " + std::to_string(high[i]) + "]";
    }
    return "dense<[" + text + "]> : tensor<" + std::to_string(low.size()) + "x2xi64>";
  }

  std::string Attributes() const {
    return "window_dimensions = " + Array(windows) + ", window_strides = " + Array(strides) +
           (low.empty() ? "" : ", padding = " + Padding());
  }

  // Returns the operand's index at a cell, or -1 in padding.
  int64_t OffsetAt(const Sizes& window, const Sizes& cell) const {
    int64_t offset = 0;
    for (size_t i = 0; i < sizes.size(); ++i) {
      const int64_t index = At(i).IndexAt(window[i], cell[i]);
      if (index < 0) return -1;
      offset = offset * sizes[i] + index;
    }
    return offset;
  }
};

inline Tensor RunInSlices(const Program& program, const std::vector<Tensor>& inputs) {
  const auto machine = MachineOf(PlanOf(program, At(Level::kFast)), inputs);
  StopReason reason = StopReason::kBudgetSpent;
  while (reason == StopReason::kBudgetSpent) reason = machine->Run(1);
  REQUIRE(reason == StopReason::kFinished);
  return machine->Results()[0];
}

// Returns the result of a program, and checks that both levels, slices and threads give the same.
template <class T>
std::vector<T> RunEveryWay(const std::string& text, const std::vector<Tensor>& inputs) {
  INFO(text);
  const Program program(text);
  const auto bits = [](const Tensor& tensor) {
    return std::vector<std::byte>(tensor.data(), tensor.data() + tensor.byte_size());
  };
  const Tensor result = Run(program, Level::kFaithful, inputs)[0];
  CHECK(bits(Run(program, Level::kFast, inputs)[0]) == bits(result));
  CHECK(bits(RunInSlices(program, inputs)) == bits(result));
  ThreadPool pool(2);
  MachineOptions options;
  options.pool = &pool;
  CHECK(bits(Run(program, Level::kFast, inputs, options)[0]) == bits(result));
  return ElementsOf<T>(result);
}

}  // namespace paddock::testing

#endif  // PADDOCK_TESTS_EXECUTION_WINDOWS_TESTING_H_
