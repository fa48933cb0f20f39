// Stands for simd/factor in the engine for browsers, which would weigh more than 1 MB with it.
#include "simd/factor/functions.h"

namespace paddock::simd {

const FactorFunctions* FindFactorFunctions() { return nullptr; }

}  // namespace paddock::simd
