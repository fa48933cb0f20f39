#include "core/exec/grid/machine_grid.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/exec/grid/parallel_run.h"
#include "core/grid/recording_link.h"

namespace paddock {
namespace {

// A turn lasts at most about as long as a frame of the screen.
constexpr int64_t kTurnWork = int64_t{16} << 20;

// Returns `function` with a mutex, so that one thread at a time calls it.
template <class Result, class... Arguments>
std::function<Result(Arguments...)> OneAtATime(std::function<Result(Arguments...)> function,
                                               const std::shared_ptr<std::mutex>& mutex) {
  if (!function) return function;
  return [function = std::move(function), mutex](Arguments... arguments) -> Result {
    const std::lock_guard lock(*mutex);
    return function(std::forward<Arguments>(arguments)...);
  };
}

void GuardFunctions(MachineGridOptions& options) {
  const auto mutex = std::make_shared<std::mutex>();
  options.infeed.read = OneAtATime(std::move(options.infeed.read), mutex);
  options.outfeed = OneAtATime(std::move(options.outfeed), mutex);
  options.on_communication = OneAtATime(std::move(options.on_communication), mutex);
  options.on_span = OneAtATime(std::move(options.on_span), mutex);
  options.on_step = OneAtATime(std::move(options.on_step), mutex);
  MachineOptions& machine = options.machine;
  machine.on_print = OneAtATime(std::move(machine.on_print), mutex);
  machine.on_probe = OneAtATime(std::move(machine.on_probe), mutex);
}

}  // namespace

MachineGrid::MachineGrid(GridSize size, std::vector<int64_t> processes, uint64_t seed)
    : processes_(std::move(processes)), hub_(size), queue_(processes_.size(), seed) {
  hub_.set_on_wake([this](int64_t process) { OnWake(process); });
}

MachineGrid::~MachineGrid() {
  if (peer_ == nullptr) return;
  peer_->set_on_wake({});
  peer_->set_mutex(nullptr);
}

size_t MachineGrid::PlaceOf(int64_t process) const {
  const auto found = std::ranges::lower_bound(processes_, process);
  PADDOCK_CHECK(found != processes_.end() && *found == process);
  return static_cast<size_t>(found - processes_.begin());
}

void MachineGrid::OnWake(int64_t process) {
  if (queue_.Wake(PlaceOf(process))) changed_.notify_one();
}

Result<std::unique_ptr<MachineGrid>> MachineGrid::Create(
    GridSize size, std::span<const std::shared_ptr<const Plan>> plans,
    std::vector<std::vector<Tensor>> inputs, MachineGridOptions options, DiagnosticSink& sink) {
  const std::shared_ptr<Peer> peer = options.peer;
  PADDOCK_CHECK(!options.is_stepped || (options.threads <= 1 && peer == nullptr));
  std::unique_ptr<MachineGrid> grid(new MachineGrid(
      size, peer != nullptr ? peer->share() : ShareOf(size, 0, 1), options.schedule_seed));
  grid->is_stepped_ = options.is_stepped;
  if (options.threads > 1 && plans.size() > 1) {
    grid->crew_ = std::make_unique<ThreadPool>(std::min(options.threads, plans.size()));
    GuardFunctions(options);
    // Nested grids have the same number of threads.
    options.threads = 1;
  }
  std::mutex* const mutex = grid->crew_ != nullptr ? &grid->mutex_ : nullptr;
  if (peer != nullptr) {
    peer->set_infeed(options.infeed);
    peer->set_mutex(mutex);
    peer->set_on_wake([grid = grid.get()](int64_t process) { grid->OnWake(process); });
    grid->peer_ = peer;
  }
  for (size_t i = 0; i < plans.size(); ++i) {
    std::unique_ptr<ProcessLink> link =
        peer != nullptr ? peer->NewLink(i)
                        : std::make_unique<LocalLink>(grid->hub_, static_cast<int64_t>(i),
                                                      options.infeed, options.outfeed, mutex);
    grid->links_.push_back(Recorded(std::move(link), options.on_communication));
    MachineOptions machine_options = options.machine;
    machine_options.link = grid->links_.back().get();
    if (options.on_span) {
      machine_options.on_span = [process = grid->processes_[i], listen = options.on_span](
                                    const StepSpan& span) { listen(process, span); };
    }
    if (options.on_step) {
      machine_options.on_step = [process = grid->processes_[i], listen = options.on_step](
                                    const Operation* done) { listen(process, done); };
    }
    machine_options.start_nested_run = &ParallelRun::Start;
    machine_options.grid_threads = options.threads;
    auto machine =
        Machine::Create(plans[i], std::move(inputs[i]), std::move(machine_options), sink);
    if (!machine) return Failed();
    grid->estimated_work_ += (*machine)->progress().estimated_work;
    grid->machines_.push_back(*std::move(machine));
  }
  return grid;
}

StopReason MachineGrid::Run(int64_t work_budget) {
  if (has_failed_) return StopReason::kFailed;
  if (!stops_.empty()) return TellStop();
  if (peer_ != nullptr && peer_->stop()) return ConcludeShare();
  if (peer_ != nullptr && peer_->limit()) limit_ = std::min(limit_, *peer_->limit());
  work_left_ = work_budget;
  is_over_ = false;
  if (crew_ == nullptr) {
    Work();
  } else {
    const auto work = [](void* grid, int64_t, size_t) { static_cast<MachineGrid*>(grid)->Work(); };
    crew_->Run(static_cast<int64_t>(crew_->thread_count()), ThreadPool::kMuchWork, work, this);
  }
  return Conclude();
}

// Loop of each thread: runs processes in turns until no process runs and none can.
void MachineGrid::Work() {
  std::unique_lock lock(mutex_);
  while (!is_over_) {
    if (work_left_ > 0 && stops_.empty()) {
      if (const auto process = queue_.Take()) {
        if (queue_.has_ready()) changed_.notify_one();
        if (TimeOf(*process) > limit_) {
          queue_.End(*process);
        } else {
          Turn(*process, lock);
        }
        continue;
      }
    }
    if (queue_.running() == 0) {
      is_over_ = true;
      changed_.notify_all();
      return;
    }
    changed_.wait(lock);
  }
}

int64_t MachineGrid::TurnBudget(size_t process) const {
  if (is_stepped_) return work_left_;
  const int64_t most = queue_.unfinished() == 1 ? work_left_ : std::min(work_left_, kTurnWork);
  return std::min(most, limit_ - std::min(limit_ - 1, TimeOf(process)));
}

void MachineGrid::Turn(size_t process, std::unique_lock<std::mutex>& lock) {
  const int64_t budget = TurnBudget(process);
  work_left_ -= budget;
  lock.unlock();
  Machine& machine = *machines_[process];
  if (is_stepped_) {
    const uint64_t others = steps_done() - machine.steps_done();
    machine.PauseAt(pause_at_ == Machine::kNoPause ? pause_at_ : pause_at_ - others);
  }
  const int64_t before = machine.progress().work_done;
  const StopReason reason = machine.Run(budget);
  const int64_t spent = machine.progress().work_done - before;
  links_[process]->clock().set_work(machine.progress().work_done);
  lock.lock();
  work_done_ += spent;
  work_left_ += budget - spent;
  current_ = process;
  Settle(process, reason);
}

void MachineGrid::Settle(size_t process, StopReason reason) {
  switch (reason) {
    case StopReason::kFinished:
      if (peer_ != nullptr) {
        peer_->Finish(processes_[process], machines_[process]->Results());
      } else {
        hub_.Finish(processes_[process]);
      }
      queue_.End(process);
      break;
    case StopReason::kBlocked:
      queue_.Block(process);
      break;
    case StopReason::kBudgetSpent:
      if (is_stepped_) {
        queue_.PutFirst(process);
      } else {
        queue_.PutBack(process);
      }
      break;
    case StopReason::kFailed:
      queue_.End(process);
      NoteFailure(process);
      break;
    default:
      queue_.PutFirst(process);
      stops_.emplace_back(process, reason);
  }
}

// The others run up to the time of the failure, because one of them may fail earlier.
void MachineGrid::NoteFailure(size_t process) {
  int64_t time = TimeOf(process);
  if (peer_ != nullptr) {
    std::vector<Diagnostic> told = machines_[process]->diagnostics().diagnostics();
    for (Diagnostic& diagnostic : told) AddProcessNote(diagnostic, size(), processes_[process]);
    peer_->Fail(processes_[process], time, std::move(told));
  } else {
    failed_.push_back(process);
    if (hub_.is_refused(static_cast<int64_t>(process))) time = hub_.FindFault()->time;
  }
  limit_ = std::min(limit_, time);
  // When stepping, Run returns at once.
  if (is_stepped_) work_left_ = 0;
}

StopReason MachineGrid::Conclude() {
  if (peer_ != nullptr) return ConcludeShare();
  if (!stops_.empty()) return TellStop();
  if (!failed_.empty()) {
    return queue_.has_ready() && !is_stepped_ ? StopReason::kBudgetSpent : Fail();
  }
  if (queue_.unfinished() == 0) return StopReason::kFinished;
  if (queue_.has_ready()) return StopReason::kBudgetSpent;
  diagnostics_.Report(hub_.DescribeDeadlock());
  return Abandon();
}

// Ends waits that cannot succeed.
StopReason MachineGrid::Abandon() {
  has_failed_ = true;
  for (const auto& link : links_) link->Abandon();
  return StopReason::kFailed;
}

// Applies the hub's decision if there is one; otherwise sends pending messages.
StopReason MachineGrid::ConcludeShare() {
  if (const auto& stop = peer_->stop()) {
    if (stop->cause == wire::Stop::Cause::kFinished) return StopReason::kFinished;
    if (stop->cause == wire::Stop::Cause::kStopped) return StopReason::kBudgetSpent;
    for (const Diagnostic& diagnostic : stop->diagnostics) diagnostics_.Report(diagnostic);
    return Abandon();
  }
  if (!stops_.empty()) return TellStop();
  if (queue_.has_ready()) return StopReason::kBudgetSpent;
  peer_->ReportIdle();
  return StopReason::kBlocked;
}

StopReason MachineGrid::TellStop() {
  const auto [process, reason] = stops_.front();
  stops_.erase(stops_.begin());
  current_ = process;
  return reason;
}

// Reports the first failure by time, then by process.
StopReason MachineGrid::Fail() {
  const std::optional<GridFault> fault = hub_.FindFault();
  std::erase_if(failed_,
                [this](size_t process) { return hub_.is_refused(static_cast<int64_t>(process)); });
  const auto when = [this](size_t process) { return std::pair(TimeOf(process), process); };
  const auto own = std::ranges::min_element(failed_, {}, when);
  PADDOCK_CHECK(fault || own != failed_.end());
  std::vector<Diagnostic> told;
  if (fault && (own == failed_.end() ||
                std::pair(fault->time, static_cast<size_t>(fault->process)) < when(*own))) {
    current_ = static_cast<size_t>(fault->process);
    told.push_back(fault->diagnostic);
  } else {
    current_ = *own;
    told = machines_[current_]->diagnostics().diagnostics();
  }
  for (Diagnostic& diagnostic : told) {
    AddProcessNote(diagnostic, size(), current());
    diagnostics_.Report(std::move(diagnostic));
  }
  return Abandon();
}

Progress MachineGrid::progress() const {
  Progress whole = machine(current()).progress();
  whole.work_done = work_done_;
  whole.estimated_work = estimated_work_;
  return whole;
}

Counts MachineGrid::counts() const {
  Counts whole;
  for (const auto& machine : machines_) whole += machine->counts();
  return whole;
}

}  // namespace paddock
