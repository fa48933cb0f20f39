// The debugger moves through a program one operation at a time, forward and back.
#include "core/api/debug/debugger.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/debug/debugger_testing.h"
#include "core/ir/operation.h"

namespace paddock {
namespace {

constexpr std::string_view kChain = R"(func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %b = stablehlo.add %a, %two : tensor<f32>
  %c = stablehlo.multiply %b, %b : tensor<f32>
  %d = stablehlo.subtract %c, %a : tensor<f32>
  return %d : tensor<f32>
}
)";

// Counts up to %n.
constexpr std::string_view kLoop = R"(func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }
  return %r : tensor<i32>
}
)";

TEST_CASE("a debugger stops before each operation and goes back", "[api]") {
  const auto debugger = Debug(kChain, With(Scalar<float>(ElementType::kF32, 3)));
  const auto b = [&] { return ValueOf<float>(*debugger, kChain, "%b ="); };
  const auto c = [&] { return ValueOf<float>(*debugger, kChain, "%c ="); };
  std::vector<std::string> seen;
  GoToClock(*debugger, 0);
  while (debugger->place().operation.empty()) StepOnce(*debugger);
  const uint64_t first = debugger->place().clock;
  do {
    seen.emplace_back(debugger->place().operation);
  } while (StepOnce(*debugger) == Stop::kReached);
  CHECK(seen ==
        std::vector<std::string>{"stablehlo.add", "stablehlo.multiply", "stablehlo.subtract"});
  CHECK(debugger->place().operation.empty());
  CHECK(debugger->session().results().size() == 1);
  CHECK(c() == 25.0F);

  CHECK(GoToClock(*debugger, first + 1) == Stop::kReached);
  CHECK(debugger->place().line == 4);
  CHECK(debugger->place().operation == "stablehlo.multiply");
  CHECK(b() == 5.0F);
  CHECK(!c());
  CHECK(GoToClock(*debugger, 0) == Stop::kReached);
  CHECK(!b());
  CHECK(GoToClock(*debugger, 1000) == Stop::kFinished);
  CHECK(c() == 25.0F);
}

// A loop that calls a function in each iteration.
constexpr std::string_view kNested = R"(func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %square = func.call @area(%i) : (tensor<i32>) -> tensor<i32>
    %none = stablehlo.subtract %square, %square : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %both = stablehlo.add %next, %none : tensor<i32>
    stablehlo.return %both : tensor<i32>
  }
  %s = stablehlo.add %r, %r : tensor<i32>
  return %s : tensor<i32>
}
func.func private @area(%x: tensor<i32>) -> tensor<i32> {
  %y = stablehlo.add %x, %x : tensor<i32>
  %z = stablehlo.multiply %y, %x : tensor<i32>
  return %z : tensor<i32>
}
)";

TEST_CASE("a debugger steps over calls and loops and out of them", "[api]") {
  for (const int64_t budget : {int64_t{1}, int64_t{1} << 24}) {
    const auto debugger = Debug(kNested, With(Scalar<int32_t>(ElementType::kI32, 3)));
    const auto line = [&] { return debugger->place().line; };
    const auto over = [&] { return debugger->StepOver(), Arrive(*debugger, budget); };
    const auto out = [&] { return debugger->StepOut(), Arrive(*debugger, budget); };
    while (line() != 4) StepOnce(*debugger);
    const uint64_t loop = debugger->place().clock;
    CHECK(over() == Stop::kReached);
    CHECK(line() == 15);
    CHECK(ValueOf<int32_t>(*debugger, kNested, "%r =") == 3);

    GoToClock(*debugger, loop);
    while (line() != 9) StepOnce(*debugger);
    CHECK(debugger->place().operation == "func.call");
    CHECK(debugger->place().depth == 1);
    const uint64_t call = debugger->place().clock;
    CHECK(over() == Stop::kReached);
    CHECK(line() == 10);
    GoToClock(*debugger, call);
    for (const uint32_t there : {19U, 20U, 10U}) {
      CHECK((there == 19 ? StepOnce(*debugger) : over()) == Stop::kReached);
      CHECK(line() == there);
      CHECK(debugger->place().depth == (there == 10 ? 1 : 2));
    }
    GoToClock(*debugger, call + 1);
    CHECK(out() == Stop::kReached);
    CHECK(line() == 10);
    CHECK(debugger->History(1).back().depth == 2);
    CHECK(ValueOf<int32_t>(*debugger, kNested, "%i =") == 0);
    CHECK(out() == Stop::kReached);
    CHECK(line() == 15);
    CHECK(ValueOf<int32_t>(*debugger, kNested, "%r =") == 3);
    CHECK(out() == Stop::kFinished);
    CHECK(over() == Stop::kFinished);

    GoToClock(*debugger, loop);
    debugger->SetBreakpoints({{debugger->OperationsOn(20)[0], 2}});
    CHECK(over() == Stop::kBreakpoint);
    CHECK(line() == 20);
    CHECK(ValueOf<int32_t>(*debugger, kNested, "%i =") == 1);
  }
}

