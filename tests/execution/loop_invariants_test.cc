// Loop-invariant operations are computed once, before the loop, in level kFast.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

// 600 elements from -1.6 to 1.6.
Tensor InvariantVector() {
  std::vector<float> elements;
  for (int i = 0; i < 600; ++i) elements.push_back(static_cast<float>(i % 101 - 50) / 32);
  return TensorOf<float>(ElementType::kF32, {600}, elements);
}

// Returns a program with a loop of `turns` iterations, whose `body` makes %next of the carried %x
// and the invariant %w, both tensor<600xf32>.
Program LoopOf(std::string_view body, int turns, std::string_view functions = "") {
  return Program(R"(
func.func @main(%x0: tensor<600xf32>, %w0: tensor<600xf32>) -> tensor<600xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %outer = stablehlo.constant dense<0.5> : tensor<600xf32>
  %r:3 = stablehlo.while(%i = %zero, %w = %w0, %x = %x0)
      : tensor<i32>, tensor<600xf32>, tensor<600xf32>
    cond {
      %turns = stablehlo.constant dense<)" +
                 std::to_string(turns) + R"(> : tensor<i32>
      %more = stablehlo.compare LT, %i, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %n = stablehlo.add %i, %one : tensor<i32>
      )" + std::string(body) +
                 R"(
      stablehlo.return %n, %w, %next : tensor<i32>, tensor<600xf32>, tensor<600xf32>
    }
  return %r#2 : tensor<600xf32>
}
)" + std::string(functions));
}

uint64_t LoopOperations(const Program& program, Level level) {
  const auto machine =
      MachineOf(PlanOf(program, At(level)), {InvariantVector(), InvariantVector()});
  REQUIRE(machine->Run(int64_t{1} << 60) == StopReason::kFinished);
  return machine->counts().operations;
}

// Returns the operations on vectors of 600 elements that an iteration takes.
uint64_t VectorsPerTurn(std::string_view body, Level level, std::string_view functions = "") {
  const uint64_t few = LoopOperations(LoopOf(body, 2, functions), level);
  return (LoopOperations(LoopOf(body, 12, functions), level) - few) / 10 / 600;
}

void CheckLoop(std::string_view body, std::string_view functions = "") {
  for (int turns : {0, 1, 7}) {
    INFO(turns << " turns of " << body);
    CheckAtBothLevels(LoopOf(body, turns, functions), {InvariantVector(), InvariantVector()});
  }
}

constexpr const char* kChain = R"(
      %a = stablehlo.multiply %w, %outer : tensor<600xf32>
      %b = stablehlo.cosine %a : tensor<600xf32>
      %c = stablehlo.add %b, %w : tensor<600xf32>
      %next = stablehlo.add %x, %c : tensor<600xf32>)";

TEST_CASE("an iteration does not compute loop-invariant operations", "[exec]") {
  CHECK(VectorsPerTurn(kChain, Level::kFaithful) == 4);
  CHECK(VectorsPerTurn(kChain, Level::kFast) == 1);
  CheckLoop(kChain);
}

// %a is used before the loop and in it.
constexpr const char* kShared = R"(
      %a = stablehlo.multiply %w, %outer : tensor<600xf32>
      %b = stablehlo.cosine %a : tensor<600xf32>
      %c = stablehlo.multiply %b, %x : tensor<600xf32>
      %next = stablehlo.add %a, %c : tensor<600xf32>)";

constexpr const char* kReduced = R"(
      %init = stablehlo.constant dense<0.0> : tensor<f32>
      %sum = stablehlo.reduce(%w init: %init) applies stablehlo.add across dimensions = [0]
        : (tensor<600xf32>, tensor<f32>) -> tensor<f32>
      %all = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<f32>) -> tensor<600xf32>
      %place = stablehlo.iota dim = 0 : tensor<600xf32>
      %shifted = stablehlo.add %place, %all : tensor<600xf32>
      %turned = stablehlo.reverse %shifted, dims = [0] : tensor<600xf32>
      %y = stablehlo.add %x, %turned : tensor<600xf32>
      %next = stablehlo.maximum %y, %place : tensor<600xf32>)";

TEST_CASE("invariants that other invariants and the loop use have their values", "[exec]") {
  CheckLoop(kShared);
  CheckLoop(kReduced);
}

// The first call's %v is invariant, the second one's is not.
constexpr const char* kCalls = R"(
      %a = func.call @f(%w, %outer) : (tensor<600xf32>, tensor<600xf32>) -> tensor<600xf32>
      %b = func.call @f(%x, %a) : (tensor<600xf32>, tensor<600xf32>) -> tensor<600xf32>
      %next = func.call @f(%a, %b) : (tensor<600xf32>, tensor<600xf32>) -> tensor<600xf32>)";
constexpr const char* kFunction = R"(
func.func private @f(%v: tensor<600xf32>, %u: tensor<600xf32>) -> tensor<600xf32> {
  %half = stablehlo.constant dense<0.25> : tensor<600xf32>
  %s = stablehlo.sine %v : tensor<600xf32>
  %t = stablehlo.multiply %u, %half : tensor<600xf32>
  %r = stablehlo.subtract %s, %t : tensor<600xf32>
  return %r : tensor<600xf32>
})";

TEST_CASE("each call of a function has its own invariants", "[exec]") {
  // An iteration has four of nine operations: the second call's sine and difference, and the third
  // call's product and difference.
  CHECK(VectorsPerTurn(kCalls, Level::kFaithful, kFunction) == 9);
  CHECK(VectorsPerTurn(kCalls, Level::kFast, kFunction) == 4);
  CheckLoop(kCalls, kFunction);
}

constexpr const char* kNested = R"(
      %in:2 = stablehlo.while(%k = %i, %y = %x) : tensor<i32>, tensor<600xf32>
        cond {
          %three = stablehlo.constant dense<3> : tensor<i32>
          %on = stablehlo.compare LT, %k, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %on : tensor<i1>
        } do {
          %a = stablehlo.cosine %w : tensor<600xf32>
          %b = stablehlo.sine %x : tensor<600xf32>
          %c = stablehlo.add %a, %b : tensor<600xf32>
          %z = stablehlo.add %y, %c : tensor<600xf32>
          %step = stablehlo.constant dense<1> : tensor<i32>
          %l = stablehlo.add %k, %step : tensor<i32>
          stablehlo.return %l, %z : tensor<i32>, tensor<600xf32>
        }
      %d = stablehlo.negate %w : tensor<600xf32>
      %next = stablehlo.add %in#1, %d : tensor<600xf32>)";

TEST_CASE("loops in loops have invariants of their own", "[exec]") { CheckLoop(kNested); }

TEST_CASE("a loop draws random numbers in each iteration", "[exec]") {
  constexpr const char* kDraws = R"(
      %low = stablehlo.constant dense<0.0> : tensor<f32>
      %high = stablehlo.constant dense<1.0> : tensor<f32>
      %shape = stablehlo.constant dense<600> : tensor<1xi64>
      %drawn = stablehlo.rng %low, %high, %shape, distribution = UNIFORM
        : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<600xf32>
      %next = stablehlo.subtract %drawn, %x : tensor<600xf32>)";
  CheckLoop(kDraws);
}

}  // namespace
}  // namespace paddock
