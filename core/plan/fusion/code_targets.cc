// The machines that run chains as machine code.
#include "core/plan/fusion/chain_code.h"

#ifndef __wasm__
#include "simd/target.h"
#endif

namespace paddock {

#ifdef __wasm__

// Chains are modules there (core/plan/fusion/chain_module.h).
bool HasChainCode() { return false; }
bool HasLongVectors() { return false; }
bool TakesSingly() { return false; }

#else

// Highway's targets with AVX2 and more.
bool HasChainCode() { return kHasNativeCode && simd::TargetName().starts_with("AVX"); }

bool HasLongVectors() { return HasChainCode() && simd::TargetName().starts_with("AVX3"); }

bool TakesSingly() {
#ifdef __x86_64__
  return __builtin_cpu_is("amd") != 0;
#else
  return false;
#endif
}

#endif

}  // namespace paddock
