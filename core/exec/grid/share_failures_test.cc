// Diagnostics of failing grids that peers share: several processes fail at once, or messages are
// corrupted.
#include "core/exec/grid/share_testing.h"

namespace paddock {
namespace {

using testing::Courier;
using testing::Ending;
using testing::Program;
using testing::RandomProgram;
using testing::RunShared;
using testing::RunWhole;

// Runs `times` iterations of a loop, then fails with `who` in the message.
std::string FailAfter(int times, const std::string& who) {
  return "    %zero = stablehlo.constant dense<0> : tensor<i32>\n"
         "    %one = stablehlo.constant dense<1> : tensor<i32>\n"
         "    %times = stablehlo.constant dense<" +
         std::to_string(times) +
         "> : tensor<i32>\n"
         "    %l = stablehlo.while(%i = %zero) : tensor<i32> cond {\n"
         "      %p = stablehlo.compare LT, %i, %times : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
         "      stablehlo.return %p : tensor<i1>\n"
         "    } do {\n"
         "      %n = stablehlo.add %i, %one : tensor<i32>\n"
         "      stablehlo.return %n : tensor<i32>\n"
         "    }\n"
         "    stablehlo.custom_call @dce_sink(%l) : (tensor<i32>) -> ()\n"
         "    %c = stablehlo.custom_call @" +
         who +
         "(%v) : (tensor<4xf32>) -> tensor<4xf32>\n"
         "    stablehlo.return %c : tensor<4xf32>\n";
}

constexpr std::string_view kTokenAndChannel =
    "channel_handle = #stablehlo.channel_handle<handle = 9, type = 1>, source_target_pairs = "
    "dense<[[1, 2]]> : tensor<1x2xi64>}";

// Process 2 fails when it has received a message of process 1, which sends after `times` iterations
// of a loop.
std::string SendAfter(int times) {
  std::string text = FailAfter(times, "x");
  text.resize(text.find("    %c ="));
  return text +
         "    %t = stablehlo.create_token : !stablehlo.token\n"
         "    %s = \"stablehlo.send\"(%v, %t) {" +
         std::string(kTokenAndChannel) +
         " : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token\n"
         "    stablehlo.return %v : tensor<4xf32>\n";
}

std::string FailOnceReceived() {
  return "    %t = stablehlo.create_token : !stablehlo.token\n"
         "    %m:2 = \"stablehlo.recv\"(%t) {" +
         std::string(kTokenAndChannel) +
         " : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)\n"
         "    %c = stablehlo.custom_call @received(%m#0) : (tensor<4xf32>) -> tensor<4xf32>\n"
         "    stablehlo.return %c : tensor<4xf32>\n";
}

std::string EachDoes(const std::vector<std::string>& branches) {
  std::string text =
      "func.func @main(%v: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %id = stablehlo.partition_id : tensor<ui32>\n"
      "  %k = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>\n"
      "  %r = \"stablehlo.case\"(%k) (";
  for (size_t i = 0; i < branches.size(); ++i) {
    text += (i == 0 ? "{\n" : "  }, {\n") + branches[i];
  }
  return text + "  }) : (tensor<i32>) -> tensor<4xf32>\n  return %r : tensor<4xf32>\n}\n";
}

TEST_CASE("the earliest of several failures is reported, for every division of the grid") {
  const std::string kNever =
      "    %true = stablehlo.constant dense<true> : tensor<i1>\n"
      "    %w = stablehlo.while(%p = %true) : tensor<i1> cond {\n"
      "      stablehlo.return %p : tensor<i1>\n"
      "    } do {\n"
      "      stablehlo.return %p : tensor<i1>\n"
      "    }\n"
      "    stablehlo.return %v : tensor<4xf32>\n";
  struct Case {
    std::vector<std::string> branches;
    std::string_view who;
    std::string_view where;
  };
  const Case cases[] = {
      {{FailAfter(3000, "late"), FailAfter(30, "early"), kNever}, "'early'", "(0, 1)"},
      {{FailAfter(30, "early"), FailAfter(3000, "late"), kNever}, "'early'", "(0, 0)"},
      {{kNever, FailAfter(50, "one"), FailAfter(50, "two")}, "'one'", "(0, 1)"},
      // A waiting process takes the time of the process that it waited for.
      {{FailAfter(300, "first"), SendAfter(400), FailOnceReceived()}, "'first'", "(0, 0)"},
      {{FailAfter(300, "first"), SendAfter(200), FailOnceReceived()}, "'received'", "(0, 2)"},
  };
  for (const auto& [branches, who, where] : cases) {
    const std::string text = EachDoes(branches);
    INFO(text);
    const Program program(text);
    const std::string expected = RunWhole(program, {1, 3}).problem;
    CHECK(expected.find(who) != std::string::npos);
    CHECK(expected.find("in process " + std::string(where)) != std::string::npos);
    for (uint32_t seed = 1; seed <= 8; ++seed) {
      const Ending shared = RunShared(program, {1, 3}, 1 + seed % 3, seed, 1 + seed % 2);
      CHECK(shared.reason == StopReason::kFailed);
      CHECK(shared.problem == expected);
    }
  }
}

// Changes a random byte of a random pending message.
void Spoil(Courier& courier) {
  const size_t peer = courier.Draw(courier.peer_count());
  std::deque<BufferRef>& queue =
      courier.Draw(2) == 0 ? courier.to_peer(peer) : courier.to_hub(peer);
  if (queue.empty()) return;
  const BufferRef& bytes = queue[courier.Draw(queue.size())];
  bytes->mutable_data()[courier.Draw(bytes->size())] = static_cast<std::byte>(courier.Draw(256));
}

// Dynamic roots, tiles of several sizes, and all other data that steps read from parcels.
constexpr std::string_view kRoots = R"(
func.func @main(%v0: tensor<4xf32>) -> tensor<4xf32> {
  %root = stablehlo.constant dense<1> : tensor<1xi32>
  %a = "stablehlo.collective_broadcast"(%v0, %root) {has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
  %b = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  %c = "stablehlo.all_gather"(%b) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>
  %d = "stablehlo.reduce_scatter"(%c) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8xf32>) -> tensor<4xf32>
  return %d : tensor<4xf32>
}
)";

TEST_CASE("no bytes in parcels crash a process") {
  int failed = 0;
  for (uint32_t seed = 1; seed <= 120; ++seed) {
    const Program program(seed % 2 == 0 ? std::string(kRoots) : RandomProgram(seed));
    const GridSize size{2, 2};
    HubServerOptions options;
    options.size = size;
    options.shares = {{0, 3}, {1, 2}};
    Courier courier(options, seed);
    std::vector<std::unique_ptr<MachineGrid>> grids;
    const auto plan = testing::PlanOf(program, testing::SharedPlan(size));
    for (size_t i = 0; i < 2; ++i) {
      MachineGridOptions own;
      own.peer = courier.shared_peer(i);
      // Recording reads the messages too.
      own.on_communication = [](const Communication& event) { CHECK(event.process < 4); };
      grids.push_back(testing::SharedGridOf(plan, size, courier.peer(i).share(), own));
    }
    for (int turn = 0; turn < 300; ++turn) {
      if (turn % 5 == 0) Spoil(courier);
      courier.Deliver();
      const StopReason reason = grids[courier.Draw(2)]->Run(1 << 20);
      if (reason == StopReason::kFailed) ++failed;
      if (reason == StopReason::kFailed || reason == StopReason::kFinished) break;
    }
  }
  // Most corruptions are detected.
  CHECK(failed > 60);
}

}  // namespace
}  // namespace paddock
