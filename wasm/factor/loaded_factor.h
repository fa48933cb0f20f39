// The engine's side of paddock-factor.wasm: stands for simd/factor, which would take the engine
// beyond 1 MB. That module uses the engine's memory, so its functions are called as the engine's
// own.
#ifndef PADDOCK_WASM_FACTOR_LOADED_FACTOR_H_
#define PADDOCK_WASM_FACTOR_LOADED_FACTOR_H_

#include <cstdint>

namespace paddock {

// Takes the functions of the module, which stand in the engine's table from `first` on in the order
// of simd::FactorFunctions.
void SetFactorFunctions(uintptr_t first);
bool HasFactorFunctions();

}  // namespace paddock

#endif  // PADDOCK_WASM_FACTOR_LOADED_FACTOR_H_
