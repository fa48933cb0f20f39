// Copies of elements of 1, 2, 4, 8 or 16 bytes. Many copy a single element, for which a call of
// memcpy would take longer than the copy.
#ifndef PADDOCK_CORE_PLAN_BODIES_ELEMENT_COPIES_H_
#define PADDOCK_CORE_PLAN_BODIES_ELEMENT_COPIES_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace paddock {

inline void CopyElement(size_t width, const std::byte* from, std::byte* to) {
  switch (width) {
    case 1:
      *to = *from;
      return;
    case 2:
      std::memcpy(to, from, 2);
      return;
    case 4:
      std::memcpy(to, from, 4);
      return;
    case 8:
      std::memcpy(to, from, 8);
      return;
    default:
      std::memcpy(to, from, 16);
  }
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
  if (width == 1) return &CollectAll<1>;
  if (width == 2) return &CollectAll<2>;
  if (width == 4) return &CollectAll<4>;
  return width == 8 ? &CollectAll<8> : &CollectAll<16>;
}

inline IndexedCopy SpreadOf(size_t width) {
  if (width == 1) return &SpreadAll<1>;
  if (width == 2) return &SpreadAll<2>;
  if (width == 4) return &SpreadAll<4>;
  return width == 8 ? &SpreadAll<8> : &SpreadAll<16>;
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
