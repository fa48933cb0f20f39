#include "simd/sort/slice_keys.h"

#include <cstring>

namespace paddock::simd {
namespace {

template <class Bits>
void LoadElements(const std::byte* first, int64_t stride, int64_t count, Bits* block) {
  constexpr auto kBytes = static_cast<int64_t>(sizeof(Bits));
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(&block[i], first + i * stride * kBytes, sizeof(Bits));
  }
}

template <class Bits>
void StoreElements(const Bits* block, int64_t stride, int64_t count, std::byte* first) {
  constexpr auto kBytes = static_cast<int64_t>(sizeof(Bits));
  if (stride == 1) {
    std::memcpy(first, block, static_cast<size_t>(count) * sizeof(Bits));
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(first + i * stride * kBytes, &block[i], sizeof(Bits));
  }
}

template <class Bits, bool kFloat, class Key>
bool ReadAs(const SliceElements& elements, const std::byte* first, int64_t count, Key* keys) {
  const KeyCodec<Bits, kFloat> codec(elements.order);
  constexpr auto kBytes = static_cast<int64_t>(sizeof(Bits));
  bool is_lossy = false;
  if (elements.stride == 1) {
    for (int64_t i = 0; i < count; ++i) {
      Bits bits;
      std::memcpy(&bits, first + i * kBytes, sizeof(bits));
      is_lossy |= codec.IsLossy(bits);
      keys[i] = codec.Encode(bits);
    }
    return is_lossy;
  }
  Bits block[kKeyBlock];
  for (int64_t k = 0; k < count; k += kKeyBlock) {
    const int64_t some = std::min(kKeyBlock, count - k);
    LoadElements(first + k * elements.stride * kBytes, elements.stride, some, block);
    for (int64_t i = 0; i < some; ++i) {
      is_lossy |= codec.IsLossy(block[i]);
      keys[k + i] = codec.Encode(block[i]);
    }
  }
  return is_lossy;
}

bool ReadCodes(const SliceElements& elements, const std::byte* first, int64_t count,
               uint32_t* keys) {
  for (int64_t i = 0; i < count; ++i) {
    keys[i] = elements.key_of_code[static_cast<size_t>(first[i * elements.stride])];
  }
  return true;
}

template <class Bits, bool kFloat, class Key>
void WriteAs(const SliceElements& elements, const Key* keys, int64_t count, std::byte* first) {
  const KeyCodec<Bits, kFloat> codec(elements.order);
  const int64_t step = elements.stride * static_cast<int64_t>(sizeof(Bits));
  Bits block[kKeyBlock];
  for (int64_t k = 0; k < count; k += kKeyBlock) {
    const int64_t some = std::min(kKeyBlock, count - k);
    for (int64_t i = 0; i < some; ++i) block[i] = codec.Decode(static_cast<Bits>(keys[k + i]));
    StoreElements(block, elements.stride, some, first + k * step);
  }
}

template <class Bits>
SharedKeys SharedAs(const SortOrder& order) {
  return {KeyCodec<Bits, true>(order).Encode(0), static_cast<Bits>(~Bits{0})};
}

}  // namespace

bool ReadKeys(const SliceElements& elements, const std::byte* first, int64_t count,
              uint32_t* keys) {
  if (elements.key_of_code != nullptr) return ReadCodes(elements, first, count, keys);
  const bool is_float = IsFloat(elements.order.type);
  switch (ByteSize(elements.order.type)) {
    case 1:
      return ReadAs<uint8_t, false>(elements, first, count, keys);
    case 2:
      return is_float ? ReadAs<uint16_t, true>(elements, first, count, keys)
                      : ReadAs<uint16_t, false>(elements, first, count, keys);
    default:
      return is_float ? ReadAs<uint32_t, true>(elements, first, count, keys)
                      : ReadAs<uint32_t, false>(elements, first, count, keys);
  }
}

bool ReadKeys(const SliceElements& elements, const std::byte* first, int64_t count,
              uint64_t* keys) {
  return IsFloat(elements.order.type) ? ReadAs<uint64_t, true>(elements, first, count, keys)
                                      : ReadAs<uint64_t, false>(elements, first, count, keys);
}

void WriteElements(const SliceElements& elements, const uint32_t* keys, int64_t count,
                   std::byte* first) {
  const bool is_float = IsFloat(elements.order.type);
  switch (ByteSize(elements.order.type)) {
    case 1:
      return WriteAs<uint8_t, false>(elements, keys, count, first);
    case 2:
      return is_float ? WriteAs<uint16_t, true>(elements, keys, count, first)
                      : WriteAs<uint16_t, false>(elements, keys, count, first);
    default:
      return is_float ? WriteAs<uint32_t, true>(elements, keys, count, first)
                      : WriteAs<uint32_t, false>(elements, keys, count, first);
  }
}

void WriteElements(const SliceElements& elements, const uint64_t* keys, int64_t count,
                   std::byte* first) {
  return IsFloat(elements.order.type) ? WriteAs<uint64_t, true>(elements, keys, count, first)
                                      : WriteAs<uint64_t, false>(elements, keys, count, first);
}

SharedKeys SharedKeysOf(const SortOrder& order) {
  switch (ByteSize(order.type)) {
    case 2:
      return SharedAs<uint16_t>(order);
    case 4:
      return SharedAs<uint32_t>(order);
    default:
      return SharedAs<uint64_t>(order);
  }
}

}  // namespace paddock::simd
