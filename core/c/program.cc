#include "core/c/program.h"

#include <string>
#include <vector>

#include "core/bytecode/artifact.h"
#include "core/c/custom_call_handle.h"
#include "core/c/program_handle.h"
#include "core/c/tensor_handle.h"

namespace paddock::c {
namespace {

// Returns the bytes to load and their owner: the caller's, or a copy.
std::shared_ptr<const void> OwnBytes(std::span<const std::byte>& bytes,
                                     const paddock_load_options& options) {
  if (options.release != nullptr) return OwnerOf(options.release, options.release_data);
  auto copy = std::make_shared<std::vector<std::byte>>(bytes.begin(), bytes.end());
  bytes = *copy;
  return copy;
}

paddock_status CheckFunction(const paddock_program* program, size_t index) {
  if (const auto status = CheckHandle(program); status != PADDOCK_OK) return status;
  return CheckRange(index < program->program->functions().size());
}

paddock_status WriteParameter(const std::vector<ParameterInfo>& leaves, size_t index,
                              const Source& source, paddock_parameter* parameter) {
  if (index >= leaves.size()) return PADDOCK_OUT_OF_RANGE;
  const ParameterInfo& leaf = leaves[index];
  const auto type = leaf.element_type;
  WriteStruct(parameter, {.struct_size = 0,
                          .name = leaf.name.c_str(),
                          .type = leaf.type.c_str(),
                          .element_type = type ? static_cast<paddock_element_type>(*type)
                                               : PADDOCK_NO_ELEMENT_TYPE,
                          .rank = static_cast<uint32_t>(leaf.shape.size()),
                          .shape = leaf.shape.empty() ? nullptr : leaf.shape.data(),
                          .place = PlaceOf(leaf.span, source)});
  return PADDOCK_OK;
}

}  // namespace
}  // namespace paddock::c

using namespace paddock::c;

paddock_status paddock_program_load(const char* name, const void* bytes, size_t size,
                                    const paddock_load_options* options, paddock_program** program,
                                    paddock_diagnostics** diagnostics) {
  paddock_load_options read;
  const auto status = FirstOf({CheckPointer(name), size == 0 ? PADDOCK_OK : CheckPointer(bytes),
                               CheckPointer(program), ReadStruct(options, read),
                               options == nullptr || read.custom_calls == nullptr
                                   ? PADDOCK_OK
                                   : CheckHandle(read.custom_calls)});
  if (status != PADDOCK_OK) return status;
  paddock::LoadOptions load;
  load.strict = read.strict != 0;
  if (read.custom_calls != nullptr) load.custom_call_targets = read.custom_calls->targets;
  std::span given(static_cast<const std::byte*>(bytes), size);
  const auto owner = OwnBytes(given, read);
  auto loaded = paddock::Program::Load(name, given, owner, load);
  StoreDiagnostics(diagnostics, loaded, loaded->diagnostics());
  const bool has_errors = loaded->has_errors();
  *program = new paddock_program{.program = std::move(loaded)};
  return has_errors ? PADDOCK_ERROR : PADDOCK_OK;
}

paddock_status paddock_program_diagnostics(const paddock_program* program,
                                           paddock_diagnostics** diagnostics) {
  const auto status = FirstOf({CheckHandle(program), CheckPointer(diagnostics)});
  if (status != PADDOCK_OK) return status;
  StoreDiagnostics(diagnostics, program->program, program->program->diagnostics());
  return PADDOCK_OK;
}

paddock_status paddock_program_print(const paddock_program* program, paddock_form form,
                                     paddock_bytes** text) {
  const auto status =
      FirstOf({CheckHandle(program), CheckPointer(text),
               CheckRange(form == PADDOCK_FORM_PRETTY || form == PADDOCK_FORM_GENERIC)});
  if (status != PADDOCK_OK) return status;
  *text = MakeBytes(program->program->Print(
      form == PADDOCK_FORM_PRETTY ? paddock::PrintForm::kPretty : paddock::PrintForm::kGeneric));
  return PADDOCK_OK;
}

paddock_status paddock_program_write_artifact(const paddock_program* program, const char* version,
                                              paddock_bytes** artifact,
                                              paddock_diagnostics** diagnostics) {
  const auto status = FirstOf({CheckHandle(program), CheckPointer(artifact)});
  if (status != PADDOCK_OK) return status;
  std::optional<paddock::VhloVersion> target = paddock::kNewestVhlo;
  if (version != nullptr) target = paddock::ParseVhloVersion(version);
  if (!target || *target < paddock::kOldestVhlo || paddock::kNewestVhlo < *target) {
    return PADDOCK_OUT_OF_RANGE;
  }
  if (program->program->has_errors()) {
    StoreDiagnostics(diagnostics, program->program, program->program->diagnostics());
    return PADDOCK_ERROR;
  }
  paddock::DiagnosticSink sink;
  auto written = paddock::WriteArtifact(program->program->module(), *target, sink);
  StoreDiagnostics(diagnostics, program->program, sink.Take());
  if (!written) return PADDOCK_ERROR;
  *artifact = MakeBytes(*std::move(written));
  return PADDOCK_OK;
}

size_t paddock_program_function_count(const paddock_program* program) {
  return IsHandle(program) ? program->program->functions().size() : 0;
}

paddock_status paddock_program_find_function(const paddock_program* program, const char* name,
                                             size_t* index) {
  const auto status = FirstOf({CheckHandle(program), CheckPointer(index)});
  if (status != PADDOCK_OK) return status;
  std::string problem;
  const auto* found = program->program->FindEntry(name == nullptr ? "" : name, problem);
  if (found == nullptr) return PADDOCK_NO_VALUE;
  *index = static_cast<size_t>(found - program->program->functions().data());
  return PADDOCK_OK;
}

paddock_status paddock_program_function(const paddock_program* program, size_t index,
                                        paddock_function* function) {
  const auto status = FirstOf({CheckFunction(program, index), CheckStruct(function)});
  if (status != PADDOCK_OK) return status;
  const paddock::FunctionInfo& found = program->program->functions()[index];
  WriteStruct(function, {.struct_size = 0,
                         .name = found.name.c_str(),
                         .is_public = found.is_public,
                         .has_body = found.has_body,
                         .argument_count = found.argument_leaves.size(),
                         .result_count = found.result_leaves.size(),
                         .place = PlaceOf(found.span, program->program->source())});
  return PADDOCK_OK;
}

paddock_status paddock_program_argument(const paddock_program* program, size_t function,
                                        size_t index, paddock_parameter* parameter) {
  const auto status = FirstOf({CheckFunction(program, function), CheckStruct(parameter)});
  if (status != PADDOCK_OK) return status;
  return WriteParameter(program->program->functions()[function].argument_leaves, index,
                        program->program->source(), parameter);
}

paddock_status paddock_program_result(const paddock_program* program, size_t function, size_t index,
                                      paddock_parameter* parameter) {
  const auto status = FirstOf({CheckFunction(program, function), CheckStruct(parameter)});
  if (status != PADDOCK_OK) return status;
  return WriteParameter(program->program->functions()[function].result_leaves, index,
                        program->program->source(), parameter);
}

void paddock_program_free(paddock_program* program) { FreeHandle(program); }
