// Array of a file: its type and shape, and the place of its bytes.
#ifndef PADDOCK_CORE_IO_ARRAY_ENTRY_H_
#define PADDOCK_CORE_IO_ARRAY_ENTRY_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/io/array_types.h"
#include "core/types/element_type.h"

namespace paddock {

// Files with more arrays, or dimensions of one, are refused before these take memory. Published
// files have at most some 100,000 tensors, and numpy's arrays have at most 64 dimensions.
inline constexpr size_t kMostArrays = size_t{1} << 18;
inline constexpr size_t kMostDimensions = 1024;
inline std::string TooManyArrays() {
  return "holds more than " + std::to_string(kMostArrays) + " arrays";
}

struct ArrayEntry {
  FileFormat format = FileFormat::kNpy;
  // Name in a .npz or safetensors file; else empty.
  std::string name;
  // Element type in the format's spelling, "f4" or "F32".
  std::string code;
  // Element types that the array may be read as, the one that the file names first. Empty if
  // StableHLO has no such type.
  std::vector<ElementType> types;
  // Whether the file names the first of `types`, instead of having bits that fit any of them.
  bool is_named = false;
  std::vector<int64_t> shape;

  // Byte range in the file: an archive's member, or everything after the file's header.
  uint64_t offset = 0;
  uint64_t stored_size = 0;
  // Unpacked bytes. They include the .npy header of a member, which has `header_size` bytes.
  uint64_t size = 0;
  uint64_t header_size = 0;
  bool is_deflated = false;
  // Checksum of the unpacked bytes in an archive.
  std::optional<uint32_t> checksum;
  bool is_big_endian = false;
  bool is_fortran_order = false;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_ARRAY_ENTRY_H_
