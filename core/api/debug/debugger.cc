#include "core/api/debug/debugger.h"

#include <algorithm>
#include <utility>

#include "core/exec/grid/machine_grid.h"
#include "core/plan/plan.h"

namespace paddock {
namespace {

// Cost of a step on a few elements, in units of work.
constexpr uint64_t kStepCost = 256;
// Minimum distance between snapshots, in units of work: about 30 ms of running.
constexpr uint64_t kSnapshotCost = uint64_t{1} << 27;
// Minimum work between snapshots, in units for each copied byte. A copy costs about one unit a byte
// in each direction, so at most a tenth of the run is spent on copies.
constexpr uint64_t kCopyFactor = 16;
// Snapshots take at most 1 / kSnapshotShare of the run's memory limit.
constexpr uint64_t kSnapshotShare = 4;
// Work between checks for a due snapshot.
constexpr int64_t kSliceWork = 16 << 20;
constexpr auto kNoCondition = Condition::Kind::kNone;

}  // namespace

Debugger::Debugger(std::shared_ptr<const Program> program, SessionOptions options)
    : program_(std::move(program)), options_(std::move(options)) {
  options_.level = Level::kFaithful;
  options_.mode = GridMode::kCooperative;
  options_.threads = 1;
  options_.peer = nullptr;
  options_.is_stepped = true;
  snapshot_memory_ = std::make_shared<MemoryBudget>(options_.memory_bytes / kSnapshotShare);
  Silence();
  options_.on_step = [this, told = std::move(options_.on_step)](int64_t process,
                                                                const Operation* operation) {
    if (history_.size() == 2 * kMostHistory) {
      history_.erase(history_.begin(), history_.begin() + kMostHistory);
    }
    history_.push_back(NextOf(process));
    history_.back().operation = operation;
    LookAfter(process, operation);
    if (told && !is_silent_) told(process, operation);
  };
}

Debugger::~Debugger() = default;

// Wraps the listeners so that each event is reported once, even if it is recomputed.
void Debugger::Silence() {
  if (options_.on_print) {
    options_.on_print = [this, told = options_.on_print](std::string_view text) {
      if (!is_silent_) told(text);
    };
  }
  if (options_.on_probe) {
    options_.on_probe = [this, told = options_.on_probe](std::string_view id, int64_t iteration,
                                                         const Tensor& value) {
      if (!is_silent_) told(id, iteration, value);
    };
  }
  if (options_.on_outfeed) {
    options_.on_outfeed = [this, told = options_.on_outfeed](const OutfeedEntry& entry) {
      if (!is_silent_) told(entry);
    };
  }
  if (options_.on_communication) {
    options_.on_communication = [this, told = options_.on_communication](const Communication& one) {
      if (!is_silent_) told(one);
    };
  }
  if (options_.on_span) {
    options_.on_span = [this, told = options_.on_span](int64_t process, const StepSpan& span) {
      if (!is_silent_) told(process, span);
    };
  }
}

std::unique_ptr<Debugger> Debugger::Start(std::shared_ptr<const Program> program,
                                          SessionOptions options,
                                          std::vector<Diagnostic>& diagnostics) {
  std::unique_ptr<Debugger> debugger(new Debugger(std::move(program), std::move(options)));
  const bool has_begun = debugger->Begin();
  diagnostics.insert(diagnostics.end(), debugger->diagnostics_.begin(),
                     debugger->diagnostics_.end());
  debugger->diagnostics_.clear();
  return has_begun ? std::move(debugger) : nullptr;
}

bool Debugger::Begin() {
  // The session's memory is released first.
  session_ = nullptr;
  history_.clear();
  is_inside_step_ = false;
  session_ = Session::Start(program_, options_, diagnostics_);
  if (session_ == nullptr) return false;
  KeepSnapshot();
  return true;
}

// --- Destinations.

void Debugger::SetBreakpoints(std::vector<Breakpoint> breakpoints) {
  breakpoints_ = std::move(breakpoints);
}

void Debugger::SetGoal(Goal goal, uint64_t clock) {
  goal_ = goal;
  goal_clock_ = clock;
  once_.clear();
  must_rewind_ = is_going_back_ = false;
  passes_ = is_at_breakpoint_ || session_->machines().steps_done() > 0;
  SetWatches();
}

void Debugger::GoOn() {
  if (is_lost_) return;
  SetGoal(Goal::kBreakpoint, Machine::kNoPause);
}

void Debugger::GoOnTo(std::vector<Breakpoint> once) {
  GoOn();
  once_ = std::move(once);
}

void Debugger::Step() {
  if (is_lost_) return;
  SetGoal(Goal::kNextOperation, session_->machines().steps_done() + 1);
}

void Debugger::StepOver() { GoBeyond(false); }
void Debugger::StepOut() { GoBeyond(true); }

void Debugger::GoBeyond(bool is_out) {
  if (is_lost_ || has_ended_) return;
  const MachineGrid& machines = session_->machines();
  const int64_t process = machines.next();
  const paddock::Step& next = machines.machine(process).next_step();
  if (next.operation == nullptr) return Step();
  SetGoal(Goal::kBeyond, Machine::kNoPause);
  passes_ = true;
  bounds_ = {process, &next, next.operation, {}, is_out};
  for (const StepScope* scope = next.scope; scope != nullptr; scope = scope->outer) {
    bounds_.around.insert(bounds_.around.begin(), scope->operation);
  }
}

// A loop has steps of its own, around its regions and in every iteration, which are not beyond it.
bool Debugger::IsBeyond(const paddock::Step& next) const {
  const std::vector<const Operation*>& around = bounds_.around;
  const size_t depth = next.scope == nullptr ? 0 : next.scope->depth + 1;
  if (depth > around.size()) return false;
  for (const StepScope* scope = next.scope; scope != nullptr; scope = scope->outer) {
    if (around[scope->depth] != scope->operation) return false;
  }
  if (depth < around.size()) return !bounds_.is_out || next.operation != around[depth];
  if (bounds_.is_out) return false;
  const bool is_again = next.operation->regions.empty() && &next == bounds_.step;
  return next.operation != bounds_.operation || is_again;
}

void Debugger::GoTo(uint64_t clock) {
  if (is_lost_) return;
  const uint64_t now = session_->machines().steps_done();
  SetGoal(Goal::kClock, clock);
  // If a step was stopped midway, its start is also behind the current place.
  is_going_back_ = clock < now || (clock == now && is_inside_step_);
  must_rewind_ = is_going_back_;
}

Debugger::Stop Debugger::Run(int64_t work_budget) {
  if (is_lost_) return Stop::kLost;
  if (goal_ == Goal::kNone) {
    return has_failed_ ? Stop::kFailed : has_ended_ ? Stop::kFinished : Stop::kReached;
  }
  do {
    if (must_rewind_ && !Rewind()) return End(Stop::kLost);
    if (has_failed_) return End(Stop::kFailed);
    if (has_ended_) return End(Stop::kFinished);
    if (IsThere()) return End(Stop::kReached);
    const int64_t before = session_->progress().work_done;
    const uint64_t steps_before = session_->machines().steps_done();
    const StopReason reason = Advance(work_budget);
    const uint64_t steps = session_->machines().steps_done() - steps_before;
    work_budget -= std::max<int64_t>(session_->progress().work_done - before, 1) +
                   static_cast<int64_t>(steps * kStepCost);
    if (std::exchange(has_met_, false)) {
      const Stop stop = End(Stop::kBreakpoint);
      is_at_breakpoint_ = false;
      return stop;
    }
    switch (reason) {
      case StopReason::kFinished:
        has_ended_ = true;
        return End(Stop::kFinished);
      case StopReason::kFailed:
        has_failed_ = true;
        diagnostics_ = session_->diagnostics();
        return End(Stop::kFailed);
      case StopReason::kTrap:
        return End(Stop::kTrap);
      case StopReason::kBreakpoint: {
        const MachineGrid& machines = session_->machines();
        const Machine& machine = machines.machine(machines.current());
        if (IsWanted(*machine.current_operation(), machine.executions() + 1)) {
          return End(Stop::kBreakpoint);
        }
        const bool is_beyond = goal_ == Goal::kBeyond && machines.current() == bounds_.process &&
                               IsBeyond(machine.next_step());
        if (is_beyond) return End(Stop::kReached);
        break;
      }
      default:
        break;
    }
  } while (work_budget > 0);
  return Stop::kBudgetSpent;
}

Debugger::Stop Debugger::End(Stop stop) {
  goal_ = Goal::kNone;
  once_.clear();
  is_at_breakpoint_ = stop == Stop::kBreakpoint;
  return stop;
}

// Both directions skip steps that prepare constants, which have no place in the text.
bool Debugger::IsThere() {
  const MachineGrid& machines = session_->machines();
  const uint64_t now = machines.steps_done();
  if (goal_ == Goal::kValue) return !is_inside_step_ && HasMade();
  if (is_inside_step_ || now < goal_clock_) return false;
  if (machines.machine(machines.next()).current_operation() != nullptr) return true;
  if (goal_ == Goal::kClock && !is_going_back_) return true;
  if (!is_going_back_) {
    goal_clock_ = now + 1;
    return false;
  }
  if (now == 0) return true;
  goal_clock_ = now - 1;
  must_rewind_ = true;
  return false;
}

// Runs one slice towards the goal.
StopReason Debugger::Advance(int64_t work_budget) {
  if (must_rewind_) return StopReason::kBudgetSpent;
  MachineGrid& machines = session_->machines();
  const uint64_t now = machines.steps_done();
  is_silent_ = now < told_clock_;
  uint64_t pause = goal_clock_;
  if (is_silent_) pause = std::min(pause, told_clock_);
  if (is_inside_step_) pause = now + 1;
  // Steps of a few elements take longer than their work suggests.
  pause = std::min(pause, now + 1 + static_cast<uint64_t>(work_budget) / kStepCost);
  SetStops();
  if (std::exchange(passes_, false)) machines.machine(machines.next()).PassBreakpoint();
  machines.PauseAt(pause);
  const StopReason reason = session_->Run(std::min(work_budget, kSliceWork));
  is_inside_step_ = reason == StopReason::kBudgetSpent &&
                    !machines.machine(machines.current()).is_between_steps();
  if (is_silent_) replayed_steps_ += machines.steps_done() - now;
  told_clock_ = std::max(told_clock_, machines.steps_done());
  if (reason != StopReason::kFinished && reason != StopReason::kFailed) KeepSnapshot();
  return reason;
}

bool Debugger::IsWanted(const Operation& operation, uint64_t execution) const {
  for (const auto* list : {&breakpoints_, &once_}) {
    for (const Breakpoint& breakpoint : *list) {
      if (breakpoint.operation != &operation || breakpoint.condition.kind != kNoCondition) continue;
      if (breakpoint.execution == 0 || breakpoint.execution == execution) return true;
    }
  }
  return false;
}

// --- Going back.

bool Debugger::Rewind() {
  must_rewind_ = has_ended_ = has_failed_ = is_inside_step_ = false;
  diagnostics_.clear();
  const auto after = std::ranges::upper_bound(kept_, goal_clock_, {}, &Kept::clock);
  if (after != kept_.begin()) {
    const Kept& kept = *std::prev(after);
    const uint64_t now = session_->machines().steps_done();
    if (session_->machines().Restore(*kept.state)) {
      const uint64_t undone = std::min<uint64_t>(now - kept.clock, history_.size());
      history_.erase(history_.end() - static_cast<std::ptrdiff_t>(undone), history_.end());
      return true;
    }
  }
  is_lost_ = !Begin();
  return !is_lost_;
}

uint64_t Debugger::Cost() const {
  const MachineGrid& machines = session_->machines();
  return static_cast<uint64_t>(machines.progress().work_done) + machines.steps_done() * kStepCost;
}

void Debugger::KeepSnapshot() {
  const MachineGrid& machines = session_->machines();
  if (machines.processes().size() > 1 || !machines.machine(0).can_be_saved()) return;
  const uint64_t clock = machines.steps_done();
  const uint64_t cost = Cost();
  const auto after = std::ranges::upper_bound(kept_, clock, {}, &Kept::clock);
  const uint64_t cost_before = after == kept_.begin() ? 0 : std::prev(after)->cost;
  const uint64_t copy_cost = kCopyFactor * machines.machine(0).plan().arena_bytes();
  const bool is_due = cost - cost_before >= std::max(kSnapshotCost, copy_cost);
  const bool is_cheap_first = kept_.empty() && clock == 0 && copy_cost <= kSnapshotCost;
  if (!is_due && !is_cheap_first) return;
  auto state = machines.Save(snapshot_memory_);
  while (state == nullptr && kept_.size() > 1) {
    ThinOut(cost);
    state = machines.Save(snapshot_memory_);
  }
  if (state == nullptr) return;
  kept_.insert(std::ranges::upper_bound(kept_, clock, {}, &Kept::clock),
               Kept{clock, cost, std::move(state)});
  constexpr size_t kMostSnapshots = 64;
  if (kept_.size() > kMostSnapshots) ThinOut(cost);
}

// Removes the snapshot with the least loss: the extra work to return to later states, relative to
// the distance of the previous snapshot.
void Debugger::ThinOut(uint64_t now) {
  size_t least = kept_.size();
  double least_loss = 0;
  for (size_t i = 0; i + 1 < kept_.size(); ++i) {
    const uint64_t before = i == 0 ? 0 : kept_[i - 1].cost;
    const uint64_t next = kept_[i + 1].cost;
    const uint64_t distance = now > before ? now - before : before - now;
    const double loss = static_cast<double>(next - before) / static_cast<double>(distance + 1);
    if (least < kept_.size() && loss >= least_loss) continue;
    least = i;
    least_loss = loss;
  }
  if (least < kept_.size()) kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(least));
}

