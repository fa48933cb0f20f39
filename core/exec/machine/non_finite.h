// Detects NaNs and infinities, for machines that stop at the first one.
#ifndef PADDOCK_CORE_EXEC_MACHINE_NON_FINITE_H_
#define PADDOCK_CORE_EXEC_MACHINE_NON_FINITE_H_

#include "core/tensor/tensor.h"

namespace paddock {

// Returns whether a float, or a part of a complex number, is NaN or infinite. Other types have no
// such values.
bool HasNonFinite(const Tensor& value);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_MACHINE_NON_FINITE_H_
