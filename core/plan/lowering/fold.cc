#include "core/plan/lowering/fold.h"

#include <algorithm>
#include <cstdlib>

#include "core/base/check.h"
#include "core/base/overflow.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

// Limit of result elements, above the rank of any shape.
constexpr int64_t kMostFolded = 64;

class FoldHost final : public StepHost {
 public:
  explicit FoldHost(DiagnosticSink& sink) : sink_(sink) {}

  void Report(Diagnostic diagnostic) override { sink_.Report(std::move(diagnostic)); }
  void Print(const Operation&, Type, const Tensor&) override {}
  void Probe(const Operation&, std::string_view, const Tensor&) override {}
  const Tensor* FindProbe(std::string_view, int64_t) const override { return nullptr; }
  void RunTasks(int64_t count, int64_t, Task task, void* argument) override {
    for (int64_t i = 0; i < count; ++i) task(argument, i, 0);
  }
  size_t thread_count() const override { return 1; }
  Tensor NewTensor(ElementType type, std::span<const int64_t> shape) override {
    return Tensor::Allocate(type, shape);
  }
  DiagnosticSink& errors() override { return sink_; }
  // Steps that draw random numbers or need other processes are not folded.
  uint64_t& draws() override { std::abort(); }
  ProcessLink& link() override { std::abort(); }
  Parcel& staged() override { std::abort(); }
  Tensor Lend(ElementType, std::span<const int64_t>, const std::byte*) override { std::abort(); }
  bool is_lent() const override { return false; }
  StepStatus RunParallel(const ParallelPrograms&, StepContext&) override { std::abort(); }
  StepStatus RunBody(const LateBody&, StepContext&) override { std::abort(); }

 private:
  DiagnosticSink& sink_;
};

// Runs the steps of a draft from `first` on.
class FoldRun {
 public:
  FoldRun(const PlanDraft& draft, size_t first, DiagnosticSink& sink)
      : draft_(draft), first_(first), host_(sink), slots_(draft.slots.size()) {
    scratch_.resize(static_cast<size_t>(draft.scratch_bytes) + kAlignment);
  }

  bool Run() {
    size_t at = first_;
    while (at < draft_.steps.size()) {
      const std::optional<size_t> next = RunStep(at);
      if (!next) return false;
      at = *next;
    }
    return true;
  }

  const std::byte* AddressOf(uint32_t slot) { return Memory(slot); }

 private:
  static constexpr size_t kAlignment = 64;

  std::optional<size_t> RunStep(size_t at) {
    const DraftStep& step = draft_.steps[at];
    std::vector<std::byte*> pointers;
    for (uint32_t i = 0; i < step.reference_count; ++i) {
      pointers.push_back(Address(draft_.references[step.first_reference + i]));
    }
    StepContext context;
    context.pointers = pointers.data();
    context.parameters = step.parameters;
    context.operation = step.operation;
    context.next = static_cast<uint32_t>(at + 1);
    context.scratch = Scratch();
    context.scratch_stride = static_cast<size_t>(draft_.scratch_bytes);
    context.host = &host_;
    StepStatus status = StepStatus::kBudgetSpent;
    while (status == StepStatus::kBudgetSpent) {
      context.budget = std::numeric_limits<int64_t>::max() / 2;
      status = step.function(context);
    }
    if (status != StepStatus::kDone || context.next < first_) return std::nullopt;
    return context.next;
  }

  std::byte* Scratch() {
    const auto address = reinterpret_cast<uintptr_t>(scratch_.data());
    return scratch_.data() + (kAlignment - address % kAlignment) % kAlignment;
  }

  std::byte* Address(const DraftReference& reference) {
    switch (reference.where) {
      case DraftReference::Where::kConstant:
        return reinterpret_cast<std::byte*>(static_cast<uintptr_t>(reference.value));
      case DraftReference::Where::kScratch:
        return Scratch() + reference.value;
      default:
        PADDOCK_CHECK(reference.where == DraftReference::Where::kSlot);
        return Memory(static_cast<uint32_t>(reference.value));
    }
  }

  std::byte* Memory(uint32_t slot) {
    std::vector<std::byte>& memory = slots_[slot];
    if (memory.empty()) memory.resize(static_cast<size_t>(draft_.slots[slot].bytes) + 1);
    return memory.data();
  }

  const PlanDraft& draft_;
  const size_t first_;
  FoldHost host_;
  std::vector<std::vector<std::byte>> slots_;
  std::vector<std::byte> scratch_;
};

}  // namespace

bool IsFoldable(const Lowering& lowering, const Operation& operation) {
  if (!operation.info->has(kPure) || operation.info->has(kCollective) ||
      !operation.regions.empty() || lowering.position().is_composed()) {
    return false;
  }
  const auto is_small = [&](const Value* result) {
    const Type type = lowering.TypeOf(*result);
    return lowering.facts().UseCount(*result) != 0 &&
           (type.is_tensor() || type.is(TypeKind::kScalar)) && !type.is_quantized() &&
           type.has_static_shape() &&
           CheckedProduct(type.shape()).value_or(kMostFolded + 1) <= kMostFolded;
  };
  if (operation.operands.empty() || operation.results.empty()) return false;
  if (!std::ranges::all_of(operation.results, is_small)) return false;
  for (const Value* operand : operation.operands) {
    for (const Leaf& leaf : lowering.values().Leaves(*operand)) {
      if (leaf.where != Leaf::Where::kConstant || leaf.count > Values::kMostKnown) return false;
    }
  }
  return true;
}

// Open groups are set aside, so that all emitted steps belong to this operation. At level faithful
// the steps stay in the plan, so that a debugger can stop at them.
Result<void> Fold(Lowering& lowering, const Operation& operation, LowerFunction lower) {
  Emitter& emitter = lowering.emitter();
  ElementwiseScheduler& elementwise = lowering.elementwise();
  const Emitter::Mark mark = emitter.mark();
  ElementwiseScheduler::Waiting waiting = elementwise.SetAside();
  const auto lowered = lower(lowering, operation);
  elementwise.FlushAll();
  elementwise.Restore(std::move(waiting));
  if (!lowered || lowering.continuations().has_stopped()) return Failed();
  FoldRun run(emitter.draft(), mark.steps, lowering.diagnostics().sink());
  if (!run.Run()) {
    lowering.diagnostics().MarkFailed();
    return Failed();
  }
  std::vector<std::vector<Leaf>> known;
  for (const Value* result : operation.results) {
    known.push_back(lowering.values().Leaves(*result));
    for (Leaf& leaf : known.back()) {
      if (leaf.where != Leaf::Where::kSlot) continue;
      leaf.address = CopyConstant(emitter.arena(), run.AddressOf(leaf.index),
                                  static_cast<size_t>(leaf.bytes()));
      leaf.where = Leaf::Where::kConstant;
    }
  }
  if (lowering.level() == Level::kFast) emitter.TakeBack(mark);
  for (size_t i = 0; i < operation.results.size(); ++i) {
    lowering.Bind(*operation.results[i], known[i]);
  }
  return {};
}

}  // namespace paddock
