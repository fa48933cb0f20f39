// Attributes of Shardy (sdy) operations that are in their properties.
#ifndef PADDOCK_CORE_BYTECODE_SDY_PROPERTIES_H_
#define PADDOCK_CORE_BYTECODE_SDY_PROPERTIES_H_

#include <span>
#include <string_view>

namespace paddock {

// Returns the attributes of `operation` that are in its properties, in their order there.
std::span<const std::string_view> SdyProperties(std::string_view operation);

// Whether the text of an opaque attribute is one of Shardy.
inline bool IsSdyText(std::string_view text) { return text.starts_with("#sdy"); }

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_SDY_PROPERTIES_H_
