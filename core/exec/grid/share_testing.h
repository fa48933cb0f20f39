// Grids whose processes are divided among peers, for tests.
#ifndef PADDOCK_CORE_EXEC_GRID_SHARE_TESTING_H_
#define PADDOCK_CORE_EXEC_GRID_SHARE_TESTING_H_

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/exec/grid/machine_grid.h"
#include "core/exec/machine/testing.h"
#include "core/grid/courier_testing.h"

namespace paddock::testing {

struct Ending {
  StopReason reason = StopReason::kBlocked;
  // By process.
  std::vector<std::vector<Tensor>> results;
  std::string problem;
};

inline PlanOptions SharedPlan(GridSize size) {
  PlanOptions options = At(Level::kFast);
  options.grid = size;
  return options;
}

inline std::vector<Tensor> InputOf(int64_t process) {
  std::vector<float> values;
  for (int k = 0; k < 4; ++k) {
    values.push_back(1.0f / static_cast<float>(3 + 7 * process + k) *
                     (process % 2 == 0 ? 1e6f : -1.0f));
  }
  return {TensorOf(ElementType::kF32, {4}, values)};
}

inline std::unique_ptr<MachineGrid> SharedGridOf(const std::shared_ptr<const Plan>& plan,
                                                 GridSize size, std::span<const int64_t> processes,
                                                 MachineGridOptions options) {
  std::vector<std::vector<Tensor>> inputs;
  for (int64_t process : processes) inputs.push_back(InputOf(process));
  DiagnosticSink sink;
  const std::vector<std::shared_ptr<const Plan>> plans(inputs.size(), plan);
  auto grid = MachineGrid::Create(size, plans, std::move(inputs), std::move(options), sink);
  REQUIRE(grid.has_value());
  return *std::move(grid);
}

inline std::string ProblemOf(const MachineGrid& grid) {
  std::string text;
  for (const Diagnostic& diagnostic : grid.diagnostics().diagnostics()) {
    text += diagnostic.message + "\n";
    for (const DiagnosticNote& note : diagnostic.notes) text += note.message + "\n";
  }
  return text;
}

inline Ending RunWhole(const Program& program, GridSize size) {
  const auto plan = PlanOf(program, SharedPlan(size));
  const auto grid = SharedGridOf(plan, size, ShareOf(size, 0, 1), {});
  Ending ending;
  ending.reason = grid->Run(int64_t{1} << 40);
  for (int64_t i = 0; ending.reason == StopReason::kFinished && i < size.process_count(); ++i) {
    ending.results.push_back(grid->machine(i).Results());
  }
  ending.problem = ProblemOf(*grid);
  return ending;
}

// Divides processes at random, and runs machines and delivers messages in random order.
inline Ending RunShared(const Program& program, GridSize size, size_t peers, uint32_t seed,
                        size_t threads) {
  const auto plan = PlanOf(program, SharedPlan(size));
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
    grids.push_back(SharedGridOf(plan, size, courier.peer(i).share(), own));
  }
  // Every peer ends in the same way, within a generous number of rounds.
  std::vector<StopReason> reasons(peers, StopReason::kBlocked);
  const auto is_over = [](StopReason reason) {
    return reason == StopReason::kFinished || reason == StopReason::kFailed;
  };
  for (int turn = 0; turn < 20'000 && !std::ranges::all_of(reasons, is_over); ++turn) {
    const size_t peer = random() % peers;
    if (random() % 2 == 0) {
      courier.Deliver();
    } else if (!is_over(reasons[peer])) {
      reasons[peer] = grids[peer]->Run(random() % 2 == 0 ? 1 : int64_t{1} << 20);
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

inline constexpr std::string_view kSubtract =
    "({\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
    "    %t = stablehlo.multiply %a, %b : tensor<f32>\n"
    "    %s = stablehlo.subtract %t, %a : tensor<f32>\n"
    "    stablehlo.return %s : tensor<f32>\n  })";

inline std::string Handle(int handle) {
  return "channel_handle = #stablehlo.channel_handle<handle = " + std::to_string(handle) +
         ", type = 1>";
}

// Returns a program for a grid of 2 x 2 with every kind of communication, in random order.
inline std::string RandomProgram(uint32_t seed) {
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

}  // namespace paddock::testing

#endif  // PADDOCK_CORE_EXEC_GRID_SHARE_TESTING_H_
