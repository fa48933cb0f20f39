#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <string>
#include <vector>

#include "core/plan/planner/make_plan.h"
#include "core/text/parse/parse.h"

namespace paddock {
namespace {

struct Planned {
  std::unique_ptr<Module> module;
  std::shared_ptr<const Plan> plan;
  std::vector<Diagnostic> diagnostics;
};

Planned PlanText(std::string text, PlanOptions options = {}) {
  Planned planned;
  DiagnosticSink sink;
  planned.module = Parse(std::make_shared<const Source>("test", std::move(text)), sink);
  for (const Diagnostic& diagnostic : sink.diagnostics()) UNSCOPED_INFO(diagnostic.message);
  REQUIRE(!sink.has_errors());
  const Operation* main = planned.module->FindSymbol("main");
  REQUIRE(main != nullptr);
  if (auto plan = MakePlan(*planned.module, *main, options, sink)) planned.plan = *plan;
  planned.diagnostics = sink.Take();
  return planned;
}

PlanOptions At(Level level) {
  PlanOptions options;
  options.level = level;
  return options;
}

// A chain of `length` sorts, which never become one step.
std::string ChainText(int length) {
  std::string text = "func.func @main(%v0: tensor<1000xf32>) -> tensor<1000xf32> {\n";
  for (int i = 1; i <= length; ++i) {
    text += "  %v" + std::to_string(i) + " = \"stablehlo.sort\"(%v" + std::to_string(i - 1) +
            ") ({\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
            "    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
            "    stablehlo.return %c : tensor<i1>\n"
            "  }) : (tensor<1000xf32>) -> tensor<1000xf32>\n";
  }
  return text + "  return %v" + std::to_string(length) + " : tensor<1000xf32>\n}";
}

TEST_CASE("later values reuse the memory of dead ones", "[plan]") {
  const Planned fast = PlanText(ChainText(10), At(Level::kFast));
  REQUIRE(fast.plan != nullptr);
  CHECK(fast.plan->arena_bytes() <= 2 * 4096);
  const Planned faithful = PlanText(ChainText(10), At(Level::kFaithful));
  REQUIRE(faithful.plan != nullptr);
  CHECK(faithful.plan->arena_bytes() >= 10 * 4000);
}

TEST_CASE("a plan has the number of live bytes at each step", "[plan]") {
  const Planned fast = PlanText(ChainText(10), At(Level::kFast));
  REQUIRE(fast.plan != nullptr);
  // A sort does not run in place: two values are live at each step but the first and the last.
  REQUIRE(fast.plan->live_bytes().size() == fast.plan->steps().size());
  CHECK(fast.plan->live_bytes().front() == 4000);
  CHECK(fast.plan->live_bytes()[1] == 8000);
  CHECK(fast.plan->live_bytes().back() == 4000);
  CHECK(fast.plan->least_arena_bytes() == 8000);
  CHECK(fast.plan->arena_bytes() >= 8000);
  const Planned faithful = PlanText(ChainText(10), At(Level::kFaithful));
  REQUIRE(faithful.plan != nullptr);
  CHECK(faithful.plan->live_bytes().front() == 4000);
  CHECK(faithful.plan->live_bytes().back() == 40000);
}

TEST_CASE("a chosen update of a loop is done in place", "[plan]") {
  const std::string text = R"(
func.func @main(%x: tensor<1000xi32>, %p: tensor<1000xi1>) -> tensor<1000xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<1000xi32>
   cond {
    %n = stablehlo.constant dense<1000> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %q = stablehlo.dynamic_slice %p, %i, sizes = [1] : (tensor<1000xi1>, tensor<i32>) -> tensor<1xi1>
    %is_wanted = stablehlo.reshape %q : (tensor<1xi1>) -> tensor<i1>
    %u = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
    %w = stablehlo.dynamic_update_slice %v, %u, %i : (tensor<1000xi32>, tensor<1xi32>, tensor<i32>) -> tensor<1000xi32>
    %y = stablehlo.select %is_wanted, %w, %v : tensor<i1>, tensor<1000xi32>
    stablehlo.return %next, %y : tensor<i32>, tensor<1000xi32>
  }
  return %r#1 : tensor<1000xi32>
})";
  const Planned fast = PlanText(text, At(Level::kFast));
  REQUIRE(fast.plan != nullptr);
  CHECK(std::ranges::max(fast.plan->live_bytes()) < 8000);
}

