// Checksum of ZIP archives.
#ifndef PADDOCK_CORE_IO_CRC32_H_
#define PADDOCK_CORE_IO_CRC32_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace paddock {

// Returns the checksum of all bytes so far. `crc` is the checksum of the preceding bytes, 0 at the
// start.
uint32_t Crc32(uint32_t crc, std::span<const std::byte> bytes);

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_CRC32_H_
