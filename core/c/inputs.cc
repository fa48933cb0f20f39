#include "core/c/inputs.h"

#include <string>
#include <string_view>

#include "core/api/run/inputs.h"
#include "core/c/program_handle.h"
#include "core/c/run_options.h"
#include "core/c/tensor_handle.h"

namespace paddock::c {
namespace {

paddock_status CheckArgument(const paddock_inputs* inputs, size_t argument) {
  if (const auto status = CheckHandle(inputs); status != PADDOCK_OK) return status;
  return CheckRange(argument < inputs->function->argument_leaves.size());
}

// Sets the value of every process.
void SetArgument(SessionOptions& options, size_t leaf, Tensor value) {
  options.inputs[leaf] = std::move(value);
  std::erase_if(options.random_inputs,
                [leaf](const RandomInput& input) { return input.leaf == leaf; });
}

}  // namespace
}  // namespace paddock::c

using namespace paddock::c;

paddock_status paddock_inputs_create(const paddock_program* program, const char* function,
                                     paddock_inputs** inputs) {
  const auto status = FirstOf({CheckHandle(program), CheckPointer(inputs)});
  if (status != PADDOCK_OK) return status;
  std::string problem;
  const std::string name = function == nullptr ? "" : function;
  const auto* found = program->program->FindEntry(name, problem);
  if (found == nullptr) return PADDOCK_NO_VALUE;
  auto* made = new paddock_inputs{.program = program->program, .function = found, .options = {}};
  made->options.entry = found->name;
  made->options.inputs.resize(found->argument_leaves.size());
  *inputs = made;
  return PADDOCK_OK;
}

paddock_status paddock_inputs_set(paddock_inputs* inputs, size_t argument,
                                  const paddock_tensor* tensor) {
  const auto status = FirstOf({CheckArgument(inputs, argument), CheckHandle(tensor)});
  if (status == PADDOCK_OK) SetArgument(inputs->options, argument, tensor->value.tensor());
  return status;
}

paddock_status paddock_inputs_set_for(paddock_inputs* inputs, int64_t replica, int64_t partition,
                                      size_t argument, const paddock_tensor* tensor) {
  const auto status = FirstOf({CheckArgument(inputs, argument), CheckHandle(tensor),
                               CheckRange(replica >= 0 && partition >= 0)});
  if (status != PADDOCK_OK) return status;
  const paddock::ProcessId process = {replica, partition};
  auto& all = inputs->options.process_inputs;
  std::erase_if(all, [&](const paddock::ProcessInput& input) {
    return input.leaf == argument && input.process == process;
  });
  all.push_back({process, argument, tensor->value.tensor()});
  return PADDOCK_OK;
}

paddock_status paddock_inputs_set_text(paddock_inputs* inputs, size_t argument, const char* text,
                                       paddock_diagnostics** diagnostics) {
  const auto status = FirstOf({CheckArgument(inputs, argument), CheckPointer(text)});
  if (status != PADDOCK_OK) return status;
  // An invalid text does not change the argument.
  paddock::SessionOptions changed = inputs->options;
  SetArgument(changed, argument, {});
  paddock::DiagnosticSink sink;
  const bool is_set = paddock::GiveInputs(text, inputs->function->argument_leaves[argument],
                                          std::nullopt, changed, sink);
  StoreDiagnostics(diagnostics, inputs->program, sink.Take());
  if (!is_set) return PADDOCK_ERROR;
  inputs->options = std::move(changed);
  return PADDOCK_OK;
}

paddock_status paddock_inputs_set_file(paddock_inputs* inputs, size_t argument, const char* name,
                                       const void* bytes, size_t size,
                                       paddock_diagnostics** diagnostics) {
  const auto status = FirstOf({CheckArgument(inputs, argument), CheckPointer(name),
                               size == 0 ? PADDOCK_OK : CheckPointer(bytes)});
  if (status != PADDOCK_OK) return status;
  paddock::DiagnosticSink sink;
  auto value = paddock::ReadInput(std::string_view(static_cast<const char*>(bytes), size), name,
                                  inputs->function->argument_leaves[argument], sink);
  StoreDiagnostics(diagnostics, inputs->program, sink.Take());
  if (!value) return PADDOCK_ERROR;
  SetArgument(inputs->options, argument, *std::move(value));
  return PADDOCK_OK;
}

paddock_status paddock_inputs_add_infeed(paddock_inputs* inputs, int64_t channel, int64_t replica,
                                         int64_t partition, const paddock_tensor* const* tensors,
                                         size_t count) {
  const bool is_for_all = replica == PADDOCK_ALL_PROCESSES && partition == PADDOCK_ALL_PROCESSES;
  const auto status = FirstOf({CheckHandle(inputs), count == 0 ? PADDOCK_OK : CheckPointer(tensors),
                               CheckRange(is_for_all || (replica >= 0 && partition >= 0))});
  if (status != PADDOCK_OK) return status;
  paddock::InfeedEntry entry;
  if (!is_for_all) entry.process = paddock::ProcessId{replica, partition};
  for (size_t i = 0; i < count; ++i) {
    if (const auto wrong = CheckHandle(tensors[i]); wrong != PADDOCK_OK) return wrong;
    entry.values.push_back(tensors[i]->value.tensor());
  }
  auto& feed = channel == 0 ? inputs->options.infeed : inputs->options.received[channel];
  feed.push_back(std::move(entry));
  return PADDOCK_OK;
}

void paddock_inputs_free(paddock_inputs* inputs) { FreeHandle(inputs); }
