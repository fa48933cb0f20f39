// Grids of thousands of processes: plans and constants are shared, so a process needs memory for
// its own values only, and the time of a meeting is linear in the exchanged data.
#include <chrono>

#include "core/exec/grid/machine_grid.h"
#include "core/exec/machine/testing.h"

namespace paddock {
namespace {

constexpr int64_t kProcesses = 4096;

const std::string kFold = R"( ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<8xf32>) -> tensor<8xf32>
)";

// Runs to the end or to a failure, with at most `limit` bytes of memory.
std::unique_ptr<MachineGrid> RunMany(const testing::Program& program, GridSize size, uint64_t limit,
                                     StopReason expected) {
  PlanOptions options = testing::At(Level::kFast);
  options.grid = size;
  const std::vector<std::shared_ptr<const Plan>> plans(static_cast<size_t>(kProcesses),
                                                       testing::PlanOf(program, options));
  const std::vector<float> ones(8, 1.0f);
  const std::vector<std::vector<Tensor>> inputs(plans.size(),
                                                {testing::TensorOf(ElementType::kF32, {8}, ones)});
  MachineGridOptions grid_options;
  grid_options.machine.memory = std::make_shared<MemoryBudget>(limit);
  DiagnosticSink sink;
  auto grid = MachineGrid::Create(size, plans, inputs, grid_options, sink);
  for (const Diagnostic& diagnostic : sink.diagnostics()) UNSCOPED_INFO(diagnostic.message);
  REQUIRE(grid.has_value());
  const StopReason reason = (*grid)->Run(int64_t{1} << 50);
  for (const Diagnostic& diagnostic : (*grid)->diagnostics().diagnostics()) {
    UNSCOPED_INFO(diagnostic.message);
  }
  REQUIRE(reason == expected);
  return *std::move(grid);
}

TEST_CASE("4,096 processes reduce in little time and memory") {
  const testing::Program program(R"(func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
  %i = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %y = stablehlo.add %x, %i : tensor<8xf32>
  %r = "stablehlo.all_reduce"(%y))" +
                                 kFold + R"(  %z = stablehlo.subtract %r, %y : tensor<8xf32>
  return %z : tensor<8xf32>
})");
  // 1 KiB for each process, and the contributions of all.
  constexpr uint64_t kLimit = kProcesses * 1024;
  const auto start = std::chrono::steady_clock::now();
  for (const GridSize size : {GridSize{64, 64}, GridSize{kProcesses, 1}}) {
    const auto grid = RunMany(program, size, kLimit, StopReason::kFinished);
    const int64_t whole = size.replicas * (size.replicas + 1) / 2;
    const auto sum = static_cast<float>(whole);
    for (const int64_t process : {int64_t{0}, int64_t{77}, kProcesses - 1}) {
      const auto own = static_cast<float>(size.ProcessOf(process).replica + 1);
      CHECK(testing::ElementsOf<float>(grid->machine(process).Results()[0]) ==
            std::vector<float>(8, sum - own));
    }
  }
  // Takes at most a second on an idle machine.
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
}

TEST_CASE("the diagnostic of a deadlock of thousands of processes is short") {
  const testing::Program program(R"(func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %one = stablehlo.constant dense<100> : tensor<ui32>
  %p = stablehlo.compare LT, %id, %one : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<8xf32>
  }, {
    %s = "stablehlo.all_reduce"(%x))" +
                                 kFold + R"(    stablehlo.return %s : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  return %r : tensor<8xf32>
})");
  const auto grid = RunMany(program, {kProcesses, 1}, kProcesses * 1024, StopReason::kFailed);
  const std::vector<Diagnostic>& told = grid->diagnostics().diagnostics();
  REQUIRE(told.size() == 1);
  CHECK(told[0].code == "deadlock");
  CHECK(told[0].message ==
        "deadlock: process (100, 0) waits in all_reduce for (0, 0), (1, 0), (2, 0), (3, 0), "
        "(4, 0), (5, 0), (6, 0), (7, 0) and 92 more; (0, 0), (1, 0), (2, 0), (3, 0), (4, 0), "
        "(5, 0), (6, 0), (7, 0) and 92 more have finished");
  CHECK(told[0].notes.size() <= 9);
  for (const DiagnosticNote& note : told[0].notes) CHECK(note.message.size() < 200);
}

}  // namespace
}  // namespace paddock