TEST_CASE("a result in its operand's memory is counted once", "[plan]") {
  const std::string text = R"(
func.func @main(%a: tensor<10x100xf32>) -> tensor<10x100xf32> {
  %b = stablehlo.transpose %a, dims = [1, 0] : (tensor<10x100xf32>) -> tensor<100x10xf32>
  %c = stablehlo.tanh %b : tensor<100x10xf32>
  %d = stablehlo.transpose %c, dims = [1, 0] : (tensor<100x10xf32>) -> tensor<10x100xf32>
  return %d : tensor<10x100xf32>
})";
  const Planned fast = PlanText(text, At(Level::kFast));
  REQUIRE(fast.plan != nullptr);
  CHECK(fast.plan->live_bytes()[1] == 4000);
  CHECK(fast.plan->live_bytes()[2] == 8000);
}

TEST_CASE("a stencil of moved operands is one step at level fast", "[plan]") {
  const std::string text = R"(
func.func @main(%a: tensor<1000xf32>) -> tensor<1000xf32> {
  %b = stablehlo.slice %a [999:1000] : (tensor<1000xf32>) -> tensor<1xf32>
  %c = stablehlo.slice %a [0:999] : (tensor<1000xf32>) -> tensor<999xf32>
  %d = stablehlo.concatenate %b, %c, dim = 0 : (tensor<1xf32>, tensor<999xf32>) -> tensor<1000xf32>
  %e = stablehlo.subtract %a, %d : tensor<1000xf32>
  return %e : tensor<1000xf32>
})";
  const Planned fast = PlanText(text, At(Level::kFast));
  REQUIRE(fast.plan != nullptr);
  CHECK(fast.plan->steps().size() == 2);
}

TEST_CASE("an element-wise chain is one step at level fast", "[plan]") {
  const std::string text = R"(
func.func @main(%a: tensor<100xf32>, %b: tensor<f32>) -> tensor<100xf32> {
  %c = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<100xf32>
  %d = stablehlo.add %a, %c : tensor<100xf32>
  %e = stablehlo.tanh %d : tensor<100xf32>
  %f = stablehlo.convert %e : (tensor<100xf32>) -> tensor<100xf64>
  %g = stablehlo.compare GT, %e, %a : (tensor<100xf32>, tensor<100xf32>) -> tensor<100xi1>
  %h = stablehlo.convert %f : (tensor<100xf64>) -> tensor<100xf32>
  %i = stablehlo.select %g, %h, %c : tensor<100xi1>, tensor<100xf32>
  return %i : tensor<100xf32>
})";
  const Planned fast = PlanText(text, At(Level::kFast));
  REQUIRE(fast.plan != nullptr);
  CHECK(fast.plan->steps().size() == 2);  // and the end
  // The broadcast of a scalar is not among them.
  CHECK(fast.plan->steps()[0].fused.size() == 6);
  CHECK(fast.plan->steps()[0].fused.back() == fast.plan->steps()[0].operation);
  CHECK(fast.plan->arena_bytes() <= 448);
  const Planned faithful = PlanText(text, At(Level::kFaithful));
  REQUIRE(faithful.plan != nullptr);
  CHECK(faithful.plan->steps().size() == 8);
  CHECK(faithful.plan->steps()[1].fused.empty());
}

TEST_CASE("each loop-carried value has one slot", "[plan]") {
  const Planned fast = PlanText(R"(
func.func @main(%start: tensor<1000xf32>) -> tensor<1000xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %start) : tensor<i32>, tensor<1000xf32>
  cond {
    %limit = stablehlo.constant dense<5> : tensor<i32>
    %less = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.multiply %x, %x : tensor<1000xf32>
    stablehlo.return %next, %y : tensor<i32>, tensor<1000xf32>
  }
  return %r#1 : tensor<1000xf32>
})",
                                At(Level::kFast));
  REQUIRE(fast.plan != nullptr);
  CHECK(fast.plan->arena_bytes() < 4096 + 256);
}

