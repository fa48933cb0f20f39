// A loop on a tape (core/plan/fusion/tape_plan.h) has the results, work, counts and stops of its
// steps. A machine with listeners runs the steps.
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "core/plan/step.h"
#include "tests/execution/tapes_testing.h"

namespace paddock {
namespace {

using namespace testing;

TEST_CASE("loops of scalars run on tapes like step by step", "[exec]") {
  CheckBothWays(LoopOver("f32", 40, R"(
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %unit = stablehlo.constant dense<1.0> : tensor<f32>
    %y = stablehlo.multiply %x, %half : tensor<f32>
    %next = stablehlo.add %y, %unit : tensor<f32>
)"),
                {TensorOf<float>(ElementType::kF32, {}, {3.5f})});
  CheckBothWays(LoopOver("f64", 40, R"(
    %k = stablehlo.convert %j : (tensor<i64>) -> tensor<f64>
    %square = stablehlo.multiply %k, %k : tensor<f64>
    %unit = stablehlo.constant dense<1.0> : tensor<f64>
    %y = stablehlo.divide %unit, %square : tensor<f64>
    %next = stablehlo.add %x, %y : tensor<f64>
)",
                         "i64"),
                {TensorOf<double>(ElementType::kF64, {}, {0.0})});
  CheckBothWays(LoopOver("f32", 20, R"(
    %two = stablehlo.constant dense<2.0> : tensor<f32>
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %y = stablehlo.divide %two, %x : tensor<f32>
    %sum = stablehlo.add %x, %y : tensor<f32>
    %next = stablehlo.multiply %sum, %half : tensor<f32>
)"),
                {TensorOf<float>(ElementType::kF32, {}, {100.0f})});
}

TEST_CASE("values that stay in registers between iterations equal those in memory", "[exec]") {
  const Tensor start = TensorOf<int32_t>(ElementType::kI32, {}, {3});
  const std::string one = "    %k = stablehlo.constant dense<7> : tensor<i32>\n";
  const std::string i32 = " : tensor<i32>\n";
  // The counter is read before and after the increment, and changed otherwise.
  CheckBothWays(LoopOver("i32", 50,
                         one + "    %y = stablehlo.multiply %x, %k" + i32 +
                             "    %next = stablehlo.add %y, %i" + i32),
                {start});
  CheckBothWays(LoopOver("i32", 50,
                         one + "    %y = stablehlo.multiply %j, %k" + i32 +
                             "    %next = stablehlo.xor %x, %y" + i32),
                {start});
  CheckBothWays(
      LoopOver("i32", 50,
               one + "    %y = stablehlo.subtract %k, %x" + i32 +
                   "    %s = stablehlo.multiply %x, %x" + i32 + "    %t = stablehlo.add %s, %y" +
                   i32 + "    %next = stablehlo.subtract %y, %t" + i32),
      {start});
  CheckBothWays(
      R"(func.func @main(%a0: tensor<f32>, %b0: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<30> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %x = %a0, %b = %b0) : tensor<i32>, tensor<f32>, tensor<f32>
  cond {
    %end = stablehlo.constant dense<0> : tensor<i32>
    %p = stablehlo.compare GT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.subtract %i, %one : tensor<i32>
    %next = stablehlo.add %x, %b : tensor<f32>
    stablehlo.return %j, %b, %next : tensor<i32>, tensor<f32>, tensor<f32>
  }
  return %r#1, %r#2 : tensor<f32>, tensor<f32>
})",
      {TensorOf<float>(ElementType::kF32, {}, {0.1f}),
       TensorOf<float>(ElementType::kF32, {}, {1.3f})});
}

