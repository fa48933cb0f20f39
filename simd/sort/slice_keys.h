// The keys of a slice's elements, and the elements of keys.
#ifndef PADDOCK_SIMD_SORT_SLICE_KEYS_H_
#define PADDOCK_SIMD_SORT_SLICE_KEYS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "simd/sort/sort_key.h"

namespace paddock::simd {

// Keys in the buffer of a loop.
inline constexpr int64_t kKeyBlock = 256;

// Key: uint64_t for elements of 64 bits, uint32_t for all others.
struct SliceElements {
  SortOrder order;
  // Distance between elements of the slice, in elements.
  int64_t stride = 1;
  // Table for 8-bit floats; else null.
  const uint32_t* key_of_code = nullptr;
};

// Writes keys[i] for the element i strides after `first`. Returns whether any key loses bits of its
// element.
bool ReadKeys(const SliceElements& elements, const std::byte* first, int64_t count, uint32_t* keys);
bool ReadKeys(const SliceElements& elements, const std::byte* first, int64_t count, uint64_t* keys);

// Writes the elements of keys; for keys with several elements, the one that Decode returns. Not for
// 8-bit floats. The keys may be in the place of the elements if these have their width and are
// contiguous.
void WriteElements(const SliceElements& elements, const uint32_t* keys, int64_t count,
                   std::byte* first);
void WriteElements(const SliceElements& elements, const uint64_t* keys, int64_t count,
                   std::byte* first);

// Keys that several elements share, in an order of numbers.
struct SharedKeys {
  uint64_t zero;
  uint64_t nan;
};
SharedKeys SharedKeysOf(const SortOrder& order);

// Calls use(k, keys, count) for the blocks of begin .. end. keys[0] is the key of element k.
template <class Key, class Use>
bool ForKeyBlocks(const SliceElements& elements, const std::byte* slice, int64_t begin, int64_t end,
                  Use use) {
  const int64_t step = elements.stride * static_cast<int64_t>(ByteSize(elements.order.type));
  Key keys[kKeyBlock];
  bool is_lossy = false;
  for (int64_t k = begin; k < end; k += kKeyBlock) {
    const int64_t count = std::min(kKeyBlock, end - k);
    is_lossy |= ReadKeys(elements, slice + k * step, count, keys);
    use(k, static_cast<const Key*>(keys), count);
  }
  return is_lossy;
}

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_SORT_SLICE_KEYS_H_
