// Grids whose processes are shared out among peers, against the same grid in one place.
#include <algorithm>

#include "core/exec/machine_grid.h"
#include "core/exec/testing.h"
#include "core/grid/courier_testing.h"

namespace paddock {
namespace {

using testing::Courier;
using testing::Program;

struct Ending {
  StopReason reason = StopReason::kBlocked;
  // By process.
  std::vector<std::vector<Tensor>> results;
  std::string problem;
};

PlanOptions SharedPlan(GridSize size) {
  PlanOptions options = testing::At(Level::kFast);
  options.grid = size;
  return options;
}

std::vector<Tensor> InputOf(int64_t process) {
  std::vector<float> values;
  for (int k = 0; k < 4; ++k) {
    values.push_back(1.0f / static_cast<float>(3 + 7 * process + k) *
                     (process % 2 == 0 ? 1e6f : -1.0f));
  }
  return {testing::TensorOf(ElementType::kF32, {4}, values)};
}

std::unique_ptr<MachineGrid> GridOf(const std::shared_ptr<const Plan>& plan, GridSize size,
                                    std::span<const int64_t> processes,
                                    MachineGridOptions options) {
  std::vector<std::vector<Tensor>> inputs;
  for (int64_t process : processes) inputs.push_back(InputOf(process));
  DiagnosticSink sink;
  const std::vector<std::shared_ptr<const Plan>> plans(inputs.size(), plan);
  auto grid = MachineGrid::Create(size, plans, std::move(inputs), std::move(options), sink);
  REQUIRE(grid.has_value());
  return *std::move(grid);
}

std::string ProblemOf(const MachineGrid& grid) {
  std::string text;
  for (const Diagnostic& diagnostic : grid.diagnostics().diagnostics()) {
    text += diagnostic.message + "\n";
    for (const DiagnosticNote& note : diagnostic.notes) text += note.message + "\n";
  }
  return text;
}

Ending RunWhole(const Program& program, GridSize size) {
  const auto plan = testing::PlanOf(program, SharedPlan(size));
  const auto grid = GridOf(plan, size, ShareOf(size, 0, 1), {});
  Ending ending;
  ending.reason = grid->Run(int64_t{1} << 40);
  for (int64_t i = 0; ending.reason == StopReason::kFinished && i < size.process_count(); ++i) {
    ending.results.push_back(grid->machine(i).Results());
  }
  ending.problem = ProblemOf(*grid);
  return ending;
}

// Processes dealt out at random, machines and messages in an order drawn by chance.
Ending RunShared(const Program& program, GridSize size, size_t peers, uint32_t seed,
                 size_t threads) {
  const auto plan = testing::PlanOf(program, SharedPlan(size));
  std::mt19937 random(seed);
  HubServerOptions options;
  options.size = size;
  options.shares.resize(peers);
  for (int64_t i = 0; i < size.process_count(); ++i) {
    const auto process = static_cast<size_t>(i);
    options.shares[process < peers ? process : random() % peers].push_back(i);
  }
  Ending ending;
  ending.results.resize(static_cast<size_t>(size.process_count()));
  options.on_results = [&](int64_t process, Parcel results) {
    ending.results[static_cast<size_t>(process)] = std::move(results);
    return true;
  };
  Courier courier(options, seed);
  std::vector<std::unique_ptr<MachineGrid>> grids;
  for (size_t i = 0; i < peers; ++i) {
    MachineGridOptions own;
    own.schedule_seed = seed;
    own.threads = threads;
    own.peer = courier.shared_peer(i);
    grids.push_back(GridOf(plan, size, courier.peer(i).share(), own));
  }
  // Every peer ends in the same way, in a number of turns that a run cannot need.
  std::vector<StopReason> reasons(peers, StopReason::kBlocked);
  const auto is_over = [](StopReason reason) {
    return reason == StopReason::kFinished || reason == StopReason::kFailed;
  };
  for (int turn = 0; turn < 20'000 && !std::ranges::all_of(reasons, is_over); ++turn) {
    const size_t peer = random() % peers;
    if (random() % 2 == 0) {
      courier.Deliver();
    } else if (!is_over(reasons[peer])) {
      reasons[peer] = grids[peer]->Run(random() % 2 == 0 ? 1 : int64_t{1} << 40);
    }
  }
  ending.reason = reasons[0];
  ending.problem = ProblemOf(*grids[0]);
  for (size_t i = 1; i < peers; ++i) {
    CHECK(reasons[i] == reasons[0]);
    CHECK(ProblemOf(*grids[i]) == ending.problem);
  }
  return ending;
}

constexpr std::string_view kSubtract =
    "({\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
    "    %t = stablehlo.multiply %a, %b : tensor<f32>\n"
    "    %s = stablehlo.subtract %t, %a : tensor<f32>\n"
    "    stablehlo.return %s : tensor<f32>\n  })";

std::string Handle(int handle) {
  return "channel_handle = #stablehlo.channel_handle<handle = " + std::to_string(handle) +
         ", type = 1>";
}

// Every way in which processes meet or send, in an order drawn by chance; 2 x 2.
std::string RandomProgram(uint32_t seed) {
  std::mt19937 random(seed);
  std::string text = "func.func @main(%v0: tensor<4xf32>) -> tensor<4xf32> {\n";
  static constexpr std::string_view kGroups[] = {"dense<[[0, 1]]> : tensor<1x2xi64>",
                                                 "dense<[[1, 0]]> : tensor<1x2xi64>",
                                                 "dense<[[1], [0]]> : tensor<2x1xi64>"};
  for (int i = 1; i <= 6; ++i) {
    const std::string groups = "replica_groups = " + std::string(kGroups[random() % 3]);
    const std::string result = "  %v" + std::to_string(i) + " = ";
    const std::string operand = "(%v" + std::to_string(i - 1) + ") ";
    const std::string type = " : (tensor<4xf32>) -> tensor<4xf32>\n";
    const std::string channel =
        random() % 2 == 0 ? "" : ", " + Handle(1 + static_cast<int>(random() % 3));
    switch (random() % 5) {
      case 0:
        text += result + "\"stablehlo.all_reduce\"" + operand + std::string(kSubtract) +
                " {replica_groups = dense<[[3, 1, 0, 2]]> : tensor<1x4xi64>, "
                "use_global_device_ids, " +
                Handle(4) + "}" + type;
        break;
      case 1:
        text += result + "\"stablehlo.all_reduce\"" + operand + std::string(kSubtract) + " {" +
                groups + channel + "}" + type;
        break;
      case 2:
        text += result + "\"stablehlo.collective_broadcast\"" + operand +
                "{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>" + channel + "}" + type;
        break;
      case 3:
        text += result + "\"stablehlo.collective_permute\"" + operand +
                "{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>" + channel + "}" +
                type;
        break;
      default:
        text += result + "\"stablehlo.collective_reduce\"" + operand + std::string(kSubtract) +
                " {" + groups + channel + "}" + type;
    }
  }
  return text + "  return %v6 : tensor<4xf32>\n}\n";
}

TEST_CASE("random programs give the same bits however the grid is shared out") {
  for (uint32_t seed = 1; seed <= 40; ++seed) {
    const std::string text = RandomProgram(seed);
    INFO(text);
    const Program program(text);
    const Ending expected = RunWhole(program, {2, 2});
    REQUIRE(expected.reason == StopReason::kFinished);
    for (size_t peers = 1; peers <= 4; ++peers) {
      const Ending shared = RunShared(program, {2, 2}, peers, seed, 1 + seed % 2);
      CHECK(shared.reason == StopReason::kFinished);
      for (size_t i = 0; i < 4; ++i) {
        REQUIRE(shared.results[i].size() == 1);
        CHECK(IsBitwiseEqual(shared.results[i][0], expected.results[i][0]));
      }
    }
  }
}

// Partition 0 meets partition 1 in an operation; partition 1 does `otherwise`.
std::string Parted(std::string_view otherwise) {
  return "func.func @main(%v: tensor<4xf32>) -> tensor<4xf32> {\n"
         "  %id = stablehlo.partition_id : tensor<ui32>\n"
         "  %p = stablehlo.convert %id : (tensor<ui32>) -> tensor<i1>\n"
         "  %r = \"stablehlo.if\"(%p) ({\n" +
         std::string(otherwise) +
         "  }, {\n"
         "    %g = \"stablehlo.collective_broadcast\"(%v) {replica_groups = dense<[[0, 1]]> : "
         "tensor<1x2xi64>, " +
         Handle(4) +
         "} : (tensor<4xf32>) -> tensor<4xf32>\n"
         "    stablehlo.return %g : tensor<4xf32>\n"
         "  }) : (tensor<i1>) -> tensor<4xf32>\n"
         "  return %r : tensor<4xf32>\n"
         "}\n";
}

TEST_CASE("what ends a run is told in the same words however the grid is shared out") {
  const std::string cases[] = {
      // A deadlock.
      Parted("    stablehlo.return %v : tensor<4xf32>\n"),
      // Both wait, in different places.
      Parted("    %g = \"stablehlo.collective_broadcast\"(%v) {replica_groups = dense<[[0, 1]]> : "
             "tensor<1x2xi64>, " +
             Handle(5) +
             "} : (tensor<4xf32>) -> tensor<4xf32>\n"
             "    stablehlo.return %g : tensor<4xf32>\n"),
      // A message that nobody sends.
      Parted("    %t = stablehlo.create_token : !stablehlo.token\n"
             "    %m:2 = \"stablehlo.recv\"(%t) {channel_handle = #stablehlo.channel_handle<handle "
             "= 9, type = 1>} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)\n"
             "    stablehlo.return %m#0 : tensor<4xf32>\n"),
      // Another operation.
      Parted("    %g = \"stablehlo.all_reduce\"(%v) " + std::string(kSubtract) +
             " {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, " +
             Handle(4) +
             "} : (tensor<4xf32>) -> tensor<4xf32>\n"
             "    stablehlo.return %g : tensor<4xf32>\n"),
      // A failure in one process.
      Parted("    %c = stablehlo.custom_call @nobody.knows(%v) : (tensor<4xf32>) -> "
             "tensor<4xf32>\n"
             "    stablehlo.return %c : tensor<4xf32>\n"),
  };
  for (const std::string& text : cases) {
    INFO(text);
    const Program program(text);
    const Ending expected = RunWhole(program, {1, 2});
    REQUIRE(expected.reason == StopReason::kFailed);
    for (uint32_t seed = 0; seed < 10; ++seed) {
      const Ending shared = RunShared(program, {1, 2}, 1 + seed % 2, seed, 1);
      CHECK(shared.reason == StopReason::kFailed);
      CHECK(shared.problem == expected.problem);
    }
  }
}

}  // namespace
}  // namespace paddock
