// ValueView: a value in the machine's memory.
#ifndef PADDOCK_CORE_RUN_VALUE_VIEW_H_
#define PADDOCK_CORE_RUN_VALUE_VIEW_H_

#include <cstdint>
#include <span>

#include "core/tensor/tensor.h"

namespace paddock {

// Valid during the call that receives it.
struct ValueView {
  // All elements; for a splat, its single element, as a tensor of rank 0.
  const Tensor& elements;
  bool is_splat;
  std::span<const int64_t> shape;
  // Number of times that the value was computed; 0 for arguments and constants.
  uint64_t executions;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_RUN_VALUE_VIEW_H_
