// Machine: stepping forward and back.
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/exec/machine/machine_state.h"

namespace paddock {

class MachineSnapshot {
 public:
  std::shared_ptr<const Plan> plan;
  std::vector<Tensor> inputs;
  BufferRef arena;
  std::vector<Machine::State::Runs> runs;
  std::vector<Machine::State::Past> past;
  Counts past_counts;
  std::map<std::string, std::vector<Tensor>, std::less<>> probes;
  uint64_t run_count = 0;
  uint64_t draw_count = 0;
  int64_t work_done = 0;
  uint32_t at = 0;
};

std::shared_ptr<const MachineSnapshot> Machine::State::Save(
    std::shared_ptr<MemoryBudget> memory) const {
  if (!CanBeSaved()) return nullptr;
  BufferRef copy = Buffer::Allocate(arena->size(), std::move(memory));
  if (!copy) return nullptr;
  std::memcpy(copy->mutable_data(), arena->data(), arena->size());
  auto snapshot = std::make_shared<MachineSnapshot>();
  snapshot->plan = plan;
  snapshot->inputs = inputs;
  snapshot->arena = std::move(copy);
  snapshot->runs = runs;
  snapshot->past = past;
  snapshot->past_counts = past_counts;
  snapshot->probes = probes;
  snapshot->run_count = run_count;
  snapshot->draw_count = draw_count;
  snapshot->work_done = work_done;
  snapshot->at = at;
  return snapshot;
}

bool Machine::State::Restore(const MachineSnapshot& snapshot) {
  if (has_traffic) return false;
  const bool has_its_arena = plan == snapshot.plan && arena->is_unique();
  inputs = snapshot.inputs;
  past = snapshot.past;
  plan = snapshot.plan;
  sink = {};
  if (!has_its_arena) {
    // Releases the old arena before the new one is allocated.
    arena = {};
    scratch = {};
    if (!Allocate(sink)) {
      has_failed = true;
      return true;
    }
  }
  BindPlan();
  std::memcpy(arena->mutable_data(), snapshot.arena->data(), snapshot.arena->size());
  runs = snapshot.runs;
  past_counts = snapshot.past_counts;
  probes = snapshot.probes;
  run_count = snapshot.run_count;
  draw_count = snapshot.draw_count;
  work_done = snapshot.work_done;
  at = snapshot.at;
  is_finished = has_failed = passes_breakpoint = false;
  return true;
}

uint64_t Machine::steps_done() const { return state_->run_count; }
bool Machine::is_between_steps() const { return state_->context.position == 0; }
void Machine::PauseAt(uint64_t steps) { state_->pause_at = steps; }
void Machine::SetTrap(bool traps_non_finite) { state_->options.trap_non_finite = traps_non_finite; }
void Machine::PassBreakpoint() { state_->passes_breakpoint = true; }

const Operation* Machine::last_operation() const {
  const State& state = *state_;
  for (size_t i = 0; i < state.runs.size() && state.run_count != 0; ++i) {
    if (state.runs[i].last == state.run_count) return state.plan->steps()[i].operation;
  }
  return nullptr;
}

void Machine::SetBreakpoints(std::vector<const Operation*> operations) {
  state_->options.breakpoints = std::move(operations);
}

void Machine::StopBefore(std::function<bool(const Step&)> stops_before) {
  state_->options.stops_before = std::move(stops_before);
}

const Step& Machine::next_step() const { return state_->plan->steps()[state_->at]; }

std::shared_ptr<const MachineSnapshot> Machine::Save(std::shared_ptr<MemoryBudget> memory) const {
  return state_->Save(std::move(memory));
}

bool Machine::can_be_saved() const { return state_->CanBeSaved(); }
const Plan& Machine::first_plan() const { return *state_->first_plan; }
uint64_t Machine::executions() const {
  return state_->is_finished ? 0 : state_->runs[state_->at].count;
}

bool Machine::Restore(const MachineSnapshot& snapshot) { return state_->Restore(snapshot); }

}  // namespace paddock
