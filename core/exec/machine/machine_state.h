// State of Machine, private to its source files.
#ifndef PADDOCK_CORE_EXEC_MACHINE_MACHINE_STATE_H_
#define PADDOCK_CORE_EXEC_MACHINE_MACHINE_STATE_H_

#include <atomic>
#include <cstring>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/tape/bound_tape.h"
#include "core/exec/threads/thread_pool.h"
#include "core/plan/report.h"

namespace paddock {

// A step with resolved memory: all data that the loop reads.
struct BoundStep {
  StepFunction function = nullptr;
  std::byte* const* pointers = nullptr;
  const void* parameters = nullptr;
  int64_t work = 0;
  const Operation* operation = nullptr;
  // The tape that begins at this step; null if there is none.
  simd::TapeBlock* tape = nullptr;
};

struct Machine::State final : StepHost {
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { KeepTape(); }

  std::shared_ptr<const Plan> plan;
  std::vector<Tensor> inputs;
  MachineOptions options;
  DiagnosticSink sink;

  BufferRef arena;
  BufferRef scratch;
  std::vector<std::byte*> pointers;
  // The plan's, and an empty one after them.
  std::vector<BoundStep> steps;
  // Null before the first plan with tapes.
  std::unique_ptr<BoundTape> tape;
  // The blocks of the loop that a tape runs.
  std::span<simd::TapeBlock> tape_loop;
  // Budget that the tape does not have, because it becomes native before.
  int64_t withheld_budget = 0;
  // Work of the steps that the tape called.
  int64_t called_work = 0;
  // Status of a step that a tape called.
  StepStatus called_status = StepStatus::kDone;
  // Number of executions of each step, and the step count after the last one; 0: never.
  struct Runs {
    uint64_t count = 0;
    uint64_t last = 0;
  };
  std::vector<Runs> runs;
  uint64_t run_count = 0;
  uint64_t draw_count = 0;

  // Plans that ran before the current one, if sizes are determined at run time
  // (core/plan/suspension.h).
  struct Past {
    std::shared_ptr<const Plan> plan;
    std::vector<Tensor> inputs;
    BufferRef arena;
    std::vector<Runs> runs;
  };
  std::vector<Past> past;
  std::shared_ptr<const Plan> first_plan;
  Counts past_counts;
  // By ContinuationKey.
  std::map<std::string, std::shared_ptr<const Plan>> continuations;

  StepContext context;
  uint32_t at = 0;
  // Work up to the last call of Run, and the budget of that call.
  int64_t work_done = 0;
  int64_t run_budget = 0;
  bool is_finished = false;
  bool has_failed = false;
  // Run stopped at a breakpoint at the current step; the next Run passes it.
  bool passes_breakpoint = false;
  // See Machine::PauseAt.
  uint64_t pause_at = kNoPause;
  // A plan of this run has communicated or done I/O.
  bool has_traffic = false;

  std::map<std::string, std::vector<Tensor>, std::less<>> probes;

  // The machine's own grid, if the options have no link.
  std::unique_ptr<Hub> own_hub;
  std::unique_ptr<LocalLink> own_link;
  Parcel parcel;
  // Number of lent tensors with readers. This machine reads it; the readers decrement it.
  std::shared_ptr<std::atomic<int>> lent = std::make_shared<std::atomic<int>>(0);
  // The unfinished run_parallel.
  std::unique_ptr<NestedRun> parallel;
  // Machines of the current plan's late bodies.
  std::map<const LateBody*, std::unique_ptr<Machine>> bodies;

  // --- StepHost
  void Report(Diagnostic diagnostic) override { sink.Report(std::move(diagnostic)); }

  void Print(const Operation& operation, Type type, const Tensor& value) override {
    if (options.on_print) options.on_print(operation, type, value);
  }

  void Probe(const Operation& operation, std::string_view id, const Tensor& value) override {
    auto found = probes.find(id);
    if (found == probes.end()) found = probes.emplace(std::string(id), std::vector<Tensor>()).first;
    const auto iteration = static_cast<int64_t>(found->second.size());
    if (options.on_probe) options.on_probe(operation, id, iteration, value);
    Tensor copy = Tensor::Allocate(value.element_type(), value.shape(), options.memory);
    if (copy.has_value() && value.byte_size() != 0) {
      std::memcpy(copy.mutable_data(), value.data(), value.byte_size());
    }
    found->second.push_back(std::move(copy));
  }

  const Tensor* FindProbe(std::string_view id, int64_t iteration) const override {
    for (const auto& [name, values] : probes) {
      if (name.find(id) == std::string::npos) continue;
      if (iteration < 0 || iteration >= static_cast<int64_t>(values.size())) return nullptr;
      const Tensor& value = values[static_cast<size_t>(iteration)];
      return value.has_value() ? &value : nullptr;
    }
    return nullptr;
  }

