// Numbers of elements in row-major order.
#ifndef PADDOCK_CORE_BASE_ROW_MAJOR_H_
#define PADDOCK_CORE_BASE_ROW_MAJOR_H_

#include <cstdint>
#include <span>
#include <vector>

namespace paddock {

// Returns the number of the element at `index`, one index a dimension.
int64_t RowMajorNumber(std::span<const int64_t> index, std::span<const int64_t> shape);

// The reverse. Requires that the shape has such an element.
std::vector<int64_t> RowMajorIndex(int64_t number, std::span<const int64_t> shape);

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_ROW_MAJOR_H_
