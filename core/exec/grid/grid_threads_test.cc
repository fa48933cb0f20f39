// Grids on threads, and their shared state.
#include <catch2/catch_test_macros.hpp>
#include <map>
#include <set>
#include <thread>

#include "core/exec/grid/grid_testing.h"

namespace paddock {
namespace {

using testing::ElementsOf;
using testing::GridOf;
using testing::GridRun;
using testing::kGridRuns;
using testing::Program;
using testing::RunToEnd;
using testing::TensorOf;

// 100 times: the value of the left neighbour, plus the process's own number.
constexpr char kRing[] = R"(
func.func @main() -> tensor<ui32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %times = stablehlo.constant dense<100> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %v = %id) : tensor<i32>, tensor<ui32>
    cond {
      %p = stablehlo.compare LT, %i, %times : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %w = "stablehlo.collective_permute"(%v) {source_target_pairs = dense<PAIRS> : tensor<COUNTx2xi64>}
        : (tensor<ui32>) -> tensor<ui32>
      %sum = stablehlo.add %w, %id : tensor<ui32>
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %sum : tensor<i32>, tensor<ui32>
    }
  return %r#1 : tensor<ui32>
}
)";

std::string Replaced(std::string text, const std::string& word, const std::string& with) {
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word)) {
    text.replace(at, word.size(), with);
  }
  return text;
}

std::string Ring(int count) {
  std::string pairs;
  for (int i = 0; i < count; ++i) {
    pairs +=
        (i == 0 ? "[[" : ", [") + std::to_string(i) + ", " + std::to_string((i + 1) % count) + "]";
  }
  return Replaced(Replaced(kRing, "PAIRS", pairs + "]"), "COUNT", std::to_string(count));
}

std::vector<std::string> Mains(int64_t count) {
  return std::vector<std::string>(static_cast<size_t>(count), "main");
}

TEST_CASE("hundreds of processes wait for each other on a few threads") {
  constexpr int kCount = 256;
  const Program program(Ring(kCount));
  MachineGridOptions options;
  std::set<std::thread::id> threads;
  options.on_step = [&](int64_t, const Operation*) { threads.insert(std::this_thread::get_id()); };
  const auto grid = GridOf(program, {kCount, 1}, Mains(kCount), {}, {.threads = 3}, options);
  CHECK(grid->thread_count() <= 3);
  REQUIRE(RunToEnd(*grid) == StopReason::kFinished);
  CHECK(threads.size() <= 3);
  for (int i = 0; i < kCount; ++i) {
    uint32_t expected = static_cast<uint32_t>((i + kCount - 100) % kCount);
    for (int k = 0; k < 100; ++k) expected += static_cast<uint32_t>((i + kCount - k) % kCount);
    CHECK(ElementsOf<uint32_t>(grid->machine(i).Results()[0]) == std::vector{expected});
  }
}

// An operand large enough to be read in place by the others, in a loop that overwrites it.
constexpr char kLargeInALoop[] = R"(
func.func @main(%x: tensor<40000xf32>) -> tensor<40000xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %times = stablehlo.constant dense<5> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<40000xf32>
  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<40000xf32>
    cond {
      %p = stablehlo.compare LT, %i, %times : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %w = stablehlo.multiply %v, %half : tensor<40000xf32>
      COLLECTIVE
      %next = stablehlo.add %i, %one : tensor<i32>
      %sum = stablehlo.add %s, %x : tensor<40000xf32>
      stablehlo.return %next, %sum : tensor<i32>, tensor<40000xf32>
    }
  return %r#1 : tensor<40000xf32>
}
)";

std::string Reduction(const std::string& op, const std::string& attributes) {
  return "%s = \"stablehlo." + op +
         "\"(%w) ({\n ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
         "  %c = stablehlo.add %a, %b : tensor<f32>\n  stablehlo.return %c : tensor<f32>\n}) {" +
         attributes +
         "replica_groups = dense<[[2, 0, 1, 3]]> : tensor<1x4xi64>} : (tensor<40000xf32>) -> "
         "tensor<40000xf32>";
}

