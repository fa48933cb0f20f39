// Finds the value that is defined at a place of the text.
#ifndef PADDOCK_CORE_API_QUERY_DEFINITION_H_
#define PADDOCK_CORE_API_QUERY_DEFINITION_H_

#include <cstddef>
#include <cstdint>

#include "core/ir/operation.h"

namespace paddock {

// Returns the value in `region`, or nested in it, whose name covers byte `offset` of the source at
// its definition. Of several results under one name ("%r:2"), returns the one at `index`. `nullptr`
// if there is none.
const Value* FindDefinition(const Region& region, uint32_t offset, size_t index);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_QUERY_DEFINITION_H_
