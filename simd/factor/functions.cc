#include "simd/factor/functions.h"

namespace paddock::simd {

const FactorFunctions* FindFactorFunctions() {
  static constexpr FactorFunctions kFunctions = {&FactorWorkspaceBytes, &EstimatedWork,
                                                 &BeginFactor, &AdvanceFactor};
  return &kFunctions;
}

}  // namespace paddock::simd
