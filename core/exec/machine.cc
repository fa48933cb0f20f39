#include "core/exec/machine.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>

#include "core/base/check.h"
#include "core/exec/non_finite.h"
#include "core/exec/thread_pool.h"
#include "simd/movement/copy_kernels.h"

namespace paddock {
namespace {

// A step with its memory found: all that the loop reads.
struct BoundStep {
  StepFunction function = nullptr;
  std::byte* const* pointers = nullptr;
  const void* parameters = nullptr;
  int64_t work = 0;
};

std::string ShapeText(ElementType type, std::span<const int64_t> shape) {
  std::string text = "tensor<";
  for (int64_t size : shape) text += std::to_string(size) + "x";
  return text + std::string(Spelling(type)) + ">";
}

}  // namespace

struct Machine::State final : StepHost {
  std::shared_ptr<const Plan> plan;
  std::vector<Tensor> inputs;
  MachineOptions options;
  DiagnosticSink sink;

  BufferRef arena;
  BufferRef scratch;
  std::vector<std::byte*> pointers;
  std::vector<BoundStep> steps;
  // How often each step ran, and when last, counted in steps; 0: never.
  struct Runs {
    uint64_t count = 0;
    uint64_t last = 0;
  };
  std::vector<Runs> runs;
  uint64_t run_count = 0;

  StepContext context;
  uint32_t at = 0;
  int64_t work_done = 0;
  bool is_finished = false;
  bool has_failed = false;
  // Run was stopped at a breakpoint here: the next Run passes it.
  bool passes_breakpoint = false;

  std::map<std::string, std::vector<Tensor>, std::less<>> probes;

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

  void RunTasks(int64_t count, Task task, void* argument) override {
    if (options.pool != nullptr) return options.pool->Run(count, task, argument);
    for (int64_t i = 0; i < count; ++i) task(argument, i, 0);
  }

  size_t thread_count() const override {
    return options.pool != nullptr ? options.pool->thread_count() : 1;
  }

  // --- Setting up
  bool CheckInputs(std::span<const Tensor> given, DiagnosticSink& errors) const;
  bool Allocate(DiagnosticSink& errors);
  void Bind();
  std::byte* Address(const Reference& reference) const;

  // --- Running
  StopReason Run(int64_t work_budget);
  template <bool kIsWatched>
  StopReason Loop();
  StopReason Stop(StepStatus status);
  bool IsBreakpoint() const;
  bool MadeNonFinite(const Operation& operation) const;

