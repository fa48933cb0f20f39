#include "core/exec/grid/machine_grid.h"

#include <bit>
#include <random>

#include "core/exec/grid/grid_testing.h"

namespace paddock {
namespace {

using testing::ElementsOf;
using testing::GridRun;
using testing::kGridRuns;
using testing::Program;

// The results of all processes in order, or the first message.
struct Outcome {
  std::vector<std::vector<uint32_t>> bits;
  std::string problem;
};

Outcome RunGrid(const Program& program, GridSize size, const GridRun& run) {
  std::vector<std::vector<Tensor>> inputs;
  for (int64_t i = 0; i < size.process_count(); ++i) {
    std::vector<float> values;
    for (int k = 0; k < 4; ++k) {
      values.push_back(1.0f / static_cast<float>(3 + 7 * i + k) * (i % 2 == 0 ? 1e6f : -1.0f));
    }
    inputs.push_back({testing::TensorOf(ElementType::kF32, {4}, values)});
  }
  const std::vector<std::string> functions(inputs.size(), "main");
  const auto grid = testing::GridOf(program, size, functions, std::move(inputs), run);
  const StopReason reason = testing::RunToEnd(*grid, run.slice);
  Outcome outcome;
  if (reason == StopReason::kFailed) {
    outcome.problem = grid->diagnostics().diagnostics().at(0).message;
    return outcome;
  }
  REQUIRE(reason == StopReason::kFinished);
  for (int64_t i = 0; i < size.process_count(); ++i) {
    for (const Tensor& result : grid->machine(i).Results()) {
      outcome.bits.push_back(ElementsOf<uint32_t>(result));
    }
  }
  return outcome;
}

// Makes random programs of collectives on tensor<4xf32>, which are valid on their grid.
class ProgramMaker {
 public:
  ProgramMaker(GridSize size, uint32_t seed) : size_(size), random_(seed) {}

  std::string Make() {
    std::string text = "func.func @main(%v0: tensor<4xf32>) -> tensor<4xf32> {\n";
    for (int i = 1; i <= 5; ++i) text += Operation(i);
    return text + "  return %v5 : tensor<4xf32>\n}\n";
  }

 private:
  int64_t Draw(int64_t limit) {
    return static_cast<int64_t>(random_() % static_cast<uint64_t>(limit));
  }

  // A random order of 0 .. count, in rows of equal length.
  std::string Rows(int64_t count, bool is_whole) {
    std::vector<int64_t> ids;
    for (int64_t i = 0; i < count; ++i) ids.push_back(i);
    for (int64_t i = count; i > 1; --i)
      std::swap(ids[static_cast<size_t>(i - 1)], ids[static_cast<size_t>(Draw(i))]);
    int64_t length = count;
    if (!is_whole && count % 2 == 0 && Draw(2) == 0) length = count / 2;
    std::string text = "dense<[";
    for (int64_t i = 0; i < count; ++i) {
      text += (i % length == 0 ? (i == 0 ? "[" : "], [") : ", ") +
              std::to_string(ids[static_cast<size_t>(i)]);
    }
    return text + "]]> : tensor<" + std::to_string(count / length) + "x" + std::to_string(length) +
           "xi64>";
  }

  std::string Channel(int64_t handle) {
    return "channel_handle = #stablehlo.channel_handle<handle = " + std::to_string(handle) +
           ", type = 1>";
  }

  // Returns random groups for an operation of one of the first three strategies.
  std::string Groups() {
    switch (Draw(3)) {
      case 0:
        return "replica_groups = " + Rows(size_.replicas, false);
      case 1:
        return "replica_groups = " + Rows(size_.replicas, false) + ", " + Channel(1 + Draw(3));
      default:
        return "replica_groups = " + Rows(size_.process_count(), false) +
               ", use_global_device_ids, " + Channel(1 + Draw(3));
    }
  }

  std::string Body() {
    static constexpr std::string_view kBodies[] = {
        "%s = stablehlo.add %a, %b : tensor<f32>", "%s = stablehlo.maximum %a, %b : tensor<f32>",
        "%t = stablehlo.multiply %a, %b : tensor<f32>\n    %s = stablehlo.subtract %t, %a : "
        "tensor<f32>"};
    return "({\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    " + std::string(kBodies[Draw(3)]) +
           "\n    stablehlo.return %s : tensor<f32>\n  })";
  }

  std::string Operation(int number) {
    const std::string result = "  %v" + std::to_string(number) + " = ";
    const std::string operand = "%v" + std::to_string(number - 1);
    const std::string type = " : (tensor<4xf32>) -> tensor<4xf32>\n";
    switch (Draw(5)) {
      case 0:
        return result + "\"stablehlo.all_reduce\"(" + operand + ") " + Body() + " {" + Groups() +
               "}" + type;
      case 1:
        return result + "\"stablehlo.collective_reduce\"(" + operand + ") " + Body() + " {" +
               Groups() + "}" + type;
      case 2:
        return result + "\"stablehlo.collective_broadcast\"(" + operand +
               ") {replica_groups = " + Rows(size_.replicas, false) + "}" + type;
      case 3: {
        const int64_t shift = Draw(size_.partitions);
        std::string pairs;
        for (int64_t i = 0; i < size_.partitions; ++i) {
          pairs += (i == 0 ? "[" : ", [") + std::to_string(i) + ", " +
                   std::to_string((i + shift) % size_.partitions) + "]";
        }
        return result + "\"stablehlo.collective_permute\"(" + operand +
               ") {source_target_pairs = dense<[" + pairs + "]> : tensor<" +
               std::to_string(size_.partitions) + "x2xi64>, " + Channel(1 + Draw(2)) + "}" + type;
      }
      default:
        if (4 % size_.replicas != 0)
          return result + "stablehlo.negate " + operand + " : tensor<4xf32>\n";
        return result + "\"stablehlo.all_to_all\"(" + operand +
               ") {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = " +
               std::to_string(size_.replicas) +
               " : i64, replica_groups = " + Rows(size_.replicas, true) + "}" + type;
    }
  }

