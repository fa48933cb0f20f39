#include "core/plan/lowering/build_plan.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "core/base/overflow.h"
#include "core/plan/fusion/tape_plan.h"
#include "core/plan/lowering/arguments.h"
#include "core/plan/lowering/interval_packing.h"
#include "core/plan/lowering/late_body.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

StepStatus FinishStep(StepContext&) { return StepStatus::kFinished; }

// Small constants are passed to the continuation as copies, others by address.
bool IsCopied(const PlanValue& constant) {
  const int64_t count = CheckedProduct(constant.shape).value_or(0);
  return count <= Values::kMostKnown;
}

}  // namespace

// Builds a plan from a draft and its memory.
class PlanBuilder {
 public:
  PlanBuilder(const LowerTable& table, const Module& module, const Operation& function,
              const PlanOptions& options)
      : plan_(std::make_shared<Plan>()) {
    plan_->table_ = &table;
    plan_->module_ = &module;
    plan_->function_ = &function;
    plan_->options_ = options;
  }

  // Plans the continuation of `before`, whose live values are `live`.
  PlanBuilder(const std::shared_ptr<const Plan>& before, std::span<const Tensor> live)
      : PlanBuilder(*before->table_, before->module(), before->function(), before->options_) {
    plan_->late_ = before->late_;
    plan_->body_ = before->body_;
    plan_->value_count_ = before->value_count_;
    path_ = before->suspension()->path;
    BindLive(before, live);
  }

  // Plans a late body.
  PlanBuilder(const LowerTable& table, const Module& module, Block& body, size_t value_count,
              std::span<const LiveLeaves> values, const PlanOptions& options)
      : PlanBuilder(table, module, *body.parent->parent, options) {
    plan_->body_ = &body;
    plan_->value_count_ = value_count;
    live_.assign(values.begin(), values.end());
  }

  Result<std::shared_ptr<const Plan>> Run(std::span<const Tensor> inputs, DiagnosticSink& sink) {
    PlanKnowledge knowledge;
    knowledge.late = plan_->late_;
    while (true) {
      DiagnosticSink attempt;
      Lowering lowering(*plan_->table_, *plan_->module_, *plan_->function_, plan_->options_,
                        plan_->memory_, plan_->owned_, knowledge, attempt);
      const bool is_lowered = Lower(lowering, inputs, knowledge.fixed_arguments);
      if (lowering.continuations().needs_another_attempt()) continue;
      for (Diagnostic& diagnostic : attempt.Take()) sink.Report(std::move(diagnostic));
      if (!is_lowered) return Failed();
      for (uint32_t argument : knowledge.fixed_arguments) {
        plan_->fixed_arguments_.push_back({argument, inputs[argument]});
      }
      plan_->late_ = knowledge.late;
      return Build(lowering.emitter().Finish(), sink);
    }
  }

 private:
  Result<std::shared_ptr<const Plan>> Build(const PlanDraft& draft, DiagnosticSink& sink) {
    memory_ = PlanMemory(draft, plan_->options_.level, plan_->options_.retention_limit);
    prologue_ = static_cast<uint32_t>(draft.prologue.size());
    references_ = plan_->memory_.MakeArray<Reference>(draft.references.size());
    for (size_t i = 0; i < draft.references.size(); ++i) {
      references_[i] = Place(draft.references[i]);
    }
    for (const DraftStep& step : draft.prologue) AddStep(step);
    for (const DraftStep& step : draft.steps) AddStep(step);
    AddTapes(draft);
    for (const Leaf& leaf : draft.arguments) plan_->arguments_.push_back(Place(leaf));
    for (const Leaf& leaf : draft.results) plan_->results_.push_back(Place(leaf));
    if (draft.suspension != nullptr) AddSuspension(*draft.suspension);
    plan_->is_straight_ = draft.is_straight();
    AddLocations(draft);
    if (!CountBytes(draft, sink)) return Failed();
    return std::shared_ptr<const Plan>(plan_);
  }

  // Binds the leaves of the values that a suspended plan passes on: known ones become constants of
  // this plan, the others its arguments.
  void BindLive(const std::shared_ptr<const Plan>& before, std::span<const Tensor> live) {
    uint32_t inputs = 0;
    size_t at = 0;
    for (const Suspension::Live& value : before->suspension()->live) {
      LiveLeaves bound{value.value, {}, value.is_needed, value.future};
      if (value.future) KeepAlive(before);
      for (const PlanValue& from : value.leaves) {
        Leaf leaf;
        leaf.is_token = from.is_token;
        if (!leaf.is_token) {
          SetPlace(leaf, value, from, live[at++], inputs);
          // The leaf may be a constant of the preceding plan.
          const bool is_borrowed = leaf.where == Leaf::Where::kConstant && !IsCopied(from);
          if (is_borrowed) KeepAlive(before);
        }
        bound.leaves.push_back(leaf);
      }
      live_.push_back(std::move(bound));
    }
  }

