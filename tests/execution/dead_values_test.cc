// Values that loops carry and branches or calls return for nothing are not computed in level kFast.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "core/run/custom_call.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

// 600 elements from -1.6 to 1.6.
Tensor WideVector() {
  std::vector<float> elements;
  for (int i = 0; i < 600; ++i) elements.push_back(static_cast<float>(i % 101 - 50) / 32);
  return TensorOf<float>(ElementType::kF32, {600}, elements);
}

// Replaces W by the type of the vectors.
std::string Typed(std::string_view text) {
  std::string typed;
  for (const char c : text) typed += c == 'W' ? "tensor<600xf32>" : std::string(1, c);
  return typed;
}

// Returns a program that carries the vectors %x and %y through `turns` iterations and returns the
// last %x. The body makes %nx and %ny.
Program CarryTwo(std::string_view body, int turns, std::string_view functions = "",
                 std::string_view condition = "%i") {
  return Program(Typed(R"(
func.func @main(%x0: W, %y0: W) -> W {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %x = %x0, %y = %y0) : tensor<i32>, W, W
    cond {
      %turns = stablehlo.constant dense<)") +
                 std::to_string(turns) + R"(> : tensor<i32>
      %more = stablehlo.compare LT, )" +
                 std::string(condition) +
                 Typed(R"(, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %n = stablehlo.add %i, %one : tensor<i32>
      )") + Typed(body) +
                 Typed(R"(
      stablehlo.return %n, %nx, %ny : tensor<i32>, W, W
    }
  return %r#1 : W
}
)") + Typed(functions));
}

uint64_t OperationsOf(const Program& program, Level level) {
  const auto machine = MachineOf(PlanOf(program, At(level)), {WideVector(), WideVector()});
  REQUIRE(machine->Run(int64_t{1} << 60) == StopReason::kFinished);
  return machine->counts().operations;
}

// Returns the operations on vectors that an iteration takes.
uint64_t VectorsOfTurn(std::string_view body, Level level, std::string_view functions = "") {
  const uint64_t few = OperationsOf(CarryTwo(body, 2, functions), level);
  return (OperationsOf(CarryTwo(body, 12, functions), level) - few) / 10 / 600;
}

// Checks the results, and the operations of an iteration in both levels.
void CheckTurn(std::string_view body, uint64_t fast, uint64_t faithful,
               std::string_view functions = "") {
  for (int turns : {0, 1, 7}) {
    INFO(turns << " turns of " << body);
    CheckAtBothLevels(CarryTwo(body, turns, functions), {WideVector(), WideVector()});
  }
  INFO(body);
  CHECK(VectorsOfTurn(body, Level::kFast, functions) == fast);
  CHECK(VectorsOfTurn(body, Level::kFaithful, functions) == faithful);
}

TEST_CASE("a carried value that only feeds itself is not computed", "[exec]") {
  CheckTurn(R"(
      %nx = stablehlo.add %x, %x : W
      %s = stablehlo.sine %y : W
      %ny = stablehlo.cosine %s : W)",
            1, 3);
  // Both values use %s.
  CheckTurn(R"(
      %s = stablehlo.sine %x : W
      %nx = stablehlo.add %s, %x : W
      %t = stablehlo.multiply %s, %y : W
      %ny = stablehlo.cosine %t : W)",
            2, 4);
}

TEST_CASE("a carried value that becomes another one is computed", "[exec]") {
  CheckTurn(R"(
      %nx = stablehlo.negate %y : W
      %ny = stablehlo.cosine %x : W)",
            2, 2);
}

TEST_CASE("dead values that calls pass on are not computed", "[exec]") {
  constexpr std::string_view kFunctions = R"(
func.func private @step(%x: W, %y: W) -> (W, W) {
  %k:2 = func.call @split(%y) : (W) -> (W, W)
  %nx = stablehlo.add %x, %x : W
  return %nx, %k#0 : W, W
}
func.func private @split(%y: W) -> (W, W) {
  %a = stablehlo.sine %y : W
  %b = stablehlo.cosine %y : W
  return %a, %b : W, W
})";
  CheckTurn("%nx, %ny = func.call @step(%x, %y) : (W, W) -> (W, W)", 1, 3, kFunctions);
  // Another call needs the other result.
  CheckTurn(R"(
      %k:2 = func.call @split(%x) : (W) -> (W, W)
      %nx = stablehlo.negate %k#1 : W
      %u, %ny = func.call @step(%x, %y) : (W, W) -> (W, W))",
            2, 6, kFunctions);
}

