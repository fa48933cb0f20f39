#include "core/c/builder.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/c/builder_handle.h"
#include "core/c/program_handle.h"

using paddock::build::BuildDiagnostic;
using paddock::build::FunctionOptions;
using paddock::build::NamedAttributeValue;
using paddock::build::Parameter;
using paddock::build::ProgramBuilder;
using paddock::build::TypeSpec;
using paddock::build::Where;

static_assert(PADDOCK_FAILED_VALUE == paddock::build::FunctionSteps::kFailed);

namespace paddock::c {
namespace {

paddock_status CheckTexts(const char* const* texts, size_t count) {
  if (count == 0) return PADDOCK_OK;
  if (texts == nullptr) return PADDOCK_NULL_ARGUMENT;
  const auto is_null = [](const char* text) { return text == nullptr; };
  return std::any_of(texts, texts + count, is_null) ? PADDOCK_NULL_ARGUMENT : PADDOCK_OK;
}

// Stores the diagnostics of calls, with the operation of each as a note.
void StoreBuildDiagnostics(paddock_diagnostics** out, const std::vector<BuildDiagnostic>& list) {
  if (out == nullptr) return;
  std::vector<Diagnostic> diagnostics;
  for (const BuildDiagnostic& one : list) {
    diagnostics.push_back(one.diagnostic);
    diagnostics.back().notes.push_back({one.operation, {}});
  }
  *out = new paddock_diagnostics{.source = std::make_shared<const Source>("builder", std::string()),
                                 .list = std::move(diagnostics)};
}

// Whether calls since `before`, the number of diagnostics then, were wrong.
paddock_status OutcomeSince(const ProgramBuilder& program, size_t before) {
  const auto& all = program.diagnostics();
  const auto is_error = [](const BuildDiagnostic& one) {
    return one.diagnostic.severity == Severity::kError;
  };
  const auto first = all.begin() + static_cast<ptrdiff_t>(std::min(before, all.size()));
  return std::any_of(first, all.end(), is_error) ? PADDOCK_ERROR : PADDOCK_OK;
}

paddock_status CheckOptions(const paddock_function_options& options) {
  return FirstOf({CheckTexts(options.parameter_names, options.parameter_count),
                  CheckTexts(options.parameter_types, options.parameter_count),
                  CheckTexts(options.result_types, options.result_type_count)});
}

std::vector<NamedAttributeValue> EntriesOf(ProgramBuilder& program, const char* dictionary) {
  if (dictionary == nullptr) return {};
  return program.Entries(dictionary, Where()).value_or(std::vector<NamedAttributeValue>());
}

std::vector<Parameter> ParametersOf(ProgramBuilder& program,
                                    const paddock_function_options& options) {
  std::vector<Parameter> parameters;
  for (size_t i = 0; i < options.parameter_count; ++i) {
    const char* attributes =
        options.parameter_attributes == nullptr ? nullptr : options.parameter_attributes[i];
    parameters.push_back(
        {options.parameter_names[i], options.parameter_types[i], EntriesOf(program, attributes)});
  }
  return parameters;
}

FunctionOptions OptionsOf(ProgramBuilder& program, const paddock_function_options& given) {
  FunctionOptions options;
  options.is_private = given.is_private != 0;
  options.attributes = EntriesOf(program, given.attributes);
  if (given.has_result_types == 0) return options;
  options.result_types.emplace();
  for (size_t i = 0; i < given.result_type_count; ++i) {
    options.result_types->push_back(given.result_types[i]);
  }
  return options;
}

}  // namespace
}  // namespace paddock::c

using namespace paddock::c;

paddock_status paddock_builder_create(paddock_builder** builder) {
  if (builder == nullptr) return PADDOCK_NULL_ARGUMENT;
  *builder = new paddock_builder();
  return PADDOCK_OK;
}

void paddock_builder_free(paddock_builder* builder) { FreeHandle(builder); }

