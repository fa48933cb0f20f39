#include "core/c/debugger.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "core/api/debug/debugger.h"
#include "core/c/program_handle.h"
#include "core/c/run_options.h"
#include "core/c/slices.h"

struct paddock_debugger {
  static constexpr uint64_t kTag = paddock::c::TagOf("pd-debug");
  uint64_t tag = kTag;
  std::shared_ptr<const paddock::Program> program;
  std::unique_ptr<paddock::Debugger> debugger;
  std::atomic<bool> is_cancelled = false;
  std::atomic<bool> is_running = false;
  paddock_stop last = PADDOCK_STOP_REACHED;
  // Memory did not suffice to go back: only diagnostics are left.
  bool is_lost = false;
  // Ends the name of the operation with a zero byte.
  std::string operation;
};

namespace paddock::c {
namespace {

paddock_status CheckDebugger(const paddock_debugger* debugger) {
  if (const auto status = CheckHandle(debugger); status != PADDOCK_OK) return status;
  return debugger->is_running || debugger->is_lost ? PADDOCK_WRONG_STATE : PADDOCK_OK;
}

paddock_stop RunOnce(paddock_debugger& handle, int64_t slice) {
  switch (handle.debugger->Run(slice)) {
    case Debugger::Stop::kReached:
      return PADDOCK_STOP_REACHED;
    case Debugger::Stop::kBudgetSpent:
      return PADDOCK_STOP_BUDGET_SPENT;
    case Debugger::Stop::kBreakpoint:
      return PADDOCK_STOP_BREAKPOINT;
    case Debugger::Stop::kTrap:
      return PADDOCK_STOP_TRAP;
    case Debugger::Stop::kFinished:
      return PADDOCK_STOP_FINISHED;
    case Debugger::Stop::kFailed:
      return PADDOCK_STOP_FAILED;
    case Debugger::Stop::kLost:
      handle.is_lost = true;
      return PADDOCK_STOP_FAILED;
  }
  return PADDOCK_STOP_FAILED;
}

void SetDestination(Debugger& debugger, paddock_destination destination, uint64_t clock) {
  const uint64_t now = debugger.place().clock;
  if (destination == PADDOCK_TO_BREAKPOINT) debugger.GoOn();
  if (destination == PADDOCK_TO_NEXT) debugger.Step();
  if (destination == PADDOCK_TO_OVER) debugger.StepOver();
  if (destination == PADDOCK_TO_OUT) debugger.StepOut();
  if (destination == PADDOCK_TO_PREVIOUS) debugger.GoTo(now == 0 ? 0 : now - 1);
  if (destination == PADDOCK_TO_CLOCK) debugger.GoTo(clock);
}

void RunDebugger(paddock_debugger& handle, int64_t work_budget, paddock_stop* stop) {
  const RunningMark mark(handle.is_running);
  // The work of repeated steps counts too, so a slice counts as spent.
  int64_t spent = 0;
  handle.last = RunSlices(
      work_budget, kSlice, handle.is_cancelled,
      [&](int64_t slice) {
        spent += slice;
        return RunOnce(handle, slice);
      },
      [&] { return spent; });
  *stop = handle.last;
}

}  // namespace
}  // namespace paddock::c

using namespace paddock::c;

paddock_status paddock_debugger_start(const paddock_program* program, const paddock_inputs* inputs,
                                      const paddock_run_options* options,
                                      paddock_debugger** debugger,
                                      paddock_diagnostics** diagnostics) {
  paddock::SessionOptions made;
  const auto status =
      FirstOf({CheckPointer(debugger), MakeSessionOptions(program, inputs, options, made)});
  if (status != PADDOCK_OK) return status;
  made.mode = paddock::GridMode::kCooperative;
  std::vector<paddock::Diagnostic> found;
  auto started = paddock::Debugger::Start(program->program, std::move(made), found);
  StoreDiagnostics(diagnostics, program->program, std::move(found));
  if (started == nullptr) return PADDOCK_ERROR;
  *debugger = new paddock_debugger{
      .program = program->program, .debugger = std::move(started), .operation = {}};
  return PADDOCK_OK;
}

paddock_status paddock_debugger_set_breakpoints(paddock_debugger* debugger, const uint32_t* lines,
                                                size_t count, size_t* found) {
  const auto status =
      FirstOf({CheckDebugger(debugger), count == 0 ? PADDOCK_OK : CheckPointer(lines)});
  if (status != PADDOCK_OK) return status;
  std::vector<paddock::Breakpoint> breakpoints;
  size_t lines_found = 0;
  for (size_t i = 0; i < count; ++i) {
    const auto operations = debugger->debugger->OperationsOn(lines[i]);
    lines_found += operations.empty() ? 0 : 1;
    for (const auto* operation : operations) breakpoints.push_back({operation});
  }
  debugger->debugger->SetBreakpoints(std::move(breakpoints));
  if (found != nullptr) *found = lines_found;
  return PADDOCK_OK;
}