TEST_CASE("dead values of inner loops and branches are not computed", "[exec]") {
  CheckTurn(R"(
      %c:3 = stablehlo.while(%k = %one, %u = %x, %v = %y) : tensor<i32>, W, W
        cond {
          %two = stablehlo.constant dense<2> : tensor<i32>
          %go = stablehlo.compare LT, %k, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %go : tensor<i1>
        } do {
          %nk = stablehlo.add %k, %one : tensor<i32>
          %nu = stablehlo.abs %u : W
          %w = stablehlo.multiply %u, %v : W
          %nv = stablehlo.sine %w : W
          stablehlo.return %nk, %nu, %nv : tensor<i32>, W, W
        }
      %nx = stablehlo.negate %c#1 : W
      %ny = stablehlo.cosine %c#2 : W)",
            2, 5);
  CheckTurn(R"(
      %even = stablehlo.compare EQ, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c:2 = "stablehlo.if"(%even) ({
          %s = stablehlo.sine %y : W
          stablehlo.return %s, %x : W, W
        }, {
          %s = stablehlo.cosine %y : W
          %t = stablehlo.negate %x : W
          stablehlo.return %s, %t : W, W
        }) : (tensor<i1>) -> (W, W)
      %nx = stablehlo.abs %c#1 : W
      %ny = stablehlo.tanh %c#0 : W)",
            2, 4);
}

TEST_CASE("a stack of results that nothing uses is not written", "[exec]") {
  constexpr std::string_view kBody = R"(
      %nx = stablehlo.add %x, %x : W
      %o = stablehlo.slice %nx [0:1] : (W) -> tensor<1xf32>
      %ny = stablehlo.dynamic_update_slice %y, %o, %i : (W, tensor<1xf32>, tensor<i32>) -> W)";
  CheckTurn(kBody, 1, 1);
  const auto calls_update = [](const Step& step) {
    return step.operation != nullptr && step.operation->name == "stablehlo.dynamic_update_slice";
  };
  const Program program = CarryTwo(kBody, 3);
  CHECK(std::ranges::none_of(PlanOf(program, At(Level::kFast))->steps(), calls_update));
  CHECK(std::ranges::any_of(PlanOf(program, At(Level::kFaithful))->steps(), calls_update));
}

TEST_CASE("a value that the condition reads is computed", "[exec]") {
  const Program program(R"(
func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %left = %n, %dead = %n)
      : tensor<i32>, tensor<i32>, tensor<i32>
    cond {
      %more = stablehlo.compare GT, %left, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %two = stablehlo.constant dense<2> : tensor<i32>
      %next = stablehlo.add %i, %two : tensor<i32>
      %less = stablehlo.divide %left, %two : tensor<i32>
      %d = stablehlo.subtract %dead, %left : tensor<i32>
      stablehlo.return %next, %less, %d : tensor<i32>, tensor<i32>, tensor<i32>
    }
  return %r#0 : tensor<i32>
})");
  CheckAtBothLevels(program, {TensorOf<int32_t>(ElementType::kI32, {}, {37})});
  const auto results =
      Run(program, At(Level::kFast), {TensorOf<int32_t>(ElementType::kI32, {}, {37})});
  CHECK(ElementsOf<int32_t>(results[0])[0] == 12);
}

// The loop's only result that something uses is its counter.
constexpr std::string_view kCallingLoop = R"(
func.func @main(%x0: tensor<4xf32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %x0) : tensor<i32>, tensor<4xf32>
    cond {
      %three = stablehlo.constant dense<3> : tensor<i32>
      %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %n = stablehlo.add %i, %one : tensor<i32>
      %y = stablehlo.custom_call @theirs(%x) : (tensor<4xf32>) -> tensor<4xf32>
      stablehlo.return %n, %y : tensor<i32>, tensor<4xf32>
    }
  return %r#0 : tensor<i32>
})";

TEST_CASE("a function of the embedder is called for dead carried values, too", "[exec]") {
  const Program program{std::string(kCallingLoop)};
  for (const Level level : {Level::kFast, Level::kFaithful}) {
    int calls = 0;
    auto registry = std::make_shared<CustomCallRegistry>();
    registry->Add("theirs", [&](const CustomCall& call) {
      ++calls;
      std::memcpy(call.results[0].mutable_data(), call.operands[0].data(),
                  call.operands[0].byte_size());
      return std::string();
    });
    PlanOptions options = At(level);
    options.custom_calls = registry;
    Run(program, options, {TensorOf<float>(ElementType::kF32, {4}, {1, 2, 3, 4})});
    CHECK(calls == 3);
  }
}

TEST_CASE("all results of a function that is not private are computed", "[exec]") {
  const Program program(Typed(R"(
func.func @other(%y: W) -> (W, W) {
  %a = stablehlo.sine %y : W
  %b = stablehlo.cosine %y : W
  return %a, %b : W, W
}
func.func @main(%x: W) -> W {
  %r:2 = func.call @other(%x) : (W) -> (W, W)
  return %r#0 : W
})"));
  CheckAtBothLevels(program, {WideVector()});
  PlanOptions options = At(Level::kFast);
  DiagnosticSink sink;
  const auto plan = MakePlan(*program.module, *program.module->FindSymbol("other"), options, sink);
  REQUIRE(plan.has_value());
  CHECK((*plan)->results().size() == 2);
}

}  // namespace
}  // namespace paddock
