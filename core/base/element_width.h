// Code for elements of one width.
#ifndef PADDOCK_CORE_BASE_ELEMENT_WIDTH_H_
#define PADDOCK_CORE_BASE_ELEMENT_WIDTH_H_

#include <cstddef>
#include <type_traits>

namespace paddock {

template <size_t kBytes>
using ElementWidth = std::integral_constant<size_t, kBytes>;

// Returns `visit(ElementWidth<bytes>())`, so that copies of an element have a constant size. An
// element has 1, 2, 4, 8 or 16 bytes.
template <class Visitor>
auto VisitWidth(size_t bytes, const Visitor& visit) {
  switch (bytes) {
    case 1:
      return visit(ElementWidth<1>());
    case 2:
      return visit(ElementWidth<2>());
    case 4:
      return visit(ElementWidth<4>());
    case 8:
      return visit(ElementWidth<8>());
    default:
      return visit(ElementWidth<16>());
  }
}

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_ELEMENT_WIDTH_H_
