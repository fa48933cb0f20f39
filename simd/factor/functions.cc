#include "simd/factor/functions.h"

namespace paddock::simd {

const FactorFunctions* FindFactorFunctions() {
  static constexpr FactorFunctions kFunctions = {&WorkspaceBytes, &EstimatedWork, &BeginFactor,
                                                 &AdvanceFactor};
  return &kFunctions;
}

}  // namespace paddock::simd