TEST_CASE("a debugger stops at breakpoints, every time or the k-th time", "[api]") {
  const auto debugger = Debug(kLoop, With(Scalar<int32_t>(ElementType::kI32, 5)));
  const auto add = debugger->OperationsOn(9);
  REQUIRE(add.size() == 1);
  CHECK(add[0]->name == "stablehlo.add");
  const auto counter = [&] { return ValueOf<int32_t>(*debugger, kLoop, "%i ="); };
  debugger->SetBreakpoints({{add[0], 0}});
  for (int32_t i = 0; i < 5; ++i) {
    debugger->GoOn();
    CHECK(Arrive(*debugger, 1) == Stop::kBreakpoint);
    CHECK(debugger->executions() == static_cast<uint64_t>(i));
    CHECK(counter() == i);
  }
  debugger->GoOn();
  CHECK(Arrive(*debugger) == Stop::kFinished);

  GoToClock(*debugger, 0);
  debugger->SetBreakpoints({});
  debugger->GoOnTo({{add[0], 4}});
  CHECK(Arrive(*debugger, 1) == Stop::kBreakpoint);
  CHECK(counter() == 3);
  // The breakpoint applied only once.
  debugger->GoOn();
  CHECK(Arrive(*debugger) == Stop::kFinished);
}

// Stops after the execution whose value meets the condition, in which %next is 1, 2, 3 ...
TEST_CASE("a breakpoint with a condition stops after the operation", "[api]") {
  const auto debugger = Debug(kLoop, With(Scalar<int32_t>(ElementType::kI32, 50)));
  const auto add = debugger->OperationsOn(9);
  REQUIRE(add.size() == 1);
  const auto next = [&] { return ValueOf<int32_t>(*debugger, kLoop, "%next ="); };
  const auto go_on = [&](Condition::Kind kind, double limit) {
    debugger->SetBreakpoints({{add[0], 0, {kind, limit}}});
    debugger->GoOn();
    return Arrive(*debugger, 1);
  };
  REQUIRE(go_on(Condition::Kind::kGreater, 36.5) == Stop::kBreakpoint);
  CHECK(next() == 37);
  // Again, in the next iteration; its state is known, so a value of the future is not compared.
  REQUIRE(go_on(Condition::Kind::kGreater, 36.5) == Stop::kBreakpoint);
  CHECK(next() == 38);
  GoToClock(*debugger, 0);
  REQUIRE(go_on(Condition::Kind::kChange, 0.5) == Stop::kBreakpoint);
  CHECK(next() == 2);
  REQUIRE(go_on(Condition::Kind::kLess, 10) == Stop::kBreakpoint);
  CHECK(next() == 3);
  CHECK(go_on(Condition::Kind::kChange, 1) == Stop::kFinished);
  GoToClock(*debugger, 0);
  CHECK(go_on(Condition::Kind::kNonFinite, 0) == Stop::kFinished);
  GoToClock(*debugger, 0);
  debugger->SetBreakpoints({{add[0], 7, {Condition::Kind::kGreater, 2}}});
  debugger->GoOn();
  REQUIRE(Arrive(*debugger) == Stop::kBreakpoint);
  CHECK(next() == 7);
}

TEST_CASE("a breakpoint at the first operation counts once", "[api]") {
  const auto debugger = Debug(kChain, With(Scalar<float>(ElementType::kF32, 3)));
  debugger->SetBreakpoints({{debugger->OperationsOn(3)[0], 0}});
  debugger->GoOn();
  CHECK(Arrive(*debugger) == Stop::kBreakpoint);
  CHECK(debugger->place().line == 3);
  debugger->GoOn();
  CHECK(Arrive(*debugger) == Stop::kFinished);
}

