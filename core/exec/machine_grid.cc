#include "core/exec/machine_grid.h"

#include <algorithm>
#include <utility>

#include "core/grid/recording_link.h"

namespace paddock {
namespace {

// A turn lasts at most about as long as a frame of the screen.
constexpr int64_t kTurnWork = int64_t{16} << 20;

}  // namespace

Result<std::unique_ptr<MachineGrid>> MachineGrid::Create(
    GridSize size, std::span<const std::shared_ptr<const Plan>> plans,
    std::vector<std::vector<Tensor>> inputs, MachineGridOptions options, DiagnosticSink& sink) {
  std::unique_ptr<MachineGrid> grid(new MachineGrid(size));
  grid->random_ = options.schedule_seed;
  for (size_t i = 0; i < plans.size(); ++i) {
    auto link = std::make_unique<LocalLink>(grid->hub_, static_cast<int64_t>(i), options.infeed,
                                            options.outfeed);
    grid->links_.push_back(Recorded(std::move(link), options.on_communication));
    MachineOptions machine_options = options.machine;
    machine_options.link = grid->links_.back().get();
    if (options.on_span) {
      machine_options.on_span = [i, listen = options.on_span](const StepSpan& span) {
        listen(static_cast<int64_t>(i), span);
      };
    }
    auto machine =
        Machine::Create(plans[i], std::move(inputs[i]), std::move(machine_options), sink);
    if (!machine) return Failed();
    grid->machines_.push_back(*std::move(machine));
    grid->running_.push_back(i);
  }
  grid->is_idle_.resize(plans.size());
  return grid;
}

// SplitMix64.
uint64_t MachineGrid::Draw() {
  random_ += 0x9e3779b97f4a7c15;
  uint64_t bits = random_;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

void MachineGrid::Next() {
  turn_ =
      random_ != 0 ? static_cast<size_t>(Draw() % running_.size()) : (turn_ + 1) % running_.size();
}

// The process whose turn it is has ended.
void MachineGrid::Finish() {
  hub_.Finish(static_cast<int64_t>(running_[turn_]));
  running_.erase(running_.begin() + static_cast<ptrdiff_t>(turn_));
  if (running_.empty()) return;
  turn_ %= running_.size();
}

// Those who wait, wait for nothing.
StopReason MachineGrid::Abandon() {
  has_failed_ = true;
  for (const auto& link : links_) link->Abandon();
  return StopReason::kFailed;
}

StopReason MachineGrid::Fail() {
  for (Diagnostic diagnostic : machines_[current_]->diagnostics().diagnostics()) {
    if (hub_.size().process_count() > 1) {
      diagnostic.notes.push_back(
          {"in process " + ToString(hub_.size().ProcessOf(current())), Span()});
    }
    diagnostics_.Report(std::move(diagnostic));
  }
  return Abandon();
}

StopReason MachineGrid::Run(int64_t work_budget) {
  if (has_failed_) return StopReason::kFailed;
  while (!running_.empty()) {
    current_ = running_[turn_];
    Machine& machine = *machines_[current_];
    const uint64_t events = hub_.event_count();
    const int64_t before = machine.progress().work_done;
    const bool is_alone = running_.size() == 1;
    const StopReason reason =
        machine.Run(is_alone ? work_budget : std::min(work_budget, kTurnWork));
    work_budget -= machine.progress().work_done - before;
    if (hub_.event_count() != events || reason != StopReason::kBlocked) {
      is_idle_.assign(machines_.size(), false);
      idle_turns_ = 0;
    }
    switch (reason) {
      case StopReason::kFinished:
        Finish();
        break;
      case StopReason::kBlocked:
        if (!is_idle_[current_]) {
          is_idle_[current_] = true;
          ++idle_turns_;
        }
        if (idle_turns_ == running_.size()) {
          diagnostics_.Report(hub_.DescribeDeadlock());
          return Abandon();
        }
        Next();
        break;
      case StopReason::kBudgetSpent:
        Next();
        break;
      case StopReason::kFailed:
        return Fail();
      default:
        return reason;
    }
    if (work_budget <= 0 && !running_.empty()) return StopReason::kBudgetSpent;
  }
  return StopReason::kFinished;
}

Progress MachineGrid::progress() const {
  Progress whole = machine(current()).progress();
  whole.work_done = whole.estimated_work = 0;
  for (const auto& machine : machines_) {
    const Progress one = machine->progress();
    whole.work_done += one.work_done;
    whole.estimated_work += one.estimated_work;
  }
  return whole;
}

Counts MachineGrid::counts() const {
  Counts whole;
  for (const auto& machine : machines_) {
    const Counts one = machine->counts();
    whole.operations += one.operations;
    whole.bytes += one.bytes;
  }
  return whole;
}

}  // namespace paddock
