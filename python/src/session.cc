#include "core/api/run/session.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <atomic>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/api/query/hash.h"
#include "core/c/slices.h"
#include "python/src/bind.h"
#include "python/src/callbacks.h"
#include "python/src/diagnostics.h"
#include "python/src/non_finite.h"
#include "python/src/options.h"
#include "python/src/values.h"

namespace paddock::python {
namespace {

using c::kSlice;
using c::RunningMark;

// One run of a function.
struct RunHandle {
  std::shared_ptr<const Program> program;
  std::unique_ptr<Session> session;
  std::shared_ptr<Pending> pending;
  std::vector<RenderedDiagnostic> warnings;
  std::atomic<bool> is_running = false;
  // Looks for non-finite elements; null if nothing does.
  std::unique_ptr<NonFiniteRun> watched = nullptr;

  const Session& Idle() const {
    if (is_running) throw std::runtime_error("the run is not at its end");
    return *session;
  }
};

void Initialize(RunHandle* self, const Options& options) {
  SessionOptions given = options.session;
  std::vector<Diagnostic> found;
  std::unique_ptr<Session> session;
  {
    const nb::gil_scoped_release release;
    session = Session::Start(options.program, std::move(given), found);
  }
  auto rendered = Render(found, options.program->source());
  if (session == nullptr) throw DiagnosticsError{std::move(rendered)};
  new (self) RunHandle{.program = options.program,
                       .session = std::move(session),
                       .pending = options.pending,
                       .warnings = std::move(rendered)};
}

// Calls `advance` with slices of work to the end of the run. Throws ProgramError if the run fails.
// After another exception, such as KeyboardInterrupt, the next call continues. Returns false if the
// run stopped at a trap.
template <class Advance>
bool RunSlices(RunHandle& run, nb::object progress, const Advance& advance) {
  run.Idle();
  Watch watch(std::move(progress), *run.pending);
  Session& session = *run.session;
  const RunningMark mark(run.is_running);
  const auto at_once = static_cast<int64_t>(session.processes_at_once());
  const int64_t slice = at_once == 1 ? kSlice : 2 * kSlice * at_once;
  const auto report = [&] {
    const Progress now = session.progress();
    return RunReport{now.work_done, now.estimated_work, session.current_line()};
  };
  const nb::gil_scoped_release release;
  StopReason reason = StopReason::kBudgetSpent;
  while (reason == StopReason::kBudgetSpent) {
    reason = advance(slice);
    if (reason == StopReason::kBudgetSpent) watch.Look(report);
  }
  run.pending->Rethrow();
  if (reason == StopReason::kTrap) return false;
  if (reason == StopReason::kFinished) return true;
  throw DiagnosticsError{Render(session.diagnostics(), run.program->source())};
}

void Run(RunHandle& run, nb::object progress) {
  run.Idle();
  run.watched = nullptr;
  RunSlices(run, std::move(progress), [&](int64_t slice) { return run.session->Run(slice); });
}

constexpr const char* kFoundSignature =
    "def run_to_non_finite(self, has_nan: bool, has_infinity: bool, "
    "progress: Callable[[int, int, int], None] | None = None) -> list[NonFinite]";

// Runs until an operation makes such elements, and returns them, or runs to the end. Another call
// goes on, and looks for the kinds that are not found yet.
nb::list RunToNonFinite(RunHandle& run, bool has_nan, bool has_infinity, nb::object progress) {
  run.Idle();
  if (run.watched == nullptr) {
    run.watched =
        std::make_unique<NonFiniteRun>(*run.session, NonFiniteKinds{has_nan, has_infinity});
  }
  nb::list made;
  const bool is_at_end =
      RunSlices(run, std::move(progress), [&](int64_t slice) { return run.watched->Run(slice); });
  if (is_at_end) return made;
  for (const NonFinite& found : run.watched->found()) {
    made.append(FoundNonFinite{run.program, found});
  }
  return made;
}

nb::dict CountsOf(const RunHandle& run) {
  const Counts counts = run.Idle().counts();
  nb::dict made;
  made["operations"] = counts.operations;
  made["bytes"] = counts.bytes;
  made["steps"] = counts.steps;
  made["peak_bytes"] = run.session->peak_bytes();
  return made;
}

}  // namespace

void BindSession(nb::module_& module) {
  nb::class_<RunHandle>(module, "Run")
      .def("__init__", Initialize)
      .def("run", Run, nb::arg("progress") = nb::none())
      .def("run_to_non_finite", RunToNonFinite, nb::arg("has_nan"), nb::arg("has_infinity"),
           nb::arg("progress") = nb::none(), nb::sig(kFoundSignature))
      .def("grid",
           [](const RunHandle& run) {
             const GridSize grid = run.session->grid();
             return std::pair(grid.replicas, grid.partitions);
           })
      .def(
          "results",
          [](const RunHandle& run, ProcessPair process) { return ResultsOf(run.Idle(), process); },
          nb::sig(kResultsSignature))
      .def(
          "value",
          [](const RunHandle& run, const NamedLeaf& leaf, ProcessPair process) {
            return ValueOf(run.Idle(), leaf, process);
          },
          nb::sig(kValueSignature))
      .def(
          "summary",
          [](const RunHandle& run, const NamedLeaf& leaf, ProcessPair process) {
            return SummaryOf(run.Idle(), leaf, process);
          },
          nb::sig(kSummarySignature))
      .def("hash", [](const RunHandle& run) { return HashResults(run.Idle().all_results()); })
      .def("counts", CountsOf)
      .def("warnings", [](const RunHandle& run) { return ToList(run.warnings); })
      .def("remarks", [](const RunHandle& run) {
        return ToList(Render(run.Idle().Remarks(), run.program->source()));
      });
}

}  // namespace paddock::python