TEST_CASE("a breakpoint at an operation without a step moves to the next one", "[api]") {
  const auto debugger = Debug(kChain, With(Scalar<float>(ElementType::kF32, 3)));
  const auto names = [&](const std::vector<const Operation*>& operations) {
    std::vector<std::string> found;
    for (const Operation* operation : operations) found.emplace_back(operation->name);
    return found;
  };
  using Names = std::vector<std::string>;
  CHECK(names(debugger->OperationsOn(2)) == Names{"stablehlo.add"});
  CHECK(names(debugger->OperationsOn(4)) == Names{"stablehlo.multiply"});
  CHECK(names(debugger->OperationsOn(6)).empty());
  const auto at = static_cast<uint32_t>(kChain.find("subtract"));
  CHECK(names(debugger->OperationsAt(at)) == Names{"stablehlo.subtract"});
}

// A loop of a million iterations, each with several steps.
TEST_CASE("one step back costs little after a long run", "[api]") {
  const auto debugger = Debug(kLoop, With(Scalar<int32_t>(ElementType::kI32, 1'000'000)));
  debugger->GoOn();
  REQUIRE(Arrive(*debugger, int64_t{1} << 30) == Stop::kFinished);
  const uint64_t end = debugger->place().clock;
  REQUIRE(end > 3'000'000);
  CHECK(ValueOf<int32_t>(*debugger, kLoop, "%r =") == 1'000'000);
  uint64_t most = 0;
  for (uint64_t back : {1, 2, 3, 1000, 1001}) {
    const uint64_t before = debugger->replayed_steps();
    REQUIRE(GoToClock(*debugger, end - back) == Stop::kReached);
    most = std::max(most, debugger->replayed_steps() - before);
  }
  CHECK(most < 1'500'000);
  const auto i = ValueOf<int32_t>(*debugger, kLoop, "%i =");
  REQUIRE(i);
  CHECK(*i > 999'000);
  CHECK(*i < 1'000'000);
  CHECK(debugger->snapshot_bytes() > 0);
  CHECK(debugger->snapshot_bytes() < 1'000'000);
  debugger->GoOn();
  CHECK(Arrive(*debugger) == Stop::kFinished);
  CHECK(ValueOf<int32_t>(*debugger, kLoop, "%r =") == 1'000'000);
}

TEST_CASE("events are reported once", "[api]") {
  std::string printed;
  SessionOptions options = With(Scalar<int32_t>(ElementType::kI32, 3));
  options.on_print = [&](std::string_view text) { printed += text; };
  std::string text(kLoop);
  text.insert(text.find("    %next"), "    interpreter.print %i : tensor<i32>\n");
  const auto debugger = Debug(text, std::move(options));
  debugger->GoOn();
  REQUIRE(Arrive(*debugger, 1) == Stop::kFinished);
  const std::string once = printed;
  CHECK(!once.empty());
  const uint64_t end = debugger->place().clock;
  GoToClock(*debugger, end / 2);
  debugger->GoOn();
  REQUIRE(Arrive(*debugger, 1) == Stop::kFinished);
  CHECK(printed == once);
}

TEST_CASE("a debugger stops after the first NaN or infinity", "[api]") {
  std::string text(kChain);
  text.replace(text.find("stablehlo.subtract %c"), 21,
               "stablehlo.divide %c, %zero : tensor<f32> //");
  text.insert(text.find("  %two"), "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n");
  const auto debugger = Debug(text, With(Scalar<float>(ElementType::kF32, 3)));
  debugger->SetTrap(true);
  debugger->GoOn();
  CHECK(Arrive(*debugger) == Stop::kTrap);
  CHECK(debugger->last_span().begin == text.find("%d ="));
  debugger->GoOn();
  CHECK(Arrive(*debugger) == Stop::kFinished);
}

TEST_CASE("a debugger goes back across a suspension", "[api]") {
  constexpr std::string_view kOpen = R"(func.func @main(%n: tensor<i32>) -> tensor<?xi32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %r:2 = stablehlo.while(%i = %n, %m = %one) : tensor<i32>, tensor<i32>
  cond {
    %go = stablehlo.compare GE, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %less = stablehlo.subtract %i, %one : tensor<i32>
    %more = stablehlo.multiply %m, %two : tensor<i32>
    stablehlo.return %less, %more : tensor<i32>, tensor<i32>
  }
  %shape = stablehlo.reshape %r#1 : (tensor<i32>) -> tensor<1xi32>
  %list = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %both = stablehlo.add %list, %list : tensor<?xi32>
  return %both : tensor<?xi32>
}
)";
  const auto debugger = Debug(kOpen, With(Scalar<int32_t>(ElementType::kI32, 3)));
  const auto both = debugger->OperationsOn(15);
  REQUIRE(both.size() == 1);
  CHECK(both[0]->name == "stablehlo.add");
  for (int round = 0; round < 3; ++round) {
    INFO(round);
    debugger->GoOnTo({{both[0], 0}});
    REQUIRE(Arrive(*debugger) == Stop::kBreakpoint);
    CHECK(ValueOf<int32_t>(*debugger, kOpen, "%more =") == 8);
    debugger->GoOn();
    REQUIRE(Arrive(*debugger) == Stop::kFinished);
    CHECK(debugger->session().results()[0].shape()[0] == 8);
    REQUIRE(GoToClock(*debugger, debugger->place().clock - 2) == Stop::kReached);
    CHECK(ValueOf<int32_t>(*debugger, kOpen, "%more =") == 8);
    REQUIRE(GoToClock(*debugger, 0) == Stop::kReached);
    CHECK(!ValueOf<int32_t>(*debugger, kOpen, "%more ="));
  }
}

