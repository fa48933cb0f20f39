// Strides of dense row-major tensors.
#ifndef PADDOCK_SIMD_MOVEMENT_ROW_MAJOR_H_
#define PADDOCK_SIMD_MOVEMENT_ROW_MAJOR_H_

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace paddock::simd {

// Strides in elements. All are 0 for an empty shape, whose other sizes may have any product.
inline std::vector<int64_t> RowMajorStrides(std::span<const int64_t> shape) {
  std::vector<int64_t> strides(shape.size(), 0);
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return strides;
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i];
  }
  return strides;
}

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_ROW_MAJOR_H_