paddock_status paddock_builder_set_attribute(paddock_builder* builder, const char* name,
                                             const char* value) {
  const auto status = FirstOf({CheckHandle(builder), CheckPointer(name), CheckPointer(value)});
  if (status != PADDOCK_OK) return status;
  const size_t before = builder->program.diagnostics().size();
  builder->program.SetAttribute(name, value, Where());
  return OutcomeSince(builder->program, before);
}

paddock_status paddock_builder_add_operation(paddock_builder* builder, const char* name,
                                             const char* const* attribute_names,
                                             const char* const* attribute_values, size_t count) {
  const auto status =
      FirstOf({CheckHandle(builder), CheckPointer(name), CheckTexts(attribute_names, count),
               CheckTexts(attribute_values, count)});
  if (status != PADDOCK_OK) return status;
  const size_t before = builder->program.diagnostics().size();
  std::vector<NamedAttributeValue> attributes;
  for (size_t i = 0; i < count; ++i) {
    attributes.push_back({attribute_names[i], attribute_values[i]});
  }
  builder->program.Operation(name, {.attributes = std::move(attributes)}, Where());
  return OutcomeSince(builder->program, before);
}

paddock_status paddock_builder_add_function(paddock_builder* builder, const char* name,
                                            const paddock_function_options* options,
                                            paddock_function_builder** function) {
  paddock_function_options given;
  auto status = FirstOf({CheckHandle(builder), CheckPointer(name), CheckPointer(function),
                         ReadStruct(options, given)});
  if (status == PADDOCK_OK) status = CheckOptions(given);
  if (status != PADDOCK_OK) return status;
  ProgramBuilder& program = builder->program;
  const size_t before = program.diagnostics().size();
  const std::vector<Parameter> parameters = ParametersOf(program, given);
  const FunctionOptions made = OptionsOf(program, given);
  if (OutcomeSince(program, before) != PADDOCK_OK) return PADDOCK_ERROR;
  const auto begun =
      given.is_declaration != 0
          ? program.Declare(name, parameters, made.result_types.value_or(std::vector<TypeSpec>()),
                            made, Where())
          : program.Function(name, parameters, made, Where());
  if (OutcomeSince(program, before) != PADDOCK_OK) return PADDOCK_ERROR;
  *function = new paddock_function_builder(begun);
  return PADDOCK_OK;
}

paddock_status paddock_builder_take_diagnostics(paddock_builder* builder,
                                                paddock_diagnostics** diagnostics) {
  if (const auto status = CheckHandle(builder); status != PADDOCK_OK) return status;
  StoreBuildDiagnostics(diagnostics, builder->program.TakeDiagnostics());
  return PADDOCK_OK;
}

paddock_status paddock_builder_text(const paddock_builder* builder, paddock_bytes** text,
                                    paddock_diagnostics** diagnostics) {
  const auto status = FirstOf({CheckHandle(builder), CheckPointer(text)});
  if (status != PADDOCK_OK) return status;
  auto printed = builder->program.Text();
  if (!printed) {
    StoreBuildDiagnostics(diagnostics, printed.error());
    return PADDOCK_ERROR;
  }
  StoreBuildDiagnostics(diagnostics, builder->program.diagnostics());
  *text = MakeBytes(*std::move(printed));
  return PADDOCK_OK;
}

paddock_status paddock_builder_finish(const paddock_builder* builder, const char* name,
                                      const paddock_load_options* options,
                                      paddock_program** program,
                                      paddock_diagnostics** diagnostics) {
  paddock_load_options read;
  auto status = FirstOf(
      {CheckHandle(builder), CheckPointer(name), CheckPointer(program), ReadStruct(options, read)});
  if (status != PADDOCK_OK) return status;
  const auto text = builder->program.Text();
  if (!text) {
    StoreBuildDiagnostics(diagnostics, text.error());
    return PADDOCK_ERROR;
  }
  read.struct_size = sizeof read;
  read.release = nullptr;
  paddock_program* loaded = nullptr;
  status = paddock_program_load(name, text->data(), text->size(), &read, &loaded, diagnostics);
  if (status == PADDOCK_OK) *program = loaded;
  if (status != PADDOCK_OK) paddock_program_free(loaded);
  return status;
}
