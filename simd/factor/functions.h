// The factorisations as functions that a program may omit. The engine for browsers loads them on
// demand.
#ifndef PADDOCK_SIMD_FACTOR_FUNCTIONS_H_
#define PADDOCK_SIMD_FACTOR_FUNCTIONS_H_

#include "simd/factor/routine.h"

namespace paddock::simd {

struct FactorFunctions {
  decltype(&FactorWorkspaceBytes) workspace_bytes;
  decltype(&EstimatedWork) estimated_work;
  decltype(&BeginFactor) begin;
  FactorProgress (*advance)(std::byte* workspace, int64_t work);
};

// Returns nullptr if they are not loaded (wasm/factor/loaded_factor.h).
const FactorFunctions* FindFactorFunctions();

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_FUNCTIONS_H_
