#include "core/tensor/hex_bytes.h"

#include <array>
#include <cstdint>

namespace paddock {
namespace {

constexpr uint8_t kNoDigit = 0xFF;

constexpr std::array<uint8_t, 256> kDigitValues = [] {
  std::array<uint8_t, 256> values{};
  values.fill(kNoDigit);
  for (uint8_t i = 0; i < 10; ++i) values['0' + i] = i;
  for (uint8_t i = 0; i < 6; ++i) {
    values['a' + i] = static_cast<uint8_t>(10 + i);
    values['A' + i] = static_cast<uint8_t>(10 + i);
  }
  return values;
}();

}  // namespace

size_t DecodeHex(std::string_view digits, std::byte* bytes) {
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    const uint8_t high = kDigitValues[static_cast<uint8_t>(digits[i])];
    const uint8_t low = kDigitValues[static_cast<uint8_t>(digits[i + 1])];
    if ((high | low) > 15) return high > 15 ? i : i + 1;
    bytes[i / 2] = static_cast<std::byte>(high << 4 | low);
  }
  return digits.size();
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
