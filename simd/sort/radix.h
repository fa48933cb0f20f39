// Digits of keys, least significant first, and the next position for each value of a digit.
#ifndef PADDOCK_SIMD_SORT_RADIX_H_
#define PADDOCK_SIMD_SORT_RADIX_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace paddock::simd {

// Steps of one call of a long sort: 2^18 elements in one pass.
inline constexpr int64_t kSortPiece = 1 << 18;
// Up to this size an insertion sort is cheaper than clearing and summing the digits' counts.
inline constexpr int64_t kShortSlice = 48;

inline int64_t SortPieces(int64_t size) { return (size + kSortPiece - 1) / kSortPiece; }

// Long slices of wide keys take digits of 11 bits, so three passes suffice for 32 bits. For short
// slices, more counts would cost more than they save.
inline constexpr int kShortDigit = 8;
inline constexpr int kLongDigit = 11;
inline bool TakesLongDigits(size_t key_bytes, int64_t size) {
  return key_bytes >= 4 && size > int64_t{1} << 15;
}

template <int kKeyBits, int kBitsOfDigit>
struct RadixCounts {
  static constexpr int kDigitBits = kBitsOfDigit;
  static constexpr int kDigits = (kKeyBits + kDigitBits - 1) / kDigitBits;
  static constexpr size_t kValues = size_t{1} << kDigitBits;

  template <class Key>
  static size_t DigitOf(Key key, int digit) {
    return static_cast<size_t>(key >> (digit * kDigitBits)) & (kValues - 1);
  }

  void Clear() { std::memset(this, 0, sizeof(*this)); }

  // Counts the digits of a key. For narrower keys, only the lowest `digit_count` digits may differ.
  template <class Key>
  void Count(Key key, int digit_count = kDigits) {
    for (int digit = 0; digit < digit_count; ++digit) ++counts[digit][DigitOf(key, digit)];
  }

  // Computes first positions and passes after all keys are counted. A digit that all keys share
  // needs no pass. `any` is one of the keys.
  template <class Key>
  void Finish(Key any, int64_t size, int digit_count = kDigits) {
    for (int digit = 0; digit < digit_count; ++digit) {
      if (counts[digit][DigitOf(any, digit)] == static_cast<uint32_t>(size)) continue;
      uint32_t sum = 0;
      for (uint32_t& count : counts[digit]) {
        const uint32_t here = count;
        count = sum;
        sum += here;
      }
      digits[passes++] = static_cast<uint8_t>(digit);
    }
  }

  // Moves the entries begin .. end to `row` by a digit of their keys.
  template <class Entry, class EntryOf, class KeyOf>
  void Scatter(int digit, int64_t begin, int64_t end, EntryOf entry_of, KeyOf key_of, Entry* row) {
    uint32_t* next = counts[digit];
    for (int64_t k = begin; k < end; ++k) {
      const Entry entry = entry_of(k);
      row[next[DigitOf(key_of(entry), digit)]++] = entry;
    }
  }

  // After counting: the next position for a key with each value.
  uint32_t counts[kDigits][kValues];
  uint32_t passes;
  uint8_t digits[kDigits];
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_SORT_RADIX_H_
