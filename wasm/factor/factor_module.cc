// Exports of paddock-factor.wasm: simd::FactorFunctions. The module is linked position-independent
// and imports the engine's memory, where JavaScript (factor-module.ts) allocates its data.
#include "simd/factor/routine.h"

#define PADDOCK_EXPORT(name) [[clang::export_name(name)]]

namespace paddock::simd {

PADDOCK_EXPORT("workspaceBytes")
size_t ExportedWorkspaceBytes(const FactorCall& call) { return FactorWorkspaceBytes(call); }

PADDOCK_EXPORT("estimatedWork")
int64_t ExportedEstimatedWork(const FactorCall& call) { return EstimatedWork(call); }

PADDOCK_EXPORT("begin")
void ExportedBegin(const FactorCall& call, const FactorBuffers& buffers, std::byte* workspace) {
  BeginFactor(call, buffers, workspace);
}

PADDOCK_EXPORT("advance")
FactorProgress ExportedAdvance(std::byte* workspace, int64_t work) {
  return AdvanceFactor(workspace, work);
}

}  // namespace paddock::simd

// The only function of the C++ library that is still needed: a vtable refers to it.
extern "C" void __cxa_pure_virtual() { __builtin_trap(); }
