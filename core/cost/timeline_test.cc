// Programs on a ring in which a link carries 100 bytes a second, a hop takes one second, and a step
// of computation 10 seconds.
#include "core/cost/timeline.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "core/exec/machine/testing.h"

namespace paddock {
namespace {

using Catch::Approx;

std::optional<CostReport> Estimated(const std::string& operations, int64_t replicas,
                                    std::string& problem) {
  const Source source("test",
                      "topology = ring\nlink.bandwidth = 100 B/s\nlink.latency = 1 s\n"
                      "chip.flops = 1 Pflop/s\nchip.memory = 1 PB/s\nchip.step = 10 s\n");
  DiagnosticSink sink;
  const auto machine = ReadMachine(source, sink);
  REQUIRE(machine);
  const testing::Program program("func.func @main(%x: tensor<100xf32>) -> tensor<100xf32> {\n" +
                                 operations + "}\n");
  PlanOptions options = testing::At(Level::kFaithful);
  options.grid = {replicas, 1};
  Schedule schedule(options.grid, *machine);
  const auto plan = testing::PlanOf(program, options);
  REQUIRE(plan->is_straight());
  schedule.AddPlan(plan);
  const auto topology = Topology::Make(*machine, replicas, problem);
  REQUIRE(topology);
  return PlayTimeline(schedule, *machine, *topology, problem);
}

CostReport Estimate(const std::string& operations, int64_t replicas) {
  std::string problem;
  const auto report = Estimated(operations, replicas, problem);
  INFO(problem);
  REQUIRE(report);
  return *report;
}

const std::string kSum = R"(({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }))";
// Two directions around a ring of 4: 2 * 3 rounds of 1 + 50 / 100 seconds.
constexpr double kAllReduceSeconds = 9;

TEST_CASE("computation and communication follow each other") {
  const CostReport report = Estimate(
      R"(
  %y = stablehlo.add %x, %x : tensor<100xf32>
  %r = "stablehlo.all_reduce"(%y) )" +
          kSum +
          R"( {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<100xf32>) -> tensor<100xf32>
  %z = stablehlo.multiply %r, %r : tensor<100xf32>
  return %z : tensor<100xf32>
)",
      4);
  CHECK(report.compute_seconds == Approx(20));
  CHECK(report.operations == 200);
  CHECK(report.communication_seconds == Approx(kAllReduceSeconds));
  CHECK(report.seconds == Approx(20 + kAllReduceSeconds));
  CHECK(report.path_compute_seconds == Approx(20));
  REQUIRE(report.communications.size() == 1);
  CHECK(report.communications[0].bytes == 400);
  CHECK(report.communications[0].times == 1);
  CHECK(report.communications[0].group_size == 4);
  CHECK(report.communications[0].path_seconds == Approx(kAllReduceSeconds));
}

TEST_CASE("an asynchronous operation hides behind the computation in between") {
  const auto with = [](const std::string& between) {
    return Estimate(
        R"(
  %f = "stablehlo.async_start"(%x) ({
    ^bb0(%p: tensor<100xf32>):
      %q = "stablehlo.all_reduce"(%p) )" +
            kSum +
            R"( {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<100xf32>) -> tensor<100xf32>
      stablehlo.return %q : tensor<100xf32>
  }) : (tensor<100xf32>) -> !stablehlo.future<tensor<100xf32>>
)" + between +
            R"(
  %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<100xf32>>) -> tensor<100xf32>
  return %r : tensor<100xf32>
)",
        4);
  };
  CHECK(with("").seconds == Approx(kAllReduceSeconds));
  const CostReport hidden = with("  %y = stablehlo.add %x, %x : tensor<100xf32>\n");
  CHECK(hidden.seconds == Approx(10));
  CHECK(hidden.path_communication_seconds == Approx(0));
  CHECK(hidden.communication_seconds == Approx(kAllReduceSeconds));
}

TEST_CASE("messages wait for their senders along a pipeline") {
  const std::string permute =
      R"("stablehlo.collective_permute"(%y) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>} : (tensor<100xf32>) -> tensor<100xf32>
)";
  const CostReport report =
      Estimate("  %y = stablehlo.add %x, %x : tensor<100xf32>\n  %r = " + permute +
                   "  %z = stablehlo.add %r, %r : tensor<100xf32>\n  return %z : tensor<100xf32>\n",
               4);
  // A hop and 400 bytes.
  CHECK(report.seconds == Approx(10 + 1 + 4 + 10));
  REQUIRE(report.communications.size() == 1);
  CHECK(report.communications[0].is_message);
  CHECK(report.communications[0].group_count == 3);
}

TEST_CASE("a receive without a sender is reported") {
  std::string problem;
  const auto report = Estimated(R"(
  %t = stablehlo.create_token : !stablehlo.token
  %r:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<100xf32>, !stablehlo.token)
  return %r#0 : tensor<100xf32>
)",
                                1, problem);
  CHECK_FALSE(report);
  CHECK(problem ==
        "process (0, 0) waits in stablehlo.recv for a message that is never sent: the program ends "
        "in a "
        "deadlock");
}

}  // namespace
}  // namespace paddock
