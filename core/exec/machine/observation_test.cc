// Observation of a run from outside: values, breakpoints, prints, failures.
#include <catch2/catch_test_macros.hpp>
#include <limits>
#include <string>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"

namespace paddock {
namespace {

using namespace testing;

constexpr std::string_view kChain = R"(
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %b = stablehlo.add %a, %a : tensor<4xf32>
  %c = stablehlo.multiply %b, %a : tensor<4xf32>
  %d = stablehlo.reshape %c : (tensor<4xf32>) -> tensor<2x2xf32>
  %e = stablehlo.transpose %d, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %f = stablehlo.reshape %e : (tensor<2x2xf32>) -> tensor<4xf32>
  return %f : tensor<4xf32>
})";

Tensor FourNumbers() { return TensorOf<float>(ElementType::kF32, {4}, {1, 2, 3, 4}); }

TEST_CASE("level faithful keeps every value", "[exec]") {
  const Program program{std::string(kChain)};
  const auto machine = MachineOf(PlanOf(program, At(Level::kFaithful)), {FourNumbers()});
  CHECK(!machine->ValueOf(*program.Find("b")).has_value());
  CHECK(machine->ValueOf(*program.Find("a")).has_value());
  REQUIRE(machine->RunToEnd() == StopReason::kFinished);
  const auto value = [&](std::string_view name) {
    const auto found = machine->ValueOf(*program.Find(name));
    REQUIRE(found.has_value());
    return ElementsOf<float>(*found);
  };
  CHECK(value("a") == std::vector<float>{1, 2, 3, 4});
  CHECK(value("b") == std::vector<float>{2, 4, 6, 8});
  CHECK(value("c") == std::vector<float>{2, 8, 18, 32});
  CHECK(value("d") == std::vector<float>{2, 8, 18, 32});
  CHECK(value("e") == std::vector<float>{2, 18, 8, 32});
  CHECK(machine->ValueOf(*program.Find("d"))->rank() == 2);
}

TEST_CASE("level fast shows no value whose memory is reused", "[exec]") {
  const Program program{std::string(kChain)};
  const auto machine = MachineOf(PlanOf(program, At(Level::kFast)), {FourNumbers()});
  REQUIRE(machine->RunToEnd() == StopReason::kFinished);
  CHECK(!machine->ValueOf(*program.Find("b")).has_value());
  const auto result = machine->ValueOf(*program.Find("f"));
  REQUIRE(result.has_value());
  CHECK(ElementsOf<float>(*result) == std::vector<float>{2, 18, 8, 32});
}

TEST_CASE("the retention limit releases the largest values", "[exec]") {
  const Program program(R"(
func.func @main(%a: tensor<1000xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.add %a, %a : tensor<1000xf32>
  %c = stablehlo.reverse %b, dims = [0] : tensor<1000xf32>
  %d = stablehlo.reverse %c, dims = [0] : tensor<1000xf32>
  %e = stablehlo.reduce(%d init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<1000xf32>, tensor<f32>) -> tensor<f32>
  %f = stablehlo.negate %e : tensor<f32>
  return %f : tensor<f32>
})");
  const Tensor input = TensorOf<float>(ElementType::kF32, {1000}, std::vector<float>(1000, 1.0f));
  PlanOptions options = At(Level::kFaithful);
  const auto all = PlanOf(program, options);
  options.retention_limit = 1000;
  const auto few = PlanOf(program, options);
  CHECK(few->arena_bytes() < all->arena_bytes());
  const auto machine = MachineOf(few, {input});
  REQUIRE(machine->RunToEnd() == StopReason::kFinished);
  CHECK(!machine->ValueOf(*program.Find("b")).has_value());
  REQUIRE(machine->ValueOf(*program.Find("e")).has_value());
  CHECK(ElementsOf<float>(*machine->ValueOf(*program.Find("e"))) == std::vector<float>{2000});
}

TEST_CASE("the result of an unfinished branch cannot be inspected", "[exec]") {
  const Program program(R"(
func.func @main(%p: tensor<i1>, %a: tensor<4xf32>) -> tensor<4xf32> {
  %r = "stablehlo.if"(%p) ({
    %b = stablehlo.reverse %a, dims = [0] : tensor<4xf32>
    stablehlo.return %b : tensor<4xf32>
  }, {
    %c = stablehlo.negate %a : tensor<4xf32>
    stablehlo.return %c : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %r : tensor<4xf32>
})");
  for (Level level : kLevels) {
    for (uint8_t p : {0, 1}) {
      const Tensor predicate = TensorOf<uint8_t>(ElementType::kI1, {}, {p});
      MachineOptions options;
      options.breakpoints = {program.Find("b")->operation, program.Find("c")->operation};
      const auto machine =
          MachineOf(PlanOf(program, At(level)), {predicate, FourNumbers()}, options);
      REQUIRE(machine->RunToEnd() == StopReason::kBreakpoint);
      CHECK(machine->current_operation() == options.breakpoints[p == 1 ? 0 : 1]);
      CHECK(!machine->ValueOf(*program.Find("r")).has_value());
      REQUIRE(machine->RunToEnd() == StopReason::kFinished);
      const std::vector<float> expected =
          p == 1 ? std::vector<float>{4, 3, 2, 1} : std::vector<float>{-1, -2, -3, -4};
      REQUIRE(machine->ValueOf(*program.Find("r")).has_value());
      CHECK(ElementsOf<float>(*machine->ValueOf(*program.Find("r"))) == expected);
      CHECK(!machine->ValueOf(*program.Find(p == 1 ? "c" : "b")).has_value());
    }
  }
}

TEST_CASE("a failed check names the first element that differs", "[exec]") {
  const Program program(R"(
func.func @main() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.5]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[1.0, 2.0], [3.5, 4.0]]> : tensor<2x2xf32>
  check.expect_almost_eq %a, %b : tensor<2x2xf32>, tensor<2x2xf32>
  return
})");
  for (Level level : kLevels) {
    const auto machine = MachineOf(PlanOf(program, At(level)));
    REQUIRE(machine->RunToEnd() == StopReason::kFailed);
    REQUIRE(machine->diagnostics().error_count() == 1);
    const Diagnostic& diagnostic = machine->diagnostics().diagnostics()[0];
    CHECK(diagnostic.code == "check-failed");
    CHECK(diagnostic.message ==
          "check.expect_almost_eq: lhs[1, 0] = 3, but rhs[1, 0] = 3.5 (at most 0.0001 apart is "
          "allowed); 2 of 4 elements differ");
    CHECK(diagnostic.span.is_known());
    CHECK(machine->RunToEnd() == StopReason::kFailed);
  }
}

