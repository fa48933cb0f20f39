// Conversion of bytes to and from pairs of hexadecimal digits.
#ifndef PADDOCK_CORE_TENSOR_HEX_BYTES_H_
#define PADDOCK_CORE_TENSOR_HEX_BYTES_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace paddock {

// Decodes pairs of digits of either case into `bytes`, which has room for half as many bytes.
// Returns the number of digits read: all, or the position of the first other character.
size_t DecodeHex(std::string_view digits, std::byte* bytes);

// Appends two upper-case digits a byte.
void AppendHex(std::string& out, std::span<const std::byte> bytes);

}  // namespace paddock

#endif  // PADDOCK_CORE_TENSOR_HEX_BYTES_H_
