// Hexadecimal and byte order.
#include "simd/bytes/bytes.h"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/bytes/bytes.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Converts pairs of digits to `size` bytes. Returns false if one is not a digit.
template <class D8>
HWY_INLINE bool DecodeHexVector(D8 d8, const uint8_t* digits, uint8_t* bytes) {
  const hn::Repartition<uint16_t, D8> d16;
  const hn::Rebind<uint8_t, decltype(d16)> d_bytes;
  const auto digit = hn::LoadU(d8, digits);
  const auto from_zero = hn::Sub(digit, hn::Set(d8, uint8_t{'0'}));
  const auto from_a = hn::Sub(hn::Or(digit, hn::Set(d8, uint8_t{0x20})), hn::Set(d8, uint8_t{'a'}));
  const auto is_decimal = hn::Lt(from_zero, hn::Set(d8, uint8_t{10}));
  const auto is_letter = hn::Lt(from_a, hn::Set(d8, uint8_t{6}));
  if (!hn::AllTrue(d8, hn::Or(is_decimal, is_letter))) return false;
  const auto letter_value = hn::Add(from_a, hn::Set(d8, uint8_t{10}));
  const auto halves = hn::BitCast(d16, hn::IfThenElse(is_decimal, from_zero, letter_value));
  // The first digit is in the low byte of a lane, and is the high half.
  const auto pairs = hn::Or(hn::ShiftLeft<4>(halves), hn::ShiftRight<8>(halves));
  hn::StoreU(hn::TruncateTo(d_bytes, pairs), d_bytes, bytes);
  return true;
}

int HexDigit(uint8_t digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  const int letter = (digit | 0x20) - 'a';
  return letter >= 0 && letter < 6 ? letter + 10 : -1;
}

size_t DecodeHexDigits(const uint8_t* digits, size_t size, uint8_t* bytes) {
  const hn::ScalableTag<uint8_t> d8;
  const size_t lanes = hn::Lanes(d8);
  size_t i = 0;
  while (i + lanes <= size && DecodeHexVector(d8, digits + i, bytes + i / 2)) i += lanes;
  for (; i + 2 <= size; i += 2) {
    const int high = HexDigit(digits[i]);
    const int low = HexDigit(digits[i + 1]);
    if (high < 0 || low < 0) break;
    bytes[i / 2] = static_cast<uint8_t>(high * 16 + low);
  }
  return i / 2;
}

template <typename T>
void SwapWords(const uint8_t* operand, uint8_t* result, size_t count) {
  const hn::ScalableTag<uint8_t> d8;
  const hn::Repartition<T, decltype(d8)> d;
  const size_t size = count * sizeof(T);
  const size_t lanes = hn::Lanes(d8);
  size_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    const auto words = hn::BitCast(d, hn::LoadU(d8, operand + i));
    hn::StoreU(hn::BitCast(d8, hn::ReverseLaneBytes(words)), d8, result + i);
  }
  for (; i < size; i += sizeof(T)) {
    uint8_t word[sizeof(T)];
    std::reverse_copy(operand + i, operand + i + sizeof(T), word);
    memcpy(result + i, word, sizeof(T));
  }
}

void SwapBytesOfWords(const uint8_t* operand, uint8_t* result, size_t width, size_t count) {
  switch (width) {
    case 2:
      return SwapWords<uint16_t>(operand, result, count);
    case 4:
      return SwapWords<uint32_t>(operand, result, count);
    case 8:
      return SwapWords<uint64_t>(operand, result, count);
    default:
      break;
  }
  for (size_t i = 0; i < count * width; i += width) {
    uint8_t word[16];
    std::reverse_copy(operand + i, operand + i + width, word);
    memcpy(result + i, word, width);
  }
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(DecodeHexDigits);
HWY_EXPORT(SwapBytesOfWords);

size_t DecodeHex(std::string_view digits, uint8_t* bytes) {
  return HWY_DYNAMIC_DISPATCH(DecodeHexDigits)(reinterpret_cast<const uint8_t*>(digits.data()),
                                               digits.size(), bytes);
}

void SwapBytes(const void* operand, void* result, size_t width, size_t count) {
  HWY_DYNAMIC_DISPATCH(SwapBytesOfWords)(static_cast<const uint8_t*>(operand),
                                         static_cast<uint8_t*>(result), width, count);
}

}  // namespace paddock::simd
#endif
