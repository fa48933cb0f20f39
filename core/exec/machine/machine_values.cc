// Machine: state that callers can inspect between slices of work.
#include <algorithm>
#include <cstring>

#include "core/base/check.h"
#include "core/exec/machine/machine_state.h"
#include "core/exec/machine/non_finite.h"
#include "simd/movement/copy_kernels.h"

namespace paddock {

bool Machine::State::MadeNonFinite(const Operation& operation) const {
  for (const Value* result : operation.results) {
    for (const PlanLocation& location : LocationsOf(*plan, *result)) {
      if (location.step == at && HasNonFinite(Copy(location.where))) return true;
    }
  }
  return false;
}

std::span<const PlanLocation> Machine::State::LocationsOf(const Plan& plan, const Value& value) {
  const auto by_id = [](const PlanLocation& location) { return location.value->id; };
  const auto found = std::ranges::equal_range(plan.locations(), value.id, {}, by_id);
  return {found.begin(), found.end()};
}

bool Machine::State::IsValid(const PlanLocation& location) const {
  if (location.step == PlanLocation::kNoStep) return true;
  if (runs[location.step].last == 0) return false;
  // The machine is inside the loop or branch that recomputes the value.
  if (at > location.step && at < location.ready) return false;
  if (at == location.step && context.position != 0) return false;
  if (location.valid_until == PlanLocation::kNoStep || at < location.valid_until) return true;
  return at == location.valid_until && context.position == 0;
}

Tensor Machine::State::Copy(const PlanValue& value) const {
  return CopyFrom(value, Address(value.reference));
}

Tensor Machine::State::CopyFrom(const PlanValue& value, const std::byte* data) const {
  Tensor tensor = Tensor::Allocate(value.element_type, value.shape, options.memory);
  if (!tensor.has_value() || tensor.byte_size() == 0) return tensor;
  if (value.is_splat) {
    simd::Fill(tensor.mutable_data(), data, ByteSize(value.element_type), tensor.element_count());
  } else {
    std::memcpy(tensor.mutable_data(), data, tensor.byte_size());
  }
  return tensor;
}

Tensor Machine::State::HandOut(const PlanValue& result) const {
  if (!plan->lends_results() || !result.is_whole_in_arena()) return Copy(result);
  return Tensor::FromBuffer(result.element_type, result.shape, arena,
                            static_cast<size_t>(result.reference.value));
}

std::vector<Tensor> Machine::Results() const {
  PADDOCK_CHECK(state_->is_finished);
  std::vector<Tensor> results;
  for (const PlanValue& result : state_->plan->results()) {
    results.push_back(result.is_token ? Tensor() : state_->HandOut(result));
  }
  return results;
}

// Finds the location that was written last; a value has one for each call of its function.
std::optional<Machine::State::Seen> Machine::State::Find(const Value& value, size_t part) const {
  std::optional<Seen> newest;
  uint64_t newest_run = 0;
  uint64_t executions = 0;
  for (const PlanLocation& location : LocationsOf(*plan, value)) {
    if (location.part != part) continue;
    const bool has_step = location.step != PlanLocation::kNoStep;
    if (has_step) executions += runs[location.step].count;
    if (!IsValid(location)) continue;
    const uint64_t run = has_step ? runs[location.step].last : 0;
    if (newest && run < newest_run) continue;
    newest = {&location.where, Address(location.where.reference), 0};
    newest_run = run;
  }
  if (newest) newest->executions = executions;
  for (auto before = past.rbegin(); !newest && before != past.rend(); ++before) {
    newest = FindPast(*before, value, part);
  }
  for (auto body = bodies.begin(); !newest && body != bodies.end(); ++body) {
    if (body->second != nullptr) newest = body->second->state_->Find(value, part);
  }
  return newest;
}

// Finds a value of an earlier plan that was computed and is still in memory.
std::optional<Machine::State::Seen> Machine::State::FindPast(const Past& before, const Value& value,
                                                             size_t part) const {
  for (const PlanLocation& location : LocationsOf(*before.plan, value)) {
    if (location.part != part) continue;
    const bool has_step = location.step != PlanLocation::kNoStep;
    const uint64_t executions = has_step ? before.runs[location.step].count : 0;
    if (location.valid_until != PlanLocation::kNoStep || (has_step && executions == 0)) continue;
    const Reference& where = location.where.reference;
    const std::byte* data = Address(where, before.arena, before.inputs);
    return Seen{&location.where, data, executions};
  }
  return std::nullopt;
}

Counts Machine::State::CountRuns() const {
  Counts counts;
  for (size_t i = 0; i < runs.size(); ++i) {
    const Step& step = plan->steps()[i];
    const uint64_t count = runs[i].count;
    counts += {.operations = count * step.operations, .bytes = count * step.bytes, .steps = count};
  }
  return counts;
}

std::optional<Tensor> Machine::ValueOf(const Value& value, size_t part) const {
  const auto found = state_->Find(value, part);
  if (!found) return std::nullopt;
  Tensor copy = state_->CopyFrom(*found->where, found->data);
  if (!copy.has_value()) return std::nullopt;
  return copy;
}

bool Machine::LookAt(const Value& value, size_t part,
                     const std::function<void(const ValueView&)>& look) const {
  const auto found = state_->Find(value, part);
  if (!found) return false;
  const PlanValue& where = *found->where;
  const std::span<const int64_t> shape = where.is_splat ? std::span<const int64_t>() : where.shape;
  const Tensor elements = ViewOf(where.element_type, shape, found->data);
  look({elements, where.is_splat, where.shape, found->executions});
  return true;
}

uint64_t Machine::executions_of(const Value& value) const {
  const auto found = state_->Find(value, 0);
  return found ? found->executions : 0;
}

const Operation* Machine::current_operation() const {
  return state_->is_finished ? nullptr : state_->plan->steps()[state_->at].operation;
}

Progress Machine::progress() const {
  return {state_->at, static_cast<uint32_t>(state_->plan->steps().size()), state_->work_done,
          state_->plan->estimated_work()};
}

Counts Machine::counts() const {
  Counts counts = state_->CountRuns();
  return counts += state_->past_counts;
}

const DiagnosticSink& Machine::diagnostics() const { return state_->sink; }

const Plan& Machine::plan() const { return *state_->plan; }

}  // namespace paddock
