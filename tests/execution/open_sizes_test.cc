// Programs with open sizes, at both levels: inputs of several shapes, sizes from values of inputs,
// sizes that only the run computes, and errors.
#include "core/exec/machine/testing.h"

namespace paddock::testing {
namespace {

constexpr std::string_view kDouble = R"(
func.func @main(%x: tensor<?x2xi32>) -> tensor<?x2xi32> {
  %y = stablehlo.add %x, %x : tensor<?x2xi32>
  return %y : tensor<?x2xi32>
})";

// The list 0 .. n*n, where a loop computes the square.
constexpr std::string_view kSquare = R"(
func.func @main(%n: tensor<i32>) -> tensor<?xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %sum = %zero) : tensor<i32>, tensor<i32>
    cond {
      %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %more = stablehlo.add %sum, %n : tensor<i32>
      stablehlo.return %next, %more : tensor<i32>, tensor<i32>
    }
  %shape = stablehlo.reshape %r#1 : (tensor<i32>) -> tensor<1xi32>
  %list = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %both = stablehlo.add %list, %list : tensor<?xi32>
  return %both : tensor<?xi32>
})";

// Maps each element to the sum of a list of that length, in a loop.
constexpr std::string_view kBodies = R"(
func.func @main(%x: tensor<3xi32>) -> tensor<3xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<3xi32>
    cond {
      %go = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %w = "stablehlo.map"(%v) <{dimensions = array<i64: 0>}> ({
      ^bb0(%n: tensor<i32>):
        %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
        %list = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
        %sum = stablehlo.reduce(%list init: %i) applies stablehlo.add across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
        stablehlo.return %sum : tensor<i32>
      }) : (tensor<3xi32>) -> tensor<3xi32>
      stablehlo.return %next, %w : tensor<i32>, tensor<3xi32>
    }
  return %r#1 : tensor<3xi32>
})";

// Scan whose elements determine the lengths of its outputs.
constexpr std::string_view kScan = R"(
func.func @main(%x: tensor<3xi32>) -> (tensor<3x?xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = "chlo.scan"(%x, %zero) ({
  ^bb0(%a: tensor<i32>, %carry: tensor<i32>):
    %size = stablehlo.reshape %a : (tensor<i32>) -> tensor<1xi32>
    %list = stablehlo.dynamic_iota %size, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %next = stablehlo.add %carry, %a : tensor<i32>
    stablehlo.return %list, %next : tensor<?xi32>, tensor<i32>
  }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<3xi32>, tensor<i32>) -> (tensor<3x?xi32>, tensor<i32>)
  return %r#0, %r#1 : tensor<3x?xi32>, tensor<i32>
})";

Tensor Number(int32_t number) { return TensorOf<int32_t>(ElementType::kI32, {}, {number}); }

std::vector<Tensor> RunWith(const Program& program, Level level, std::vector<Tensor> inputs) {
  DiagnosticSink sink;
  const auto plan = MakePlan(*program.module, *program.main, At(level), sink, inputs);
  for (const Diagnostic& diagnostic : sink.diagnostics()) UNSCOPED_INFO(diagnostic.message);
  REQUIRE(plan.has_value());
  const auto machine = MachineOf(*plan, std::move(inputs));
  // In slices, so that a budget ends at every position once.
  StopReason reason = StopReason::kBudgetSpent;
  while (reason == StopReason::kBudgetSpent) reason = machine->Run(1);
  for (const Diagnostic& diagnostic : machine->diagnostics().diagnostics()) {
    UNSCOPED_INFO(diagnostic.message);
  }
  REQUIRE(reason == StopReason::kFinished);
  return machine->Results();
}

std::vector<Diagnostic> RefusalOf(const Program& program, std::vector<Tensor> inputs) {
  DiagnosticSink sink;
  CHECK(!MakePlan(*program.module, *program.main, At(Level::kFast), sink, inputs).has_value());
  return sink.Take();
}

