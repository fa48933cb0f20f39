// The factorisations as functions that a program may be without: the engine for browsers is.
#ifndef PADDOCK_SIMD_FACTOR_FUNCTIONS_H_
#define PADDOCK_SIMD_FACTOR_FUNCTIONS_H_

#include "simd/factor/routine.h"

namespace paddock::simd {

struct FactorFunctions {
  decltype(&WorkspaceBytes) workspace_bytes;
  decltype(&EstimatedWork) estimated_work;
  decltype(&BeginFactor) begin;
  decltype(&AdvanceFactor) advance;
};

// nullptr if the program was linked without them (wasm/without_factor.cc).
const FactorFunctions* FindFactorFunctions();

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_FUNCTIONS_H_
