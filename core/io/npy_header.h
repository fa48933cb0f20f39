// Header of a .npy file: magic, version, and a Python dictionary as text.
#ifndef PADDOCK_CORE_IO_NPY_HEADER_H_
#define PADDOCK_CORE_IO_NPY_HEADER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paddock {

struct NpyHeader {
  std::string code;  // "f4": kind and bytes, without the byte order
  bool is_big_endian = false;
  bool is_fortran_order = false;
  std::vector<int64_t> shape;
  size_t data_offset = 0;
};

inline constexpr std::string_view kNpyMagic("\x93NUMPY", 6);

// Returns the size of the header in a file that begins with `start`. If `start` is too short,
// returns the number of bytes that determine it.
size_t NpyHeaderSize(std::string_view start);

// Returns nothing, with the reason in `problem`, if `file` does not begin with a valid header.
std::optional<NpyHeader> ParseNpyHeader(std::string_view file, std::string& problem);

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_NPY_HEADER_H_
