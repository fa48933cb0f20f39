#include "wasm/factor/loaded_factor.h"

#include "simd/factor/functions.h"

extern "C" {
// JavaScript writes it (factor-module.ts), at the address in paddock_engine_addresses.
paddock::simd::FactorFunctions paddock_factor_functions;
}

namespace paddock {

bool HasFactorFunctions() { return paddock_factor_functions.begin != nullptr; }

namespace simd {

const FactorFunctions* FindFactorFunctions() {
  return HasFactorFunctions() ? &paddock_factor_functions : nullptr;
}

}  // namespace simd
}  // namespace paddock
