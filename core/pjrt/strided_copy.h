// Copies elements between memory with strides and row-major memory.
#ifndef PADDOCK_CORE_PJRT_STRIDED_COPY_H_
#define PADDOCK_CORE_PJRT_STRIDED_COPY_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace paddock::pjrt {

// Returns the byte strides of dense elements whose dimensions are stored in this order, the fastest
// one first.
std::vector<int64_t> ByteStridesOf(std::span<const int64_t> shape,
                                   std::span<const int64_t> minor_to_major, size_t element_bytes);
// Returns the byte strides of row-major elements.
std::vector<int64_t> RowMajorByteStrides(std::span<const int64_t> shape, size_t element_bytes);

struct StridedSource {
  const std::byte* data;
  std::span<const int64_t> byte_strides;
};
struct StridedTarget {
  std::byte* data;
  std::span<const int64_t> byte_strides;
};
// Strides may be negative.
void CopyStrided(std::span<const int64_t> shape, size_t element_bytes, StridedSource source,
                 StridedTarget target);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_STRIDED_COPY_H_