// --- Inspection.

DebuggerPlace Debugger::PlaceOf(uint64_t clock, const Done& done) const {
  DebuggerPlace place;
  place.clock = clock;
  place.process = done.process;
  if (done.operation == nullptr) return place;
  place.operation = done.operation->name;
  place.span = done.operation->span;
  place.depth = done.depth;
  if (place.span.is_known()) place.line = program_->source().Locate(place.span.begin).line;
  return place;
}

// Until a step's listener returns, the next step is that one.
Debugger::Done Debugger::NextOf(int64_t process) const {
  const Machine& machine = session_->machines().machine(process);
  const Operation* operation = machine.current_operation();
  if (operation == nullptr) return {nullptr, process, 0};
  const StepScope* scope = machine.next_step().scope;
  return {operation, process, scope == nullptr ? 0 : scope->depth + 1};
}

DebuggerPlace Debugger::place() const {
  const MachineGrid& machines = session_->machines();
  const int64_t process = has_failed_ ? machines.current() : machines.next();
  return PlaceOf(machines.steps_done(), NextOf(process));
}

Span Debugger::last_span() const {
  const MachineGrid& machines = session_->machines();
  const Operation* last = machines.machine(machines.current()).last_operation();
  return last == nullptr ? Span() : last->span;
}

uint64_t Debugger::executions() const {
  const MachineGrid& machines = session_->machines();
  return machines.machine(machines.next()).executions();
}

std::vector<DebuggerPlace> Debugger::History(size_t count) const {
  std::vector<DebuggerPlace> places;
  const uint64_t now = session_->machines().steps_done();
  const size_t most = std::min(kMostHistory, history_.size());
  for (size_t i = history_.size() - std::min(count, most); i < history_.size(); ++i) {
    if (history_[i].operation == nullptr) continue;
    places.push_back(PlaceOf(now - (history_.size() - i), history_[i]));
  }
  return places;
}

uint64_t Debugger::snapshot_bytes() const { return snapshot_memory_->used(); }

}  // namespace paddock