TEST_CASE("one program runs on inputs of several shapes", "[exec]") {
  const Program program((std::string(kDouble)));
  for (Level level : kLevels) {
    for (int64_t rows : {0, 1, 3}) {
      const std::vector<int32_t> elements(static_cast<size_t>(rows * 2), 21);
      const auto results =
          RunWith(program, level, {TensorOf<int32_t>(ElementType::kI32, {rows, 2}, elements)});
      REQUIRE(results.size() == 1);
      CHECK(results[0].shape()[0] == rows);
      CHECK(ElementsOf<int32_t>(results[0]) ==
            std::vector<int32_t>(static_cast<size_t>(rows * 2), 42));
    }
  }
}

TEST_CASE("an error about an input's shape names both shapes", "[exec]") {
  const Program program((std::string(kDouble)));
  const auto refusal =
      RefusalOf(program, {TensorOf<int32_t>(ElementType::kI32, {1, 3}, {1, 2, 3})});
  REQUIRE(refusal.size() == 1);
  CHECK(refusal[0].code == "input");
  CHECK(refusal[0].message == "argument 0 (%x) is tensor<?x2xi32>, but tensor<1x3xi32> is given");
}

TEST_CASE("a bound limits the size of an input", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<?xi32, #stablehlo.bounds<2>>) -> tensor<i32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi32, #stablehlo.bounds<2>>) -> tensor<i32>
  return %n : tensor<i32>
})");
  const Tensor two = TensorOf<int32_t>(ElementType::kI32, {2}, {1, 2});
  CHECK(ElementsOf<int32_t>(RunWith(program, Level::kFast, {two})[0])[0] == 2);
  const auto refusal = RefusalOf(program, {TensorOf<int32_t>(ElementType::kI32, {3}, {1, 2, 3})});
  REQUIRE(refusal.size() == 1);
  CHECK(refusal[0].code == "input");
}

TEST_CASE("sizes that disagree at run time violate the operation's rule", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %z = stablehlo.add %x, %y : tensor<?xi32>
  return %z : tensor<?xi32>
})");
  const auto refusal = RefusalOf(program, {TensorOf<int32_t>(ElementType::kI32, {1}, {1}),
                                           TensorOf<int32_t>(ElementType::kI32, {2}, {1, 2})});
  REQUIRE(refusal.size() == 1);
  CHECK(refusal[0].code == "add-c1");
  CHECK(refusal[0].message.find("[2]") != std::string::npos);
  CHECK(refusal[0].message.find("[1]") != std::string::npos);
}

TEST_CASE("a size may be the value of an argument", "[exec]") {
  const Program program(R"(
func.func @main(%n: tensor<i64>) -> tensor<?xf32> {
  %shape = stablehlo.reshape %n : (tensor<i64>) -> tensor<1xi64>
  %list = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  return %list : tensor<?xf32>
})");
  for (Level level : kLevels) {
    const auto results = RunWith(program, level, {TensorOf<int64_t>(ElementType::kI64, {}, {3})});
    CHECK(ElementsOf<float>(results[0]) == std::vector<float>{0, 1, 2});
  }
}

TEST_CASE("a plan suspends until a computed size is known", "[exec]") {
  const Program program((std::string(kSquare)));
  for (Level level : kLevels) {
    CHECK(ElementsOf<int32_t>(RunWith(program, level, {Number(2)})[0]) ==
          std::vector<int32_t>{0, 2, 4, 6});
    CHECK(ElementsOf<int32_t>(RunWith(program, level, {Number(0)})[0]).empty());
  }
}

TEST_CASE("a machine starts again from the first plan", "[exec]") {
  const Program program((std::string(kSquare)));
  const auto machine = MachineOf(PlanOf(program, At(Level::kFast)), {Number(2)});
  for (const int32_t n : {2, 3, 2}) {
    DiagnosticSink sink;
    REQUIRE(machine->Restart({Number(n)}, sink));
    REQUIRE(machine->RunToEnd() == StopReason::kFinished);
    CHECK(machine->Results()[0].shape()[0] == int64_t{n} * n);
  }
}

