// Machine: memory, inputs, and continuations of suspended plans.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <map>

#include "core/base/check.h"
#include "core/exec/machine/machine_state.h"
#include "core/exec/tape/recent_tapes.h"
#include "core/plan/lowering/build_plan.h"

namespace paddock {

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
    const std::string found = input.has_value()
                                  ? TensorTypeText(input.element_type(), input.shape())
                                  : std::string("nothing");
    errors.Error("input", span,
                 "argument " + std::to_string(i) + " is " +
                     TensorTypeText(wanted[i]->element_type, wanted[i]->shape) + ", but " + found +
                     " is given");
    return false;
  }
  return CheckFixed(given, errors);
}

// Checks arguments whose values determine sizes of the plan.
bool Machine::State::CheckFixed(std::span<const Tensor> given, DiagnosticSink& errors) const {
  for (const FixedArgument& fixed : plan->fixed_arguments()) {
    if (IsBitwiseEqual(given[fixed.index], fixed.value)) continue;
    errors.Error("input", plan->function().name_span,
                 "sizes of the plan depend on argument " + std::to_string(fixed.index) +
                     ", which has changed: plan again");
    return false;
  }
  return true;
}

bool Machine::State::Allocate(DiagnosticSink& errors) {
  const uint64_t scratch_bytes = plan->scratch_bytes() * thread_count();
  // Empty tensors also need an address.
  const uint64_t arena_bytes = std::max<uint64_t>(plan->arena_bytes(), Buffer::kAlignment);
  BufferRef new_arena = Buffer::Allocate(static_cast<size_t>(arena_bytes), options.memory);
  BufferRef new_scratch = Buffer::Allocate(static_cast<size_t>(scratch_bytes), options.memory);
  if (new_arena && new_scratch) {
    arena = std::move(new_arena);
    scratch = std::move(new_scratch);
    return true;
  }
  const std::string limit = options.memory != nullptr
                                ? ", but the limit is " + std::to_string(options.memory->limit()) +
                                      " and " + std::to_string(options.memory->used()) +
                                      " are in use"
                                : ", which the system does not provide";
  errors.Error("memory", plan->function().name_span,
               "the run needs " + std::to_string(arena_bytes + scratch_bytes) + " bytes" + limit);
  return false;
}

std::byte* Machine::State::Address(const Reference& reference) const {
  return Address(reference, arena, inputs);
}

std::byte* Machine::State::Address(const Reference& reference, const BufferRef& its_arena,
                                   std::span<const Tensor> its_inputs) const {
  switch (reference.kind) {
    case MemoryKind::kArena:
      return its_arena->mutable_data() + reference.value;
    case MemoryKind::kConstant:
      return reinterpret_cast<std::byte*>(static_cast<uintptr_t>(reference.value));
    case MemoryKind::kInput:
      // Steps never write through references to inputs.
      return const_cast<std::byte*>(its_inputs[reference.value].data());
    case MemoryKind::kScratch:
      break;
  }
  return scratch->mutable_data() + reference.value;
}

// Returns to the beginning of the first plan.
void Machine::State::Start() {
  past.clear();
  past_counts = {};
  run_count = 0;
  draw_count = 0;
  work_done = 0;
  is_finished = has_failed = passes_breakpoint = has_traffic = false;
  sink = {};
  probes.clear();
  own_link.reset();
  own_hub.reset();
  parcel.clear();
  lent = std::make_shared<std::atomic<int>>(0);
  parallel.reset();
  BindPlan();
}

// Resolves every reference of the plan to its address, and moves to the first step.
void Machine::State::BindPlan() {
  bodies.clear();
  size_t reference_count = 0;
  for (const Step& step : plan->steps()) reference_count += step.references.size();
  pointers.clear();
  pointers.reserve(reference_count);
  steps.clear();
  steps.reserve(plan->steps().size() + 1);
  for (const Step& step : plan->steps()) {
    steps.push_back({step.function, pointers.data() + pointers.size(), step.parameters, step.work,
                     step.operation});
    has_traffic |= step.traffic != nullptr;
    for (const Reference& reference : step.references) pointers.push_back(Address(reference));
  }
  steps.emplace_back();
  if (plan->tapes() != nullptr) BindTape();
  runs.assign(plan->steps().size(), {});
  context = {};
  context.scratch = scratch->mutable_data();
  context.scratch_stride = static_cast<size_t>(plan->scratch_bytes());
  context.host = this;
  at = 0;
}

void Machine::State::BindTape() {
  const bool may_be_native = options.native_tape_work == MachineOptions::kNativeAtStart;
  const TapeMemory memory{.pointers = pointers,
                          .scratch = scratch->mutable_data(),
                          .steps = plan->steps(),
                          .host = this,
                          .scratch_stride = static_cast<size_t>(plan->scratch_bytes())};
  const bool is_bound = tape != nullptr && tape->plan() == plan->tapes() && tape->IsBoundTo(memory);
  if (!is_bound && may_be_native) {
    if (auto kept = RecentTapes::OfProcess().Take(plan->tapes(), memory)) {
      KeepTape();
      tape = std::move(kept);
    }
  }
  if (tape == nullptr) tape = std::make_unique<BoundTape>();
  tape->Bind(plan->tapes(), memory, may_be_native);
  tape->ForEachEntry([&](uint32_t at, simd::TapeBlock& block) { steps[at].tape = &block; });
}

