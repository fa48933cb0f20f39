#include "core/tensor/hex_bytes.h"

#include <cstdint>

#include "simd/bytes/bytes.h"

namespace paddock {

size_t DecodeHex(std::string_view digits, std::byte* bytes) {
  const size_t pairs = simd::DecodeHex(digits, reinterpret_cast<uint8_t*>(bytes));
  if (pairs * 2 == digits.size()) return digits.size();
  const char c = digits[pairs * 2];
  const char lower = static_cast<char>(c | 0x20);
  const bool is_digit = (c >= '0' && c <= '9') || (lower >= 'a' && lower <= 'f');
  return pairs * 2 + (is_digit ? 1 : 0);
}

void AppendHex(std::string& out, std::span<const std::byte> bytes) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const size_t begin = out.size();
  out.resize(begin + bytes.size() * 2);
  for (size_t i = 0; i < bytes.size(); ++i) {
    const unsigned value = std::to_integer<unsigned>(bytes[i]);
    out[begin + i * 2] = kDigits[value >> 4];
    out[begin + i * 2 + 1] = kDigits[value & 15];
  }
}

}  // namespace paddock