  void KeepAlive(const std::shared_ptr<const Plan>& before) {
    if (plan_->owned_.empty()) plan_->owned_.push_back(before);
  }

  void SetPlace(Leaf& leaf, const Suspension::Live& value, const PlanValue& from,
                const Tensor& tensor, uint32_t& inputs) {
    leaf.type = from.element_type;
    leaf.shape = plan_->memory_.CopyArray(from.shape);
    leaf.count = CheckedProduct(leaf.shape).value_or(0);
    if (!value.is_needed && from.reference.kind != MemoryKind::kConstant) {
      leaf.where = Leaf::Where::kInput;
      leaf.index = inputs++;
      return;
    }
    leaf.where = Leaf::Where::kConstant;
    leaf.is_splat = from.is_splat && from.reference.kind == MemoryKind::kConstant;
    if (from.reference.kind == MemoryKind::kConstant && !IsCopied(from)) {
      leaf.address =
          reinterpret_cast<const std::byte*>(static_cast<uintptr_t>(from.reference.value));
      return;
    }
    leaf.address = CopyConstant(plan_->memory_, tensor.data(), static_cast<size_t>(leaf.bytes()));
  }

  bool Lower(Lowering& lowering, std::span<const Tensor> inputs,
             std::span<const uint32_t> fixed_arguments) {
    const Operation& function = *plan_->function_;
    const bool is_alone = plan_->body_ != nullptr;
    Block* body = is_alone ? plan_->body_ : FunctionBody(function);
    if (body == nullptr) {
      lowering.Fail(function, "run", "the function has no body");
      return false;
    }
    if (body->parent->block_count != 1) {
      lowering.Malformed(function);
      return false;
    }
    const auto arguments = BindInputs(lowering, *body, inputs, fixed_arguments);
    if (!arguments) return false;
    const auto results = is_alone ? lowering.LowerInPlace(*body, *arguments)
                                  : lowering.LowerCall(function, function, *arguments);
    const Continuations& continuations = lowering.continuations();
    if (lowering.diagnostics().has_failed() || continuations.needs_another_attempt()) return false;
    if (continuations.is_suspended()) return true;
    if (results) {
      lowering.elementwise().FlushAll();
      for (const Leaf& leaf : *results) {
        lowering.emitter().AddResult(lowering.values().Resolved(leaf));
      }
    }
    StepSpec finish;
    finish.function = &FinishStep;
    lowering.Emit(finish);
    return results && !lowering.diagnostics().has_failed();
  }

  // Returns the leaves of the arguments of `body`; those of a continuation are bound already.
  std::optional<std::vector<Leaf>> BindInputs(Lowering& lowering, const Block& body,
                                              std::span<const Tensor> inputs,
                                              std::span<const uint32_t> fixed_arguments) {
    const bool is_alone = plan_->body_ != nullptr;
    if (is_alone) lowering.SetBody(body, plan_->value_count_);
    if (!is_alone && path_.empty()) {
      auto arguments = TypedArguments(lowering.values(), lowering.diagnostics(), body, inputs);
      if (!arguments) return std::nullopt;
      for (const Leaf& leaf : *arguments) lowering.emitter().AddArgument(leaf);
      FixArguments(*arguments, fixed_arguments, inputs, lowering.arena());
      return arguments;
    }
    lowering.continuations().Resume(path_, live_);
    std::vector<Leaf> arguments;
    if (!path_.empty()) return arguments;
    // The first live values are the arguments. Some may be known.
    for (const LiveLeaves& value : std::span(live_).first(body.arguments.size())) {
      arguments.insert(arguments.end(), value.leaves.begin(), value.leaves.end());
    }
    return arguments;
  }

  void AddSuspension(const DraftSuspension& draft) {
    auto suspension = std::make_unique<Suspension>();
    suspension->path = draft.path;
    for (const LiveLeaves& live : draft.live) {
      Suspension::Live value{live.value, {}, live.is_needed, live.future};
      for (const Leaf& leaf : live.leaves) value.leaves.push_back(Place(leaf));
      suspension->live.push_back(std::move(value));
    }
    plan_->suspension_ = std::move(suspension);
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
    step.fused = draft.fused;
    step.work = draft.work;
    step.estimated_work = draft.estimated_work;
    step.operations = draft.operations;
    step.bytes = draft.bytes;
    step.traffic = draft.traffic;
    step.moves = draft.moves;
    step.prepare = draft.prepare;
    step.scope = draft.scope;
    plan_->estimated_work_ += draft.estimated_work;
    plan_->steps_.push_back(step);
  }

  void AddTapes(const PlanDraft& draft) {
    std::vector<StepLoop> loops;
    for (const DraftLoop& loop : draft.loops) {
      loops.push_back({Shifted(loop.begin), Shifted(loop.end)});
    }
    plan_->tapes_ = MakeTapePlan(plan_->steps_, std::move(loops), plan_->memory_);
  }

  uint32_t Shifted(uint32_t step) const { return step == kNowhere ? kNowhere : step + prologue_; }

