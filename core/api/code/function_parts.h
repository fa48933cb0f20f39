// Parts of functions and operations as the builder takes them.
#ifndef PADDOCK_CORE_API_CODE_FUNCTION_PARTS_H_
#define PADDOCK_CORE_API_CODE_FUNCTION_PARTS_H_

#include <span>
#include <string_view>
#include <vector>

#include "core/ir/operation.h"

namespace paddock::code {

std::vector<Type> TypesOf(std::span<Value* const> values);

// Returns entry `i` of a function's arg_attrs or res_attrs; nothing if there is none.
std::span<const NamedAttribute> EntryOf(const Operation& function, std::string_view list, size_t i);
bool IsPrivate(const Operation& function);
// Returns the attributes of a function that its builder has no other form for.
std::vector<NamedAttribute> OptionsOf(const Operation& function);
// Returns the attributes of an operation that are not the table's default.
std::vector<NamedAttribute> AttributesOf(const Operation& operation);

}  // namespace paddock::code

#endif  // PADDOCK_CORE_API_CODE_FUNCTION_PARTS_H_