TEST_CASE("operations without an instruction also run on tapes", "[exec]") {
  for (const std::string type : {"f16", "bf16", "f32", "f64"}) {
    const ElementType element = *ElementTypeFromSpelling(type);
    Tensor start = Tensor::Allocate(element, {});
    std::memset(start.mutable_data(), 0x31, start.byte_size());
    const std::string scalar = "tensor<" + type + ">";
    CheckBothWays(LoopOver(type, 9,
                           "    %a = stablehlo.tanh %x : " + scalar +
                               "\n    %b = stablehlo.cosine %a : " + scalar +
                               "\n    %y = stablehlo.multiply %a, %b : " + scalar +
                               "\n    %next = stablehlo.maximum %y, %b : " + scalar + "\n"),
                  {start});
  }
  Tensor start = Tensor::Allocate(ElementType::kC64, {});
  std::memset(start.mutable_data(), 0x31, start.byte_size());
  CheckBothWays(LoopOver("complex<f32>", 9, R"(
    %a = stablehlo.multiply %x, %x : tensor<complex<f32>>
    %next = stablehlo.add %a, %x : tensor<complex<f32>>
)"),
                {start});
}

TEST_CASE("branches, calls and inner loops are on the tape of the loop around them", "[exec]") {
  // 40 numbers of the Collatz sequence.
  CheckBothWays(LoopOver("i32", 40, R"(
    %unit = stablehlo.constant dense<1> : tensor<i32>
    %bit = stablehlo.and %x, %unit : tensor<i32>
    %is_odd = stablehlo.compare EQ, %bit, %unit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %next = "stablehlo.if"(%is_odd) ({
      %three = stablehlo.constant dense<3> : tensor<i32>
      %y = stablehlo.multiply %x, %three : tensor<i32>
      %up = stablehlo.add %y, %unit : tensor<i32>
      stablehlo.return %up : tensor<i32>
    }, {
      %down = stablehlo.shift_right_arithmetic %x, %unit : tensor<i32>
      stablehlo.return %down : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
)"),
                {TensorOf<int32_t>(ElementType::kI32, {}, {27})});
  CheckBothWays(LoopOver("i32", 12, R"(
    %four = stablehlo.constant dense<4> : tensor<i32>
    %k = stablehlo.remainder %j, %four : tensor<i32>
    %next = "stablehlo.case"(%k) ({
      %a = stablehlo.add %x, %j : tensor<i32>
      stablehlo.return %a : tensor<i32>
    }, {
      %a = stablehlo.xor %x, %j : tensor<i32>
      stablehlo.return %a : tensor<i32>
    }, {
      %a = stablehlo.negate %x : tensor<i32>
      stablehlo.return %a : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
)"),
                {TensorOf<int32_t>(ElementType::kI32, {}, {5})});
  CheckBothWays(LoopOver("f32", 5, R"(
    %none = stablehlo.constant dense<0> : tensor<i32>
    %s:2 = stablehlo.while(%n = %none, %y = %x) : tensor<i32>, tensor<f32>
    cond {
      %p1 = stablehlo.compare LT, %n, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p1 : tensor<i1>
    } do {
      %one1 = stablehlo.constant dense<1> : tensor<i32>
      %n1 = stablehlo.add %n, %one1 : tensor<i32>
      %f = stablehlo.convert %n1 : (tensor<i32>) -> tensor<f32>
      %y1 = func.call @step(%y, %f) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %n1, %y1 : tensor<i32>, tensor<f32>
    }
    %next = stablehlo.negate %s#1 : tensor<f32>
)") + R"(
func.func private @step(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.multiply %a, %b : tensor<f32>
  %d = stablehlo.sqrt %b : tensor<f32>
  %e = stablehlo.add %c, %d : tensor<f32>
  return %e : tensor<f32>
}
)",
                {TensorOf<float>(ElementType::kF32, {}, {0.75f})});
}

TEST_CASE("a tape calls steps on several elements", "[exec]") {
  CheckBothWays(LoopOver("16xf32", 16, R"(
    %row = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<16xf32>, tensor<i32>) -> tensor<1xf32>
    %element = stablehlo.reshape %row : (tensor<1xf32>) -> tensor<f32>
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %y = stablehlo.multiply %element, %half : tensor<f32>
    %sum = stablehlo.add %y, %element : tensor<f32>
    %update = stablehlo.reshape %sum : (tensor<f32>) -> tensor<1xf32>
    %written = stablehlo.dynamic_update_slice %x, %update, %i : (tensor<16xf32>, tensor<1xf32>, tensor<i32>) -> tensor<16xf32>
    %next = stablehlo.negate %written : tensor<16xf32>
)"),
                {TensorOf<float>(ElementType::kF32, {16}, std::vector<float>(16, 1.5f))});
  // A body with a loop, applied to each element.
  const std::string body = R"(
    %next = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
    ^bb0(%e: tensor<f32>):
      %none = stablehlo.constant dense<0> : tensor<i32>
      %s:2 = stablehlo.while(%n = %none, %y = %e) : tensor<i32>, tensor<f32>
      cond {
        %p1 = stablehlo.compare LT, %n, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %p1 : tensor<i1>
      } do {
        %one1 = stablehlo.constant dense<1> : tensor<i32>
        %n1 = stablehlo.add %n, %one1 : tensor<i32>
        %y1 = stablehlo.multiply %y, %e : tensor<f32>
        stablehlo.return %n1, %y1 : tensor<i32>, tensor<f32>
      }
      stablehlo.return %s#1 : tensor<f32>
    }) : (tensor<6xf32>) -> tensor<6xf32>
)";
  CheckBothWays(LoopOver("6xf32", 3, body),
                {TensorOf<float>(ElementType::kF32, {6}, {1, 2, -1, 0.5f, 3, 0})});
}

