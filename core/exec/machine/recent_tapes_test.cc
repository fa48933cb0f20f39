// Machines of one plan that follow each other take over the bound tape, and compute the same.
#include "core/exec/tape/recent_tapes.h"

#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/tensor/tensor.h"

namespace paddock {
namespace {

using namespace testing;

// Some of its steps are called from the tape, and prepared after some iterations.
const std::string kLoop = R"(
func.func @main(%start: tensor<40xf32>) -> tensor<40xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %start) : tensor<i32>, tensor<40xf32>
  cond {
    %turns = stablehlo.constant dense<25> : tensor<i32>
    %p = stablehlo.compare LT, %i, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %i1 = stablehlo.add %i, %one : tensor<i32>
    %init = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [0]
      : (tensor<40xf32>, tensor<f32>) -> tensor<f32>
    %all = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<f32>) -> tensor<40xf32>
    %back = stablehlo.reverse %x, dims = [0] : tensor<40xf32>
    %scale = stablehlo.constant dense<0.03125> : tensor<40xf32>
    %part = stablehlo.multiply %all, %scale : tensor<40xf32>
    %next = stablehlo.subtract %back, %part : tensor<40xf32>
    stablehlo.return %i1, %next : tensor<i32>, tensor<40xf32>
  }
  return %r#1 : tensor<40xf32>
})";

Tensor NumbersFrom(float first) {
  std::vector<float> numbers;
  for (int i = 0; i < 40; ++i) numbers.push_back(first + 0.25f * static_cast<float>(i));
  const int64_t shape[] = {40};
  return Tensor::FromElements<float>(ElementType::kF32, shape, numbers);
}

Tensor ResultOf(Machine& machine) {
  REQUIRE(machine.RunToEnd() == StopReason::kFinished);
  return machine.Results()[0];
}

MachineOptions Stepping() {
  MachineOptions options;
  options.on_step = [](const Operation*) {};
  return options;
}

TEST_CASE("machines of one plan in turn and side by side compute what steps compute", "[exec]") {
  const Program program(kLoop);
  const auto plan = PlanOf(program, At(Level::kFast));
  REQUIRE(plan->tapes() != nullptr);
  std::vector<std::unique_ptr<Machine>> living;
  for (int round = 0; round < 12; ++round) {
    const Tensor input = NumbersFrom(static_cast<float>(round));
    auto stepped = MachineOf(plan, {input}, Stepping());
    const Tensor wanted = ResultOf(*stepped);
    auto machine = MachineOf(plan, {input});
    CHECK(IsBitwiseEqual(ResultOf(*machine), wanted));
    // One that stops within the loop leaves its tape, too.
    auto stopped = MachineOf(plan, {input});
    stopped->Run(500);
    if (round % 3 == 0) living.push_back(std::move(machine));
  }
}

TEST_CASE("a tape is kept for the same memory as long as its plan exists", "[exec]") {
  RecentTapes tapes(2);
  const Program program(kLoop);
  auto plan = PlanOf(program, At(Level::kFast));
  const size_t count = 1000;
  std::vector<std::byte> some(1 << 16), other(1 << 16);
  std::vector<std::byte*> pointers(count, some.data()), elsewhere(count, other.data());
  const TapeMemory memory{.pointers = pointers, .scratch = some.data(), .steps = plan->steps()};
  const TapeMemory moved{.pointers = elsewhere, .scratch = some.data(), .steps = plan->steps()};
  const auto bound = [&](const TapeMemory& to) {
    auto tape = std::make_unique<BoundTape>();
    tape->Bind(plan->tapes(), to, false);
    return tape;
  };
  CHECK(tapes.Take(plan->tapes(), memory) == nullptr);
  tapes.Keep(bound(memory));
  CHECK(tapes.Take(plan->tapes(), moved) == nullptr);
  const auto again = PlanOf(program, At(Level::kFast));
  CHECK(tapes.Take(again->tapes(), memory) == nullptr);
  auto taken = tapes.Take(plan->tapes(), memory);
  REQUIRE(taken != nullptr);
  CHECK(taken->plan() == plan->tapes());
  CHECK(tapes.Take(plan->tapes(), memory) == nullptr);

  tapes.Keep(std::move(taken));
  tapes.Keep(bound(moved));
  tapes.Keep(bound(moved));
  CHECK(tapes.Take(plan->tapes(), memory) == nullptr);
  CHECK(tapes.Take(plan->tapes(), moved) != nullptr);
  // The one that is left does not keep the plan.
  const std::weak_ptr<const TapePlan> its_tapes = plan->tapes();
  plan = nullptr;
  CHECK(its_tapes.expired());
}

}  // namespace
}  // namespace paddock
