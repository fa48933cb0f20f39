#include "core/plan/lowering/late_body.h"

#include <cstring>

#include "core/base/check.h"
#include "core/plan/lowering/live_values.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"

namespace paddock {
namespace {

StepStatus LateBodyStep(StepContext& context) {
  return context.host->RunBody(context.As<LateBody>(), context);
}

struct StagedParameters {
  size_t count = 0;
};

template <class Phase>
struct StagedReferences {
  WriteSpan<Phase, &StagedParameters::count> values;
};

StepStatus TakeStagedStep(StepContext& context) {
  const auto at = Bind<StagedReferences>(context, context.As<StagedParameters>());
  Parcel& parcel = context.host->staged();
  for (size_t i = 0; i < parcel.size(); ++i) {
    if (parcel[i].byte_size() == 0) continue;
    std::memcpy(at.values[i], parcel[i].data(), parcel[i].byte_size());
  }
  parcel.clear();
  return StepStatus::kDone;
}

// Collects the inputs of the body's plan.
class BodyInputs {
 public:
  explicit BodyInputs(Lowering& lowering) : lowering_(lowering) {}

  void Add(LiveLeaves value) {
    for (Leaf& leaf : value.leaves) {
      if (leaf.is_token) continue;
      leaf = lowering_.InMemory(leaf);
      if (leaf.where == Leaf::Where::kConstant) continue;
      leaf = lowering_.Dense(leaf);
      reads.push_back(leaf);
      leaf.where = Leaf::Where::kInput;
      leaf.index = static_cast<uint32_t>(reads.size() - 1);
    }
    values.push_back(std::move(value));
  }

  std::vector<LiveLeaves> values;
  std::vector<Leaf> reads;

 private:
  Lowering& lowering_;
};

// Returns the step with its input references; the other references are not set.
std::optional<StepSpec> PlanLateBody(Lowering& lowering, Block& body,
                                     std::span<const Leaf> arguments, LateBody& late,
                                     LateBodyReferences<Planning>& references) {
  BodyInputs inputs(lowering);
  for (size_t i = 0; i < arguments.size(); ++i) {
    inputs.Add({body.arguments[i], {arguments[i]}});
  }
  const Operation& operation = *body.parent->parent;
  for (LiveLeaves& value : CapturedBy(body, lowering.values(), lowering.facts())) {
    if (value.value->type.is(TypeKind::kFuture)) {
      // A collective that a body awaits runs at once (collective_forms.cc).
      PADDOCK_CHECK(lowering.continuations().FindPending(value.leaves.front()) == nullptr);
      value.future = {lowering.TypeOf(*value.value), nullptr};
    }
    inputs.Add(std::move(value));
  }
  auto plan =
      MakeBodyPlan(lowering.table(), lowering.module(), body, lowering.values().value_count(),
                   lowering.options(), inputs.values, lowering.diagnostics().sink());
  if (!plan) {
    lowering.diagnostics().MarkFailed();
    return std::nullopt;
  }
  late.plan = *std::move(plan);
  late.input_count = inputs.reads.size();
  references.inputs = std::move(inputs.reads);
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &LateBodyStep;
  spec.work = late.plan->estimated_work();
  spec.pays_by_itself = true;
  return spec;
}

}  // namespace

std::optional<std::vector<Leaf>> EmitAppliedBody(Lowering& lowering, Block& body,
                                                 std::span<const Leaf> arguments,
                                                 std::vector<Leaf> like) {
  if (!lowering.continuations().IsLate(*body.parent->parent)) {
    return lowering.LowerBody(body, arguments);
  }
  const std::span<Value* const> returned = body.last->operands;
  for (size_t i = like.size(); i < returned.size(); ++i) {
    const auto leaves = lowering.values().LeavesOf(returned[i]->type, returned[i]->type_span);
    if (!leaves || leaves->size() != 1) return std::nullopt;
    like.push_back(leaves->front());
  }
  LateBody late;
  LateBodyReferences<Planning> references;
  auto spec = PlanLateBody(lowering, body, arguments, late, references);
  if (!spec) return std::nullopt;
  for (const Leaf& leaf : like) {
    references.results.push_back(lowering.NewLeaf(leaf.type, leaf.shape));
    late.returned.push_back({leaf.type, leaf.shape});
  }
  SetReferences(*spec, references, late);
  spec->parameters = lowering.Own(std::move(late));
  lowering.Emit(*spec);
  return references.results;
}

std::optional<Leaf> EmitBodyForSizes(Lowering& lowering, Block& body,
                                     std::span<const Leaf> arguments) {
  LateBody late;
  late.gives_sizes = true;
  LateBodyReferences<Planning> references;
  auto spec = PlanLateBody(lowering, body, arguments, late, references);
  if (!spec) return std::nullopt;
  int64_t count = 0;
  for (const Value* value : body.last->operands) {
    count += static_cast<int64_t>(value->type.rank());
  }
  const Leaf sizes = lowering.emitter().NewVector(ElementType::kI64, count);
  references.sizes = {sizes};
  SetReferences(*spec, references, late);
  spec->parameters = lowering.Own(std::move(late));
  lowering.Emit(*spec);
  return sizes;
}

std::vector<Leaf> EmitTakeStaged(Emitter& emitter, const Operation& operation,
                                 std::span<const Leaf> like) {
  std::vector<Leaf> writes;
  for (const Leaf& leaf : like) writes.push_back(emitter.NewLeaf(leaf.type, leaf.shape));
  EmitTakeStagedTo(emitter, operation, writes);
  return writes;
}

void EmitTakeStagedTo(Emitter& emitter, const Operation& operation, std::vector<Leaf> writes) {
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &TakeStagedStep;
  for (const Leaf& leaf : writes) spec.work += 2 * static_cast<int64_t>(leaf.bytes());
  const auto* parameters = emitter.Own(StagedParameters{writes.size()});
  spec.parameters = parameters;
  SetReferences(spec, StagedReferences<Planning>{.values = std::move(writes)}, *parameters);
  emitter.Emit(spec);
}

}  // namespace paddock
