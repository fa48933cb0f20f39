#include "core/api/why/why.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/api/why/why_text.h"
#include "python/src/bind.h"
#include "python/src/callbacks.h"
#include "python/src/diagnostics.h"
#include "python/src/non_finite.h"
#include "python/src/options.h"
#include "python/src/text.h"
#include "python/src/values.h"

namespace paddock::python {
namespace {

struct AskedCell {
  // "%x"; empty for the first NaN or infinity.
  std::string name;
  bool is_nan = false;
  std::vector<int64_t> cell;
  ProcessPair process;
  uint64_t execution = 0;
  uint32_t line = 0;
  bool is_forward = false;
  // Instead of all above: the element of a run with the same program and inputs.
  std::optional<FoundNonFinite> found;
  WhyOptions options;
};

// Runs the program and finds the cell. Returns nothing if no operation gives a NaN or infinity.
std::optional<WhyTarget> FindTarget(Why& why, const AskedCell& asked, const Program& program) {
  if (asked.found) return RunTo(why, asked.found->found);
  if (asked.name.empty()) {
    Why::End end = Why::End::kFinished;
    const auto target = why.RunToFirst(asked.is_nan ? Why::Bad::kNan : Why::Bad::kInfinity, end);
    if (target || end != Why::End::kFailed) return target;
    throw DiagnosticsError{Render(why.diagnostics(), program.source())};
  }
  // The values before a failure can be asked for.
  if (why.Run() == Why::End::kStopped) return std::nullopt;
  const ProcessId process = ProcessOf(why.session(), asked.process);
  std::string problem;
  const auto target = why.Find(asked.name, asked.cell, why.session().grid().Flatten(process),
                               asked.execution, asked.line, problem);
  if (!target) throw nb::value_error(problem.c_str());
  return target;
}

// Returns (text, JSON) of the chain, or None if no operation gives a NaN or infinity.
nb::object Explain(const Options& options, const AskedCell& asked, nb::object progress) {
  Watch watch(std::move(progress), *options.pending);
  std::exception_ptr stop;
  // The core has no exceptions: a Python one ends the run first.
  const auto stops = [&](uint64_t steps) {
    try {
      if (stop == nullptr) {
        watch.Look([&] { return RunReport{static_cast<int64_t>(steps), 0, 0}; });
      }
    } catch (...) {
      stop = std::current_exception();
    }
    return stop != nullptr;
  };
  SessionOptions given = options.session;
  std::vector<Diagnostic> found;
  std::optional<WhyChain> chain;
  {
    const nb::gil_scoped_release release;
    const auto why = Why::Start(options.program, std::move(given), stops, found);
    if (why == nullptr) throw DiagnosticsError{Render(found, options.program->source())};
    const auto target = FindTarget(*why, asked, *options.program);
    if (target && stop == nullptr) {
      chain = asked.is_forward ? why->Forward(*target, asked.options)
                               : why->Back(*target, asked.options);
    }
  }
  if (stop != nullptr) std::rethrow_exception(stop);
  options.pending->Rethrow();
  if (!chain) return nb::none();
  return nb::make_tuple(Text(WhyText(*chain)), Text(WhyJson(*chain)));
}

}  // namespace

void BindWhy(nb::module_& module) {
  nb::class_<AskedCell>(module, "AskedCell")
      .def(nb::init<>())
      .def_rw("name", &AskedCell::name)
      .def_rw("is_nan", &AskedCell::is_nan)
      .def_rw("cell", &AskedCell::cell)
      .def_rw("process", &AskedCell::process)
      .def_rw("execution", &AskedCell::execution)
      .def_rw("line", &AskedCell::line)
      .def_rw("is_forward", &AskedCell::is_forward)
      .def_rw("found", &AskedCell::found)
      .def("set_limits", [](AskedCell& asked, size_t cells, size_t depth, size_t terms, bool all) {
        asked.options = {cells, depth, terms, all};
      });
  module.def(
      "explain", Explain, nb::arg("options"), nb::arg("asked"), nb::arg("progress") = nb::none(),
      nb::sig("def explain(options: Options, asked: AskedCell, progress: object | None = None) "
              "-> tuple[str, str] | None"));
}

}  // namespace paddock::python
