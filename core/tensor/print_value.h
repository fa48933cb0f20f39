// Tensors as people read them.
#ifndef PADDOCK_CORE_TENSOR_PRINT_VALUE_H_
#define PADDOCK_CORE_TENSOR_PRINT_VALUE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/tensor/tensor.h"

namespace paddock {

struct PrintValueOptions {
  // More elements than this are elided: the first and last three of each dimension stay,
  // `...` stands for the rest.
  int64_t elide_above = INT64_MAX;
};

// `type {` and the elements, a row a line, `}`; a scalar as `type {1}`, without a final
// newline. This is how the reference interpreter prints values.
std::string PrintValue(const Tensor& value, std::string_view type,
                       const PrintValueOptions& options = {});

// Nested JSON arrays. NaN and infinities are the strings "NaN", "Infinity", "-Infinity",
// 64-bit integers are strings, complex numbers pairs, i1 true and false.
std::string PrintJson(const Tensor& value);

}  // namespace paddock

#endif  // PADDOCK_CORE_TENSOR_PRINT_VALUE_H_
