// Executables: a compiled program, and one that is loaded onto devices.
#ifndef PADDOCK_CORE_PJRT_EXECUTABLE_H_
#define PADDOCK_CORE_PJRT_EXECUTABLE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/pjrt/compiled_program.h"
#include "core/pjrt/named_values.h"
#include "core/pjrt/pjrt_header.h"

struct PJRT_Executable {
  explicit PJRT_Executable(std::shared_ptr<const paddock::pjrt::CompiledProgram> program);

  std::shared_ptr<const paddock::pjrt::CompiledProgram> compiled;
  // Lists that functions return, which live as long as the executable.
  std::vector<PJRT_Buffer_Type> result_types;
  std::vector<int64_t> result_sizes;
  std::vector<size_t> result_ranks;
  std::vector<const char*> memory_kinds;
  std::vector<size_t> memory_kind_sizes;
  // Filled at the first question.
  paddock::pjrt::NamedValues costs;
  std::once_flag has_costs;
  std::string text;
};

struct PJRT_LoadedExecutable {
  PJRT_Client* client = nullptr;
  std::shared_ptr<const paddock::pjrt::CompiledProgram> compiled;
  // By flattened process.
  std::vector<PJRT_Device*> devices;
  std::atomic<bool> is_deleted = false;
};

namespace paddock::pjrt {

PJRT_Error* ClientCompile(PJRT_Client_Compile_Args* args);
PJRT_Error* DeserializeAndLoad(PJRT_Executable_DeserializeAndLoad_Args* args);

PJRT_Error* ExecutableDestroy(PJRT_Executable_Destroy_Args* args);
PJRT_Error* ExecutableName(PJRT_Executable_Name_Args* args);
PJRT_Error* ExecutableNumReplicas(PJRT_Executable_NumReplicas_Args* args);
PJRT_Error* ExecutableNumPartitions(PJRT_Executable_NumPartitions_Args* args);
PJRT_Error* ExecutableNumOutputs(PJRT_Executable_NumOutputs_Args* args);
PJRT_Error* ExecutableCodeSize(PJRT_Executable_SizeOfGeneratedCodeInBytes_Args* args);
PJRT_Error* ExecutableCostAnalysis(PJRT_Executable_GetCostAnalysis_Args* args);
PJRT_Error* ExecutableOutputMemoryKinds(PJRT_Executable_OutputMemoryKinds_Args* args);
PJRT_Error* ExecutableOptimizedProgram(PJRT_Executable_OptimizedProgram_Args* args);
PJRT_Error* ExecutableSerialize(PJRT_Executable_Serialize_Args* args);
PJRT_Error* ExecutableOutputElementTypes(PJRT_Executable_OutputElementTypes_Args* args);
PJRT_Error* ExecutableOutputDimensions(PJRT_Executable_OutputDimensions_Args* args);
PJRT_Error* ExecutableFingerprint(PJRT_Executable_Fingerprint_Args* args);
PJRT_Error* ExecutableMemoryStats(PJRT_Executable_GetCompiledMemoryStats_Args* args);

PJRT_Error* LoadedDestroy(PJRT_LoadedExecutable_Destroy_Args* args);
PJRT_Error* LoadedGetExecutable(PJRT_LoadedExecutable_GetExecutable_Args* args);
PJRT_Error* LoadedAddressableDevices(PJRT_LoadedExecutable_AddressableDevices_Args* args);
PJRT_Error* LoadedDelete(PJRT_LoadedExecutable_Delete_Args* args);
PJRT_Error* LoadedIsDeleted(PJRT_LoadedExecutable_IsDeleted_Args* args);
PJRT_Error* LoadedFingerprint(PJRT_LoadedExecutable_Fingerprint_Args* args);
PJRT_Error* LoadedExecute(PJRT_LoadedExecutable_Execute_Args* args);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_EXECUTABLE_H_
