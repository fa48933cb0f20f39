#include "core/plan/plan.h"

#include <algorithm>
#include <string>

#include "core/plan/lowering.h"

namespace paddock {
namespace {

StepStatus FinishStep(StepContext&) { return StepStatus::kFinished; }

}  // namespace

// Turns a draft with its memory into a plan.
class PlanBuilder {
 public:
  PlanBuilder(const Module& module, const Operation& function, const PlanOptions& options)
      : plan_(std::make_shared<Plan>()) {
    plan_->module_ = &module;
    plan_->function_ = &function;
    plan_->options_ = options;
  }

  Result<std::shared_ptr<const Plan>> Run(DiagnosticSink& sink) {
    Lowering lowering(*plan_->module_, plan_->options_, plan_->memory_, plan_->owned_, sink);
    if (!Lower(lowering)) return Failed();
    const PlanDraft& draft = lowering.draft();
    memory_ = PlanMemory(draft, plan_->options_.level, plan_->options_.retention_limit);
    prologue_ = static_cast<uint32_t>(draft.prologue.size());
    references_ = plan_->memory_.MakeArray<Reference>(draft.references.size());
    for (size_t i = 0; i < draft.references.size(); ++i) {
      references_[i] = Place(draft.references[i]);
    }
    for (const DraftStep& step : draft.prologue) AddStep(step);
    for (const DraftStep& step : draft.steps) AddStep(step);
    for (const Leaf& leaf : draft.arguments) plan_->arguments_.push_back(Place(leaf));
    for (const Leaf& leaf : draft.results) plan_->results_.push_back(Place(leaf));
    AddLocations(draft);
    if (!CountBytes(draft, sink)) return Failed();
    return std::shared_ptr<const Plan>(plan_);
  }

 private:
  bool Lower(Lowering& lowering) {
    const Operation& function = *plan_->function_;
    Block* body = FunctionBody(function);
    if (body == nullptr) {
      lowering.Fail(function, "run", "the function has no body");
      return false;
    }
    if (body->parent->block_count != 1) {
      lowering.NotImplemented(function, "a function of several blocks is not yet implemented");
      return false;
    }
    lowering.SetArguments(*body);
    const auto results = lowering.LowerCall(function, function, lowering.draft().arguments);
    if (results) lowering.SetResults(*results);
    StepSpec finish;
    finish.function = &FinishStep;
    lowering.Emit(finish);
    return results && !lowering.has_failed();
  }

  Reference Place(const DraftReference& reference) const {
    switch (reference.where) {
      case DraftReference::Where::kSlot:
        return {MemoryKind::kArena, memory_.places[reference.value].offset};
      case DraftReference::Where::kConstant:
        return {MemoryKind::kConstant, reference.value};
      case DraftReference::Where::kInput:
        return {MemoryKind::kInput, reference.value};
      case DraftReference::Where::kScratch:
        break;
    }
    return {MemoryKind::kScratch, reference.value};
  }

  PlanValue Place(const Leaf& leaf) {
    PlanValue value;
    value.is_token = leaf.is_token;
    value.element_type = leaf.type;
    value.shape = leaf.shape;
    value.is_splat = leaf.is_splat;
    if (leaf.where == Leaf::Where::kSlot) {
      value.reference = {MemoryKind::kArena, memory_.places[leaf.index].offset};
    } else if (leaf.where == Leaf::Where::kInput) {
      value.reference = {MemoryKind::kInput, leaf.index};
    } else {
      value.reference = {MemoryKind::kConstant, reinterpret_cast<uintptr_t>(leaf.address)};
    }
    return value;
  }

  void AddStep(const DraftStep& draft) {
    Step step;
    step.function = draft.function;
    step.parameters = draft.parameters;
    step.references = references_.subspan(draft.first_reference, draft.reference_count);
    step.operation = draft.operation;
    step.work = draft.work;
    step.estimated_work = draft.estimated_work;
    step.operations = draft.operations;
    step.bytes = draft.bytes;
    plan_->estimated_work_ += draft.estimated_work;
    plan_->steps_.push_back(step);
  }

  uint32_t Shifted(uint32_t step) const { return step == kNowhere ? kNowhere : step + prologue_; }

  void AddLocations(const PlanDraft& draft) {
    for (const DraftLocation& found : draft.locations) {
      PlanLocation location;
      location.value = found.value;
      location.where = Place(found.leaf);
      location.where.type = found.value->type;
      location.step = Shifted(found.step);
      location.ready = Shifted(found.ready);
      if (found.leaf.where == Leaf::Where::kSlot) {
        location.valid_until = Shifted(memory_.places[found.leaf.index].valid_until);
      }
      plan_->locations_.push_back(location);
    }
    std::ranges::sort(plan_->locations_, {}, [](const PlanLocation& location) {
      return std::pair(location.value->id, location.step);
    });
  }

  bool CountBytes(const PlanDraft& draft, DiagnosticSink& sink) {
    plan_->arena_bytes_ = memory_.bytes;
    plan_->scratch_bytes_ = (draft.scratch_bytes + 63) / 64 * 64;
    uint64_t results = 0;
    for (const Leaf& leaf : draft.results) {
      if (!leaf.is_token) results += static_cast<uint64_t>(leaf.count) * leaf.element_bytes();
    }
    plan_->peak_bytes_ = plan_->arena_bytes_ + plan_->scratch_bytes_ + results;
    const uint64_t limit = plan_->options_.memory_limit;
    if (plan_->peak_bytes_ <= limit && plan_->peak_bytes_ <= SIZE_MAX / 2) return true;
    sink.Error("memory", plan_->function_->name_span,
               "the program needs " + std::to_string(plan_->peak_bytes_) +
                   " bytes, but the limit is " +
                   std::to_string(std::min<uint64_t>(limit, SIZE_MAX / 2)));
    return false;
  }

  std::shared_ptr<Plan> plan_;
  MemoryPlan memory_;
  std::span<Reference> references_;
  uint32_t prologue_ = 0;
};

Result<std::shared_ptr<const Plan>> MakePlan(const Module& module, const Operation& function,
                                             const PlanOptions& options, DiagnosticSink& sink) {
  return PlanBuilder(module, function, options).Run(sink);
}

}  // namespace paddock
