// Prints arrays like numpy. Private to core/tensor.
#ifndef PADDOCK_CORE_TENSOR_PRINT_NUMPY_H_
#define PADDOCK_CORE_TENSOR_PRINT_NUMPY_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/tensor/tensor.h"

namespace paddock {

// Number of elements at each end of an elided dimension.
inline constexpr int64_t kKeptAtEachEnd = 3;

// Returns the type's line, then nested lists with aligned columns. Above `elide_above` elements,
// the middle of long dimensions is `...`.
std::string PrintNumpy(const Tensor& value, std::string_view type, int64_t elide_above);

}  // namespace paddock

#endif  // PADDOCK_CORE_TENSOR_PRINT_NUMPY_H_
