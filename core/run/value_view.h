// ValueView: a value as it lies in memory.
#ifndef PADDOCK_CORE_RUN_VALUE_VIEW_H_
#define PADDOCK_CORE_RUN_VALUE_VIEW_H_

#include <cstdint>
#include <span>

#include "core/tensor/tensor.h"

namespace paddock {

// Valid while the call lasts that it is passed to.
struct ValueView {
  // All elements, or one of rank 0 that stands for all if the value is a splat.
  const Tensor& elements;
  bool is_splat;
  std::span<const int64_t> shape;
  // Number of times it was computed; 0 for arguments and constants.
  uint64_t executions;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_RUN_VALUE_VIEW_H_
