// Types of the arguments of a new operation's regions.
#ifndef PADDOCK_CORE_CHECK_REGION_ARGUMENTS_H_
#define PADDOCK_CORE_CHECK_REGION_ARGUMENTS_H_

#include <span>
#include <vector>

#include "core/dialect/op_info.h"
#include "core/types/type_context.h"

namespace paddock {

// Returns the argument types that the rules of `info` make from operands. `operands` has the types
// of each row. `dimension` is the operation's attribute of this name, 0 if it has none.
std::vector<Type> RegionArgumentTypes(const RegionInfo& info,
                                      std::span<const std::vector<Type>> operands,
                                      int64_t dimension, TypeContext& types);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_REGION_ARGUMENTS_H_