paddock_status paddock_debugger_set_trap(paddock_debugger* debugger, int32_t is_set) {
  const auto status = CheckDebugger(debugger);
  if (status == PADDOCK_OK) debugger->debugger->SetTrap(is_set != 0);
  return status;
}

paddock_status paddock_debugger_go(paddock_debugger* debugger, paddock_destination destination,
                                   uint64_t clock, int64_t work_budget, paddock_stop* stop) {
  const auto status =
      FirstOf({CheckDebugger(debugger), CheckPointer(stop),
               CheckRange(destination >= PADDOCK_TO_BREAKPOINT && destination <= PADDOCK_TO_CLOCK),
               CheckRange(work_budget >= 0)});
  if (status != PADDOCK_OK) return status;
  SetDestination(*debugger->debugger, destination, clock);
  RunDebugger(*debugger, work_budget, stop);
  return PADDOCK_OK;
}

paddock_status paddock_debugger_continue(paddock_debugger* debugger, int64_t work_budget,
                                         paddock_stop* stop) {
  const auto status =
      FirstOf({CheckDebugger(debugger), CheckPointer(stop), CheckRange(work_budget >= 0)});
  if (status == PADDOCK_OK) RunDebugger(*debugger, work_budget, stop);
  return status;
}

paddock_status paddock_debugger_cancel(paddock_debugger* debugger) {
  const auto status = CheckHandle(debugger);
  if (status == PADDOCK_OK) debugger->is_cancelled = true;
  return status;
}

paddock_status paddock_debugger_where(paddock_debugger* debugger, paddock_debugger_place* place) {
  const auto status = FirstOf({CheckDebugger(debugger), CheckStruct(place)});
  if (status != PADDOCK_OK) return status;
  const paddock::Debugger& found = *debugger->debugger;
  const paddock::DebuggerPlace now = found.place();
  const paddock::ProcessId process = found.session().grid().ProcessOf(now.process);
  debugger->operation = now.operation;
  WriteStruct(place, {.struct_size = 0,
                      .clock = now.clock,
                      .replica = process.replica,
                      .partition = process.partition,
                      .operation = debugger->operation.c_str(),
                      .place = PlaceOf(now.span, debugger->program->source()),
                      .executions = now.operation.empty() ? 0 : found.executions()});
  return PADDOCK_OK;
}

paddock_status paddock_debugger_value(const paddock_debugger* debugger, uint32_t offset,
                                      int64_t replica, int64_t partition, size_t index, size_t part,
                                      paddock_tensor** tensor) {
  const auto status = FirstOf({CheckDebugger(debugger), CheckPointer(tensor)});
  if (status != PADDOCK_OK) return status;
  return StoreValue(debugger->debugger->session(), *debugger->program,
                    {offset, {replica, partition}, index, part}, tensor);
}

paddock_status paddock_debugger_look(const paddock_debugger* debugger, uint32_t offset,
                                     int64_t replica, int64_t partition, size_t index, size_t part,
                                     paddock_look look, void* user_data) {
  if (const auto status = CheckDebugger(debugger); status != PADDOCK_OK) return status;
  if (look == nullptr) return PADDOCK_NULL_ARGUMENT;
  return LookAtValue(debugger->debugger->session(), *debugger->program,
                     {offset, {replica, partition}, index, part}, look, user_data);
}

paddock_status paddock_debugger_result(const paddock_debugger* debugger, int64_t replica,
                                       int64_t partition, size_t index, paddock_tensor** tensor) {
  const auto status = FirstOf({CheckDebugger(debugger), CheckPointer(tensor)});
  if (status != PADDOCK_OK) return status;
  if (debugger->last != PADDOCK_STOP_FINISHED) return PADDOCK_WRONG_STATE;
  return StoreResult(debugger->debugger->session(), {replica, partition}, index, tensor);
}

paddock_status paddock_debugger_diagnostics(const paddock_debugger* debugger,
                                            paddock_diagnostics** diagnostics) {
  const auto status = FirstOf({CheckHandle(debugger), CheckPointer(diagnostics)});
  if (status != PADDOCK_OK) return status;
  if (debugger->is_running) return PADDOCK_WRONG_STATE;
  StoreDiagnostics(diagnostics, debugger->program, debugger->debugger->diagnostics());
  return PADDOCK_OK;
}

void paddock_debugger_free(paddock_debugger* debugger) {
  if (IsHandle(debugger) && !debugger->is_running) FreeHandle(debugger);
}
