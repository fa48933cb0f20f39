// Texts that the interface gives as an address and a size.
#ifndef PADDOCK_CORE_PJRT_TEXT_H_
#define PADDOCK_CORE_PJRT_TEXT_H_

#include <cstddef>
#include <string_view>

namespace paddock::pjrt {

// The caller keeps what `text` refers to.
inline void SetText(std::string_view text, const char*& data, size_t& size) {
  data = text.data();
  size = text.size();
}

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_TEXT_H_
