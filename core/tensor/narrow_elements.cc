#include "core/tensor/narrow_elements.h"

#include <cstdint>

namespace paddock {

void ExtendElements(ElementType type, std::span<std::byte> elements) {
  const int unused = 8 - BitWidth(type);
  if (unused <= 0) return;
  for (std::byte& element : elements) {
    const auto bits = static_cast<uint8_t>(static_cast<uint8_t>(element) << unused);
    element = IsSigned(type) ? static_cast<std::byte>(static_cast<int8_t>(bits) >> unused)
                             : static_cast<std::byte>(bits >> unused);
  }
}

}  // namespace paddock
