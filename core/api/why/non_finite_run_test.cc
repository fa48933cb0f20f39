#include "core/api/why/non_finite_run.h"

#include <catch2/catch_test_macros.hpp>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/value_name.h"

namespace paddock {
namespace {

constexpr int64_t kWork = 1'000'000'000;

SessionOptions OptionsWith(std::vector<float> x) {
  SessionOptions options;
  options.level = Level::kFaithful;
  options.threads = 1;
  options.inputs = {Tensor::FromElements<float>(ElementType::kF32,
                                                std::vector{static_cast<int64_t>(x.size())}, x)};
  return options;
}

struct Watched {
  std::shared_ptr<const Program> program;
  std::unique_ptr<Session> session;
  std::optional<NonFinite> found;
  StopReason reason = StopReason::kBudgetSpent;
};

Watched WatchProgram(std::string text, std::vector<float> x, NonFiniteKinds kinds = {}) {
  Watched watched;
  watched.program = Program::Load("test.mlir", std::move(text));
  std::vector<Diagnostic> diagnostics = watched.program->diagnostics();
  watched.session = Session::Start(watched.program, OptionsWith(std::move(x)), diagnostics);
  for (const Diagnostic& diagnostic : diagnostics) UNSCOPED_INFO(diagnostic.message);
  REQUIRE(watched.session != nullptr);
  NonFiniteRun run(*watched.session, kinds);
  do {
    watched.reason = run.Run(kWork);
  } while (watched.reason == StopReason::kBudgetSpent);
  if (!run.found().empty()) watched.found = run.found().front();
  return watched;
}

constexpr std::string_view kLogLoop = R"(
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<2xf32>
   cond {
    %five = stablehlo.constant dense<5> : tensor<i32>
    %more = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %log = stablehlo.log %v : tensor<2xf32>
    stablehlo.return %next, %log : tensor<i32>, tensor<2xf32>
  }
  return %r#1 : tensor<2xf32>
})";

TEST_CASE("a watched run stops at the iteration that makes a NaN, and why goes to it") {
  Watched watched = WatchProgram(std::string(kLogLoop), {20.0F, 3.0F});
  REQUIRE(watched.reason == StopReason::kTrap);
  REQUIRE(watched.found);
  CHECK(WrittenName(*watched.found->value) == "%log");
  CHECK(watched.found->bad == Why::Bad::kNan);
  CHECK(watched.found->cell == std::vector<int64_t>{1});
  std::vector<Diagnostic> diagnostics;
  const auto why = Why::Start(
      watched.program, OptionsWith({20.0F, 3.0F}), [](uint64_t) { return false; }, diagnostics);
  const auto target = RunTo(*why, *watched.found);
  REQUIRE(target);
  const WhyChain chain = why->Back(*target);
  CHECK(chain.nodes[0].execution == 4);
  CHECK(chain.nodes[0].rule == "log of a negative number");
  // The session goes on to its end.
  CHECK(watched.session->Run(kWork) == StopReason::kFinished);
}

TEST_CASE("an infinity that an operand has is not made, but an overflow is") {
  const std::string text = R"(
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %mask = stablehlo.compare GT, %x, %zero : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %kept = stablehlo.select %mask, %x, %lows : tensor<2xi1>, tensor<2xf32>
  %exp = stablehlo.exponential %x : tensor<2xf32>
  return %kept, %exp : tensor<2xf32>, tensor<2xf32>
})";
  CHECK(WatchProgram(text, {1.0F, -1.0F}).reason == StopReason::kFinished);
  const Watched large = WatchProgram(text, {1.0F, 1000.0F});
  REQUIRE(large.found);
  CHECK(WrittenName(*large.found->value) == "%exp");
  CHECK(large.found->bad == Why::Bad::kInfinity);
  CHECK(WatchProgram(text, {1.0F, 1000.0F}, {.has_nan = true, .has_infinity = false}).reason ==
        StopReason::kFinished);
}

TEST_CASE("a NaN of two infinities is made, and one of the input is not") {
  const std::string text = R"(
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = stablehlo.subtract %x, %x : tensor<2xf32>
  return %y : tensor<2xf32>
})";
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  CHECK(WatchProgram(text, {1.0F, kInfinity}).reason == StopReason::kTrap);
  CHECK(WatchProgram(text, {1.0F, kNan}).reason == StopReason::kFinished);
}

TEST_CASE("a run that goes on finds the first of the other kind") {
  const auto program = Program::Load("test.mlir", R"(
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %root = stablehlo.sqrt %x : tensor<2xf32>
  %again = stablehlo.log %x : tensor<2xf32>
  %large = stablehlo.exponential %x : tensor<2xf32>
  return %again, %large : tensor<2xf32>, tensor<2xf32>
})");
  const auto find = [&](std::vector<float> x) {
    std::vector<Diagnostic> diagnostics;
    const auto session = Session::Start(program, OptionsWith(std::move(x)), diagnostics);
    REQUIRE(session != nullptr);
    NonFiniteRun run(*session, {});
    std::vector<std::string> names;
    while (run.Run(kWork) != StopReason::kFinished) {
      for (const NonFinite& found : run.found()) names.push_back(WrittenName(*found.value));
    }
    return names;
  };
  CHECK(find({-1.0F, 1000.0F}) == std::vector<std::string>{"%root", "%large"});
  CHECK(find({-1.0F, 0.0F}) == std::vector<std::string>{"%root", "%again"});
  CHECK(find({1.0F, 2.0F}).empty());
}

TEST_CASE("one operation makes a NaN and an infinity") {
  const auto program = Program::Load("test.mlir", R"(
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %log = stablehlo.log %x : tensor<2xf32>
  return %log : tensor<2xf32>
})");
  std::vector<Diagnostic> diagnostics;
  const auto session = Session::Start(program, OptionsWith({0.0F, -1.0F}), diagnostics);
  REQUIRE(session != nullptr);
  NonFiniteRun run(*session, {});
  StopReason reason = StopReason::kBudgetSpent;
  while (reason == StopReason::kBudgetSpent) reason = run.Run(kWork);
  REQUIRE(run.found().size() == 2);
  CHECK(run.found()[0].cell == std::vector<int64_t>{1});
  CHECK(run.found()[1].cell == std::vector<int64_t>{0});
}

TEST_CASE("a branch that returns an infinite constant makes none") {
  const std::string text = R"(
func.func private @low() -> tensor<f32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  return %low : tensor<f32>
}
func.func @main(%x: tensor<1xf32>) -> tensor<f32> {
  %y = call @low() : () -> tensor<f32>
  return %y : tensor<f32>
})";
  CHECK(WatchProgram(text, {1.0F}).reason == StopReason::kFinished);
}

}  // namespace
}  // namespace paddock
