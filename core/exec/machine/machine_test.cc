#include "core/exec/machine/machine.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "core/exec/machine/testing.h"
#include "core/exec/threads/thread_pool.h"

namespace paddock {
namespace {

using namespace testing;

// The sum of 0.5^i over `count` iterations, and the count.
std::string LoopText(const std::string& count) {
  return R"(
func.func @main() -> (tensor<i32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %x = stablehlo.constant dense<0.0> : tensor<f32>
  %r:2 = stablehlo.while(%i = %zero, %sum = %x) : tensor<i32>, tensor<f32>
  cond {
    %limit = stablehlo.constant dense<)" +
         count + R"(> : tensor<i32>
    %less = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %scaled = stablehlo.multiply %sum, %half : tensor<f32>
    %added = stablehlo.add %scaled, %half : tensor<f32>
    stablehlo.return %next, %added : tensor<i32>, tensor<f32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<f32>
})";
}

TEST_CASE("a while loop runs until its condition is false", "[exec]") {
  const Program program(LoopText("3"));
  for (Level level : kLevels) {
    const std::vector<Tensor> results = Run(program, level);
    CHECK(ElementsOf<int32_t>(results[0]) == std::vector<int32_t>{3});
    CHECK(ElementsOf<float>(results[1]) == std::vector<float>{0.875f});
  }
}

TEST_CASE("a run in many small slices has the results of a run in one slice", "[exec]") {
  const Program program(LoopText("100"));
  for (Level level : kLevels) {
    const auto machine = MachineOf(PlanOf(program, At(level)));
    int slices = 1;
    while (machine->Run(1) == StopReason::kBudgetSpent) ++slices;
    CHECK(slices > 300);
    CHECK(machine->Run(1) == StopReason::kFinished);
    CHECK(ElementsOf<int32_t>(machine->Results()[0]) == std::vector<int32_t>{100});
  }
}

TEST_CASE("an endless loop stops when its budget is spent", "[exec]") {
  const Program program(R"(
func.func @main() -> tensor<i1> {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %r = stablehlo.while(%x = %true) : tensor<i1> cond { stablehlo.return %x : tensor<i1> }
    do { stablehlo.return %x : tensor<i1> }
  return %r : tensor<i1>
})");
  for (Level level : kLevels) {
    const auto machine = MachineOf(PlanOf(program, At(level)));
    CHECK(machine->Run(100'000) == StopReason::kBudgetSpent);
    CHECK(machine->progress().work_done >= 100'000);
    CHECK(machine->progress().work_done < 101'000);
  }
}

TEST_CASE("values that a loop exchanges do not overwrite each other", "[exec]") {
  const Program program(R"(
func.func @main() -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %c = stablehlo.constant dense<7> : tensor<3xi32>
  %n = stablehlo.constant dense<0> : tensor<i32>
  %r:4 = stablehlo.while(%i = %n, %x = %a, %y = %b, %z = %c)
      : tensor<i32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
  cond {
    %limit = stablehlo.constant dense<5> : tensor<i32>
    %less = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %sum = stablehlo.add %x, %y : tensor<3xi32>
    stablehlo.return %next, %y, %z, %sum : tensor<i32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
  }
  return %r#1, %r#2, %r#3 : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
})");
  for (Level level : kLevels) {
    const std::vector<Tensor> results = Run(program, level);
    // 1 10 7 | 10 7 11 | 7 11 17 | 11 17 18 | 17 18 28 | 18 28 35
    CHECK(ElementsOf<int32_t>(results[0])[0] == 18);
    CHECK(ElementsOf<int32_t>(results[1])[0] == 28);
    CHECK(ElementsOf<int32_t>(results[2])[0] == 35);
    // 3 30 7 | 30 7 33 | 7 33 37 | 33 37 40 | 37 40 70 | 40 70 77
    CHECK(ElementsOf<int32_t>(results[0])[2] == 40);
    CHECK(ElementsOf<int32_t>(results[1])[2] == 70);
    CHECK(ElementsOf<int32_t>(results[2])[2] == 77);
  }
}

TEST_CASE("a loop may update a tensor in place", "[exec]") {
  const Program program(R"(
func.func @main() -> tensor<6xi32> {
  %start = stablehlo.constant dense<0> : tensor<6xi32>
  %n = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %n, %x = %start) : tensor<i32>, tensor<6xi32>
  cond {
    %limit = stablehlo.constant dense<6> : tensor<i32>
    %less = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %square = stablehlo.multiply %next, %next : tensor<i32>
    %update = stablehlo.reshape %square : (tensor<i32>) -> tensor<1xi32>
    %y = stablehlo.dynamic_update_slice %x, %update, %i
        : (tensor<6xi32>, tensor<1xi32>, tensor<i32>) -> tensor<6xi32>
    stablehlo.return %next, %y : tensor<i32>, tensor<6xi32>
  }
  return %r#1 : tensor<6xi32>
})");
  for (Level level : kLevels) {
    CHECK(ElementsOf<int32_t>(Run(program, level)[0]) == std::vector<int32_t>{1, 4, 9, 16, 25, 36});
  }
}

TEST_CASE("case takes the last branch for an index out of range", "[exec]") {
  const Program program(R"(
func.func @main(%index: tensor<i32>) -> tensor<i32> {
  %r = "stablehlo.case"(%index) ({
    %a = stablehlo.constant dense<10> : tensor<i32>
    stablehlo.return %a : tensor<i32>
  }, {
    %b = stablehlo.constant dense<20> : tensor<i32>
    stablehlo.return %b : tensor<i32>
  }, {
    %c = stablehlo.add %index, %index : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
})");
  const std::pair<int32_t, int32_t> cases[] = {{0, 10}, {1, 20}, {2, 4}, {7, 14}, {-3, -6}};
  for (Level level : kLevels) {
    for (const auto& [index, expected] : cases) {
      const Tensor input = TensorOf<int32_t>(ElementType::kI32, {}, {index});
      CHECK(ElementsOf<int32_t>(Run(program, level, {input})[0]) == std::vector<int32_t>{expected});
    }
  }
}

TEST_CASE("calls, composites and tuples pass values through", "[exec]") {
  const Program program(R"(
func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = stablehlo.add %x, %x : tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func @main() -> (tensor<2xf32>, tensor<2xf32>) {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %a = func.call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %b = stablehlo.composite "test.twice" %a { decomposition = @twice }
      : (tensor<2xf32>) -> tensor<2xf32>
  %t = stablehlo.tuple %a, %b : tuple<tensor<2xf32>, tensor<2xf32>>
  %u = stablehlo.get_tuple_element %t[1]
      : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  return %a, %u : tensor<2xf32>, tensor<2xf32>
})");
  for (Level level : kLevels) {
    const std::vector<Tensor> results = Run(program, level);
    CHECK(ElementsOf<float>(results[0]) == std::vector<float>{2, 4});
    CHECK(ElementsOf<float>(results[1]) == std::vector<float>{4, 8});
  }
}

TEST_CASE("a step with much work stops midway and continues", "[exec]") {
  const Program program(R"(
func.func @main(%a: tensor<768x768xf32>, %b: tensor<768x768xf32>) -> tensor<768x768xf32> {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<768x768xf32>, tensor<768x768xf32>) -> tensor<768x768xf32>
  return %c : tensor<768x768xf32>
})");
  std::vector<float> elements(768 * 768);
  for (size_t i = 0; i < elements.size(); ++i) elements[i] = static_cast<float>(i % 17) - 8;
  const Tensor a = TensorOf<float>(ElementType::kF32, {768, 768}, elements);
  const auto plan = PlanOf(program, At(Level::kFast));
  const auto whole = MachineOf(plan, {a, a});
  REQUIRE(whole->RunToEnd() == StopReason::kFinished);
  const auto sliced = MachineOf(plan, {a, a});
  int slices = 0;
  while (sliced->Run(1) == StopReason::kBudgetSpent) {
    const Operation* operation = sliced->current_operation();
    if (operation == nullptr) break;  // at the end
    ++slices;
    CHECK(operation->name == "stablehlo.dot_general");
  }
  CHECK(slices >= 2);
  REQUIRE(sliced->RunToEnd() == StopReason::kFinished);
  CHECK(IsBitwiseEqual(whole->Results()[0], sliced->Results()[0]));
}

TEST_CASE("results do not depend on the number of threads", "[exec]") {
  const Program program(R"(
func.func @main(%a: tensor<300x700xf32>) -> (tensor<300x700xf32>, tensor<700xf32>, tensor<300x300xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %e = stablehlo.tanh %a : tensor<300x700xf32>
  %f = stablehlo.multiply %e, %a : tensor<300x700xf32>
  %s = stablehlo.reduce(%f init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<300x700xf32>, tensor<f32>) -> tensor<700xf32>
  %d = stablehlo.dot_general %f, %a, contracting_dims = [1] x [1]
      : (tensor<300x700xf32>, tensor<300x700xf32>) -> tensor<300x300xf32>
  return %f, %s, %d : tensor<300x700xf32>, tensor<700xf32>, tensor<300x300xf32>
})");
  std::vector<float> elements(300 * 700);
  for (size_t i = 0; i < elements.size(); ++i) {
    elements[i] = static_cast<float>(static_cast<int>(i * 7919 % 2003) - 1000) / 300.0f;
  }
  const Tensor input = TensorOf<float>(ElementType::kF32, {300, 700}, elements);
  const std::vector<Tensor> alone = Run(program, Level::kFast, {input});
  ThreadPool pool(4);
  MachineOptions options;
  options.pool = &pool;
  for (Level level : kLevels) {
    const std::vector<Tensor> shared = Run(program, level, {input}, options);
    for (size_t i = 0; i < alone.size(); ++i) CHECK(IsBitwiseEqual(alone[i], shared[i]));
  }
}

TEST_CASE("mismatched inputs are refused", "[exec]") {
  const Program program(R"(
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> })");
  const auto plan = PlanOf(program, At(Level::kFast));
  const auto refuse = [&](std::vector<Tensor> inputs) {
    DiagnosticSink sink;
    const auto machine = Machine::Create(plan, std::move(inputs), {}, sink);
    CHECK(!machine.has_value());
    REQUIRE(sink.error_count() == 1);
    return sink.diagnostics()[0].message;
  };
  CHECK(refuse({}) == "the function takes 1 arguments, but 0 are given");
  CHECK(refuse({TensorOf<float>(ElementType::kF32, {3}, {1, 2, 3})}) ==
        "argument 0 is tensor<2xf32>, but tensor<3xf32> is given");
  CHECK(refuse({TensorOf<int32_t>(ElementType::kI32, {2}, {1, 2})}) ==
        "argument 0 is tensor<2xf32>, but tensor<2xi32> is given");
}

TEST_CASE("results that are most of the memory are returned in place", "[exec]") {
  const Program program(R"(
func.func @main(%a: tensor<1000xf32>) -> (tensor<1000xf32>, tensor<1000xf32>) {
  %b = stablehlo.add %a, %a : tensor<1000xf32>
  return %b, %a : tensor<1000xf32>, tensor<1000xf32>
})");
  const auto number = [](float value) {
    return TensorOf<float>(ElementType::kF32, {1000}, std::vector<float>(1000, value));
  };
  const auto plan = PlanOf(program, At(Level::kFast));
  CHECK(plan->lends_results());
  MachineOptions options;
  options.memory = std::make_shared<MemoryBudget>();
  auto machine = MachineOf(plan, {number(1)}, options);
  REQUIRE(machine->RunToEnd() == StopReason::kFinished);
  const std::vector<Tensor> first = machine->Results();
  CHECK(first[0].data() == machine->Results()[0].data());
  // Input bytes of the caller are copied.
  CHECK(first[1].data() != machine->Results()[1].data());
  const uint64_t before = options.memory->reservations();
  DiagnosticSink sink;
  REQUIRE(machine->Restart({number(3)}, sink));
  REQUIRE(machine->RunToEnd() == StopReason::kFinished);
  CHECK(ElementsOf<float>(machine->Results()[0])[999] == 6);
  CHECK(ElementsOf<float>(first[0])[999] == 2);
  CHECK(options.memory->reservations() > before);
  // Nothing retains the second result, so its memory is reused.
  const std::byte* memory = machine->Results()[0].data();
  REQUIRE(machine->Restart({number(4)}, sink));
  REQUIRE(machine->RunToEnd() == StopReason::kFinished);
  CHECK(machine->Results()[0].data() == memory);
  machine.reset();
  CHECK(ElementsOf<float>(first[0])[0] == 2);
}

TEST_CASE("a small result in a large arena is copied", "[exec]") {
  const Program program(R"(
func.func @main(%a: tensor<64x64xf32>) -> tensor<64xf32> {
  %b = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0]
    : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = stablehlo.dot_general %b, %a, contracting_dims = [1] x [0]
    : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %d = stablehlo.slice %c [0:1, 0:64] : (tensor<64x64xf32>) -> tensor<1x64xf32>
  %e = stablehlo.negate %d : tensor<1x64xf32>
  %f = stablehlo.reshape %e : (tensor<1x64xf32>) -> tensor<64xf32>
  return %f : tensor<64xf32>
})");
  CHECK(!PlanOf(program, At(Level::kFast))->lends_results());
}

TEST_CASE("run_parallel fails with a diagnostic in a machine without a grid", "[exec]") {
  const Program program(R"(
func.func @one() -> tensor<i32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  return %c : tensor<i32>
}
func.func @main() -> tensor<i32> {
  %r = "interpreter.run_parallel"() { programs = [[@one]] } : () -> tensor<i32>
  return %r : tensor<i32>
})");
  const auto machine = MachineOf(PlanOf(program, At(Level::kFast)));
  CHECK(machine->RunToEnd() == StopReason::kFailed);
  CHECK(machine->diagnostics().diagnostics()[0].code == "run");
}

TEST_CASE("memory is charged to the budget and released", "[exec]") {
  const Program program(R"(
func.func @main(%a: tensor<1000xf32>) -> tensor<1000xf32> {
  %b = stablehlo.add %a, %a : tensor<1000xf32>
  return %b : tensor<1000xf32>
})");
  const Tensor input = TensorOf<float>(ElementType::kF32, {1000}, std::vector<float>(1000, 1.0f));
  const auto plan = PlanOf(program, At(Level::kFast));
  MachineOptions options;
  options.memory = std::make_shared<MemoryBudget>(100'000);
  {
    const auto machine = MachineOf(plan, {input}, options);
    REQUIRE(machine->RunToEnd() == StopReason::kFinished);
    const std::vector<Tensor> results = machine->Results();
    CHECK(options.memory->peak() >= 4000);
    CHECK(options.memory->peak() <= plan->peak_bytes());
  }
  CHECK(options.memory->used() == 0);
  options.memory = std::make_shared<MemoryBudget>(1000);
  DiagnosticSink sink;
  CHECK(!Machine::Create(plan, {input}, options, sink).has_value());
  CHECK(sink.diagnostics()[0].code == "memory");
}

}  // namespace
}  // namespace paddock