TEST_CASE("planning fails for a size that nothing determines", "[plan]") {
  const Planned planned = PlanText(R"(
func.func @main(%x: tensor<1xi32>) -> tensor<?xi32> {
  %r = stablehlo.custom_call @unheard_of(%x) : (tensor<1xi32>) -> tensor<?xi32>
  return %r : tensor<?xi32>
})",
                                   At(Level::kFast));
  REQUIRE(planned.plan == nullptr);
  REQUIRE(!planned.diagnostics.empty());
  CHECK(planned.diagnostics[0].message.find("nothing in the program determines its sizes") !=
        std::string::npos);
}

TEST_CASE("planning fails for counts and strides that overflow", "[plan]") {
  const auto message_of = [](const std::string& line, const std::string& type) {
    const Planned planned =
        PlanText("func.func @main(%a: tensor<i32>, %t: tensor<3xi32>, %i: index) {\n  " + line +
                     "\n  stablehlo.custom_call @dce_sink(%e) : (" + type + ") -> ()\n  return\n}",
                 At(Level::kFast));
    return planned.diagnostics.empty() ? "" : planned.diagnostics[0].message;
  };
  CHECK(message_of("%e = tensor.extract %t[] : tensor<3xi32>", "i32") ==
        "tensor.extract: tensor<3xi32> has no element at 0 indices");
  CHECK(message_of("%e = tensor.extract %t[%i, %i] : tensor<3xi32>", "i32") ==
        "tensor.extract: tensor<3xi32> has no element at 2 indices");
  CHECK(message_of("%e = tensor.insert %a into %t[] : tensor<3xi32>", "tensor<3xi32>") ==
        "tensor.insert: tensor<3xi32> has no element at 0 indices");
  CHECK(message_of("%e = tensor.from_elements %a, %a : tensor<3xi32>", "tensor<3xi32>") ==
        "tensor.from_elements: 2 elements are no tensor<3xi32>");
  CHECK(message_of("%e = tensor.from_elements %a : tensor<4611686018427387904x4xi32>",
                   "tensor<4611686018427387904x4xi32>") ==
        "a value of type tensor<4611686018427387904x4xi32> does not fit 63 bits");
  // Its strides do not.
  CHECK(message_of("%e = stablehlo.iota dim = 1 : tensor<0x4611686018427387904x4xi8>",
                   "tensor<0x4611686018427387904x4xi8>") ==
        "a value of type tensor<0x4611686018427387904x4xi8> does not fit 63 bits");
}

TEST_CASE("dead code is planned at level faithful only", "[plan]") {
  const auto count_of = [](Level level) {
    const Planned planned = PlanText(R"(
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %unused = stablehlo.reverse %a, dims = [0] : tensor<4xf32>
  %unknown = stablehlo.custom_call @unheard_of(%unused) : (tensor<4xf32>) -> tensor<4xf32>
  %behind = stablehlo.reverse %unknown, dims = [0] : tensor<4xf32>
  %r = stablehlo.reverse %a, dims = [0] : tensor<4xf32>
  return %r : tensor<4xf32>
})",
                                     At(level));
    REQUIRE(planned.plan != nullptr);
    REQUIRE(planned.diagnostics.empty());
    return std::ranges::count_if(planned.plan->steps(),
                                 [](const Step& step) { return step.operation != nullptr; });
  };
  CHECK(count_of(Level::kFast) == 1);
  CHECK(count_of(Level::kFaithful) == 2);
}

TEST_CASE("more memory than the limit is a diagnostic with both numbers", "[plan]") {
  PlanOptions options = At(Level::kFast);
  options.memory_limit = 5000;
  const Planned planned = PlanText(ChainText(3), options);
  CHECK(planned.plan == nullptr);
  REQUIRE(planned.diagnostics.size() == 1);
  CHECK(planned.diagnostics[0].code == "memory");
  const uint64_t needed = PlanText(ChainText(3), At(Level::kFast)).plan->peak_bytes();
  CHECK(planned.diagnostics[0].message ==
        "the program needs " + std::to_string(needed) + " bytes, but the limit is 5000");
}

