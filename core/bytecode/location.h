// Locations in the source of a framework's program: their codes, and their text in loc(...).
#ifndef PADDOCK_CORE_BYTECODE_LOCATION_H_
#define PADDOCK_CORE_BYTECODE_LOCATION_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace paddock {

// Returns `text` as a string of a program: quoted, with hexadecimal escapes.
std::string QuoteLocation(std::string_view text);

// Returns `"f.py":1`, `"f.py":1:2`, `"f.py":1:2 to :5` or `"f.py":1:2 to 3:5`, for one to four
// numbers.
std::string FileLocationText(std::string_view file, std::span<const uint64_t> numbers);

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_LOCATION_H_