TEST_CASE("an operand is not overwritten while others read it") {
  constexpr char kPermuted[] = "replica_groups = dense<[[2, 0, 1, 3]]> : tensor<1x4xi64>";
  const std::string type = "(tensor<40000xf32>) -> tensor<40000xf32>";
  const std::string collectives[] = {
      Reduction("all_reduce", ""),
      Reduction("collective_reduce", ""),
      "%s = \"stablehlo.all_to_all\"(%w) {split_dimension = 0 : i64, concat_dimension = 0 : i64, "
      "split_count = 4 : i64, " +
          std::string(kPermuted) + "} : " + type,
      "%s = \"stablehlo.collective_broadcast\"(%w) {" + std::string(kPermuted) + "} : " + type,
  };
  for (const std::string& collective : collectives) {
    INFO(collective);
    const Program program(Replaced(kLargeInALoop, "COLLECTIVE", collective));
    std::vector<std::vector<float>> expected;
    for (const GridRun& run : kGridRuns) {
      if (run.slice == 1) continue;  // Slow.
      std::vector<std::vector<Tensor>> inputs;
      for (int i = 0; i < 4; ++i) {
        std::vector<float> values(40000);
        for (size_t k = 0; k < values.size(); ++k) {
          values[k] = 1.0f / static_cast<float>(1 + (k * 7 + static_cast<size_t>(i)) % 1000);
        }
        inputs.push_back({TensorOf(ElementType::kF32, {40000}, values)});
      }
      const auto grid = GridOf(program, {4, 1}, Mains(4), std::move(inputs), run);
      REQUIRE(RunToEnd(*grid, run.slice) == StopReason::kFinished);
      std::vector<std::vector<float>> results;
      for (int i = 0; i < 4; ++i) {
        results.push_back(ElementsOf<float>(grid->machine(i).Results()[0]));
      }
      if (expected.empty()) expected = results;
      CHECK(results == expected);
    }
  }
}

TEST_CASE("a failing process ends the run of processes in endless loops") {
  const Program program(R"(
func.func @loops() {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %r = stablehlo.while(%p = %true) : tensor<i1>
    cond {
      stablehlo.return %p : tensor<i1>
    } do {
      stablehlo.return %p : tensor<i1>
    }
  return
}
func.func @fails() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  check.expect_eq_const %x, dense<2> : tensor<i32>
  return
}
func.func @main() {
  return
}
)");
  for (const size_t threads : {size_t{1}, size_t{2}, size_t{4}}) {
    const auto grid =
        GridOf(program, {4, 1}, {"loops", "loops", "fails", "loops"}, {}, {.threads = threads});
    REQUIRE(RunToEnd(*grid) == StopReason::kFailed);
    CHECK(grid->diagnostics().diagnostics().at(0).notes.back().message == "in process (2, 0)");
    CHECK(grid->Run(1000) == StopReason::kFailed);
  }
}

TEST_CASE("all processes share the budget") {
  const Program program(R"(
func.func @main() -> tensor<i1> {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %r = stablehlo.while(%p = %true) : tensor<i1>
    cond {
      stablehlo.return %p : tensor<i1>
    } do {
      stablehlo.return %p : tensor<i1>
    }
  return %r : tensor<i1>
}
)");
  for (const size_t threads : {size_t{1}, size_t{4}}) {
    const auto grid = GridOf(program, {4, 1}, Mains(4), {}, {.threads = threads});
    for (int i = 1; i <= 5; ++i) {
      CHECK(grid->Run(1'000'000) == StopReason::kBudgetSpent);
      const int64_t done = grid->progress().work_done;
      CHECK(done >= i * int64_t{1'000'000});
      CHECK(done < i * int64_t{1'000'000} + 5000);
    }
  }
}

