// Copies of elements of 1, 2, 4, 8 or 16 bytes. Many copy a single element, for which a call of
// memcpy would take longer than the copy.
#ifndef PADDOCK_CORE_PLAN_BODIES_ELEMENT_COPIES_H_
#define PADDOCK_CORE_PLAN_BODIES_ELEMENT_COPIES_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/base/element_width.h"

namespace paddock {

inline void CopyElement(size_t width, const std::byte* from, std::byte* to) {
  VisitWidth(width, [&](auto bytes) { std::memcpy(to, from, bytes); });
}

inline void CopyElements(size_t width, const std::byte* from, int64_t count, std::byte* to) {
  if (count == 1) return CopyElement(width, from, to);
  std::memcpy(to, from, static_cast<size_t>(count) * width);
}

template <int64_t kBytes>
void CollectAll(const std::byte* from, const int64_t* offsets, int64_t count, std::byte* to) {
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(to + i * kBytes, from + offsets[i] * kBytes, kBytes);
  }
}

template <int64_t kBytes>
void SpreadAll(const std::byte* from, const int64_t* offsets, int64_t count, std::byte* to) {
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(to + offsets[i] * kBytes, from + i * kBytes, kBytes);
  }
}

using IndexedCopy = decltype(&CollectAll<1>);

inline IndexedCopy CollectOf(size_t width) {
  return VisitWidth(width, [](auto bytes) -> IndexedCopy { return &CollectAll<bytes>; });
}

inline IndexedCopy SpreadOf(size_t width) {
  return VisitWidth(width, [](auto bytes) -> IndexedCopy { return &SpreadAll<bytes>; });
}

// to[i] = from[offsets[i]].
inline void CollectElements(size_t width, const std::byte* from, const int64_t* offsets,
                            int64_t count, std::byte* to) {
  if (count != 1) return CollectOf(width)(from, offsets, count, to);
  CopyElement(width, from + offsets[0] * static_cast<int64_t>(width), to);
}

// to[offsets[i]] = from[i].
inline void SpreadElements(size_t width, const std::byte* from, const int64_t* offsets,
                           int64_t count, std::byte* to) {
  if (count != 1) return SpreadOf(width)(from, offsets, count, to);
  CopyElement(width, from, to + offsets[0] * static_cast<int64_t>(width));
}

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_ELEMENT_COPIES_H_