TEST_CASE("level faithful keeps what ran before sizes were known", "[exec]") {
  const Program program((std::string(kSquare)));
  const auto machine = MachineOf(PlanOf(program, At(Level::kFaithful)), {Number(2)});
  REQUIRE(machine->RunToEnd() == StopReason::kFinished);
  for (const std::string_view name : {"next", "shape", "list", "both"}) {
    INFO(name);
    CHECK(machine->ValueOf(*program.Find(name)).has_value());
  }
}

TEST_CASE("a body whose sizes depend on its elements runs in slices, and again", "[exec]") {
  const Program program((std::string(kBodies)));
  const Tensor x = TensorOf<int32_t>(ElementType::kI32, {3}, {4, 0, 3});
  for (Level level : kLevels) {
    // Triangles of 4, 0 and 3, then of 6, 0 and 3, each and 1.
    const std::vector<int32_t> expected = {16, 1, 4};
    CHECK(ElementsOf<int32_t>(RunWith(program, level, {x})[0]) == expected);
    const auto machine = MachineOf(PlanOf(program, At(level)), {x});
    for (int time = 0; time < 2; ++time) {
      DiagnosticSink sink;
      REQUIRE(machine->Restart({x}, sink));
      REQUIRE(machine->RunToEnd() == StopReason::kFinished);
      CHECK(ElementsOf<int32_t>(machine->Results()[0]) == expected);
      const auto last = machine->ValueOf(*program.Find("sum"));
      REQUIRE(last.has_value());
      CHECK(ElementsOf<int32_t>(*last) == std::vector<int32_t>{4});
    }
    CHECK(machine->counts().steps > 12);
  }
}

TEST_CASE("a scan that determines its sizes runs in slices, and again", "[exec]") {
  const Program program((std::string(kScan)));
  const auto lists = [](int32_t n) { return TensorOf<int32_t>(ElementType::kI32, {3}, {n, n, n}); };
  for (Level level : kLevels) {
    CHECK(ElementsOf<int32_t>(RunWith(program, level, {lists(2)})[0]) ==
          std::vector<int32_t>{0, 1, 0, 1, 0, 1});
    const auto machine = MachineOf(PlanOf(program, At(level)), {lists(2)});
    for (const int32_t n : {2, 1, 0, 2}) {
      DiagnosticSink sink;
      REQUIRE(machine->Restart({lists(n)}, sink));
      REQUIRE(machine->RunToEnd() == StopReason::kFinished);
      CHECK(machine->Results()[0].element_count() == int64_t{3} * n);
      CHECK(ElementsOf<int32_t>(machine->Results()[1]) == std::vector<int32_t>{3 * n});
    }
  }
}

TEST_CASE("a mistake in a continuation is a diagnostic of the run", "[exec]") {
  std::string text(kSquare);
  text.replace(text.find("%both = "), 0,
               "%four = stablehlo.constant dense<0> : tensor<4xi32>\n"
               "  %wrong = stablehlo.add %list, %four : (tensor<?xi32>, tensor<4xi32>) -> "
               "tensor<?xi32>\n  ");
  text.replace(text.find("%list, %list"), 12, "%wrong, %list");
  const Program program(text);
  const auto machine = MachineOf(PlanOf(program, At(Level::kFast)), {Number(3)});
  CHECK(machine->RunToEnd() == StopReason::kFailed);
  REQUIRE(machine->diagnostics().diagnostics().size() == 1);
  CHECK(machine->diagnostics().diagnostics()[0].span.is_known());
  CHECK(machine->diagnostics().diagnostics()[0].message.find("[9]") != std::string::npos);
}

}  // namespace
}  // namespace paddock::testing