constexpr std::string_view kSum = R"(func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %a = stablehlo.add %x, %x : tensor<i32>
  %s = "stablehlo.all_reduce"(%a) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %t = stablehlo.add %l, %r : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<i32>) -> tensor<i32>
  %m = stablehlo.multiply %s, %a : tensor<i32>
  return %m : tensor<i32>
}
)";

TEST_CASE("the processes of a grid have the same states for any slices", "[api]") {
  const auto start = [] {
    SessionOptions options = With(Scalar<int32_t>(ElementType::kI32, 2));
    options.grid = {3, 1};
    return Debug(kSum, std::move(options));
  };
  const auto path = [](const Debugger& debugger) {
    std::vector<std::pair<int64_t, std::string>> steps;
    for (const DebuggerPlace& place : debugger.History(Debugger::kMostHistory)) {
      steps.emplace_back(place.process, place.operation);
    }
    return steps;
  };
  const auto whole = start();
  whole->GoOn();
  REQUIRE(Arrive(*whole) == Stop::kFinished);
  const auto sliced = start();
  sliced->GoOn();
  REQUIRE(Arrive(*sliced, 1) == Stop::kFinished);
  CHECK(path(*whole) == path(*sliced));
  const auto stepped = start();
  while (StepOnce(*stepped) == Stop::kReached) {
  }
  CHECK(path(*whole) == path(*stepped));
  for (uint64_t clock = stepped->place().clock; clock-- > 0;) {
    REQUIRE(GoToClock(*stepped, clock) == Stop::kReached);
  }
  stepped->GoOn();
  REQUIRE(Arrive(*stepped) == Stop::kFinished);
  CHECK(path(*whole) == path(*stepped));
  for (int64_t process = 0; process < 3; ++process) {
    const Tensor& result = stepped->session().results({process, 0})[0];
    int32_t element = 0;
    std::memcpy(&element, result.data(), sizeof(element));
    CHECK(element == 48);
  }
}

TEST_CASE("a debugger goes back after a failure", "[api]") {
  constexpr std::string_view kFails = R"(func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %a = stablehlo.add %x, %x : tensor<i32>
  check.expect_eq %a, %x : tensor<i32>, tensor<i32>
  return %a : tensor<i32>
}
)";
  const auto debugger = Debug(kFails, With(Scalar<int32_t>(ElementType::kI32, 2)));
  for (int round = 0; round < 2; ++round) {
    debugger->GoOn();
    REQUIRE(Arrive(*debugger) == Stop::kFailed);
    REQUIRE(debugger->diagnostics().size() == 1);
    CHECK(debugger->place().line == 3);
    REQUIRE(GoToClock(*debugger, debugger->place().clock - 1) == Stop::kReached);
    CHECK(debugger->diagnostics().empty());
    CHECK(debugger->place().operation == "stablehlo.add");
  }
}

}  // namespace
}  // namespace paddock
