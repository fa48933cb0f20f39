// C++ code of types, elements and attributes.
#ifndef PADDOCK_CORE_API_CODE_CPLUSPLUS_VALUES_H_
#define PADDOCK_CORE_API_CODE_CPLUSPLUS_VALUES_H_

#include <span>
#include <string>
#include <string_view>

#include "core/api/code/layout.h"
#include "core/ir/attribute.h"
#include "core/ir/operation.h"

namespace paddock::code {

// Returns a string literal; a raw one if the text has quotes.
std::string CplusplusText(std::string_view text);
// Returns TensorOf(kF32, {2, 3}), or the text of another type.
std::string CplusplusType(Type type);
// Returns {TensorOf(kF32), TensorOf(kI32)}.
Code CplusplusTypes(std::span<const Type> types);
// Returns the elements of a constant.
Code CplusplusElements(const Attribute& elements);
// Returns {{"mhlo.sharding", "..."}}.
Code CplusplusForeign(std::span<const NamedAttribute> attributes);
// Returns the value of a field for row `row` of the table, which can have it.
Code CplusplusField(const AttributeInfo& row, const Attribute& value);

}  // namespace paddock::code

#endif  // PADDOCK_CORE_API_CODE_CPLUSPLUS_VALUES_H_
