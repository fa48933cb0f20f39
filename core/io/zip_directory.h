// Records of a ZIP archive that locate its members: PKWARE's APPNOTE 6.3, 4.3.
#ifndef PADDOCK_CORE_IO_ZIP_DIRECTORY_H_
#define PADDOCK_CORE_IO_ZIP_DIRECTORY_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paddock {

inline constexpr uint32_t kZipLocalSignature = 0x04034B50;
inline constexpr uint32_t kZipMemberSignature = 0x02014B50;
inline constexpr uint32_t kZipEndSignature = 0x06054B50;
inline constexpr uint32_t kZip64EndSignature = 0x06064B50;
inline constexpr uint32_t kZip64LocatorSignature = 0x07064B50;
inline constexpr uint16_t kZip64Extra = 1;
inline constexpr size_t kZipLocalSize = 30;
inline constexpr size_t kZipMemberSize = 46;
inline constexpr size_t kZipEndSize = 22;
inline constexpr size_t kZip64EndSize = 56;
inline constexpr size_t kZip64LocatorSize = 20;
// Maximum size of the end record, its comment, and the locator before it.
inline constexpr size_t kZipTailSize = kZip64LocatorSize + kZipEndSize + 65535;

// Reads a little-endian number.
uint16_t ZipNumber16(std::string_view bytes, size_t at);
uint32_t ZipNumber32(std::string_view bytes, size_t at);
uint64_t ZipNumber64(std::string_view bytes, size_t at);

struct ZipDirectoryPlace {
  uint64_t offset = 0;
  uint64_t size = 0;
  // Offset of the ZIP64 end record, if that replaces these numbers.
  std::optional<uint64_t> zip64_end;
};
// Finds the directory in the archive's last bytes. Returns nothing if they are not the end of one.
std::optional<ZipDirectoryPlace> FindZipDirectory(std::string_view tail);
std::optional<ZipDirectoryPlace> ReadZip64End(std::string_view bytes);

struct ZipMember {
  std::string name;
  uint64_t local_offset = 0;
  uint64_t stored_size = 0;
  uint64_t size = 0;
  uint32_t checksum = 0;
  uint16_t method = 0;
  bool is_encrypted = false;
};
// Returns nothing, with the reason in `problem`, if it is broken.
std::optional<std::vector<ZipMember>> ReadZipDirectory(std::string_view directory,
                                                       std::string& problem);

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_ZIP_DIRECTORY_H_