TEST_CASE("every process stops at a breakpoint, one after the other") {
  const Program program(Ring(3));
  const Value* sum = program.Find("sum");
  for (const size_t threads : {size_t{1}, size_t{3}}) {
    MachineGridOptions options;
    options.machine.breakpoints = {sum->operation};
    const auto grid = GridOf(program, {3, 1}, Mains(3), {},
                             {.threads = threads, .level = Level::kFaithful}, options);
    std::map<int64_t, int> stops;
    StopReason reason = grid->Run(int64_t{1} << 40);
    for (; reason == StopReason::kBreakpoint; reason = grid->Run(int64_t{1} << 40)) {
      CHECK(grid->machine(grid->current()).current_operation() == sum->operation);
      ++stops[grid->current()];
    }
    CHECK(reason == StopReason::kFinished);
    CHECK(stops == std::map<int64_t, int>{{0, 100}, {1, 100}, {2, 100}});
  }
}

TEST_CASE("each process reads its infeed and writes its outfeed in order") {
  const Program program(R"(
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %times = stablehlo.constant dense<50> : tensor<i32>
  %r = stablehlo.while(%i = %zero) : tensor<i32>
    cond {
      %p = stablehlo.compare LT, %i, %times : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %t = stablehlo.create_token : !stablehlo.token
      %v:2 = "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
      %w = "stablehlo.outfeed"(%v#0, %v#1) {outfeed_config = ""} : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next : tensor<i32>
    }
  return
}
)");
  for (const size_t threads : {size_t{1}, size_t{4}}) {
    MachineGridOptions options;
    options.infeed.read = [](int64_t process, int64_t entry, const Site&, std::span<const Type>,
                             DiagnosticSink&) -> Result<Parcel> {
      const auto number = static_cast<int32_t>(1000 * process + entry);
      return Parcel{TensorOf<int32_t>(ElementType::kI32, {}, {number})};
    };
    std::vector<std::vector<int32_t>> written(6);
    options.outfeed = [&](int64_t process, const Site&, std::span<const Type>,
                          const Parcel& values) {
      written[static_cast<size_t>(process)].push_back(ElementsOf<int32_t>(values[0])[0]);
    };
    const auto grid = GridOf(program, {2, 3}, Mains(6), {}, {.threads = threads}, options);
    REQUIRE(RunToEnd(*grid, 500) == StopReason::kFinished);
    for (int32_t process = 0; process < 6; ++process) {
      std::vector<int32_t> expected;
      for (int32_t entry = 0; entry < 50; ++entry) expected.push_back(1000 * process + entry);
      CHECK(written[static_cast<size_t>(process)] == expected);
    }
  }
}

TEST_CASE("every thread makes plans at run time") {
  const Program program(R"(
func.func @main(%n: tensor<1xi32>) -> tensor<?xi32> {
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %sum = "stablehlo.all_reduce"(%n) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<1xi32>) -> tensor<1xi32>
  %r = stablehlo.dynamic_iota %sum, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %s = stablehlo.add %r, %r : tensor<?xi32>
  return %s : tensor<?xi32>
}
)");
  for (const GridRun& run : kGridRuns) {
    std::vector<std::vector<Tensor>> inputs;
    for (int32_t i = 0; i < 4; ++i)
      inputs.push_back({TensorOf<int32_t>(ElementType::kI32, {1}, {i})});
    const auto grid = GridOf(program, {4, 1}, Mains(4), std::move(inputs), run);
    REQUIRE(RunToEnd(*grid, run.slice) == StopReason::kFinished);
    for (int i = 0; i < 4; ++i) {
      CHECK(ElementsOf<int32_t>(grid->machine(i).Results()[0]) ==
            std::vector<int32_t>{0, 2, 4, 6, 8, 10});
    }
  }
}

}  // namespace
}  // namespace paddock
