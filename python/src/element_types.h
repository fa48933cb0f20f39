// Element types in DLPack.
#ifndef PADDOCK_PYTHON_SRC_ELEMENT_TYPES_H_
#define PADDOCK_PYTHON_SRC_ELEMENT_TYPES_H_

#include <nanobind/ndarray.h>

#include <optional>
#include <string_view>

#include "core/types/element_type.h"

namespace paddock::python {

// Returns nothing for types of less than 8 bits, which DLPack packs.
std::optional<nanobind::dlpack::dtype> DlpackTypeOf(ElementType type);

// Returns the first type with these bits in DLPack.
std::optional<ElementType> TypeOfDlpack(nanobind::dlpack::dtype type);

// Returns the type with this spelling. Throws ValueError if there is none.
ElementType TypeOfSpelling(std::string_view spelling);

}  // namespace paddock::python

#endif  // PADDOCK_PYTHON_SRC_ELEMENT_TYPES_H_