  GridSize size_;
  std::mt19937 random_;
};

TEST_CASE("random programs give equal bits in every schedule, mode, slice and level") {
  uint32_t seed = 1;
  for (const GridSize size : {GridSize{1, 1}, GridSize{2, 1}, GridSize{1, 3}, GridSize{2, 2},
                              GridSize{3, 2}, GridSize{4, 4}}) {
    for (int i = 0; i < 12; ++i) {
      const std::string text = ProgramMaker(size, ++seed).Make();
      INFO(text);
      const Program program(text);
      const Outcome expected = RunGrid(program, size, {});
      CHECK(expected.problem.empty());
      for (const GridRun& run : kGridRuns) {
        CHECK(RunGrid(program, size, run).bits == expected.bits);
      }
    }
  }
}

TEST_CASE("a reduction is folded in group order") {
  const Program program(
      "func.func @main(%v: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %r = \"stablehlo.all_reduce\"(%v) ({\n"
      "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
      "    %s = stablehlo.add %a, %b : tensor<f32>\n"
      "    stablehlo.return %s : tensor<f32>\n"
      "  }) {replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>} : (tensor<4xf32>) -> "
      "tensor<4xf32>\n"
      "  return %r : tensor<4xf32>\n"
      "}\n");
  const Outcome outcome = RunGrid(program, {3, 1}, {});
  for (int k = 0; k < 4; ++k) {
    const auto input = [&](int i) {
      return 1.0f / static_cast<float>(3 + 7 * i + k) * (i % 2 == 0 ? 1e6f : -1.0f);
    };
    CHECK(outcome.bits[0][static_cast<size_t>(k)] ==
          std::bit_cast<uint32_t>(input(2) + input(0) + input(1)));
  }
}

TEST_CASE("a deadlock ends the run, in every schedule") {
  const Program program(
      "func.func @main(%v: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %id = stablehlo.partition_id : tensor<ui32>\n"
      "  %p = stablehlo.convert %id : (tensor<ui32>) -> tensor<i1>\n"
      "  %r = \"stablehlo.if\"(%p) ({\n"
      "    stablehlo.return %v : tensor<4xf32>\n"
      "  }, {\n"
      "    %g = \"stablehlo.collective_broadcast\"(%v) {replica_groups = dense<[[0, 1]]> : "
      "tensor<1x2xi64>, "
      "channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>} : (tensor<4xf32>) -> "
      "tensor<4xf32>\n"
      "    stablehlo.return %g : tensor<4xf32>\n"
      "  }) : (tensor<i1>) -> tensor<4xf32>\n"
      "  return %r : tensor<4xf32>\n"
      "}\n");
  for (const GridRun& run : kGridRuns) {
    CHECK(RunGrid(program, {1, 2}, run).problem ==
          "deadlock: process (0, 0) waits in collective_broadcast on channel 4 for (0, 1); (0, 1) "
          "has finished");
  }
}

TEST_CASE("an embedder's function receives its process") {
  const Program program(
      "func.func @main(%v: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %r = stablehlo.custom_call @my.scale(%v) {backend_config = \"2\"} : (tensor<4xf32>) -> "
      "tensor<4xf32>\n"
      "  return %r : tensor<4xf32>\n"
      "}\n");
  auto calls = std::make_shared<CustomCallRegistry>();
  calls->Add("my.scale", [](const CustomCall& call) -> std::string {
    if (call.process.partition == 1) return "partition 1 is not served";
    const auto values = ElementsOf<float>(call.operands[0]);
    for (size_t i = 0; i < values.size(); ++i) {
      const float scaled = 2 * values[i];
      std::memcpy(call.results[0].mutable_data() + 4 * i, &scaled, 4);
    }
    return {};
  });
  PlanOptions options = testing::At(Level::kFast);
  options.custom_calls = calls;
  const Tensor input = testing::TensorOf<float>(ElementType::kF32, {4}, {1, 2, 3, 4});
  const auto machine = testing::MachineOf(testing::PlanOf(program, options), {input});
  REQUIRE(machine->RunToEnd() == StopReason::kFinished);
  CHECK(ElementsOf<float>(machine->Results()[0]) == std::vector<float>{2, 4, 6, 8});

  options.grid = {1, 2};
  DiagnosticSink sink;
  const std::vector<std::shared_ptr<const Plan>> plans(2, testing::PlanOf(program, options));
  const auto grid = MachineGrid::Create({1, 2}, plans, {{input}, {input}}, {}, sink);
  REQUIRE((*grid)->Run(1 << 30) == StopReason::kFailed);
  const Diagnostic& failure = (*grid)->diagnostics().diagnostics().at(0);
  CHECK(failure.message == "custom_call @my.scale: partition 1 is not served");
  CHECK(failure.notes.at(0).message == "in process (0, 1)");
}

}  // namespace
}  // namespace paddock
