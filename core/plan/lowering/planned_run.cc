#include "core/plan/lowering/planned_run.h"

#include <cstdlib>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "core/base/check.h"
#include "core/plan/step.h"

namespace paddock {
namespace {

constexpr size_t kAlignment = 64;

// Returns `bytes` of zeros, and the room to align them.
std::vector<std::byte> NewMemory(uint64_t bytes) {
  return std::vector<std::byte>(static_cast<size_t>(bytes) + kAlignment);
}

std::byte* Aligned(std::vector<std::byte>& memory) {
  const auto address = reinterpret_cast<uintptr_t>(memory.data());
  return memory.data() + (kAlignment - address % kAlignment) % kAlignment;
}

class PlanningHost final : public StepHost {
 public:
  explicit PlanningHost(DiagnosticSink& sink) : sink_(sink) {}

  bool has_effect() const { return has_effect_; }

  void Report(Diagnostic diagnostic) override { sink_.Report(std::move(diagnostic)); }
  void Print(const Operation&, Type, const Tensor&) override { has_effect_ = true; }
  void Probe(const Operation&, std::string_view, const Tensor&) override { has_effect_ = true; }
  const Tensor* FindProbe(std::string_view, int64_t) const override { return nullptr; }
  void RunTasks(int64_t count, int64_t, Task task, void* argument) override {
    for (int64_t i = 0; i < count; ++i) task(argument, i, 0);
  }
  size_t thread_count() const override { return 1; }
  Tensor NewTensor(ElementType type, std::span<const int64_t> shape) override {
    return Tensor::Allocate(type, shape);
  }
  DiagnosticSink& errors() override { return sink_; }
  StepStatus RunParallel(const ParallelPrograms&, StepContext&) override { return HasEffect(); }
  StepStatus RunBody(const LateBody&, StepContext&) override { return HasEffect(); }
  // Steps that draw random numbers or need other processes do not run while planning.
  uint64_t& draws() override { std::abort(); }
  ProcessLink& link() override { std::abort(); }
  Parcel& staged() override { std::abort(); }
  Tensor Lend(ElementType, std::span<const int64_t>, const std::byte*) override { std::abort(); }
  bool is_lent() const override { return false; }

 private:
  StepStatus HasEffect() {
    has_effect_ = true;
    return StepStatus::kFailed;
  }

  DiagnosticSink& sink_;
  bool has_effect_ = false;
};

}  // namespace

PlannedRun::PlannedRun(const PlanDraft& draft, DiagnosticSink& sink)
    : draft_(draft), sink_(sink), slots_(draft.slots.size()) {}

std::optional<size_t> PlannedRun::RunStep(const DraftStep& step, size_t number) {
  std::vector<std::byte*> pointers;
  for (uint32_t i = 0; i < step.reference_count; ++i) {
    pointers.push_back(Address(draft_.references[step.first_reference + i]));
  }
  PlanningHost host(sink_);
  StepContext context;
  context.pointers = pointers.data();
  context.parameters = step.parameters;
  context.operation = step.operation;
  context.next = static_cast<uint32_t>(number + 1);
  context.scratch = Scratch();
  context.scratch_stride = static_cast<size_t>(draft_.scratch_bytes);
  context.host = &host;
  StepStatus status = StepStatus::kBudgetSpent;
  while (status == StepStatus::kBudgetSpent) {
    context.budget = std::numeric_limits<int64_t>::max() / 2;
    status = step.function(context);
  }
  if (status != StepStatus::kDone || host.has_effect()) return std::nullopt;
  return context.next;
}

std::byte* PlannedRun::Memory(SlotId slot) {
  std::vector<std::byte>& memory = slots_[slot];
  if (memory.empty()) memory = NewMemory(draft_.slots[slot].bytes);
  return Aligned(memory);
}

std::byte* PlannedRun::Scratch() {
  if (scratch_.empty()) scratch_ = NewMemory(draft_.scratch_bytes);
  return Aligned(scratch_);
}

std::byte* PlannedRun::Address(const DraftReference& reference) {
  switch (reference.where) {
    case DraftReference::Where::kConstant:
      return reinterpret_cast<std::byte*>(static_cast<uintptr_t>(reference.value));
    case DraftReference::Where::kScratch:
      return Scratch() + reference.value;
    default:
      PADDOCK_CHECK(reference.where == DraftReference::Where::kSlot);
      return Memory(static_cast<SlotId>(reference.value));
  }
}

}  // namespace paddock
