// Reads integer indices of any type.
#ifndef PADDOCK_SIMD_MOVEMENT_INDEX_VALUE_H_
#define PADDOCK_SIMD_MOVEMENT_INDEX_VALUE_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "core/types/element_type.h"

namespace paddock::simd {

template <class T>
T LoadUnaligned(const void* address) {
  T value;
  std::memcpy(&value, address, sizeof(T));
  return value;
}

// Unsigned types are zero-extended. Values past int64 become its greatest value, so that they stay
// out of bounds, or are clamped, at the high end.
using ReadIndexFunction = int64_t (*)(const void* address);

inline ReadIndexFunction FindReadIndex(ElementType type) {
  const size_t bytes = ByteSize(type);
  if (IsSigned(type)) {
    if (bytes == 1) return [](const void* p) -> int64_t { return LoadUnaligned<int8_t>(p); };
    if (bytes == 2) return [](const void* p) -> int64_t { return LoadUnaligned<int16_t>(p); };
    if (bytes == 4) return [](const void* p) -> int64_t { return LoadUnaligned<int32_t>(p); };
    return [](const void* p) -> int64_t { return LoadUnaligned<int64_t>(p); };
  }
  if (bytes == 1) return [](const void* p) -> int64_t { return LoadUnaligned<uint8_t>(p); };
  if (bytes == 2) return [](const void* p) -> int64_t { return LoadUnaligned<uint16_t>(p); };
  if (bytes == 4) return [](const void* p) -> int64_t { return LoadUnaligned<uint32_t>(p); };
  return [](const void* p) -> int64_t {
    constexpr uint64_t kGreatest = std::numeric_limits<int64_t>::max();
    return static_cast<int64_t>(std::min(LoadUnaligned<uint64_t>(p), kGreatest));
  };
}

// Reads `count` indices as ReadIndexFunction does. They are `stride` indices apart.
using ReadIndicesFunction = void (*)(const void* first, int64_t stride, int64_t count,
                                     int64_t* result);
ReadIndicesFunction FindReadIndices(ElementType type);

// Returns clamp(0, start, dim - size), the start of a slice of `size` <= `dim`.
inline int64_t ClampStart(int64_t start, int64_t dim, int64_t size) {
  return std::clamp<int64_t>(start, 0, dim - size);
}

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_INDEX_VALUE_H_