  void AddLocations(const PlanDraft& draft) {
    for (const DraftLocation& found : draft.locations) {
      PlanLocation location;
      location.value = found.value;
      location.part = found.part;
      location.where = Place(found.leaf);
      location.where.type = found.type;
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
    // The prologue's results count from the first step on.
    const uint64_t before = memory_.live_bytes.empty() ? 0 : memory_.live_bytes.front();
    plan_->live_bytes_.assign(prologue_, before);
    plan_->live_bytes_.insert(plan_->live_bytes_.end(), memory_.live_bytes.begin(),
                              memory_.live_bytes.end());
    plan_->scratch_bytes_ = (draft.scratch_bytes + 63) / 64 * 64;
    plan_->peak_bytes_ =
        plan_->arena_bytes_ + plan_->scratch_bytes_ + draft.constant_bytes + CountCopied();
    const uint64_t limit = plan_->options_.memory_limit;
    if (plan_->peak_bytes_ <= limit && plan_->peak_bytes_ <= SIZE_MAX / 2) return true;
    sink.Error("memory", plan_->function_->name_span,
               "the program needs " + std::to_string(plan_->peak_bytes_) +
                   " bytes, but the limit is " +
                   std::to_string(std::min<uint64_t>(limit, SIZE_MAX / 2)));
    return false;
  }

  // Returns the bytes of copied results, and decides whether the others are lent.
  uint64_t CountCopied() {
    uint64_t lent = 0;
    uint64_t all = 0;
    for (const PlanValue& result : plan_->results_) {
      if (result.is_token) continue;
      const auto bytes =
          static_cast<uint64_t>(ByteSizeOf(result.element_type, result.shape).value_or(0));
      all += bytes;
      if (result.is_whole_in_arena()) lent += bytes;
    }
    // An arena of large arrays also has the space between them.
    const uint64_t arena = plan_->arena_bytes_;
    plan_->lends_results_ = lent >= (arena < kLeastStaggered ? arena / 2 : arena / 16 * 7);
    return plan_->lends_results_ ? all - lent : all;
  }

  std::shared_ptr<Plan> plan_;
  // Set for a continuation and for a late body.
  std::vector<SuspensionFrame> path_;
  std::vector<LiveLeaves> live_;
  MemoryPlan memory_;
  std::span<Reference> references_;
  uint32_t prologue_ = 0;
};

Result<std::shared_ptr<const Plan>> BuildPlan(const LowerTable& table, const Module& module,
                                              const Operation& function, const PlanOptions& options,
                                              DiagnosticSink& sink,
                                              std::span<const Tensor> inputs) {
  return PlanBuilder(table, module, function, options).Run(inputs, sink);
}

Result<std::shared_ptr<const Plan>> MakeContinuation(const std::shared_ptr<const Plan>& plan,
                                                     std::span<const Tensor> live,
                                                     DiagnosticSink& sink) {
  return PlanBuilder(plan, live).Run({}, sink);
}

Result<std::shared_ptr<const Plan>> MakeBodyPlan(const LowerTable& table, const Module& module,
                                                 Block& body, size_t value_count,
                                                 const PlanOptions& options,
                                                 std::span<const LiveLeaves> values,
                                                 DiagnosticSink& sink) {
  return PlanBuilder(table, module, body, value_count, values, options).Run({}, sink);
}

std::string ContinuationKey(const Plan& plan, std::span<const Tensor> live) {
  std::string key;
  const auto append = [&key](const auto& value) {
    key.append(reinterpret_cast<const char*>(&value), sizeof(value));
  };
  for (const SuspensionFrame& frame : plan.suspension()->path) {
    append(frame.block);
    append(frame.operation);
  }
  size_t at = 0;
  for (const Suspension::Live& value : plan.suspension()->live) {
    append(value.value);
    if (value.future) append(value.future->pending);
    for (const PlanValue& leaf : value.leaves) {
      append(leaf.is_token);
      if (leaf.is_token) continue;
      const Tensor& tensor = live[at++];
      append(leaf.element_type);
      for (int64_t size : leaf.shape) append(size);
      const bool is_constant = leaf.reference.kind == MemoryKind::kConstant;
      append(is_constant);
      if (is_constant && !IsCopied(leaf)) {
        append(leaf.reference.value);
      } else if (value.is_needed || is_constant) {
        key.append(reinterpret_cast<const char*>(tensor.data()), tensor.byte_size());
      }
    }
  }
  return key;
}

std::vector<Tensor> ContinuationInputs(const Plan& plan, std::vector<Tensor> live) {
  std::vector<Tensor> inputs;
  size_t at = 0;
  for (const Suspension::Live& value : plan.suspension()->live) {
    for (const PlanValue& leaf : value.leaves) {
      if (leaf.is_token) continue;
      Tensor& tensor = live[at++];
      const bool is_input = !value.is_needed && leaf.reference.kind != MemoryKind::kConstant;
      if (is_input) inputs.push_back(std::move(tensor));
    }
  }
  return inputs;
}

}  // namespace paddock
