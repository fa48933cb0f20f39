#include "simd/sort/sort_shape.h"

#include <cstring>

#include "core/base/element_width.h"

namespace paddock::simd {
namespace {

template <size_t kBytes>
void Gather(const uint8_t* source, uint8_t* result, int64_t stride, const uint32_t* indices,
            int64_t count) {
  const int64_t step = stride * static_cast<int64_t>(kBytes);
  for (int64_t k = 0; k < count; ++k) {
    std::memcpy(result + k * step, source + static_cast<int64_t>(indices[k]) * step, kBytes);
  }
}

}  // namespace

SortShape SortShapeOf(std::span<const int64_t> shape, int64_t dimension) {
  SortShape sort;
  for (size_t i = 0; i < shape.size(); ++i) {
    const auto d = static_cast<int64_t>(i);
    (d < dimension ? sort.outer : d == dimension ? sort.size : sort.inner) *= shape[i];
  }
  return sort;
}

void GatherSlice(size_t element_bytes, const void* source, void* result, int64_t stride,
                 const uint32_t* indices, int64_t count) {
  const auto* from = static_cast<const uint8_t*>(source);
  auto* to = static_cast<uint8_t*>(result);
  VisitWidth(element_bytes, [&](auto width) { Gather<width>(from, to, stride, indices, count); });
}

}  // namespace paddock::simd
