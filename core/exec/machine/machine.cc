#include "core/exec/machine/machine.h"

#include <algorithm>
#include <limits>

#include "core/base/check.h"
#include "core/base/clock.h"
#include "core/exec/machine/machine_state.h"

namespace paddock {
namespace {

// Fetches the parameters of the following step while one runs. In 5,000 steps of 8 elements, which
// a run reads once each, this saves a quarter of the time.
void Prefetch(const BoundStep& step) {
  constexpr size_t kLine = 64, kLines = 4;
  // An integer, because parameters may be null or end earlier.
  const auto address = reinterpret_cast<uintptr_t>(step.parameters);
  for (size_t i = 0; i < kLines; ++i) {
    __builtin_prefetch(reinterpret_cast<const void*>(address + i * kLine));
  }
}

// Making code takes about as long as this work, and work for each instruction.
constexpr int64_t kNativeWork = 1 << 16;

}  // namespace

bool Machine::State::IsBreakpoint() const {
  const Step& next = plan->steps()[at];
  if (next.operation == nullptr || context.position != 0 || passes_breakpoint) return false;
  return std::ranges::find(options.breakpoints, next.operation) != options.breakpoints.end() ||
         (options.stops_before && options.stops_before(next));
}

StopReason Machine::State::Stop(StepStatus status) {
  switch (status) {
    case StepStatus::kBudgetSpent:
      return StopReason::kBudgetSpent;
    case StepStatus::kBlocked:
      passes_breakpoint = true;
      return StopReason::kBlocked;
    case StepStatus::kFinished:
      is_finished = true;
      return StopReason::kFinished;
    default:
      has_failed = true;
      return StopReason::kFailed;
  }
}

// Runs the step at `at`. Once it is complete, context.next is the next step.
template <bool kIsWatched>
StepStatus Machine::State::RunStep() {
  const BoundStep& step = steps[at];
  Prefetch(steps[at + 1]);
  const int64_t budget = context.budget;
  const int64_t position = context.position;
  if (position == 0) context.budget -= step.work;
  context.pointers = step.pointers;
  context.parameters = step.parameters;
  context.next = at + 1;
  context.operation = step.operation;
  int64_t begin = 0;
  if constexpr (kIsWatched) {
    if (options.on_span) begin = NowNanoseconds();
  }
  const StepStatus status = step.function(context);
  // Polling for other processes charges no work, because the number of polls is not deterministic.
  if (status == StepStatus::kBlocked && context.position == position) context.budget = budget;
  if constexpr (kIsWatched) {
    const bool has_worked = status != StepStatus::kBlocked || context.position != position;
    if (options.on_span) options.on_span({plan, at, begin, NowNanoseconds(), status, has_worked});
  }
  if (status != StepStatus::kDone) [[unlikely]]
    return status;
  ++runs[at].count;
  runs[at].last = ++run_count;
  context.position = 0;
  return status;
}

simd::TapeBlock* Machine::State::CallFromTape(simd::TapeRun& run, const void* step) {
  State& state = *static_cast<State*>(run.host);
  state.at = *static_cast<const uint32_t*>(step);
  state.context.budget = run.budget + state.withheld_budget;
  state.run_count = run.steps;
  state.called_status = state.RunStep<false>();
  state.called_work += run.budget + state.withheld_budget - state.context.budget;
  run.budget = state.context.budget - state.withheld_budget;
  run.steps = state.run_count;
  if (state.called_status == StepStatus::kDone) state.at = state.context.next;
  run.at = state.at;
  if (state.called_status != StepStatus::kDone) return nullptr;
  return state.NextInLoop();
}

// Returns the block at the next step if it belongs to the tape's loop, whose executions the tape
// counts; else null.
simd::TapeBlock* Machine::State::NextInLoop() const {
  simd::TapeBlock* next = steps[at].tape;
  const bool is_in_loop = next >= tape_loop.data() && next < tape_loop.data() + tape_loop.size();
  return is_in_loop ? next : nullptr;
}

// Runs until the loop ends or the budget is spent. Does nothing if the budget does not cover
// `entry`. A tape that has done some work, and would do more, becomes native first.
StepStatus Machine::State::RunTapeFrom(simd::TapeBlock& entry) {
  simd::TapeBlock* next = &entry;
  while (true) {
    const uint64_t steps_before = run_count;
    const StepStatus status = RunTapeOnce(*next);
    next = NextInLoop();
    if (withheld_budget == 0 || status != StepStatus::kDone || next == nullptr) return status;
    // The rest until then does not cover a block. Called steps may have spent the budget instead.
    if (run_count == steps_before) tape->MakeNative();
  }
}

StepStatus Machine::State::RunTapeOnce(simd::TapeBlock& entry) {
  const uint64_t steps_before = run_count;
  const auto until_native = tape->WorkUntilNative(
      options.native_tape_work == MachineOptions::kNativeAtStart ? kNativeWork
                                                                 : options.native_tape_work);
  withheld_budget = until_native ? std::max<int64_t>(0, context.budget - *until_native) : 0;
  const int64_t budget = context.budget - withheld_budget;
  simd::TapeRun run{budget, run_count, at, &CallFromTape, this};
  called_status = StepStatus::kDone;
  called_work = 0;
  tape_loop = tape->LoopAround(entry);
  simd::RunTape(entry, run);
  context.budget = run.budget + withheld_budget;
  run_count = run.steps;
  at = run.at;
  if (until_native) tape->AddWork(budget - run.budget - called_work);
  if (run_count == steps_before) return called_status;
  tape->TakeCounts(tape_loop, [&](uint32_t step, uint64_t count, uint64_t last) {
    runs[step].count += count;
    runs[step].last = std::max(runs[step].last, last);
  });
  return called_status;
}

// At least one unit of work is done before the budget can stop the run.
template <bool kIsWatched>
StopReason Machine::State::Loop() {
  bool is_first = true;
  while (true) {
    if (context.budget <= 0 && !is_first) return StopReason::kBudgetSpent;
    is_first = false;
    StepStatus status = StepStatus::kDone;
    if constexpr (kIsWatched) {
      if (IsBreakpoint()) {
        passes_breakpoint = true;
        return StopReason::kBreakpoint;
      }
      passes_breakpoint = false;
    } else if (steps[at].tape != nullptr && context.position == 0) {
      const uint64_t count_before = run_count;
      status = RunTapeFrom(*steps[at].tape);
      if (status == StepStatus::kDone && run_count != count_before) continue;
    }
    if (status == StepStatus::kDone) status = RunStep<kIsWatched>();
    if (status != StepStatus::kDone) [[unlikely]] {
      if (status != StepStatus::kSuspended) return Stop(status);
      if (!Continue()) return Stop(StepStatus::kFailed);
      continue;
    }
    if constexpr (kIsWatched) {
      const Operation* operation = context.operation;
      if (options.on_step) options.on_step(operation);
      const bool is_trapped =
          operation != nullptr && options.trap_non_finite && MadeNonFinite(*operation);
      at = context.next;
      if (is_trapped) return StopReason::kTrap;
      if (run_count >= pause_at) return StopReason::kPaused;
    } else {
      at = context.next;
    }
  }
}

bool Machine::State::IsWatched() const {
  return options.on_step || options.on_span || !options.breakpoints.empty() ||
         options.stops_before || options.trap_non_finite || pause_at != kNoPause;
}

StopReason Machine::State::Run(int64_t work_budget) {
  if (is_finished) return StopReason::kFinished;
  if (has_failed) return StopReason::kFailed;
  context.budget = run_budget = work_budget;
  if (run_count >= pause_at && context.position == 0) return StopReason::kPaused;
  const StopReason reason = IsWatched() ? Loop<true>() : Loop<false>();
  work_done += work_budget - context.budget;
  run_budget = context.budget;
  return reason;
}

Result<std::unique_ptr<Machine>> Machine::Create(std::shared_ptr<const Plan> plan,
                                                 std::vector<Tensor> inputs, MachineOptions options,
                                                 DiagnosticSink& sink) {
  auto state = std::make_unique<State>();
  state->plan = std::move(plan);
  state->inputs = std::move(inputs);
  state->options = std::move(options);
  state->first_plan = state->plan;
  if (!state->CheckInputs(state->inputs, sink) || !state->Allocate(sink)) return Failed();
  state->Start();
  return std::unique_ptr<Machine>(new Machine(std::move(state)));
}

Machine::Machine(std::unique_ptr<State> state) : state_(std::move(state)) {}
Machine::~Machine() = default;

Result<void> Machine::Restart(std::vector<Tensor> inputs, DiagnosticSink& sink) {
  const std::shared_ptr<const Plan> present = std::exchange(state_->plan, state_->first_plan);
  // Results that were returned keep their bytes.
  const bool has_its_arena = present == state_->plan && state_->arena->is_unique();
  if (!state_->CheckInputs(inputs, sink) || (!has_its_arena && !state_->Allocate(sink))) {
    state_->plan = present;
    return Failed();
  }
  state_->inputs = std::move(inputs);
  state_->Start();
  return {};
}

StopReason Machine::Run(int64_t work_budget) { return state_->Run(work_budget); }

StopReason Machine::RunToEnd() {
  StopReason reason = StopReason::kBudgetSpent;
  while (reason == StopReason::kBudgetSpent) reason = Run(std::numeric_limits<int64_t>::max() / 2);
  return reason;
}

}  // namespace paddock
