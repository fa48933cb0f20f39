// Element types of buffers.
#ifndef PADDOCK_CORE_PJRT_ELEMENT_TYPES_H_
#define PADDOCK_CORE_PJRT_ELEMENT_TYPES_H_

#include <optional>

#include "core/pjrt/pjrt_header.h"
#include "core/types/element_type.h"

namespace paddock::pjrt {

// Returns nothing for a type that no tensor has.
std::optional<ElementType> ElementTypeOf(PJRT_Buffer_Type type);
// Returns PJRT_Buffer_Type_INVALID for a type that no buffer has.
PJRT_Buffer_Type BufferTypeOf(ElementType type);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_ELEMENT_TYPES_H_
