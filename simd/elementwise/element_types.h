// ElementTypes: a set of element types, for the rows of tables.
#ifndef PADDOCK_SIMD_ELEMENTWISE_ELEMENT_TYPES_H_
#define PADDOCK_SIMD_ELEMENTWISE_ELEMENT_TYPES_H_

#include <cstdint>
#include <initializer_list>

#include "core/types/element_type.h"

namespace paddock::simd {

class ElementTypes {
 public:
  constexpr ElementTypes(std::initializer_list<ElementType> types) {
    for (ElementType type : types) bits_ |= BitOf(type);
  }
  static constexpr ElementTypes All() { return ElementTypes(~uint32_t{0}); }

  constexpr bool Contains(ElementType type) const { return (bits_ & BitOf(type)) != 0; }
  friend constexpr ElementTypes operator|(ElementTypes one, ElementTypes other) {
    return ElementTypes(one.bits_ | other.bits_);
  }

 private:
  static_assert(kElementTypeCount <= 32);
  explicit constexpr ElementTypes(uint32_t bits) : bits_(bits) {}
  static constexpr uint32_t BitOf(ElementType type) {
    return uint32_t{1} << static_cast<uint32_t>(type);
  }

  uint32_t bits_ = 0;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_ELEMENTWISE_ELEMENT_TYPES_H_
