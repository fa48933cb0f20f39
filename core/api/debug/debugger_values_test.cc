// The debugger moves to the k-th computation of a value.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/api/debug/debugger_testing.h"
#include "core/api/query/definition.h"
#include "core/ir/module.h"

namespace paddock {
namespace {

// Three iterations of four inner iterations each, with a branch, a view and a function that is
// called from two places.
constexpr std::string_view kTurns = R"(func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %rows = stablehlo.constant dense<3> : tensor<i32>
  %columns = stablehlo.constant dense<4> : tensor<i32>
  %first = func.call @double(%n) : (tensor<i32>) -> tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %sum = %first) : tensor<i32>, tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %rows : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %q:2 = stablehlo.while(%j = %zero, %t = %sum) : tensor<i32>, tensor<i32>
    cond {
      %d = stablehlo.compare LT, %j, %columns : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %d : tensor<i1>
    } do {
      %more = stablehlo.add %t, %one : tensor<i32>
      %k = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %k, %more : tensor<i32>, tensor<i32>
    }
    %is_first = stablehlo.compare EQ, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %chosen = "stablehlo.if"(%is_first) ({
      %minus = stablehlo.negate %q#1 : tensor<i32>
      stablehlo.return %minus : tensor<i32>
    }, {
      %plus = stablehlo.add %q#1, %zero : tensor<i32>
      stablehlo.return %plus : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    %line = stablehlo.reshape %chosen : (tensor<i32>) -> tensor<1xi32>
    %end = stablehlo.reshape %line : (tensor<1xi32>) -> tensor<i32>
    %twice = func.call @double(%end) : (tensor<i32>) -> tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %twice : tensor<i32>, tensor<i32>
  }
  return %r#1 : tensor<i32>
}
func.func private @double(%x: tensor<i32>) -> tensor<i32> {
  %both = stablehlo.add %x, %x : tensor<i32>
  return %both : tensor<i32>
}
)";

// Values of `sum` and its intermediates by iteration, for an argument of 4: sum is 8; 12, -12, -24;
// -20, -20, -40; -36, -36, -72.
struct Case {
  std::string_view name;
  size_t index = 0;
  std::vector<int32_t> values = {};
};

const std::vector<Case> kCases = {
    {"%more =", 0, {9, 10, 11, 12, -23, -22, -21, -20, -39, -38, -37, -36}},
    {"%q:2", 0, {4, 4, 4}},
    {"%q:2", 1, {12, -20, -36}},
    {"%minus =", 0, {-12}},
    {"%plus =", 0, {-20, -36}},
    {"%chosen =", 0, {-12, -20, -36}},
    {"%line =", 0, {-12, -20, -36}},
    {"%end =", 0, {-12, -20, -36}},
    {"%both =", 0, {8, -24, -40, -72}},
    {"%twice =", 0, {-24, -40, -72}},
    {"%r:2", 1, {-72}},
};

TEST_CASE("a debugger goes to each computation of a value", "[api]") {
  const auto program = Program::Load("test.mlir", std::string(kTurns));
  const auto debugger = Debug(program, With(Scalar<int32_t>(ElementType::kI32, 4)));
  const Region& region = *program->module().operation()->regions[0];
  for (const auto& [name, index, values] : kCases) {
    INFO(name << " " << index);
    const auto offset = static_cast<uint32_t>(kTurns.find(name));
    const Value* value = FindDefinition(region, offset, index);
    REQUIRE(value != nullptr);
    // The result does not depend on the budget of a slice.
    for (const int64_t budget : {int64_t{1} << 24, int64_t{1}}) {
      REQUIRE(GoToClock(*debugger, 0) == Stop::kReached);
      for (size_t i = 0; i < values.size(); ++i) {
        INFO(i);
        debugger->GoToValue(*value, 0, i + 1);
        const Stop stop = Arrive(*debugger, budget);
        CHECK((stop == Stop::kReached || stop == Stop::kFinished));
        const auto kept = debugger->session().ValueAt(offset, {}, index);
        REQUIRE(kept.has_value());
        int32_t element = 0;
        std::memcpy(&element, kept->value.data(), sizeof(element));
        CHECK(element == values[i]);
        uint64_t executions = 0;
        CHECK(debugger->session().LookAt(
            *value, 0, [&](const ValueView& sight) { executions = sight.executions; }));
        CHECK(executions == i + 1);
        // The debugger is already at the destination.
        const uint64_t clock = debugger->place().clock;
        debugger->GoToValue(*value, 0, i + 1);
        Arrive(*debugger, budget);
        CHECK(debugger->place().clock == clock);
      }
      // The value is not computed again.
      debugger->GoToValue(*value, 0, values.size() + 1);
      CHECK(Arrive(*debugger, budget) == Stop::kFinished);
    }
  }
}

TEST_CASE("a debugger goes to the computation of a value by one process of a grid", "[api]") {
  constexpr std::string_view kText = R"(func.func @main(%x: tensor<ui32>) -> tensor<ui32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %a = stablehlo.add %x, %id : tensor<ui32>
  %b = stablehlo.multiply %a, %a : tensor<ui32>
  return %b : tensor<ui32>
}
)";
  SessionOptions options = With(Scalar<uint32_t>(ElementType::kUI32, 5));
  options.grid = {3, 1};
  const auto program = Program::Load("test.mlir", std::string(kText));
  const auto debugger = Debug(program, std::move(options));
  const auto offset = static_cast<uint32_t>(kText.find("%a ="));
  const Value* value = FindDefinition(*program->module().operation()->regions[0], offset, 0);
  REQUIRE(value != nullptr);
  for (const int64_t process : {2, 0, 1}) {
    REQUIRE(GoToClock(*debugger, 0) == Stop::kReached);
    debugger->GoToValue(*value, process, 1);
    CHECK(Arrive(*debugger) == Stop::kReached);
    const ProcessId id{process, 0};
    CHECK(debugger->session().ValueAt(offset, id).has_value());
    CHECK(!debugger->session().ValueAt(static_cast<uint32_t>(kText.find("%b =")), id).has_value());
  }
}

}  // namespace
}  // namespace paddock
