// Debugger: breakpoints with a condition, which is evaluated after each step of their operations.
#include <optional>
#include <utility>

#include "core/api/debug/debugger.h"
#include "core/exec/grid/machine_grid.h"
#include "core/ir/operation.h"

namespace paddock {

// Values of the current state count as the previous ones.
void Debugger::SetWatches() {
  watches_.clear();
  has_met_ = false;
  if (goal_ != Goal::kBreakpoint && goal_ != Goal::kBeyond) return;
  for (const Breakpoint& breakpoint : breakpoints_) {
    if (breakpoint.condition.kind == Condition::Kind::kNone) continue;
    for (const Value* result : breakpoint.operation->results) {
      for (const int64_t process : session_->machines().processes()) {
        watches_.push_back({breakpoint, result, process, 0, {}});
        TakeValue(watches_.back());
      }
    }
  }
}

// Returns whether the condition holds for a value that was not there before.
bool Debugger::TakeValue(Watch& watch) {
  const Machine& machine = session_->machines().machine(watch.process);
  const uint64_t executions = machine.executions_of(*watch.value);
  if (executions == watch.executions) return false;
  watch.executions = executions;
  std::optional<Tensor> now = machine.ValueOf(*watch.value, 0);
  if (!now) return false;
  const Breakpoint& breakpoint = watch.breakpoint;
  const bool is_meant = breakpoint.execution == 0 || breakpoint.execution == executions;
  const bool holds = is_meant && Holds(breakpoint.condition, *now, watch.before);
  watch.before = *std::move(now);
  return holds;
}

void Debugger::LookAfter(int64_t process, const Operation* operation) {
  for (Watch& watch : watches_) {
    if (watch.breakpoint.operation != operation || watch.process != process) continue;
    if (!TakeValue(watch)) continue;
    has_met_ = true;
    session_->machines().machine(process).PauseAt(0);
  }
}

}  // namespace paddock
