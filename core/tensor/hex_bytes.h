// Bytes as pairs of hexadecimal digits.
#ifndef PADDOCK_CORE_TENSOR_HEX_BYTES_H_
#define PADDOCK_CORE_TENSOR_HEX_BYTES_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace paddock {

// Decodes pairs of digits of either case into `bytes`, which holds half as many. The number
// of digits read: all of them, or the position of the first character that is none.
size_t DecodeHex(std::string_view digits, std::byte* bytes);

// Appends two upper-case digits a byte.
void AppendHex(std::string& out, std::span<const std::byte> bytes);

}  // namespace paddock

#endif  // PADDOCK_CORE_TENSOR_HEX_BYTES_H_
