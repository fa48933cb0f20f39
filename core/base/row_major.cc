#include "core/base/row_major.h"

#include <cstddef>

namespace paddock {

int64_t RowMajorNumber(std::span<const int64_t> index, std::span<const int64_t> shape) {
  int64_t number = 0;
  for (size_t i = 0; i < shape.size(); ++i) number = number * shape[i] + index[i];
  return number;
}

std::vector<int64_t> RowMajorIndex(int64_t number, std::span<const int64_t> shape) {
  std::vector<int64_t> index(shape.size());
  for (size_t i = shape.size(); i-- > 0;) {
    index[i] = number % shape[i];
    number /= shape[i];
  }
  return index;
}

}  // namespace paddock
