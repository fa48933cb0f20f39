// Operations of MLIR's old standard dialect, which arith and math replaced.
#ifndef PADDOCK_CORE_TEXT_PARSE_STANDARD_NAMES_H_
#define PADDOCK_CORE_TEXT_PARSE_STANDARD_NAMES_H_

#include <string_view>

namespace paddock {

// Returns "arith.addf" for "addf" and "std.addf"; empty for any other name. Without `std.`, it
// accepts only names that no other library has: those that end in their element type, such as
// `addf`.
std::string_view StandardName(std::string_view name);

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_PARSE_STANDARD_NAMES_H_