// Tapes that become native at other times are not kept.
void Machine::State::KeepTape() {
  if (tape == nullptr || options.native_tape_work != MachineOptions::kNativeAtStart) return;
  RecentTapes::OfProcess().Keep(std::move(tape));
}

// Planning a continuation costs about a quarter of a millisecond, in units of work.
constexpr int64_t kPlanningWork = 1 << 20;

bool Machine::State::Continue() {
  std::vector<Tensor> live;
  for (const Suspension::Live& value : plan->suspension()->live) {
    for (const PlanValue& leaf : value.leaves) {
      if (!leaf.is_token) live.push_back(Lend(leaf));
    }
  }
  std::shared_ptr<const Plan>& rest = continuations[ContinuationKey(*plan, live)];
  if (rest == nullptr) {
    auto made = MakeContinuation(plan, live, sink);
    if (!made) return false;
    rest = *std::move(made);
    context.budget -= kPlanningWork;
  }
  const std::shared_ptr<const Plan> next = rest;
  constexpr size_t kMostContinuations = 256;
  if (continuations.size() > kMostContinuations) continuations.clear();
  std::vector<Tensor> next_inputs = ContinuationInputs(*plan, std::move(live));
  KeepPast();
  const int64_t budget = context.budget;
  plan = next;
  inputs = std::move(next_inputs);
  if (!Allocate(sink)) return false;
  BindPlan();
  context.budget = budget;
  return true;
}

// Returns a large value in place; the tensor shares ownership of the memory.
Tensor Machine::State::Lend(const PlanValue& value) const {
  // Values up to this size are copied. The next plan copies constants of up to a thousand elements
  // of any type, which fit.
  constexpr size_t kMostCopied = 1 << 14;
  if (value.reference.kind == MemoryKind::kInput && !value.is_splat) {
    return inputs[value.reference.value];
  }
  const size_t bytes = ByteSizeOf(value.element_type, value.shape).value_or(0);
  const bool is_large = bytes > kMostCopied;
  if (is_large && value.reference.kind == MemoryKind::kConstant) return {};
  if (!is_large || value.is_splat) return Copy(value);
  const auto owner = std::make_shared<const BufferRef>(arena);
  return Tensor::FromBuffer(value.element_type, value.shape,
                            Buffer::Borrow(Address(value.reference), bytes, owner));
}

namespace {

// Keeps lent bytes in place.
struct Loan {
  std::shared_ptr<const Plan> plan;
  BufferRef arena;
  std::shared_ptr<std::atomic<int>> lent;

  Loan(std::shared_ptr<const Plan> its_plan, BufferRef its_arena,
       std::shared_ptr<std::atomic<int>> count)
      : plan(std::move(its_plan)), arena(std::move(its_arena)), lent(std::move(count)) {
    if (lent != nullptr) lent->fetch_add(1, std::memory_order_relaxed);
  }
  Loan(const Loan&) = delete;
  Loan& operator=(const Loan&) = delete;
  // Release order: reads through the loan happen before the machine's next write to this memory.
  ~Loan() {
    if (lent != nullptr) lent->fetch_sub(1, std::memory_order_release);
  }
};

}  // namespace

// Only bytes in the arena count as lent, because inputs and constants do not change.
Tensor Machine::State::Lend(ElementType type, std::span<const int64_t> shape,
                            const std::byte* data) {
  for (const Tensor& input : inputs) {
    if (input.data() != data || input.byte_size() == 0) continue;
    return Tensor::FromBuffer(type, shape, input.buffer(),
                              static_cast<size_t>(data - input.buffer()->data()));
  }
  const std::byte* begin = arena->data();
  const bool is_in_arena =
      !std::less<>()(data, begin) && std::less<>()(data, begin + arena->size());
  auto loan = std::make_shared<const Loan>(plan, arena, is_in_arena ? lent : nullptr);
  const auto bytes = static_cast<size_t>(ByteSizeOf(type, shape).value_or(0));
  return Tensor::FromBuffer(type, shape, Buffer::Borrow(data, bytes, std::move(loan)));
}

// Keeps the memory of the past plan. Level faithful keeps all values up to the limit. Level fast
// releases values that the continuation does not need.
void Machine::State::KeepPast() {
  past_counts += CountRuns();
  if (plan->level() != Level::kFaithful) return;
  past.push_back({plan, inputs, arena, runs});
  uint64_t bytes = 0;
  for (const Past& before : past) bytes += before.plan->arena_bytes();
  while (bytes > plan->retention_limit()) {
    bytes -= past.front().plan->arena_bytes();
    past.erase(past.begin());
  }
}

}  // namespace paddock
