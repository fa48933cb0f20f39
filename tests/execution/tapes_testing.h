// Runs a loop on its tape and step by step, and compares.
#ifndef PADDOCK_TESTS_EXECUTION_TAPES_TESTING_H_
#define PADDOCK_TESTS_EXECUTION_TAPES_TESTING_H_

#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "core/plan/step.h"
#include "core/types/small_float.h"
#include "tests/execution/levels_testing.h"

namespace paddock::testing {

inline MachineOptions Listening() {
  MachineOptions options;
  options.on_step = [](const Operation*) {};
  return options;
}

// Small numbers of both signs.
inline Tensor SmallNumbersOf(const std::string& type, std::vector<int64_t> shape) {
  const ElementType element = *ElementTypeFromSpelling(type);
  Tensor tensor = Tensor::Allocate(element, shape);
  uint32_t state = 7;
  const auto next = [&] {
    return static_cast<int>((state = state * 1664525 + 1013904223) >> 28) - 7;
  };
  for (size_t i = 0; i < tensor.byte_size() / ByteSize(element); ++i) {
    std::byte* const at = tensor.mutable_data() + i * ByteSize(element);
    const int value = next();
    const auto put = [&](auto number) { std::memcpy(at, &number, sizeof(number)); };
    switch (element) {
      case ElementType::kF32:
        put(static_cast<float>(value) * 0.25f);
        break;
      case ElementType::kF64:
        put(static_cast<double>(value) * 0.25);
        break;
      case ElementType::kI1:
        put(static_cast<uint8_t>(value > 4));
        break;
      case ElementType::kF16:
      case ElementType::kBF16:
        put(EncodeSmallFloat(element, static_cast<double>(value) * 0.25));
        break;
      default: {
        // The low bytes of a little-endian integer.
        const auto wide = static_cast<int64_t>(value);
        std::memcpy(at, &wide, ByteSize(element));
      }
    }
  }
  return tensor;
}

// Compares all observable state of a machine between slices of work.
inline void CheckSame(const Machine& one, const Machine& other, const Program& program) {
  REQUIRE(one.progress().work_done == other.progress().work_done);
  REQUIRE(one.progress().step == other.progress().step);
  REQUIRE(one.steps_done() == other.steps_done());
  CHECK(one.current_operation() == other.current_operation());
  CHECK(one.last_operation() == other.last_operation());
  CHECK(one.executions() == other.executions());
  CHECK(one.counts().operations == other.counts().operations);
  CHECK(one.counts().bytes == other.counts().bytes);
  CHECK(one.counts().steps == other.counts().steps);
  for (const char* name : {"i", "x", "next", "y"}) {
    const Value* value = program.Find(name);
    if (value == nullptr) continue;
    const auto of_one = one.ValueOf(*value), of_other = other.ValueOf(*value);
    INFO("%" << name);
    REQUIRE(of_one.has_value() == of_other.has_value());
    // Bytes that a loop over elements has not written yet are unspecified.
    if (of_one && of_one->element_count() == 1) CHECK(IsBitwiseEqual(*of_one, *of_other));
  }
}

// Runs the plan with `options` and step by step: at once, and in slices, some of which are too
// small for a block.
inline void CheckLikeSteps(const Program& program, const std::shared_ptr<const Plan>& plan,
                           const std::vector<Tensor>& inputs, const MachineOptions& options) {
  const auto with = MachineOf(plan, inputs, options);
  const auto without = MachineOf(plan, inputs, Listening());
  REQUIRE(with->RunToEnd() == StopReason::kFinished);
  REQUIRE(without->RunToEnd() == StopReason::kFinished);
  CheckSame(*with, *without, program);
  CheckSameResults(with->Results(), without->Results());
  const auto sliced = MachineOf(plan, inputs, options);
  const auto stepped = MachineOf(plan, inputs, Listening());
  int64_t budget = 1;
  while (true) {
    const StopReason reason = sliced->Run(budget);
    REQUIRE(stepped->Run(budget) == reason);
    CheckSame(*sliced, *stepped, program);
    if (reason != StopReason::kBudgetSpent) break;
    budget = budget * 7 % 1009;
  }
  CheckSameResults(sliced->Results(), without->Results());
}

// `inputs` belong to a program whose loop has a tape.
inline void CheckBothWays(const std::string& text, const std::vector<Tensor>& inputs = {}) {
  INFO(text);
  const Program program(text);
  for (const Level level : kLevels) {
    for (const simd::Numerics numerics : {simd::Numerics::kPortable, simd::Numerics::kFast}) {
      PlanOptions options = At(level);
      options.numerics = numerics;
      const auto plan = PlanOf(program, options);
      REQUIRE(plan->tapes() != nullptr);
      // The tape is machine code from the start, at its first block, after some iterations, or
      // never.
      constexpr int64_t kNever = int64_t{1} << 60;
      for (const int64_t work :
           {MachineOptions::kNativeAtStart, int64_t{0}, int64_t{200}, kNever}) {
        MachineOptions native;
        native.native_tape_work = work;
        CheckLikeSteps(program, plan, inputs, native);
      }
    }
  }
}

// A loop of `turns` iterations over %i and %x of `type`; `body` computes %next.
inline std::string LoopOver(const std::string& type, int turns, const std::string& body,
                            const std::string& index = "i32") {
  return "func.func @main(%start: tensor<" + type + ">) -> tensor<" + type +
         "> {\n"
         "  %zero = stablehlo.constant dense<0> : tensor<" +
         index +
         ">\n"
         "  %r:2 = stablehlo.while(%i = %zero, %x = %start) : tensor<" +
         index + ">, tensor<" + type +
         ">\n"
         "  cond {\n"
         "    %turns = stablehlo.constant dense<" +
         std::to_string(turns) + "> : tensor<" + index +
         ">\n"
         "    %p = stablehlo.compare LT, %i, %turns : (tensor<" +
         index + ">, tensor<" + index +
         ">) -> tensor<i1>\n"
         "    stablehlo.return %p : tensor<i1>\n"
         "  } do {\n"
         "    %one = stablehlo.constant dense<1> : tensor<" +
         index +
         ">\n"
         "    %j = stablehlo.add %i, %one : tensor<" +
         index + ">\n" + body + "    stablehlo.return %j, %next : tensor<" + index + ">, tensor<" +
         type +
         ">\n"
         "  }\n"
         "  return %r#1 : tensor<" +
         type + ">\n}\n";
}

// The same over %i and two values of a type, %x and %y; `body` computes `next`, both of them.
inline std::string LoopOverTwo(const std::string& tensor, int turns, const std::string& body,
                               const std::string& next) {
  const std::string both = tensor + ", " + tensor;
  return "func.func @main(%a: " + tensor + ", %b: " + tensor + ") -> (" + both + R"() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, )" +
         both + R"(
  cond {
    %end = stablehlo.constant dense<)" +
         std::to_string(turns) + R"(> : tensor<i32>
    %p = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
)" + body +
         "    stablehlo.return %j, " + next + " : tensor<i32>, " + both +
         "\n  }\n  return %r#1, %r#2 : " + both + "\n}\n";
}

}  // namespace paddock::testing

#endif  // PADDOCK_TESTS_EXECUTION_TAPES_TESTING_H_