  void RunTasks(int64_t count, int64_t work, Task task, void* argument) override {
    if (options.pool != nullptr) return options.pool->Run(count, work, task, argument);
    for (int64_t i = 0; i < count; ++i) task(argument, i, 0);
  }

  size_t thread_count() const override {
    return options.pool != nullptr ? options.pool->thread_count() : 1;
  }

  uint64_t& draws() override { return draw_count; }

  ProcessLink& link() override {
    ProcessLink& own = FindLink();
    own.clock().set_work(work_done + run_budget - context.budget);
    return own;
  }

  ProcessLink& FindLink() {
    if (options.link != nullptr) return *options.link;
    if (own_link == nullptr) {
      own_hub = std::make_unique<Hub>(GridSize{});
      own_link = std::make_unique<LocalLink>(*own_hub, 0, Infeed(), Outfeed());
    }
    return *own_link;
  }

  Parcel& staged() override { return parcel; }

  Tensor Lend(ElementType type, std::span<const int64_t> shape, const std::byte* data) override;
  bool is_lent() const override { return lent->load(std::memory_order_acquire) != 0; }

  Tensor NewTensor(ElementType type, std::span<const int64_t> shape) override {
    Tensor tensor = Tensor::Allocate(type, shape, options.memory);
    if (!tensor.has_value()) {
      sink.Error("memory", context.operation->span,
                 "the data that " + std::string(context.operation->name) +
                     " sends need more memory than the limit allows");
    }
    return tensor;
  }

  DiagnosticSink& errors() override { return sink; }

  std::unique_ptr<NestedRun> StartParallel(const ParallelPrograms& programs,
                                           const StepContext& step) {
    if (options.start_nested_run != nullptr) {
      return options.start_nested_run(programs, step, options, sink);
    }
    sink.Error("run", step.operation->name_span, "run_parallel needs a grid around its process");
    return nullptr;
  }

  StepStatus RunParallel(const ParallelPrograms& programs, StepContext& step) override {
    if (step.position == 0) {
      parallel = StartParallel(programs, step);
      if (parallel == nullptr) return StepStatus::kFailed;
    }
    const StepStatus status = parallel->Run(step, sink);
    if (status != StepStatus::kBudgetSpent) parallel.reset();
    return status;
  }

  StepStatus RunBody(const LateBody& body, StepContext& step) override;
  bool StartBody(const LateBody& body, const StepContext& step, std::unique_ptr<Machine>& machine);
  bool FinishBody(const LateBody& body, const StepContext& step, const Machine& machine);

  // --- Setting up
  bool CheckInputs(std::span<const Tensor> given, DiagnosticSink& errors) const;
  bool CheckFixed(std::span<const Tensor> given, DiagnosticSink& errors) const;
  bool Allocate(DiagnosticSink& errors);
  void Start();
  void BindPlan();
  void BindTape();
  // Keeps the tape for the next machine of its plan.
  void KeepTape();
  std::byte* Address(const Reference& reference) const;
  std::byte* Address(const Reference& reference, const BufferRef& its_arena,
                     std::span<const Tensor> its_inputs) const;
  bool Continue();
  Tensor Lend(const PlanValue& value) const;
  void KeepPast();

  // --- Snapshots
  bool CanBeSaved() const {
    return context.position == 0 && !is_finished && !has_failed && !has_traffic && parcel.empty();
  }
  std::shared_ptr<const MachineSnapshot> Save(std::shared_ptr<MemoryBudget> memory) const;
  bool Restore(const MachineSnapshot& snapshot);

  // --- Running
  StopReason Run(int64_t work_budget);
  template <bool kIsWatched>
  StopReason Loop();
  template <bool kIsWatched>
  StepStatus RunStep();
  StepStatus RunTapeFrom(simd::TapeBlock& entry);
  StepStatus RunTapeOnce(simd::TapeBlock& entry);
  simd::TapeBlock* NextInLoop() const;
  static simd::TapeBlock* CallFromTape(simd::TapeRun& run, const void* step);
  StopReason Stop(StepStatus status);
  bool IsWatched() const;
  bool IsBreakpoint() const;
  bool MadeNonFinite(const Operation& operation) const;

  // --- Inspection The location of a value.
  struct Seen {
    const PlanValue* where = nullptr;
    const std::byte* data = nullptr;
    uint64_t executions = 0;
  };
  bool IsValid(const PlanLocation& location) const;
  Tensor Copy(const PlanValue& value) const;
  // Returns a result in the arena, which is then not written again, or a copy of it.
  Tensor HandOut(const PlanValue& result) const;
  Tensor CopyFrom(const PlanValue& value, const std::byte* data) const;
  static std::span<const PlanLocation> LocationsOf(const Plan& plan, const Value& value);
  // Finds leaf `part` of a value.
  std::optional<Seen> Find(const Value& value, size_t part) const;
  std::optional<Seen> FindPast(const Past& before, const Value& value, size_t part) const;
  Counts CountRuns() const;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_MACHINE_MACHINE_STATE_H_
