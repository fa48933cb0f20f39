#include "core/plan/bodies/scalar_loop.h"

#include "core/plan/lowering/late_body.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"

namespace paddock {

namespace {

template <class Phase>
struct StartReferences {
  ReadSpan<Phase, &LoopParameters::source_count> sources;
  WriteSpan<Phase, &LoopParameters::write_count> writes;
  Write<Phase> state;
};

StepStatus StartStep(StepContext& context) {
  const auto& loop = context.As<LoopParameters>();
  const auto at = Bind<StartReferences>(context, loop);
  const ApplicationMemory memory{at.sources, {}, at.writes, at.state + kPositionBytes};
  const StepStatus status = loop.applications->Prepare(context, memory);
  if (status == StepStatus::kDone) SetCounter(at.state, 0);
  return status;
}

LoopParameters ParametersOf(const AppliedOperation& applied, size_t body_value_count) {
  LoopParameters parameters{applied.applications.get(), applied.sources.size()};
  parameters.read_count = applied.reads.size();
  parameters.write_count = applied.writes.size();
  parameters.body_value_count = body_value_count;
  return parameters;
}

StepSpec StepOf(const AppliedOperation& applied, StepFunction function,
                const LoopParameters& parameters) {
  StepSpec spec;
  spec.operation = applied.operation;
  spec.function = function;
  spec.parameters = &parameters;
  return spec;
}

// The position and the state of the description, in words.
int64_t StateWords(const AppliedOperation& applied) {
  return static_cast<int64_t>((kPositionBytes + applied.applications->state_bytes() + 7) / 8);
}

}  // namespace

ScalarLoop::ScalarLoop(Lowering& lowering, const AppliedOperation& applied)
    : lowering_(lowering),
      applied_(applied),
      state_(lowering.emitter().NewVector(ElementType::kI64, StateWords(applied))) {
  lowering.Own(applied.applications);
  const auto& parameters = *lowering.Own(ParametersOf(applied, 0));
  StepSpec spec = StepOf(applied, &StartStep, parameters);
  const StartReferences<Planning> references{applied.sources, applied.writes, state_};
  SetReferences(spec, references, parameters);
  for (const InPlacePair& pair : applied.in_place) {
    spec.in_place.push_back(
        InPlace(references, references.writes[pair.write], references.sources[pair.read]));
  }
  spec.work = applied.prepare_work;
  lowering.Emit(spec);
}

LoopParameters* ScalarLoop::EmitFetch(std::vector<Leaf> arguments) {
  auto* parameters = lowering_.emitter().OwnMutable<LoopParameters>();
  *parameters = ParametersOf(applied_, arguments.size());
  StepSpec spec = StepOf(applied_, applied_.fetch, *parameters);
  SetReferences(
      spec,
      FetchReferences<Planning>{state_, applied_.reads, applied_.writes, std::move(arguments)},
      *parameters);
  lowering_.Emit(spec);
  return parameters;
}

LoopParameters* ScalarLoop::EmitStore(std::vector<Leaf> returned) {
  auto* parameters = lowering_.emitter().OwnMutable<LoopParameters>();
  *parameters = ParametersOf(applied_, returned.size());
  StepSpec spec = StepOf(applied_, applied_.store, *parameters);
  SetReferences(spec, StoreReferences<Planning>{state_, std::move(returned), applied_.writes},
                *parameters);
  lowering_.Emit(spec);
  return parameters;
}

Result<void> ScalarLoop::EmitLoop(Block& body, const BodySizes& sizes) {
  const uint32_t begin = lowering_.emitter().next_step();
  lowering_.elementwise().FlushAll();
  std::vector<Leaf> arguments = sizes.argument_shapes;
  for (size_t i = arguments.size(); i < body.arguments.size(); ++i) {
    const Value& argument = *body.arguments[i];
    const auto leaves = lowering_.values().LeavesOf(lowering_.TypeOf(argument), argument.type_span);
    if (!leaves || leaves->size() != 1) return Failed();
    arguments.push_back(leaves->front());
  }
  for (Leaf& argument : arguments) argument = lowering_.NewLeaf(argument.type, argument.shape);
  const uint32_t head = lowering_.emitter().next_step();
  LoopParameters* const fetch = EmitFetch(arguments);
  const auto returned = EmitAppliedBody(lowering_, body, arguments, sizes.returned_shapes);
  if (!returned) return Failed();
  if (returned->size() != applied_.returned_count) {
    return FailReturnedCount(lowering_, *applied_.operation);
  }
  lowering_.elementwise().FlushAll();
  if (sizes.on_returned && !sizes.on_returned(*returned)) return Failed();
  std::vector<Leaf> values;
  for (const Leaf& leaf : *returned) values.push_back(lowering_.Dense(leaf));
  const uint32_t last = lowering_.emitter().next_step();
  LoopParameters* const store = EmitStore(std::move(values));
  fetch->exit = static_cast<int32_t>(last - head);
  store->back = static_cast<int32_t>(head) - static_cast<int32_t>(last + 1);
  lowering_.emitter().AddLoop(head, last);
  lowering_.emitter().SetWriter(applied_.writes, begin);
  return {};
}

}  // namespace paddock
