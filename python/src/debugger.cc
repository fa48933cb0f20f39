#include "core/api/debug/debugger.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/c/slices.h"
#include "python/src/bind.h"
#include "python/src/callbacks.h"
#include "python/src/diagnostics.h"
#include "python/src/options.h"
#include "python/src/text.h"
#include "python/src/values.h"

namespace paddock::python {
namespace {

struct DebuggerHandle {
  std::shared_ptr<const Program> program;
  std::unique_ptr<Debugger> debugger;
  std::shared_ptr<Pending> pending;
  std::vector<RenderedDiagnostic> warnings;
  std::atomic<bool> is_running = false;
  bool is_lost = false;

  Debugger& Idle() const {
    if (is_running) throw std::runtime_error("the session is running");
    if (is_lost) throw std::runtime_error("memory did not suffice to go back");
    return *debugger;
  }
};

void Initialize(DebuggerHandle* self, const Options& options) {
  SessionOptions given = options.session;
  given.mode = GridMode::kCooperative;
  std::vector<Diagnostic> found;
  std::unique_ptr<Debugger> debugger;
  {
    const nb::gil_scoped_release release;
    debugger = Debugger::Start(options.program, std::move(given), found);
  }
  auto rendered = Render(found, options.program->source());
  if (debugger == nullptr) throw DiagnosticsError{std::move(rendered)};
  new (self) DebuggerHandle{.program = options.program,
                            .debugger = std::move(debugger),
                            .pending = options.pending,
                            .warnings = std::move(rendered)};
}

const char* NameOf(Debugger::Stop stop) {
  switch (stop) {
    case Debugger::Stop::kReached:
      return "reached";
    case Debugger::Stop::kBudgetSpent:
      return "running";
    case Debugger::Stop::kBreakpoint:
      return "breakpoint";
    case Debugger::Stop::kTrap:
      return "trap";
    case Debugger::Stop::kFinished:
      return "finished";
    case Debugger::Stop::kFailed:
    case Debugger::Stop::kLost:
      return "failed";
  }
  return "failed";
}

void SetDestination(Debugger& debugger, std::string_view destination, uint64_t clock) {
  if (destination == "breakpoint") return debugger.GoOn();
  if (destination == "next") return debugger.Step();
  if (destination == "over") return debugger.StepOver();
  if (destination == "out") return debugger.StepOut();
  if (destination == "clock") return debugger.GoTo(clock);
  throw nb::value_error("there is no such destination");
}

// Moves to a destination. Throws ProgramError if the run fails.
const char* Go(DebuggerHandle& handle, std::string_view destination, uint64_t clock,
               nb::object progress) {
  Debugger& debugger = handle.Idle();
  Watch watch(std::move(progress), *handle.pending);
  SetDestination(debugger, destination, clock);
  const c::RunningMark mark(handle.is_running);
  const auto report = [&] {
    const Progress now = debugger.session().progress();
    return RunReport{now.work_done, now.estimated_work, debugger.place().line};
  };
  const nb::gil_scoped_release release;
  Debugger::Stop stop = Debugger::Stop::kBudgetSpent;
  while (stop == Debugger::Stop::kBudgetSpent) {
    stop = debugger.Run(c::kSlice);
    if (stop == Debugger::Stop::kBudgetSpent) watch.Look(report);
  }
  handle.pending->Rethrow();
  handle.is_lost = stop == Debugger::Stop::kLost;
  if (stop != Debugger::Stop::kFailed && !handle.is_lost) return NameOf(stop);
  throw DiagnosticsError{Render(debugger.diagnostics(), handle.program->source())};
}

nb::tuple PlaceOf(const DebuggerHandle& handle, const DebuggerPlace& place) {
  const ProcessId process = handle.debugger->session().grid().ProcessOf(place.process);
  std::string_view text;
  uint32_t column = 0;
  if (place.span.is_known()) {
    const Source& source = handle.program->source();
    text = source.text().substr(place.span.begin, place.span.end - place.span.begin);
    column = source.Locate(place.span.begin).column;
  }
  return nb::make_tuple(place.clock, std::pair(process.replica, process.partition),
                        Text(place.operation), place.line, column, Text(text));
}

// Returns the places of the last steps, the most recent last.
nb::list HistoryOf(const DebuggerHandle& handle, size_t count) {
  nb::list list;
  for (const DebuggerPlace& place : handle.Idle().History(count)) {
    list.append(PlaceOf(handle, place));
  }
  return list;
}

// Returns the lines on which no operation runs.
std::vector<uint32_t> SetBreakpoints(DebuggerHandle& handle, const std::vector<uint32_t>& lines) {
  std::vector<Breakpoint> breakpoints;
  std::vector<uint32_t> without;
  for (const uint32_t line : lines) {
    const auto operations = handle.Idle().OperationsOn(line);
    if (operations.empty()) without.push_back(line);
    for (const Operation* operation : operations) breakpoints.push_back({operation});
  }
  handle.debugger->SetBreakpoints(std::move(breakpoints));
  return without;
}

}  // namespace

void BindDebugger(nb::module_& module) {
  nb::class_<DebuggerHandle>(module, "Debugger")
      .def("__init__", Initialize)
      .def("go", Go, nb::arg("destination"), nb::arg("clock") = 0, nb::arg("progress") = nb::none())
      .def("place",
           [](const DebuggerHandle& handle) { return PlaceOf(handle, handle.Idle().place()); })
      .def("history", HistoryOf)
      .def("set_breakpoints", SetBreakpoints)
      .def("set_trap", [](DebuggerHandle& handle, bool is_set) { handle.Idle().SetTrap(is_set); })
      .def("grid",
           [](const DebuggerHandle& handle) {
             const GridSize grid = handle.Idle().session().grid();
             return std::pair(grid.replicas, grid.partitions);
           })
      .def(
          "results",
          [](const DebuggerHandle& handle, ProcessPair process) {
            return ResultsOf(handle.Idle().session(), process);
          },
          nb::sig(kResultsSignature))
      .def(
          "value",
          [](const DebuggerHandle& handle, const NamedLeaf& leaf, ProcessPair process) {
            return ValueOf(handle.Idle().session(), leaf, process);
          },
          nb::sig(kValueSignature))
      .def(
          "summary",
          [](const DebuggerHandle& handle, const NamedLeaf& leaf, ProcessPair process) {
            return SummaryOf(handle.Idle().session(), leaf, process);
          },
          nb::sig(kSummarySignature))
      .def("warnings", [](const DebuggerHandle& handle) { return ToList(handle.warnings); });
}

}  // namespace paddock::python
