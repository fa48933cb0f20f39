#include "python/src/program.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/bytecode/artifact.h"
#include "core/ir/module.h"
#include "core/text/print/print.h"
#include "python/src/bind.h"
#include "python/src/diagnostics.h"
#include "python/src/text.h"

namespace paddock::python {
namespace {

// Copies the bytes, which a text may share with Python.
LoadedProgram Load(std::string name, const nb::bytes& bytes, bool is_strict,
                   std::vector<std::string> custom_call_targets) {
  const auto owner = std::make_shared<const std::string>(bytes.c_str(), bytes.size());
  const nb::gil_scoped_release release;
  auto program = Program::Load(std::move(name), std::as_bytes(std::span(*owner)), owner,
                               {.strict = is_strict, .custom_call_targets = custom_call_targets});
  return {std::move(program), std::move(custom_call_targets)};
}

// Returns a program whose values have places in its text: an artifact is read again from the text
// that it prints, with the framework's locations.
LoadedProgram AsText(const LoadedProgram& loaded) {
  const Program& program = *loaded.program;
  if (program.has_errors() || program.module().origin() == nullptr) return loaded;
  const nb::gil_scoped_release release;
  const PrintOptions options = {.locations = true};
  auto again = Program::Load(std::string(program.source().name()), Print(program.module(), options),
                             {.custom_call_targets = loaded.custom_call_targets});
  return {std::move(again), loaded.custom_call_targets};
}

nb::dict ParameterOf(const ParameterInfo& info) {
  nb::dict made;
  made["name"] = Text(info.name);
  made["type"] = Text(info.type);
  made["element_type"] =
      info.element_type ? nb::object(Text(Spelling(*info.element_type))) : nb::none();
  made["shape"] = nb::tuple(nb::cast(info.shape));
  made["location"] = Text(info.location);
  return made;
}

nb::list ParametersOf(const std::vector<ParameterInfo>& infos) {
  nb::list list;
  for (const ParameterInfo& info : infos) list.append(ParameterOf(info));
  return list;
}

nb::dict FunctionOf(const FunctionInfo& function) {
  nb::dict made;
  made["name"] = Text(function.name);
  made["is_public"] = function.is_public;
  made["has_body"] = function.has_body;
  made["arguments"] = ParametersOf(function.arguments);
  made["results"] = ParametersOf(function.results);
  made["argument_leaves"] = ParametersOf(function.argument_leaves);
  made["result_leaves"] = ParametersOf(function.result_leaves);
  return made;
}

nb::list FunctionsOf(const LoadedProgram& loaded) {
  nb::list list;
  for (const FunctionInfo& function : loaded.program->functions()) {
    list.append(FunctionOf(function));
  }
  return list;
}

// Returns the entry's index in functions(). Throws ValueError if there is none.
size_t FindEntry(const LoadedProgram& loaded, const std::string& name) {
  std::string problem;
  const FunctionInfo* found = loaded.program->FindEntry(name, problem);
  if (found == nullptr) throw nb::value_error(problem.c_str());
  return static_cast<size_t>(found - loaded.program->functions().data());
}

nb::bytes WriteArtifactOf(const LoadedProgram& loaded, std::optional<std::string> version) {
  const auto target = version ? ParseVhloVersion(*version) : kNewestVhlo;
  if (!target || *target < kOldestVhlo || kNewestVhlo < *target) {
    throw nb::value_error("there is no such version of portable artifacts");
  }
  DiagnosticSink sink;
  const auto written = WriteArtifact(loaded.program->module(), *target, sink);
  if (!written) throw DiagnosticsError{Render(sink.diagnostics(), loaded.program->source())};
  return nb::bytes(written->data(), written->size());
}

nb::str PrintOf(const LoadedProgram& loaded, bool is_generic) {
  return Text(loaded.program->Print(is_generic ? PrintForm::kGeneric : PrintForm::kPretty));
}

}  // namespace

void BindProgram(nb::module_& module) {
  nb::class_<LoadedProgram>(module, "Program")
      .def("as_text", AsText)
      .def("diagnostics",
           [](const LoadedProgram& loaded) {
             return ToList(Render(loaded.program->diagnostics(), loaded.program->source()));
           })
      .def("has_errors", [](const LoadedProgram& loaded) { return loaded.program->has_errors(); })
      .def("is_same",
           [](const LoadedProgram& loaded, const LoadedProgram& other) {
             return loaded.program->IsSameProgram(*other.program);
           })
      .def("text", PrintOf)
      .def("source",
           [](const LoadedProgram& loaded) { return Text(loaded.program->source().text()); })
      .def("functions", FunctionsOf)
      .def("find_entry", FindEntry)
      .def("artifact", WriteArtifactOf, nb::arg("version") = nb::none());
  module.def("load", Load);
}

}  // namespace paddock::python
