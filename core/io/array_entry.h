// An array of a file: what it is, and where its bytes lie.
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

// More arrays, or dimensions of one, are refused, before they take memory of their own. Files that
// people share have at most some 100,000 tensors, and numpy's arrays 64 dimensions.
inline constexpr size_t kMostArrays = size_t{1} << 18;
inline constexpr size_t kMostDimensions = 1024;
inline std::string TooManyArrays() {
  return "holds more than " + std::to_string(kMostArrays) + " arrays";
}

struct ArrayEntry {
  FileFormat format = FileFormat::kNpy;
  // Of a .npz or safetensors file; else empty.
  std::string name;
  // The element type as the format calls it, "f4" or "F32".
  std::string code;
  // What the elements may be read as, first what the file names; none: StableHLO has no such
  // type.
  std::vector<ElementType> types;
  // The first of `types` is named, and not one of those that the bits may mean.
  bool is_named = false;
  std::vector<int64_t> shape;

  // The file's bytes that hold it: an archive's member, or all but the file's header.
  uint64_t offset = 0;
  uint64_t stored_size = 0;
  // Unpacked, the .npy header of a member included, which is `header_size` of them.
  uint64_t size = 0;
  uint64_t header_size = 0;
  bool is_deflated = false;
  // Of the unpacked bytes, in an archive.
  std::optional<uint32_t> checksum;
  bool is_big_endian = false;
  bool is_fortran_order = false;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_ARRAY_ENTRY_H_
