// Communications that programs report to a listener.
#include <algorithm>

#include "core/exec/grid/machine_grid.h"
#include "core/exec/machine/testing.h"

namespace paddock {
namespace {

struct Said {
  Communication event;
  std::vector<int64_t> members;
};

// Runs @main, which has no arguments, on a grid of `replicas` x 1.
std::vector<Said> Listen(const std::string& text, int64_t replicas, StopReason expected) {
  const testing::Program program(text);
  PlanOptions plan_options = testing::At(Level::kFast);
  plan_options.grid = {replicas, 1};
  const std::vector<std::shared_ptr<const Plan>> plans(static_cast<size_t>(replicas),
                                                       testing::PlanOf(program, plan_options));
  std::vector<Said> said;
  MachineGridOptions options;
  options.on_communication = [&](const Communication& event) {
    said.push_back({event, {event.members.begin(), event.members.end()}});
    said.back().event.members = said.back().members;
  };
  DiagnosticSink sink;
  const auto grid =
      MachineGrid::Create(plan_options.grid, plans, std::vector<std::vector<Tensor>>(plans.size()),
                          std::move(options), sink);
  REQUIRE(grid.has_value());
  REQUIRE((*grid)->Run(int64_t{1} << 40) == expected);
  return said;
}

std::string MainOf(const std::string& operations) {
  return "func.func @main() {\n  %x = stablehlo.iota dim = 0 : tensor<4xf32>\n" + operations +
         "  return\n}\n";
}

const std::string kAdd = R"(({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }))";

TEST_CASE("listeners receive the bytes that each collective passes between members") {
  struct Case {
    std::string operation;
    std::vector<uint64_t> matrix;
  };
  const std::string groups = "replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>";
  const std::string same = " : (tensor<4xf32>) -> tensor<4xf32>\n";
  const std::vector<Case> cases = {
      {R"("stablehlo.all_reduce"(%x) )" + kAdd + " {" + groups + "}" + same, {0, 16, 16, 0}},
      {R"("stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, )" + groups +
           "} : (tensor<4xf32>) -> tensor<8xf32>\n",
       {0, 16, 16, 0}},
      {R"("stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 0 : i64,
           split_count = 2 : i64, )" +
           groups + "}" + same,
       {0, 8, 8, 0}},
      {R"("stablehlo.reduce_scatter"(%x) )" + kAdd + " {scatter_dimension = 0 : i64, " + groups +
           "} : (tensor<4xf32>) -> tensor<2xf32>\n",
       {0, 8, 8, 0}},
      {R"("stablehlo.collective_broadcast"(%x) {)" + groups + "}" + same, {0, 16, 0, 0}},
  };
  for (const Case& one : cases) {
    const std::vector<Said> said =
        Listen(MainOf("  %r = " + one.operation), 2, StopReason::kFinished);
    CAPTURE(one.operation);
    REQUIRE(said.size() == 2);
    for (const Said& heard : said) {
      CHECK(heard.members == std::vector<int64_t>{1, 0});
      CHECK(heard.event.span.is_known());
      CHECK(heard.event.begin <= heard.event.met);
      CHECK(heard.event.met <= heard.event.end);
      std::vector<uint64_t> matrix;
      for (size_t i = 0; i < 4; ++i) matrix.push_back(heard.event.BytesBetween(i / 2, i % 2));
      CHECK(matrix == one.matrix);
    }
  }
}

TEST_CASE("listeners receive a permute as messages, and communications that a deadlock left open") {
  const std::string permute =
      R"(  %p = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
)";
  const std::vector<Said> said = Listen(MainOf(permute), 3, StopReason::kFinished);
  std::vector<std::vector<int64_t>> sent;
  std::vector<std::vector<int64_t>> received;
  for (const Said& heard : said) {
    CHECK(heard.event.bytes == 16);
    (heard.event.kind == CommunicationKind::kSend ? sent : received).push_back(heard.members);
  }
  std::ranges::sort(sent);
  std::ranges::sort(received);
  CHECK(sent == std::vector<std::vector<int64_t>>{{0, 1}, {1, 2}});
  CHECK(received == sent);

  const std::string waits =
      R"(  %t = stablehlo.create_token : !stablehlo.token
  %r:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
)";
  const std::vector<Said> open = Listen(MainOf(waits), 1, StopReason::kFailed);
  REQUIRE(open.size() == 1);
  CHECK(open[0].event.kind == CommunicationKind::kReceive);
  CHECK(open[0].event.channel == 3);
  CHECK(open[0].members == std::vector<int64_t>{-1, 0});
  CHECK(open[0].event.end == Communication::kNever);
}

}  // namespace
}  // namespace paddock
