// The factorisations are part of the native command.
#include "wasm/factor/loaded_factor.h"

namespace paddock {

bool HasFactorFunctions() { return true; }

}  // namespace paddock