TEST_CASE("a loop without single elements has no tape", "[exec]") {
  const Program program(R"(
func.func @main(%start: tensor<8xf32>, %p: tensor<i1>) -> tensor<8xf32> {
  %r = stablehlo.while(%x = %start) : tensor<8xf32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %y = stablehlo.add %x, %x : tensor<8xf32>
    stablehlo.return %y : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
)");
  CHECK(PlanOf(program, At(Level::kFast))->tapes() == nullptr);
}

TEST_CASE("an endless loop on a tape stops when its budget is spent", "[exec]") {
  const Program program(R"(
func.func @main(%start: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.while(%x = %start) : tensor<i32>
  cond {
    %true = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %true : tensor<i1>
  } do {
    %y = stablehlo.add %x, %x : tensor<i32>
    stablehlo.return %y : tensor<i32>
  }
  return %r : tensor<i32>
}
)");
  const auto plan = PlanOf(program, At(Level::kFast));
  REQUIRE(plan->tapes() != nullptr);
  const auto machine = MachineOf(plan, {TensorOf<int32_t>(ElementType::kI32, {}, {1})});
  constexpr int64_t kBudget = 1 << 20;
  for (int i = 1; i <= 3; ++i) {
    CHECK(machine->Run(kBudget) == StopReason::kBudgetSpent);
    CHECK(machine->progress().work_done >= i * kBudget);
    CHECK(machine->progress().work_done < (i + 1) * kBudget);
  }
}

TEST_CASE("a run continues from a snapshot taken inside a tape", "[exec]") {
  const Program program(LoopOver("f32", 1000, R"(
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %f = stablehlo.convert %j : (tensor<i32>) -> tensor<f32>
    %y = stablehlo.multiply %x, %half : tensor<f32>
    %next = stablehlo.add %y, %f : tensor<f32>
)"));
  const auto plan = PlanOf(program, At(Level::kFaithful));
  const auto machine = MachineOf(plan, {TensorOf<float>(ElementType::kF32, {}, {2.0f})});
  REQUIRE(machine->Run(5000) == StopReason::kBudgetSpent);
  const uint64_t steps = machine->steps_done();
  const auto snapshot = machine->Save(nullptr);
  REQUIRE(snapshot != nullptr);
  REQUIRE(machine->RunToEnd() == StopReason::kFinished);
  const std::vector<Tensor> results = machine->Results();
  REQUIRE(machine->Restore(*snapshot));
  CHECK(machine->steps_done() == steps);
  // Goes back to the middle and stops there, like the debugger.
  machine->PauseAt(steps + 10);
  CHECK(machine->Run(1 << 30) == StopReason::kPaused);
  CHECK(machine->steps_done() == steps + 10);
  machine->PauseAt(Machine::kNoPause);
  REQUIRE(machine->RunToEnd() == StopReason::kFinished);
  CHECK(IsBitwiseEqual(machine->Results()[0], results[0]));
}

}  // namespace
}  // namespace paddock
