#include "core/pjrt/executable.h"

#include <cstring>
#include <mutex>
#include <string_view>
#include <utility>

#include "core/api/observe/program_info.h"
#include "core/pjrt/client.h"
#include "core/pjrt/element_types.h"
#include "core/pjrt/error.h"
#include "core/pjrt/hlo_program.h"
#include "core/pjrt/memory_kinds.h"
#include "core/pjrt/text.h"

struct PJRT_SerializedExecutable {
  std::string bytes;
};

namespace paddock::pjrt {
namespace {

// A serialized executable is this word, the size of its options in 8 bytes, the options, and the
// module.
constexpr std::string_view kSerializedStart = "Paddock executable 1\n";

int64_t BytesOf(const std::vector<ArrayInfo>& arrays) {
  int64_t bytes = 0;
  for (const ArrayInfo& array : arrays) {
    bytes += ByteSizeOf(array.element_type, array.tiling.tile_shape).value_or(0);
  }
  return bytes;
}

// Returns the devices of the processes, or an error if there are too few.
PJRT_Error* ChooseDevices(PJRT_LoadedExecutable& loaded) {
  const CompileOptions& options = loaded.compiled->options;
  const std::vector<PJRT_Device*>& all = loaded.client->devices;
  for (int64_t i = 0; i < options.grid.process_count(); ++i) {
    const int64_t id = options.devices.empty() ? i : options.devices[static_cast<size_t>(i)];
    if (id < 0 || static_cast<size_t>(id) >= all.size()) {
      return MakeError(PJRT_Error_Code_INVALID_ARGUMENT,
                       "the program runs on device " + std::to_string(id) + ", but there are " +
                           std::to_string(all.size()) + ": PADDOCK_DEVICES sets the number");
    }
    loaded.devices.push_back(all[static_cast<size_t>(id)]);
  }
  return nullptr;
}

// Adds the costs of one process, each step once, under XLA's names.
void AddCosts(const CompiledProgram& compiled, NamedValues& costs) {
  const RunEstimate estimate = EstimateOf(*compiled.plan, compiled.options.grid);
  costs.Add("flops", static_cast<float>(estimate.operations));
  costs.Add("bytes accessed", static_cast<float>(estimate.bytes));
  costs.Add("estimated work", static_cast<float>(estimate.work));
}

PJRT_Error* Load(PJRT_Client* client, std::string code, std::string options,
                 PJRT_LoadedExecutable*& made) {
  CompileResult compiled = CompileProgram(client->settings, std::move(code), std::move(options));
  if (!compiled) return ErrorOf(std::move(compiled.error()));
  auto loaded = std::make_unique<PJRT_LoadedExecutable>();
  loaded->client = client;
  loaded->compiled = *std::move(compiled);
  if (PJRT_Error* error = ChooseDevices(*loaded)) return error;
  made = loaded.release();
  return nullptr;
}

}  // namespace

PJRT_Error* ClientCompile(PJRT_Client_Compile_Args* args) {
  const std::string_view format(args->program->format, args->program->format_size);
  if (format != "mlir") {
    return MakeError(PJRT_Error_Code_UNIMPLEMENTED,
                     "programs have the format mlir, not " + std::string(format));
  }
  return Load(args->client, std::string(args->program->code, args->program->code_size),
              std::string(args->compile_options, args->compile_options_size), args->executable);
}

PJRT_Error* DeserializeAndLoad(PJRT_Executable_DeserializeAndLoad_Args* args) {
  std::string_view bytes(args->serialized_executable, args->serialized_executable_size);
  uint64_t size = 0;
  const bool is_ours =
      bytes.starts_with(kSerializedStart) && bytes.size() >= kSerializedStart.size() + sizeof(size);
  if (is_ours) {
    bytes.remove_prefix(kSerializedStart.size());
    std::memcpy(&size, bytes.data(), sizeof(size));
    bytes.remove_prefix(sizeof(size));
  }
  if (!is_ours || size > bytes.size()) {
    return MakeError(PJRT_Error_Code_INVALID_ARGUMENT,
                     "the bytes are no executable of this version of Paddock");
  }
  return Load(args->client, std::string(bytes.substr(size)), std::string(bytes.substr(0, size)),
              args->loaded_executable);
}

PJRT_Error* ExecutableDestroy(PJRT_Executable_Destroy_Args* args) {
  delete args->executable;
  return nullptr;
}

PJRT_Error* ExecutableName(PJRT_Executable_Name_Args* args) {
  SetText(args->executable->compiled->name, args->executable_name, args->executable_name_size);
  return nullptr;
}

PJRT_Error* ExecutableNumReplicas(PJRT_Executable_NumReplicas_Args* args) {
  args->num_replicas = static_cast<size_t>(args->executable->compiled->options.grid.replicas);
  return nullptr;
}

PJRT_Error* ExecutableNumPartitions(PJRT_Executable_NumPartitions_Args* args) {
  args->num_partitions = static_cast<size_t>(args->executable->compiled->options.grid.partitions);
  return nullptr;
}

PJRT_Error* ExecutableNumOutputs(PJRT_Executable_NumOutputs_Args* args) {
  args->num_outputs = args->executable->compiled->results.size();
  return nullptr;
}

PJRT_Error* ExecutableCodeSize(PJRT_Executable_SizeOfGeneratedCodeInBytes_Args* args) {
  args->size_in_bytes = static_cast<int64_t>(args->executable->compiled->code.size());
  return nullptr;
}

PJRT_Error* ExecutableCostAnalysis(PJRT_Executable_GetCostAnalysis_Args* args) {
  PJRT_Executable& executable = *args->executable;
  std::call_once(executable.has_costs, [&] { AddCosts(*executable.compiled, executable.costs); });
  args->properties = executable.costs.data();
  args->num_properties = executable.costs.size();
  return nullptr;
}

PJRT_Error* ExecutableOutputMemoryKinds(PJRT_Executable_OutputMemoryKinds_Args* args) {
  args->num_outputs = args->executable->memory_kinds.size();
  args->memory_kinds = args->executable->memory_kinds.data();
  args->memory_kind_sizes = args->executable->memory_kind_sizes.data();
  return nullptr;
}

PJRT_Error* ExecutableOptimizedProgram(PJRT_Executable_OptimizedProgram_Args* args) {
  PJRT_Executable& executable = *args->executable;
  PJRT_Program& program = *args->program;
  if (executable.text.empty()) {
    executable.text = HloProgramOf(*executable.compiled);
  }
  SetText(kHloFormat, program.format, program.format_size);
  if (program.code != nullptr) {
    std::memcpy(program.code, executable.text.data(), executable.text.size());
  }
  program.code_size = executable.text.size();
  return nullptr;
}

PJRT_Error* ExecutableSerialize(PJRT_Executable_Serialize_Args* args) {
  const CompiledProgram& compiled = *args->executable->compiled;
  const uint64_t size = compiled.options_bytes.size();
  auto* serialized = new PJRT_SerializedExecutable{std::string(kSerializedStart)};
  serialized->bytes.append(reinterpret_cast<const char*>(&size), sizeof(size));
  serialized->bytes += compiled.options_bytes;
  serialized->bytes += compiled.code;
  SetText(serialized->bytes, args->serialized_bytes, args->serialized_bytes_size);
  args->serialized_executable = serialized;
  args->serialized_executable_deleter = [](PJRT_SerializedExecutable* held) { delete held; };
  return nullptr;
}

PJRT_Error* ExecutableOutputElementTypes(PJRT_Executable_OutputElementTypes_Args* args) {
  args->output_types = args->executable->result_types.data();
  args->num_output_types = args->executable->result_types.size();
  return nullptr;
}

PJRT_Error* ExecutableOutputDimensions(PJRT_Executable_OutputDimensions_Args* args) {
  args->num_outputs = args->executable->result_ranks.size();
  args->dims = args->executable->result_sizes.data();
  args->dim_sizes = args->executable->result_ranks.data();
  return nullptr;
}

PJRT_Error* ExecutableFingerprint(PJRT_Executable_Fingerprint_Args* args) {
  SetText(args->executable->compiled->fingerprint, args->executable_fingerprint,
          args->executable_fingerprint_size);
  return nullptr;
}

PJRT_Error* ExecutableMemoryStats(PJRT_Executable_GetCompiledMemoryStats_Args* args) {
  const CompiledProgram& compiled = *args->executable->compiled;
  args->generated_code_size_in_bytes = static_cast<int64_t>(compiled.code.size());
  args->argument_size_in_bytes = BytesOf(compiled.arguments);
  args->output_size_in_bytes = BytesOf(compiled.results);
  args->alias_size_in_bytes = 0;
  args->temp_size_in_bytes = static_cast<int64_t>(PeakBytes(*compiled.plan));
  args->host_generated_code_size_in_bytes = 0;
  args->host_argument_size_in_bytes = 0;
  args->host_output_size_in_bytes = 0;
  args->host_alias_size_in_bytes = 0;
  args->host_temp_size_in_bytes = 0;
  return nullptr;
}

PJRT_Error* LoadedDestroy(PJRT_LoadedExecutable_Destroy_Args* args) {
  delete args->executable;
  return nullptr;
}

PJRT_Error* LoadedGetExecutable(PJRT_LoadedExecutable_GetExecutable_Args* args) {
  args->executable = new PJRT_Executable(args->loaded_executable->compiled);
  return nullptr;
}

PJRT_Error* LoadedAddressableDevices(PJRT_LoadedExecutable_AddressableDevices_Args* args) {
  args->addressable_devices = args->executable->devices.data();
  args->num_addressable_devices = args->executable->devices.size();
  return nullptr;
}

PJRT_Error* LoadedDelete(PJRT_LoadedExecutable_Delete_Args* args) {
  args->executable->is_deleted = true;
  return nullptr;
}

PJRT_Error* LoadedIsDeleted(PJRT_LoadedExecutable_IsDeleted_Args* args) {
  args->is_deleted = args->executable->is_deleted;
  return nullptr;
}

PJRT_Error* LoadedFingerprint(PJRT_LoadedExecutable_Fingerprint_Args* args) {
  SetText(args->executable->compiled->fingerprint, args->executable_fingerprint,
          args->executable_fingerprint_size);
  return nullptr;
}

}  // namespace paddock::pjrt

PJRT_Executable::PJRT_Executable(std::shared_ptr<const paddock::pjrt::CompiledProgram> program)
    : compiled(std::move(program)) {
  for (const paddock::pjrt::ArrayInfo& result : compiled->results) {
    result_types.push_back(result.is_token ? PJRT_Buffer_Type_TOKEN
                                           : paddock::pjrt::BufferTypeOf(result.element_type));
    const std::vector<int64_t>& shape = result.tiling.tile_shape;
    result_sizes.insert(result_sizes.end(), shape.begin(), shape.end());
    result_ranks.push_back(shape.size());
    const std::string_view kind = paddock::pjrt::kMemoryKinds[result.memory_kind];
    memory_kinds.push_back(kind.data());
    memory_kind_sizes.push_back(kind.size());
  }
}