  // --- Looking
  bool IsValid(const PlanLocation& location) const;
  Tensor Copy(const PlanValue& value) const;
  std::span<const PlanLocation> LocationsOf(const Value& value) const;
};

bool Machine::State::CheckInputs(std::span<const Tensor> given, DiagnosticSink& errors) const {
  std::vector<const PlanValue*> wanted;
  for (const PlanValue& argument : plan->arguments()) {
    if (!argument.is_token) wanted.push_back(&argument);
  }
  const Span span = plan->function().name_span;
  if (wanted.size() != given.size()) {
    errors.Error("input", span,
                 "the function takes " + std::to_string(wanted.size()) + " arguments, but " +
                     std::to_string(given.size()) + " are given");
    return false;
  }
  for (size_t i = 0; i < given.size(); ++i) {
    const Tensor& input = given[i];
    const bool fits = input.has_value() && input.element_type() == wanted[i]->element_type &&
                      std::ranges::equal(input.shape(), wanted[i]->shape);
    if (fits) continue;
    const std::string found =
        input.has_value() ? ShapeText(input.element_type(), input.shape()) : std::string("nothing");
    errors.Error("input", span,
                 "argument " + std::to_string(i) + " is " +
                     ShapeText(wanted[i]->element_type, wanted[i]->shape) + ", but " + found +
                     " is given");
    return false;
  }
  return true;
}

bool Machine::State::Allocate(DiagnosticSink& errors) {
  const uint64_t scratch_bytes = plan->scratch_bytes() * thread_count();
  // Empty tensors need an address too.
  const uint64_t arena_bytes = std::max<uint64_t>(plan->arena_bytes(), Buffer::kAlignment);
  arena = Buffer::Allocate(static_cast<size_t>(arena_bytes), options.memory);
  scratch = Buffer::Allocate(static_cast<size_t>(scratch_bytes), options.memory);
  if (arena && scratch) return true;
  const std::string limit = options.memory != nullptr
                                ? ", but the limit is " + std::to_string(options.memory->limit()) +
                                      " and " + std::to_string(options.memory->used()) +
                                      " are in use"
                                : ", which the system does not give";
  errors.Error("memory", plan->function().name_span,
               "the run needs " + std::to_string(arena_bytes + scratch_bytes) + " bytes" + limit);
  return false;
}

std::byte* Machine::State::Address(const Reference& reference) const {
  switch (reference.kind) {
    case MemoryKind::kArena:
      return arena->mutable_data() + reference.value;
    case MemoryKind::kConstant:
      return reinterpret_cast<std::byte*>(static_cast<uintptr_t>(reference.value));
    case MemoryKind::kInput:
      // Steps never write through references to inputs.
      return const_cast<std::byte*>(inputs[reference.value].data());
    case MemoryKind::kScratch:
      break;
  }
  return scratch->mutable_data() + reference.value;
}

void Machine::State::Bind() {
  size_t reference_count = 0;
  for (const Step& step : plan->steps()) reference_count += step.references.size();
  pointers.clear();
  pointers.reserve(reference_count);
  steps.clear();
  steps.reserve(plan->steps().size());
  for (const Step& step : plan->steps()) {
    steps.push_back({step.function, pointers.data() + pointers.size(), step.parameters, step.work});
    for (const Reference& reference : step.references) pointers.push_back(Address(reference));
  }
  runs.assign(steps.size(), {});
  run_count = 0;
  context = {};
  context.scratch = scratch->mutable_data();
  context.scratch_stride = static_cast<size_t>(plan->scratch_bytes());
  context.host = this;
  at = 0;
  work_done = 0;
  is_finished = has_failed = passes_breakpoint = false;
  sink = {};
  probes.clear();
}

bool Machine::State::IsBreakpoint() const {
  const Operation* operation = plan->steps()[at].operation;
  return operation != nullptr && context.position == 0 && !passes_breakpoint &&
         std::ranges::find(options.breakpoints, operation) != options.breakpoints.end();
}

bool Machine::State::MadeNonFinite(const Operation& operation) const {
  for (const Value* result : operation.results) {
    for (const PlanLocation& location : LocationsOf(*result)) {
      if (location.step == at && HasNonFinite(Copy(location.where))) return true;
    }
  }
  return false;
}

StopReason Machine::State::Stop(StepStatus status) {
  switch (status) {
    case StepStatus::kBudgetSpent:
      return StopReason::kBudgetSpent;
    case StepStatus::kBlocked:
      return StopReason::kBlocked;
    case StepStatus::kFinished:
      is_finished = true;
      return StopReason::kFinished;
    default:
      has_failed = true;
      return StopReason::kFailed;
  }
}

// A unit of work at least is done before the budget can stop it.
template <bool kIsWatched>
StopReason Machine::State::Loop() {
  bool is_first = true;
  while (true) {
    const BoundStep& step = steps[at];
    if (context.budget <= 0 && !is_first) return StopReason::kBudgetSpent;
    is_first = false;
    if constexpr (kIsWatched) {
      if (IsBreakpoint()) {
        passes_breakpoint = true;
        return StopReason::kBreakpoint;
      }
      passes_breakpoint = false;
    }
    if (context.position == 0) context.budget -= step.work;
    context.pointers = step.pointers;
    context.parameters = step.parameters;
    context.next = at + 1;
    context.operation = plan->steps()[at].operation;
    const StepStatus status = step.function(context);
    if (status != StepStatus::kDone) [[unlikely]]
      return Stop(status);
    ++runs[at].count;
    runs[at].last = ++run_count;
    context.position = 0;
    if constexpr (kIsWatched) {
      const Operation* operation = context.operation;
      if (operation != nullptr && options.on_step) options.on_step(*operation);
      if (operation != nullptr && options.trap_non_finite && MadeNonFinite(*operation)) {
        at = context.next;
        return StopReason::kTrap;
      }
    }
    at = context.next;
  }
}

StopReason Machine::State::Run(int64_t work_budget) {
  if (is_finished) return StopReason::kFinished;
  if (has_failed) return StopReason::kFailed;
  context.budget = work_budget;
  const bool is_watched =
      options.on_step || !options.breakpoints.empty() || options.trap_non_finite;
  const StopReason reason = is_watched ? Loop<true>() : Loop<false>();
  work_done += work_budget - context.budget;
  return reason;
}

std::span<const PlanLocation> Machine::State::LocationsOf(const Value& value) const {
  const auto by_id = [](const PlanLocation& location) { return location.value->id; };
  const auto found = std::ranges::equal_range(plan->locations(), value.id, {}, by_id);
  return {found.begin(), found.end()};
}

bool Machine::State::IsValid(const PlanLocation& location) const {
  if (location.step == PlanLocation::kNoStep) return true;
  if (runs[location.step].last == 0) return false;
  // In the middle of what makes it anew.
  if (at > location.step && at < location.ready) return false;
  if (at == location.step && context.position != 0) return false;
  if (location.valid_until == PlanLocation::kNoStep || at < location.valid_until) return true;
  return at == location.valid_until && context.position == 0;
}

Tensor Machine::State::Copy(const PlanValue& value) const {
  Tensor tensor = Tensor::Allocate(value.element_type, value.shape, options.memory);
  if (!tensor.has_value() || tensor.byte_size() == 0) return tensor;
  const std::byte* data = Address(value.reference);
  if (value.is_splat) {
    simd::Fill(tensor.mutable_data(), data, ByteSize(value.element_type), tensor.element_count());
  } else {
    std::memcpy(tensor.mutable_data(), data, tensor.byte_size());
  }
  return tensor;
}

Result<std::unique_ptr<Machine>> Machine::Create(std::shared_ptr<const Plan> plan,
                                                 std::vector<Tensor> inputs, MachineOptions options,
                                                 DiagnosticSink& sink) {
  auto state = std::make_unique<State>();
  state->plan = std::move(plan);
  state->inputs = std::move(inputs);
  state->options = std::move(options);
  if (!state->CheckInputs(state->inputs, sink) || !state->Allocate(sink)) return Failed();
  state->Bind();
  return std::unique_ptr<Machine>(new Machine(std::move(state)));
}

Machine::Machine(std::unique_ptr<State> state) : state_(std::move(state)) {}
Machine::~Machine() = default;

Result<void> Machine::Restart(std::vector<Tensor> inputs, DiagnosticSink& sink) {
  if (!state_->CheckInputs(inputs, sink)) return Failed();
  state_->inputs = std::move(inputs);
  state_->Bind();
  return {};
}

StopReason Machine::Run(int64_t work_budget) { return state_->Run(work_budget); }

StopReason Machine::RunToEnd() {
  StopReason reason = StopReason::kBudgetSpent;
  while (reason == StopReason::kBudgetSpent) reason = Run(std::numeric_limits<int64_t>::max() / 2);
  return reason;
}

std::vector<Tensor> Machine::Results() const {
  PADDOCK_CHECK(state_->is_finished);
  std::vector<Tensor> results;
  for (const PlanValue& result : state_->plan->results()) {
    results.push_back(result.is_token ? Tensor() : state_->Copy(result));
  }
  return results;
}

std::optional<Tensor> Machine::ValueOf(const Value& value) const {
  const PlanLocation* newest = nullptr;
  uint64_t newest_run = 0;
  for (const PlanLocation& location : state_->LocationsOf(value)) {
    if (!state_->IsValid(location)) continue;
    const uint64_t run =
        location.step == PlanLocation::kNoStep ? 0 : state_->runs[location.step].last;
    if (newest != nullptr && run < newest_run) continue;
    newest = &location;
    newest_run = run;
  }
  if (newest == nullptr) return std::nullopt;
  Tensor copy = state_->Copy(newest->where);
  if (!copy.has_value()) return std::nullopt;
  return copy;
}

const Operation* Machine::current_operation() const {
  return state_->is_finished ? nullptr : state_->plan->steps()[state_->at].operation;
}

Progress Machine::progress() const {
  return {state_->at, static_cast<uint32_t>(state_->steps.size()), state_->work_done,
          state_->plan->estimated_work()};
}

Counts Machine::counts() const {
  Counts counts;
  for (size_t i = 0; i < state_->runs.size(); ++i) {
    const Step& step = state_->plan->steps()[i];
    counts.operations += state_->runs[i].count * step.operations;
    counts.bytes += state_->runs[i].count * step.bytes;
  }
  return counts;
}

const DiagnosticSink& Machine::diagnostics() const { return state_->sink; }
const Plan& Machine::plan() const { return *state_->plan; }

}  // namespace paddock