TEST_CASE("a failed run keeps its values", "[exec]") {
  const Program program(R"(
func.func @main() -> tensor<2xi32> {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.add %a, %a : tensor<2xi32>
  check.expect_eq %a, %b : tensor<2xi32>, tensor<2xi32>
  %c = stablehlo.add %b, %b : tensor<2xi32>
  return %c : tensor<2xi32>
})");
  const auto machine = MachineOf(PlanOf(program, At(Level::kFaithful)));
  REQUIRE(machine->RunToEnd() == StopReason::kFailed);
  CHECK(machine->current_operation()->name == "check.expect_eq");
  REQUIRE(machine->ValueOf(*program.Find("b")).has_value());
  CHECK(ElementsOf<int32_t>(*machine->ValueOf(*program.Find("b"))) == std::vector<int32_t>{2, 4});
  CHECK(!machine->ValueOf(*program.Find("c")).has_value());
}

TEST_CASE("probes are counted, and prints reach the listener", "[exec]") {
  const Program program(R"(
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %r = stablehlo.while(%i = %zero) : tensor<i64>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i64>
    %less = stablehlo.compare LT, %i, %three : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i64>
    %next = stablehlo.add %i, %one : tensor<i64>
    %seen = interpreter.probe %next, probe_id = "counter" : tensor<i64>
    stablehlo.return %seen : tensor<i64>
  }
  interpreter.print %r : tensor<i64>
  %two = stablehlo.constant dense<2> : tensor<i64>
  check.expect_serialized_eq %two, probe_id = "counter", iter = 1 : tensor<i64>
  return
})");
  for (Level level : kLevels) {
    std::vector<std::pair<int64_t, int64_t>> seen;
    std::vector<int64_t> printed;
    MachineOptions options;
    options.on_probe = [&](const Operation&, std::string_view id, int64_t iteration,
                           const Tensor& value) {
      CHECK(id == "counter");
      seen.emplace_back(iteration, ElementsOf<int64_t>(value)[0]);
    };
    options.on_print = [&](const Operation&, Type, const Tensor& value) {
      printed.push_back(ElementsOf<int64_t>(value)[0]);
    };
    const auto machine = MachineOf(PlanOf(program, At(level)), {}, options);
    REQUIRE(machine->RunToEnd() == StopReason::kFinished);
    CHECK(seen == std::vector<std::pair<int64_t, int64_t>>{{0, 1}, {1, 2}, {2, 3}});
    CHECK(printed == std::vector<int64_t>{3});
  }
}

TEST_CASE("a trap stops at the first NaN", "[exec]") {
  const Program program(R"(
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %b = stablehlo.log %a : tensor<2xf32>
  %c = stablehlo.negate %b : tensor<2xf32>
  return %c : tensor<2xf32>
})");
  MachineOptions options;
  options.trap_non_finite = true;
  const Tensor bad = TensorOf<float>(ElementType::kF32, {2}, {1.0f, -1.0f});
  const auto machine = MachineOf(PlanOf(program, At(Level::kFaithful)), {bad}, options);
  REQUIRE(machine->RunToEnd() == StopReason::kTrap);
  CHECK(machine->ValueOf(*program.Find("b")).has_value());
  CHECK(!machine->ValueOf(*program.Find("c")).has_value());
  const Tensor good = TensorOf<float>(ElementType::kF32, {2}, {1.0f, 2.0f});
  CHECK(MachineOf(PlanOf(program, At(Level::kFaithful)), {good}, options)->RunToEnd() ==
        StopReason::kFinished);
}

TEST_CASE("unknown operations and custom calls fail only when the run reaches them", "[exec]") {
  const Program program(R"(
func.func @main(%p: tensor<i1>) -> tensor<2xf32> {
  %r = "stablehlo.if"(%p) ({
    %a = "horse.trot"() : () -> tensor<2xf32>
    stablehlo.return %a : tensor<2xf32>
  }, {
    %b = stablehlo.custom_call @gallop() : () -> tensor<2xf32>
    stablehlo.return %b : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %r : tensor<2xf32>
})");
  for (Level level : kLevels) {
    for (uint8_t p : {0, 1}) {
      const Tensor predicate = TensorOf<uint8_t>(ElementType::kI1, {}, {p});
      const auto machine = MachineOf(PlanOf(program, At(level)), {predicate});
      REQUIRE(machine->RunToEnd() == StopReason::kFailed);
      CHECK(machine->diagnostics().diagnostics()[0].message.starts_with(
          p == 1 ? "the operation 'horse.trot' is unknown"
                 : "custom_call target 'gallop' is unknown"));
    }
  }
}

}  // namespace
}  // namespace paddock
