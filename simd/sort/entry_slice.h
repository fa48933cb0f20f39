// Entries: a key and the element's place in one number. All entries of a slice differ, so their
// only order is that of a stable sort.
#ifndef PADDOCK_SIMD_SORT_ENTRY_SLICE_H_
#define PADDOCK_SIMD_SORT_ENTRY_SLICE_H_

#include <algorithm>
#include <cstring>
#include <iterator>

#include "simd/sort/key_sort.h"
#include "simd/sort/vector_sort.h"

namespace paddock::simd {

inline uint64_t EntryOf(uint32_t key, uint32_t place) { return uint64_t{key} << 32 | place; }
inline Key128 EntryOf(uint64_t key, uint32_t place) { return {place, key}; }

inline uint32_t KeyOf(uint64_t entry) { return static_cast<uint32_t>(entry >> 32); }
inline uint64_t KeyOf(const Key128& entry) { return entry.high; }

inline uint32_t PlaceOf(uint64_t entry) { return static_cast<uint32_t>(entry); }
inline uint32_t PlaceOf(const Key128& entry) { return static_cast<uint32_t>(entry.low); }

// Reads the entries and writes the results of one slice.
template <class Entry>
class EntrySlice {
 public:
  using Key = decltype(KeyOf(Entry{}));

  EntrySlice(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice)
      : plan_(plan), buffers_(buffers), elements_(plan.elements()), slice_(slice) {
    operand_ = Origin(buffers.operands[plan.key_operand], ByteSize(plan.order.type));
  }

  int64_t size() const { return plan_.shape.size; }
  const KeySortPlan& plan() const { return plan_; }

  // Calls use(k, keys, count) for blocks of keys. Returns whether any key loses bits of its
  // element.
  template <class Use>
  bool ForKeys(int64_t begin, int64_t end, Use use) const {
    return ForKeyBlocks<Key>(elements_, operand_, begin, end, use);
  }

  // Writes the results of entries begin .. end.
  bool Read(int64_t begin, int64_t end, Entry* entries) const {
    return ForKeys(begin, end, [=](int64_t from, const Key* keys, int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        entries[from - begin + i] = EntryOf(keys[i], static_cast<uint32_t>(from + i));
      }
    });
  }

  // Writes results begin .. end from their entries. With `has_elements`, the elements are decoded
  // from their keys.
  void Give(const Entry* sorted, int64_t begin, int64_t end, bool has_elements) const {
    for (int64_t k = begin; k < end; k += kKeyBlock) {
      const int64_t count = std::min(kKeyBlock, end - k);
      for (size_t i = 0; i < plan_.outputs.size(); ++i) {
        GiveOutput(i, sorted + (k - begin), k, count, has_elements);
      }
    }
  }

 private:
  template <class Pointer>
  Pointer Origin(Pointer tensor, size_t width) const {
    return tensor + plan_.shape.Origin(slice_, size()) * static_cast<int64_t>(width);
  }

  void GiveOutput(size_t output, const Entry* sorted, int64_t at, int64_t count,
                  bool has_elements) const {
    const SortOutput& kind = plan_.outputs[output];
    const int64_t stride = plan_.shape.stride();
    const auto width = static_cast<int64_t>(kind.element_bytes);
    std::byte* result =
        buffers_.results[output] + (plan_.shape.Origin(slice_, plan_.kept) + at * stride) * width;
    if constexpr (kHasVectorSort) {
      if (has_elements && kind.operand == static_cast<int64_t>(plan_.key_operand)) {
        Key keys[kKeyBlock];
        for (int64_t i = 0; i < count; ++i) keys[i] = KeyOf(sorted[i]);
        return WriteElements(elements_, keys, count, result);
      }
    }
    uint32_t places[kKeyBlock];
    for (int64_t i = 0; i < count; ++i) places[i] = PlaceOf(sorted[i]);
    if (kind.operand != SortOutput::kPlaces) {
      const std::byte* source = Origin(buffers_.operands[kind.operand], kind.element_bytes);
      return GatherSlice(kind.element_bytes, source, result, stride, places, count);
    }
    if (width == 4 && stride == 1) {
      std::memcpy(result, places, static_cast<size_t>(count) * sizeof(places[0]));
      return;
    }
    for (int64_t i = 0; i < count; ++i) {
      const uint64_t place = places[i];
      std::memcpy(result + i * stride * width, &place, kind.element_bytes);
    }
  }

  const KeySortPlan& plan_;
  const SortBuffers& buffers_;
  const SliceElements elements_;
  const int64_t slice_;
  const std::byte* operand_;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_SORT_ENTRY_SLICE_H_
