// Compares the results of programs at both levels.
#ifndef PADDOCK_TESTS_EXECUTION_LEVELS_TESTING_H_
#define PADDOCK_TESTS_EXECUTION_LEVELS_TESTING_H_

#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "core/exec/threads/thread_pool.h"
#include "core/plan/fusion/tile_program.h"

namespace paddock::testing {

// Returns whether one tile program computes everything.
inline bool IsOneProgram(const Program& program) {
  const auto plan = PlanOf(program, At(Level::kFast));
  size_t programs = 0, others = 0;
  for (const Step& step : plan->steps()) {
    if (step.function == &TileStep) ++programs;
    if (step.function != &TileStep && step.operation != nullptr) ++others;
  }
  return programs == 1 && others == 0;
}

inline Tensor WaveTensor(std::vector<int64_t> shape) {
  int64_t count = 1;
  for (int64_t size : shape) count *= size;
  std::vector<float> elements(static_cast<size_t>(count));
  for (size_t i = 0; i < elements.size(); ++i) {
    elements[i] = static_cast<float>(i * 7919 % 1009) / 1009.0f - 0.5f;
  }
  return TensorOf<float>(ElementType::kF32, std::move(shape), elements);
}

// Returns the steps before the last one, which moves the results.
inline size_t StepsOf(const Program& program) {
  return PlanOf(program, At(Level::kFast))->steps().size() - 1;
}

// Returns how many of them are of this operation.
inline size_t StepsOfKind(const Program& program, OpKind kind) {
  size_t count = 0;
  const auto plan = PlanOf(program, At(Level::kFast));
  for (const Step& step : plan->steps()) {
    count += step.operation != nullptr && step.operation->is(kind) ? 1 : 0;
  }
  return count;
}

// Returns the arithmetic and the bytes of the operation's steps: 0 if they are left out.
inline uint64_t WorkOf(const Program& program, std::string_view name) {
  uint64_t work = 0;
  const auto plan = PlanOf(program, At(Level::kFast));
  for (const Step& step : plan->steps()) {
    if (step.operation != nullptr && step.operation->name == name) {
      work += step.operations + step.bytes;
    }
  }
  return work;
}

// Returns the numbers as a list of the language: [0, 1].
inline std::string ListText(const std::vector<int64_t>& list) {
  std::string text;
  for (int64_t one : list) text += (text.empty() ? "" : ", ") + std::to_string(one);
  return "[" + text + "]";
}

// Returns what is in a type of the language: 2x3xf32.
inline std::string Spelled(const std::vector<int64_t>& sizes, const std::string& type) {
  std::string text;
  for (int64_t size : sizes) text += std::to_string(size) + "x";
  return text + type;
}

// Returns a type of the language: tensor<2x3xf32>.
inline std::string TensorText(const std::vector<int64_t>& sizes, const std::string& type) {
  return "tensor<" + Spelled(sizes, type) + ">";
}

inline Tensor RandomBytes(ElementType type, const std::vector<int64_t>& shape,
                          std::mt19937& random) {
  Tensor tensor = Tensor::Allocate(type, shape);
  std::byte* const bytes = tensor.mutable_data();
  for (size_t i = 0; i < tensor.byte_size(); ++i) bytes[i] = static_cast<std::byte>(random());
  return tensor;
}

inline void CheckSameResults(const std::vector<Tensor>& some, const std::vector<Tensor>& others) {
  REQUIRE(some.size() == others.size());
  for (size_t i = 0; i < some.size(); ++i) {
    INFO("result " << i);
    CHECK(IsBitwiseEqual(some[i], others[i]));
  }
}

// The bits of level kFaithful on one thread, on several, and in the smallest slices.
inline void CheckAtBothLevels(const Program& program, const std::vector<Tensor>& inputs) {
  const std::vector<Tensor> expected = Run(program, Level::kFaithful, inputs);
  CheckSameResults(Run(program, Level::kFast, inputs), expected);
  ThreadPool pool(3);
  MachineOptions threaded;
  threaded.pool = &pool;
  CheckSameResults(Run(program, Level::kFast, inputs, threaded), expected);
  const auto machine = MachineOf(PlanOf(program, At(Level::kFast)), inputs);
  StopReason reason = StopReason::kBudgetSpent;
  while (reason == StopReason::kBudgetSpent) reason = machine->Run(1);
  REQUIRE(reason == StopReason::kFinished);
  CheckSameResults(machine->Results(), expected);
}

// The bits of level kFaithful on one thread, on any number of threads, at once and in slices.
inline void CheckInThreads(const Program& program, const std::vector<Tensor>& inputs) {
  const std::vector<Tensor> expected = Run(program, Level::kFaithful, inputs);
  for (const size_t threads : {1, 2, 3, 8}) {
    INFO(threads << " threads");
    ThreadPool pool(threads);
    MachineOptions options;
    options.pool = &pool;
    CheckSameResults(Run(program, Level::kFast, inputs, options), expected);
    const auto machine = MachineOf(PlanOf(program, At(Level::kFast)), inputs, options);
    StopReason reason = StopReason::kBudgetSpent;
    while (reason == StopReason::kBudgetSpent) reason = machine->Run(1 << 16);
    REQUIRE(reason == StopReason::kFinished);
    CheckSameResults(machine->Results(), expected);
  }
}

}  // namespace paddock::testing

#endif  // PADDOCK_TESTS_EXECUTION_LEVELS_TESTING_H_
