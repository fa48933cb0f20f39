// Elements of 1, 2, 4 and 6 bits.
#ifndef PADDOCK_CORE_TENSOR_NARROW_ELEMENTS_H_
#define PADDOCK_CORE_TENSOR_NARROW_ELEMENTS_H_

#include <cstddef>
#include <span>

#include "core/types/element_type.h"

namespace paddock {

// Brings elements of less than 8 bits, one in each byte, into the form of
// core/types/element_type.h: the bits above the value become zero or its sign. Leaves elements of
// other types.
void ExtendElements(ElementType type, std::span<std::byte> elements);

}  // namespace paddock

#endif  // PADDOCK_CORE_TENSOR_NARROW_ELEMENTS_H_
