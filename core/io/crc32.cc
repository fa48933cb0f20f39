#include "core/io/crc32.h"

#include <zlib.h>

namespace paddock {

uint32_t Crc32(uint32_t crc, std::span<const std::byte> bytes) {
  // zlib would return the initial checksum for `nullptr`.
  if (bytes.empty()) return crc;
  const auto* begin = reinterpret_cast<const Bytef*>(bytes.data());
  return static_cast<uint32_t>(crc32_z(crc, begin, bytes.size()));
}

}  // namespace paddock
