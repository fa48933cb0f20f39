// The engine's side of paddock-factor.wasm, in place of simd/factor, which would grow the engine
// beyond 1 MB. The module shares the engine's memory, so its functions are called like the engine's
// own.
#ifndef PADDOCK_WASM_FACTOR_LOADED_FACTOR_H_
#define PADDOCK_WASM_FACTOR_LOADED_FACTOR_H_

namespace paddock {

// Returns whether the module was linked.
bool HasFactorFunctions();

}  // namespace paddock

#endif  // PADDOCK_WASM_FACTOR_LOADED_FACTOR_H_
