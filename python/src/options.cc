#include "python/src/options.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/api/run/inputs.h"
#include "core/ir/attribute_values.h"
#include "python/src/bind.h"
#include "python/src/diagnostics.h"
#include "python/src/program.h"
#include "python/src/tensor.h"
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

// Adds an entry to the infeed, or to the values that a channel receives from the host.
void AddFed(Options& options, int64_t channel, std::vector<Tensor> values, std::string text,
            std::optional<std::pair<int64_t, int64_t>> process) {
  InfeedEntry entry;
  entry.values = std::move(values);
  entry.text = std::move(text);
  if (process) entry.process = ProcessId{process->first, process->second};
  auto& feed = channel == 0 ? options.session.infeed : options.session.received[channel];
  feed.push_back(std::move(entry));
}

// Calls `outfeed` with ((replica, partition), channel, tensors) for each entry.
void SetOutfeed(Options& options, nb::object outfeed) {
  options.session.on_outfeed = [outfeed = Share(std::move(outfeed)),
                                pending = options.pending](const OutfeedEntry& entry) {
    CallPython(*pending, [&] {
      nb::list values;
      for (size_t i = 0; i < entry.values.size(); ++i) {
        values.append(nb::make_tuple(OwnedCopy(entry.values[i]), Text(entry.types[i])));
      }
      (*outfeed)(std::pair(entry.process.replica, entry.process.partition), entry.channel, values);
    });
  };
}

// Copies what the function of a custom call returned. Returns a reason if it does not fit.
std::string CopyResults(const CustomCall& call, const std::vector<Tensor>& returned) {
  if (returned.size() != call.results.size()) {
    return "the function of '" + std::string(call.target) + "' returns " +
           std::to_string(returned.size()) + " results, not " + std::to_string(call.results.size());
  }
  for (size_t i = 0; i < returned.size(); ++i) {
    Tensor& result = call.results[i];
    if (returned[i].element_type() != result.element_type() ||
        !std::ranges::equal(returned[i].shape(), result.shape())) {
      return "result " + std::to_string(i) + " of '" + std::string(call.target) +
             "' is not of type " + TensorTypeText(result.element_type(), result.shape());
    }
    if (result.byte_size() == 0) continue;
    std::memcpy(result.mutable_data(), returned[i].data(), result.byte_size());
  }
  return {};
}

// Calls `function` with the operands, the element types of the results, and the backend_config.
CustomCallFunction PythonCall(nb::object function, std::shared_ptr<Pending> pending) {
  return [function = Share(std::move(function)),
          pending = std::move(pending)](const CustomCall& call) {
    std::string reason = "the function of '" + std::string(call.target) + "' raised an exception";
    CallPython(*pending, [&] {
      nb::list operands;
      nb::list types;
      for (const Tensor& operand : call.operands) operands.append(OwnedCopy(operand));
      for (const Tensor& result : call.results) types.append(Text(Spelling(result.element_type())));
      const nb::str config = Text(TextOf(call.operation, "backend_config"));
      reason =
          CopyResults(call, nb::cast<std::vector<Tensor>>((*function)(operands, types, config)));
    });
    return reason;
  };
}

void SetCustomCalls(Options& options, const nb::dict& functions) {
  auto registry = std::make_shared<CustomCallRegistry>();
  for (const auto& [target, function] : functions) {
    registry->Add(nb::cast<std::string>(target),
                  PythonCall(nb::borrow<nb::object>(function), options.pending));
  }
  options.session.custom_calls = std::move(registry);
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
      .def("set_print", SetPrint)
      .def("set_outfeed", SetOutfeed)
      .def("set_custom_calls", SetCustomCalls)
      .def("add_fed", AddFed, nb::arg("channel"), nb::arg("values"), nb::arg("text"),
           nb::arg("process") = nb::none());
}

}  // namespace paddock::python
