#include "core/pjrt/strided_copy.h"

#include <algorithm>
#include <cstring>

namespace paddock::pjrt {
namespace {

// Returns the number of trailing dimensions that both sides hold as one dense run.
size_t DenseSuffix(std::span<const int64_t> shape, size_t element_bytes, std::span<const int64_t> a,
                   std::span<const int64_t> b) {
  auto expected = static_cast<int64_t>(element_bytes);
  size_t count = 0;
  for (size_t i = shape.size(); i-- > 0; ++count) {
    if (shape[i] != 1 && (a[i] != expected || b[i] != expected)) break;
    expected *= shape[i];
  }
  return count;
}

// Copies the outer dimensions of `shape` by recursion, and each run of `bytes` at once.
void CopyRuns(std::span<const int64_t> shape, size_t bytes, StridedSource source,
              StridedTarget target) {
  if (shape.empty()) {
    std::memcpy(target.data, source.data, bytes);
    return;
  }
  for (int64_t i = 0; i < shape[0]; ++i) {
    CopyRuns(shape.subspan(1), bytes,
             {source.data + i * source.byte_strides[0], source.byte_strides.subspan(1)},
             {target.data + i * target.byte_strides[0], target.byte_strides.subspan(1)});
  }
}

}  // namespace

std::vector<int64_t> ByteStridesOf(std::span<const int64_t> shape,
                                   std::span<const int64_t> minor_to_major, size_t element_bytes) {
  std::vector<int64_t> strides(shape.size());
  auto stride = static_cast<int64_t>(element_bytes);
  for (const int64_t dimension : minor_to_major) {
    const auto i = static_cast<size_t>(dimension);
    strides[i] = stride;
    stride *= shape[i];
  }
  return strides;
}

std::vector<int64_t> RowMajorByteStrides(std::span<const int64_t> shape, size_t element_bytes) {
  std::vector<int64_t> order;
  for (size_t i = shape.size(); i-- > 0;) order.push_back(static_cast<int64_t>(i));
  return ByteStridesOf(shape, order, element_bytes);
}

void CopyStrided(std::span<const int64_t> shape, size_t element_bytes, StridedSource source,
                 StridedTarget target) {
  if (std::ranges::find(shape, 0) != shape.end()) return;
  const size_t dense = DenseSuffix(shape, element_bytes, source.byte_strides, target.byte_strides);
  size_t bytes = element_bytes;
  for (const int64_t size : shape.last(dense)) bytes *= static_cast<size_t>(size);
  CopyRuns(shape.first(shape.size() - dense), bytes, source, target);
}

}  // namespace paddock::pjrt
