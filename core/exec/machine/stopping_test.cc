// Slow operations can be stopped midway: a slice does little more work than its budget, the machine
// reports the operation, and a sliced run gives the same bits.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "core/exec/machine/testing.h"
#include "core/exec/threads/thread_pool.h"
#include "core/plan/step.h"

namespace paddock {
namespace {

using namespace testing;

// Runs `body`, which defines %r of `type`. The operation `name` must be stopped at least `least`
// times.
void CheckStops(const std::string& name, const std::string& type, int least,
                const std::string& body) {
  INFO(name << " -> " << type);
  const Program program("func.func @main() -> " + type + " {\n" + body + "\n  return %r : " + type +
                        "\n}");
  const auto plan = PlanOf(program, At(Level::kFast));
  const auto whole = MachineOf(plan);
  REQUIRE(whole->RunToEnd() == StopReason::kFinished);
  // A new plan, so that tables of the plan's first run are also computed in slices.
  const auto sliced = MachineOf(PlanOf(program, At(Level::kFast)));
  int stops = 0;
  int64_t most = 0, before = 0;
  StopReason reason = StopReason::kBudgetSpent;
  while ((reason = sliced->Run(1)) == StopReason::kBudgetSpent) {
    const int64_t now = sliced->progress().work_done;
    most = std::max(most, now - before);
    before = now;
    const Operation* operation = sliced->current_operation();
    if (operation != nullptr && operation->name == name) ++stops;
  }
  CHECK(stops >= least);
  CHECK(most <= 2 * kChunkWork);
  REQUIRE(reason == StopReason::kFinished);
  CHECK(IsBitwiseEqual(whole->Results()[0], sliced->Results()[0]));
}

// Defines %x of `type`, whose numbers have a long period.
std::string Waves(const std::string& type) {
  return "  %i = stablehlo.iota dim = 0 : " + type + "\n  %x = stablehlo.sine %i : " + type + "\n";
}

// Defines %m, a positive definite matrix.
std::string PositiveDefinite(const std::string& size) {
  const std::string shape = size + "x" + size + "x";
  const std::string indices = "tensor<" + shape + "i32>", matrix = "tensor<" + shape + "f64>";
  return "  %rows = stablehlo.iota dim = 0 : " + indices +
         "\n  %columns = stablehlo.iota dim = 1 : " + indices +
         "\n  %eye = stablehlo.compare EQ, %rows, %columns : (" + indices + ", " + indices +
         ") -> tensor<" + shape + "i1>\n  %off = stablehlo.constant dense<0.5> : " + matrix +
         "\n  %on = stablehlo.constant dense<3.0> : " + matrix +
         "\n  %m = stablehlo.select %eye, %on, %off : tensor<" + shape + "i1>, " + matrix + "\n";
}

TEST_CASE("a run stops inside a sort", "[exec]") {
  const std::string type = "tensor<1000000xf32>";
  const auto sort = [&](const std::string& comparator) {
    return Waves(type) +
           "  %r = \"stablehlo.sort\"(%x) <{dimension = 0 : i64, is_stable = true}> ({\n"
           "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n" +
           comparator + "    stablehlo.return %less : tensor<i1>\n  }) : (" + type + ") -> " + type;
  };
  CheckStops("stablehlo.sort", type, 8,
             sort("    %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> "
                  "tensor<i1>\n"));
  // A comparator that no kernel implements.
  CheckStops("stablehlo.sort", type, 50,
             sort("    %p = stablehlo.multiply %a, %b : tensor<f32>\n"
                  "    %s = stablehlo.add %a, %p : tensor<f32>\n"
                  "    %t = stablehlo.add %b, %p : tensor<f32>\n"
                  "    %less = stablehlo.compare LT, %s, %t : (tensor<f32>, tensor<f32>) -> "
                  "tensor<i1>\n"));
}

TEST_CASE("a run stops inside a transform, and while its tables are computed", "[exec]") {
  const auto transform = [](const std::string& shape, const std::string& length) {
    const std::string real = "tensor<" + shape + "xf32>";
    const std::string type = "tensor<" + shape + "xcomplex<f32>>";
    CheckStops("stablehlo.fft", type, 8,
               Waves(real) + "  %c = stablehlo.complex %x, %i : " + type +
                   "\n  %r = stablehlo.fft %c, type = FFT, length = [" + length + "] : (" + type +
                   ") -> " + type);
  };
  transform("524288", "524288");
  // A prime number.
  transform("100003", "100003");
  transform("1024x512", "512");
}

TEST_CASE("a run stops inside linear algebra", "[exec]") {
  const std::string type = "tensor<400x400xf64>";
  CheckStops("stablehlo.cholesky", type, 3,
             PositiveDefinite("400") + "  %r = stablehlo.cholesky %m, lower = true : " + type);
  CheckStops("stablehlo.triangular_solve", type, 5,
             PositiveDefinite("400") +
                 "  %r = \"stablehlo.triangular_solve\"(%m, %m) <{left_side = true, lower = true, "
                 "unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (" +
                 type + ", " + type + ") -> " + type);
}

TEST_CASE("a run stops inside a scan and a ragged product", "[exec]") {
  const std::string type = "tensor<1000000xf32>";
  CheckStops("chlo.scan", type, 8,
             Waves(type) +
                 "  %init = stablehlo.constant dense<0.0> : tensor<f32>\n"
                 "  %r, %last = chlo.scan(%x) inits(%init) dimension=0 {\n"
                 "  ^bb0(%a: tensor<f32>, %carry: tensor<f32>):\n"
                 "    %sum = stablehlo.add %a, %carry : tensor<f32>\n"
                 "    stablehlo.return %sum, %sum : tensor<f32>, tensor<f32>\n"
                 "  } : (" +
                 type + ", tensor<f32>) -> (" + type + ", tensor<f32>)");
  CheckStops("chlo.ragged_dot", "tensor<2000x256xf32>", 4,
             "  %l = stablehlo.iota dim = 1 : tensor<2000x256xf32>\n"
             "  %w = stablehlo.iota dim = 0 : tensor<40x256x256xf32>\n"
             "  %sizes = stablehlo.constant dense<45> : tensor<40xi32>\n"
             "  %r = \"chlo.ragged_dot\"(%l, %w, %sizes) {ragged_dot_dimension_numbers = "
             "#chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], "
             "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], "
             "lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<2000x256xf32>, "
             "tensor<40x256x256xf32>, tensor<40xi32>) -> tensor<2000x256xf32>");
}

// The sums of a product that is rounded to bf16 are in the workspaces of the threads.
TEST_CASE("a run with threads stops inside a long product", "[exec]") {
  for (const std::string element : {"f32", "bf16"}) {
    INFO(element);
    const std::string wide = "tensor<256x40000x" + element + ">";
    const std::string result = "tensor<256x256x" + element + ">";
    const Program program("func.func @main() -> " + result + " {\n" + Waves(wide) +
                          "  %r = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (" +
                          wide + ", " + wide + ") -> " + result + "\n  return %r : " + result +
                          "\n}");
    const auto plan = PlanOf(program, At(Level::kFast));
    const auto alone = MachineOf(plan);
    REQUIRE(alone->RunToEnd() == StopReason::kFinished);
    ThreadPool pool(2);
    MachineOptions options;
    options.pool = &pool;
    const auto shared = MachineOf(plan, {}, options);
    int stops = 0;
    while (shared->Run(1) == StopReason::kBudgetSpent) {
      const Operation* operation = shared->current_operation();
      if (operation != nullptr && operation->name == "stablehlo.dot_general") ++stops;
    }
    CHECK(stops >= 3);
    CHECK(IsBitwiseEqual(alone->Results()[0], shared->Results()[0]));
  }
}

}  // namespace
}  // namespace paddock
