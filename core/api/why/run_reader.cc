#include "core/api/why/run_reader.h"

#include <utility>

#include "core/exec/grid/machine_grid.h"
#include "core/plan/plan.h"

namespace paddock {
namespace {

// Work between two calls of the stop function: some milliseconds.
constexpr int64_t kReaderSlice = int64_t{10} << 20;

}  // namespace

std::unique_ptr<RunReader> RunReader::Start(std::shared_ptr<const Program> program,
                                            SessionOptions options, StopFunction stops,
                                            std::vector<Diagnostic>& diagnostics) {
  std::unique_ptr<RunReader> reader(new RunReader());
  RunReader* self = reader.get();
  self->program_ = std::move(program);
  self->stops_ = std::move(stops);
  options.on_step = [self](int64_t process, const Operation* operation) {
    if (operation == nullptr) return;
    const MachineGrid& machines = self->session().machines();
    self->log_.Add(process, *operation, machines.machine(process).next_step(),
                   machines.steps_done());
  };
  options.on_communication = [self](const Communication& event) { self->log_.Add(event); };
  self->debugger_ = Debugger::Start(self->program_, std::move(options), diagnostics);
  if (self->debugger_ == nullptr) return nullptr;
  self->sources_ =
      std::make_unique<ValueSources>(*self->program_, self->session().entry().name, self->log_);
  return reader;
}

Debugger::Stop RunReader::GoOn(bool has_trap) {
  is_stopped_ = false;
  debugger_->SetTrap(has_trap);
  debugger_->GoOn();
  return Run();
}

Debugger::Stop RunReader::Run() {
  Debugger::Stop stop;
  do {
    stop = debugger_->Run(kReaderSlice);
    if (stop == Debugger::Stop::kBudgetSpent) CountSlice();
  } while (stop == Debugger::Stop::kBudgetSpent && !is_stopped_);
  return stop;
}

void RunReader::CountSlice() { is_stopped_ = is_stopped_ || stops_(Now()); }

const Operation* RunReader::last_operation() const {
  return session().machines().machine(last_process()).last_operation();
}

int64_t RunReader::last_process() const { return session().machines().current(); }

uint64_t RunReader::Now() const { return session().machines().steps_done(); }

bool RunReader::GoTo(uint64_t clock) {
  debugger_->SetTrap(false);
  debugger_->GoTo(clock);
  Run();
  CountSlice();
  return !is_stopped_ && Now() == clock;
}

bool RunReader::LookNow(ValueMoment moment,
                        const std::function<void(const ValueView&)>& look) const {
  const ProcessId process = session().grid().ProcessOf(moment.process);
  return session().LookAt(*moment.value, 0, look, process);
}

bool RunReader::Look(ValueMoment moment, const std::function<void(const ValueView&)>& look) {
  const ValueSource source = sources_->Find(moment);
  if (source.kind != ValueSource::Kind::kUnknown) moment = source.moment;
  if (sources_->IsUnchanged(moment, Now()) && LookNow(moment, look)) return true;
  return GoTo(moment.clock) && LookNow(moment, look);
}

}  // namespace paddock
