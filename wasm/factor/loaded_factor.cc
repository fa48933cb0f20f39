#include "wasm/factor/loaded_factor.h"

#include "simd/factor/functions.h"

namespace paddock {
namespace {

simd::FactorFunctions g_functions;

}  // namespace

void SetFactorFunctions(uintptr_t first) {
  g_functions = {
      reinterpret_cast<decltype(simd::FactorFunctions::workspace_bytes)>(first),
      reinterpret_cast<decltype(simd::FactorFunctions::estimated_work)>(first + 1),
      reinterpret_cast<decltype(simd::FactorFunctions::begin)>(first + 2),
      reinterpret_cast<decltype(simd::FactorFunctions::advance)>(first + 3),
  };
}

bool HasFactorFunctions() { return g_functions.begin != nullptr; }

namespace simd {

const FactorFunctions* FindFactorFunctions() {
  return HasFactorFunctions() ? &g_functions : nullptr;
}

}  // namespace simd
}  // namespace paddock
