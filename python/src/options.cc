#include "python/src/options.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <string>
#include <utility>

#include "core/api/run/inputs.h"
#include "python/src/bind.h"
#include "python/src/diagnostics.h"
#include "python/src/program.h"
#include "python/src/text.h"

namespace paddock::python {
namespace {

// Returns whether `word` is the second of two words. Throws ValueError if it is neither.
bool IsSecond(std::string_view what, std::string_view word, std::string_view first,
              std::string_view second) {
  if (word == first || word == second) return word == second;
  const std::string message = std::string(what) + " is '" + std::string(first) + "' or '" +
                              std::string(second) + "', not '" + std::string(word) + "'";
  throw nb::value_error(message.c_str());
}

void Initialize(Options* self, const LoadedProgram& loaded, const std::string& entry) {
  std::string problem;
  const FunctionInfo* found = loaded.program->FindEntry(entry, problem);
  if (found == nullptr) throw nb::value_error(problem.c_str());
  new (self) Options{.program = loaded.program, .entry = found, .session = {}};
  self->session.entry = found->name;
  self->session.inputs.resize(found->argument_leaves.size());
}

void CheckIndex(size_t index, size_t count) {
  if (index >= count) throw nb::index_error("there is no such argument");
}

void Set(Options& options, size_t leaf, const Tensor& value) {
  CheckIndex(leaf, options.session.inputs.size());
  options.session.inputs[leaf] = value;
}

void SetFor(Options& options, std::pair<int64_t, int64_t> process, size_t leaf,
            const Tensor& value) {
  CheckIndex(leaf, options.session.inputs.size());
  options.session.process_inputs.push_back({{process.first, process.second}, leaf, value});
}

// Sets a leaf on all processes from a text.
void SetText(Options& options, size_t leaf, std::string_view text) {
  CheckIndex(leaf, options.session.inputs.size());
  DiagnosticSink sink;
  const auto memory = std::make_shared<MemoryBudget>(options.session.memory_bytes);
  if (GiveInputs(text, options.entry->argument_leaves[leaf], std::nullopt, options.session, sink,
                 memory)) {
    return;
  }
  throw DiagnosticsError{Render(sink.diagnostics(), options.program->source())};
}

void SetLevel(Options& options, std::string_view level) {
  const bool is_faithful = IsSecond("level", level, "fast", "faithful");
  options.session.level = is_faithful ? Level::kFaithful : Level::kFast;
}

void SetNumerics(Options& options, std::string_view numerics) {
  const bool is_portable = IsSecond("numerics", numerics, "fast", "portable");
  options.session.numerics = is_portable ? simd::Numerics::kPortable : simd::Numerics::kFast;
}

void SetMode(Options& options, std::string_view mode) {
  const bool has_threads = IsSecond("mode", mode, "cooperative", "threads");
  options.session.mode = has_threads ? GridMode::kThreads : GridMode::kCooperative;
}

void SetGrid(Options& options, std::pair<int64_t, int64_t> grid) {
  if (grid.first < 1 || grid.second < 1) throw nb::value_error("grid has positive sizes");
  options.session.grid = {grid.first, grid.second};
}

void SetThreads(Options& options, int threads) {
  constexpr int kMostThreads = 1024;
  if (threads < 0 || threads > kMostThreads) throw nb::value_error("threads is 0 to 1024");
  options.session.threads = threads;
}

// Calls `print` with each text that the program prints.
void SetPrint(Options& options, nb::object print) {
  options.session.on_print = [print = Share(std::move(print)),
                              pending = options.pending](std::string_view text) {
    CallPython(*pending, [&] { (*print)(Text(text)); });
  };
}

}  // namespace

SharedObject Share(nanobind::object object) {
  const auto drop = [](const nanobind::object* held) {
    const nanobind::gil_scoped_acquire acquire;
    delete held;
  };
  return SharedObject(new nanobind::object(std::move(object)), drop);
}

void BindOptions(nb::module_& module) {
  nb::class_<Options>(module, "Options")
      .def("__init__", Initialize)
      .def("set", Set)
      .def("set_for", SetFor)
      .def("set_text", SetText)
      .def("set_level", SetLevel)
      .def("set_numerics", SetNumerics)
      .def("set_mode", SetMode)
      .def("set_grid", SetGrid)
      .def("set_threads", SetThreads)
      .def("set_seed", [](Options& options, uint64_t seed) { options.session.seed = seed; })
      .def("set_memory",
           [](Options& options, uint64_t bytes) { options.session.memory_bytes = bytes; })
      .def("set_print", SetPrint);
}

}  // namespace paddock::python
