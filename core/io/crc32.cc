#include "core/io/crc32.h"

#include <array>
#include <cstring>

namespace paddock {
namespace {

// Eight bytes a step: table k holds what a byte makes of the sum k bytes further on.
constexpr size_t kCrcTables = 8;
using CrcTables = std::array<std::array<uint32_t, 256>, kCrcTables>;

// Made when they are first asked for: in WebAssembly their 8 KB, which no compression makes
// smaller, would be a hundredth of what a browser downloads. So this is no constant expression.
CrcTables MakeCrcTables() {
  CrcTables tables{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320u : 0u);
    tables[0][i] = crc;
  }
  for (size_t k = 1; k < kCrcTables; ++k) {
    for (size_t i = 0; i < 256; ++i) {
      const uint32_t before = tables[k - 1][i];
      tables[k][i] = (before >> 8) ^ tables[0][before & 0xFF];
    }
  }
  return tables;
}

}  // namespace

uint32_t Crc32(uint32_t crc, std::span<const std::byte> bytes) {
  static const CrcTables kCrc = MakeCrcTables();
  const std::byte* at = bytes.data();
  size_t left = bytes.size();
  crc = ~crc;
  for (; left >= 8; left -= 8, at += 8) {
    uint32_t low = 0;
    uint32_t high = 0;
    std::memcpy(&low, at, 4);
    std::memcpy(&high, at + 4, 4);
    low ^= crc;
    crc = kCrc[7][low & 0xFF] ^ kCrc[6][(low >> 8) & 0xFF] ^ kCrc[5][(low >> 16) & 0xFF] ^
          kCrc[4][low >> 24] ^ kCrc[3][high & 0xFF] ^ kCrc[2][(high >> 8) & 0xFF] ^
          kCrc[1][(high >> 16) & 0xFF] ^ kCrc[0][high >> 24];
  }
  for (; left > 0; --left, ++at) {
    crc = (crc >> 8) ^ kCrc[0][(crc ^ std::to_integer<uint32_t>(*at)) & 0xFF];
  }
  return ~crc;
}

}  // namespace paddock
