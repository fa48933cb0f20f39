#include "core/api/build/builder.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/api/build/function_steps.h"
#include "python/src/bind.h"
#include "python/src/diagnostics.h"
#include "python/src/program.h"
#include "python/src/text.h"

namespace paddock::python {
namespace {

using build::BuildDiagnostic;
using build::FunctionSteps;
using build::Where;
using Numbers = std::vector<uint32_t>;
using Made = std::pair<uint32_t, uint32_t>;
using NamedTypes = std::vector<std::pair<std::string, std::string>>;

// Returns diagnostics of calls, each with its operation as a note.
std::vector<RenderedDiagnostic> RenderBuild(const std::vector<BuildDiagnostic>& list) {
  const Source source("builder", std::string());
  std::vector<Diagnostic> diagnostics;
  for (const BuildDiagnostic& one : list) {
    diagnostics.push_back(one.diagnostic);
    diagnostics.back().notes.push_back({one.operation, {}});
  }
  return Render(diagnostics, source);
}

// Throws the errors of the last call, after which the program is as if it had not been made.
void Check(build::ProgramBuilder& program) {
  for (const BuildDiagnostic& one : program.diagnostics()) {
    if (one.diagnostic.severity != Severity::kError) continue;
    throw DiagnosticsError{RenderBuild(program.TakeDiagnostics())};
  }
}

// Function of a program that is being built.
struct BuiltFunction {
  std::shared_ptr<build::ProgramBuilder> program;
  std::unique_ptr<FunctionSteps> steps;
};

struct Builder {
  std::shared_ptr<build::ProgramBuilder> program = std::make_shared<build::ProgramBuilder>();
};

Made MadeOf(build::ValueNumbers numbers) { return {numbers.first, numbers.count}; }

void CheckMoment(bool is_right) {
  if (!is_right) throw std::runtime_error("the call is not allowed at this moment");
}

// Throws after a mistake; then nothing was made.
Made EndedOf(BuiltFunction& function, const FunctionSteps::Ended& ended) {
  Check(*function.program);
  if (ended.is_failed) throw std::runtime_error("an operand is the result of a wrong call");
  return MadeOf(ended.results);
}

std::vector<build::TypeSpec> TypesOf(const std::vector<std::string>& types) {
  return {types.begin(), types.end()};
}

// Begins a function, or declares one without a body.
BuiltFunction AddFunction(Builder& builder, const std::string& name, const NamedTypes& parameters,
                          const std::optional<std::vector<std::string>>& result_types,
                          bool is_private, bool is_declaration) {
  std::vector<build::Parameter> made;
  for (const auto& [parameter, type] : parameters) made.push_back({parameter, type, {}});
  build::FunctionOptions options;
  options.is_private = is_private;
  if (result_types) options.result_types = TypesOf(*result_types);
  const auto types = result_types.value_or(std::vector<std::string>());
  const auto begun = is_declaration
                         ? builder.program->Declare(name, made, TypesOf(types), options, Where())
                         : builder.program->Function(name, made, options, Where());
  Check(*builder.program);
  return {builder.program, std::make_unique<FunctionSteps>(begun)};
}

std::string TextOf(const Builder& builder) {
  auto text = builder.program->Text();
  if (!text) throw DiagnosticsError{RenderBuild(text.error())};
  return *std::move(text);
}

// The builder stays usable.
LoadedProgram Finish(const Builder& builder, const std::string& name) {
  std::string text = TextOf(builder);
  auto program = Program::Load(name, std::move(text));
  if (!program->has_errors()) return {std::move(program)};
  throw DiagnosticsError{Render(program->diagnostics(), program->source())};
}

void SetTensor(BuiltFunction& function, const std::string& name, const Tensor& tensor,
               const std::optional<std::vector<int64_t>>& splat) {
  build::Elements elements(tensor);
  if (splat) elements = std::move(elements).Splat(*splat);
  CheckMoment(function.steps->SetAttribute(name, elements));
}

// Returns None if the operation is wrong already, which its end reports.
std::optional<Made> BeginRegion(BuiltFunction& function, const std::vector<std::string>& types) {
  const auto arguments = function.steps->BeginRegion(TypesOf(types));
  CheckMoment(arguments.has_value());
  if (arguments->first != FunctionSteps::kFailed) return MadeOf(*arguments);
  function.steps->EndRegion({});
  return std::nullopt;
}

Made End(BuiltFunction& function) {
  const auto ended = function.steps->End();
  CheckMoment(ended.has_value());
  return EndedOf(function, *ended);
}

void Return(BuiltFunction& function, const Numbers& results,
            const std::vector<std::string>& attributes) {
  build::ResultAttributes lists;
  for (const std::string& one : attributes) {
    auto entries = function.steps->Entries(one);
    Check(*function.program);
    lists.push_back(entries.value_or(std::vector<build::NamedAttributeValue>()));
  }
  const bool has_ended = function.steps->Return(results, lists);
  Check(*function.program);
  CheckMoment(has_ended);
}

void Name(BuiltFunction& function, uint32_t value, const std::string& name) {
  function.steps->Name(value, name);
  Check(*function.program);
}

nb::str TypeOf(const BuiltFunction& function, uint32_t value) {
  const Type type = function.steps->TypeOf(value);
  if (!type) throw nb::value_error("there is no such value");
  return Text(ToString(type));
}

}  // namespace

void BindBuilder(nb::module_& module) {
  nb::class_<BuiltFunction>(module, "BuiltFunction")
      .def("arguments",
           [](const BuiltFunction& function) { return MadeOf(function.steps->arguments()); })
      .def("begin",
           [](BuiltFunction& function, const std::string& name) { function.steps->Begin(name); })
      .def("add_operands",
           [](BuiltFunction& function, const Numbers& operands) {
             CheckMoment(function.steps->AddOperands(operands));
           })
      .def("set_text",
           [](BuiltFunction& function, const std::string& name, const std::string& value) {
             CheckMoment(function.steps->SetAttribute(name, value));
           })
      .def(
          "set_integers",
          [](BuiltFunction& function, const std::string& name, const std::vector<int64_t>& values) {
            CheckMoment(function.steps->SetIntegers(name, values));
          })
      .def("set_tensor", SetTensor, nb::arg("name"), nb::arg("tensor"),
           nb::arg("splat") = nb::none())
      .def("add_result_type",
           [](BuiltFunction& function, const std::string& type) {
             CheckMoment(function.steps->AddResultType(type));
           })
      .def("begin_region", BeginRegion)
      .def("end_region",
           [](BuiltFunction& function, const Numbers& results) {
             CheckMoment(function.steps->EndRegion(results));
           })
      .def("end", End)
      .def("cancel", [](BuiltFunction& function) { function.steps->Cancel(); })
      .def("call",
           [](BuiltFunction& function, const BuiltFunction& callee, const Numbers& operands) {
             return EndedOf(function, function.steps->Call(*callee.steps, operands));
           })
      .def("end_function", Return)
      .def("name", Name)
      .def("type", TypeOf);
  nb::class_<Builder>(module, "Builder")
      .def(nb::init<>())
      .def("function", AddFunction, nb::arg("name"), nb::arg("parameters"),
           nb::arg("result_types") = nb::none(), nb::arg("is_private") = false,
           nb::arg("is_declaration") = false)
      .def("set_attribute",
           [](Builder& builder, const std::string& name, const std::string& value) {
             builder.program->SetAttribute(name, value, Where());
             Check(*builder.program);
           })
      .def("text", [](const Builder& builder) { return Text(TextOf(builder)); })
      .def("finish", Finish);
}

}  // namespace paddock::python
