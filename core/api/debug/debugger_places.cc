// Debugger: breakpoints, and the operations at a place of the text.
#include <algorithm>
#include <limits>
#include <set>
#include <unordered_set>

#include "core/api/debug/debugger.h"
#include "core/api/query/walk.h"
#include "core/exec/grid/machine_grid.h"
#include "core/ir/module.h"
#include "core/plan/plan.h"

namespace paddock {
namespace {

const Region& ProgramRegion(const Program& program) {
  return *program.module().operation()->regions[0];
}

bool DoesNothing(const Operation& operation) {
  return operation.info == nullptr || operation.info->has(kTerminator) ||
         operation.info->has(kConstantLike) || operation.info->has(kSymbolTrait) ||
         operation.name == "builtin.module";
}

// Operations that have a step. If sizes are known only at run time, operations planned then may
// also have one.
class Executed {
 public:
  void Add(const Plan& plan) {
    if (!seen_.insert(&plan).second) return;
    for (const Step& step : plan.steps()) operations_.insert(step.operation);
    is_open_ |= plan.suspension() != nullptr;
  }
  bool Has(const Operation& operation) const {
    return operations_.contains(&operation) || (is_open_ && !DoesNothing(operation));
  }

 private:
  std::set<const Plan*> seen_;
  std::unordered_set<const Operation*> operations_;
  bool is_open_ = false;
};

Executed ExecutedIn(const MachineGrid& machines) {
  Executed executed;
  for (int64_t process : machines.processes()) {
    executed.Add(machines.machine(process).first_plan());
    executed.Add(machines.machine(process).plan());
  }
  return executed;
}

// Returns the first executed operations in the text from `offset` on.
std::vector<const Operation*> FirstFrom(const Program& program, uint32_t offset,
                                        const Executed& executed) {
  const Operation* next = nullptr;
  ForEachOperation(ProgramRegion(program), [&](const Operation& operation, uint32_t) {
    const uint32_t begin = operation.span.begin;
    const bool is_later = next != nullptr && next->span.begin <= begin;
    if (!operation.span.is_known() || begin < offset || is_later) return true;
    if (executed.Has(operation)) next = &operation;
    return true;
  });
  return next == nullptr ? std::vector<const Operation*>() : std::vector{next};
}

}  // namespace

// --- Breakpoints.

void Debugger::SetStops() {
  MachineGrid& machines = session_->machines();
  std::vector<const Operation*> stops;
  if (goal_ == Goal::kBreakpoint || goal_ == Goal::kBeyond) {
    for (const auto* list : {&breakpoints_, &once_}) {
      for (const Breakpoint& breakpoint : *list) {
        if (breakpoint.condition.kind == Condition::Kind::kNone) {
          stops.push_back(breakpoint.operation);
        }
      }
    }
  }
  machines.SetBreakpoints(stops);
  machines.StopBefore(machines.next(), {});
  if (goal_ == Goal::kBeyond) {
    machines.StopBefore(bounds_.process,
                        [this](const paddock::Step& next) { return IsBeyond(next); });
  }
  if (goal_ == Goal::kValue) {
    machines.StopBefore(making_.process, [this](const paddock::Step&) { return HasMade(); });
  }
  machines.SetTrap(has_trap_ && goal_ == Goal::kBreakpoint);
}

void Debugger::GoToValue(const Value& value, int64_t process, uint64_t execution) {
  if (is_lost_) return;
  SetGoal(Goal::kValue, Machine::kNoPause);
  passes_ = false;
  making_ = {&value, process, execution};
}

bool Debugger::HasMade() const {
  const Machine& machine = session_->machines().machine(making_.process);
  return machine.executions_of(*making_.value) >= making_.execution;
}

// --- Places of the text.

std::vector<const Operation*> Debugger::OperationsOn(uint32_t line) const {
  const Source& source = program_->source();
  const Executed executed = ExecutedIn(session_->machines());
  std::vector<const Operation*> found;
  uint32_t from = std::numeric_limits<uint32_t>::max();
  ForEachOperation(ProgramRegion(*program_), [&](const Operation& operation, uint32_t) {
    if (!operation.span.is_known()) return true;
    const uint32_t its_line = source.Locate(operation.span.begin).line;
    if (its_line >= line) from = std::min(from, operation.span.begin);
    if (its_line == line && executed.Has(operation)) found.push_back(&operation);
    return true;
  });
  return found.empty() ? FirstFrom(*program_, from, executed) : found;
}

std::vector<const Operation*> Debugger::OperationsAt(uint32_t offset) const {
  const Operation* innermost = nullptr;
  ForEachOperation(ProgramRegion(*program_), [&](const Operation& operation, uint32_t) {
    const Span span = operation.span;
    if (span.begin <= offset && offset < span.end) innermost = &operation;
    return true;
  });
  if (innermost == nullptr) return {};
  const Executed executed = ExecutedIn(session_->machines());
  if (executed.Has(*innermost)) return {innermost};
  return FirstFrom(*program_, innermost->span.begin, executed);
}

}  // namespace paddock