TEST_CASE("all unimplemented operations are reported together", "[plan]") {
  const Planned planned = PlanText(R"(
func.func private @unused(%a: tensor<4xf32>) -> tensor<4xf32> {
  %b = builtin.unrealized_conversion_cast %a : tensor<4xf32> to tensor<4xf32>
  return %b : tensor<4xf32>
}
func.func @main(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %b = builtin.unrealized_conversion_cast %a : tensor<4x4xf32> to tensor<4x4xf32>
  %c = stablehlo.add %b, %b : tensor<4x4xf32>
  %d = func.constant @unused : (tensor<4xf32>) -> tensor<4xf32>
  stablehlo.custom_call @dce_sink(%d) : ((tensor<4xf32>) -> tensor<4xf32>) -> ()
  return %c : tensor<4x4xf32>
})");
  CHECK(planned.plan == nullptr);
  REQUIRE(planned.diagnostics.size() == 2);
  CHECK(planned.diagnostics[0].code == "not-implemented");
  CHECK(planned.diagnostics[0].message ==
        "builtin.unrealized_conversion_cast is not yet implemented");
  CHECK(planned.diagnostics[1].message == "func.constant is not yet implemented");
  CHECK(planned.diagnostics[0].span.is_known());
}

TEST_CASE("a recursive function is refused", "[plan]") {
  const Planned planned = PlanText(R"(
func.func private @a(%x: tensor<f32>) -> tensor<f32> {
  %y = func.call @b(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}
func.func private @b(%x: tensor<f32>) -> tensor<f32> {
  %y = func.call @a(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %y = func.call @a(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
})");
  CHECK(planned.plan == nullptr);
  REQUIRE(planned.diagnostics.size() == 1);
  CHECK(planned.diagnostics[0].message == "function 'a' calls itself");
}

std::string CallChainText(int length) {
  std::string text;
  for (int i = 0; i < length; ++i) {
    const std::string callee = "@f" + std::to_string(i + 1);
    text += "func.func private @f" + std::to_string(i) + "(%x: tensor<f32>) -> tensor<f32> {\n";
    if (i + 1 < length) {
      text += "  %y = func.call " + callee + "(%x) : (tensor<f32>) -> tensor<f32>\n";
    } else {
      text += "  %y = stablehlo.negate %x : tensor<f32>\n";
    }
    text += "  return %y : tensor<f32>\n}\n";
  }
  return text + R"(func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %y = func.call @f0(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
})";
}

TEST_CASE("calls beyond the maximum depth are refused", "[plan]") {
  CHECK(PlanText(CallChainText(250)).plan != nullptr);
  const Planned planned = PlanText(CallChainText(5000));
  CHECK(planned.plan == nullptr);
  REQUIRE(planned.diagnostics.size() == 1);
  CHECK(planned.diagnostics[0].code == "limit");
  CHECK(planned.diagnostics[0].message == "regions and calls are nested deeper than 300");
}

TEST_CASE("calls that double at each level stop at the limit of steps", "[plan]") {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    const std::string callee = i == 0 ? "" : "@f" + std::to_string(i - 1);
    text += "func.func private @f" + std::to_string(i) + "(%x: tensor<4xf32>) -> tensor<4xf32> {\n";
    if (i == 0) {
      text += "  %z = stablehlo.reverse %x, dims = [0] : tensor<4xf32>\n";
    } else {
      text += "  %y = func.call " + callee + "(%x) : (tensor<4xf32>) -> tensor<4xf32>\n";
      text += "  %z = func.call " + callee + "(%y) : (tensor<4xf32>) -> tensor<4xf32>\n";
    }
    text += "  return %z : tensor<4xf32>\n}\n";
  }
  text += R"(func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = func.call @f39(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
})";
  PlanOptions options;
  options.step_limit = 10'000;
  const Planned planned = PlanText(text, options);
  CHECK(planned.plan == nullptr);
  REQUIRE(planned.diagnostics.size() == 1);
  CHECK(planned.diagnostics[0].code == "limit");
}

TEST_CASE("an argument that leaves a size open cannot be planned without its input", "[plan]") {
  const Planned planned = PlanText(R"(
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = stablehlo.add %x, %x : tensor<?xf32>
  return %y : tensor<?xf32>
})");
  CHECK(planned.plan == nullptr);
  REQUIRE(!planned.diagnostics.empty());
  CHECK(planned.diagnostics[0].code == "input");
  CHECK(planned.diagnostics[0].message ==
        "argument 0 (%x: tensor<?xf32>) needs an input, which gives its sizes");
}

}  // namespace
}  // namespace paddock
