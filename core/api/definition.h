// Definition: the value that is defined at a place of the text.
#ifndef PADDOCK_CORE_API_DEFINITION_H_
#define PADDOCK_CORE_API_DEFINITION_H_

#include <cstddef>
#include <cstdint>

#include "core/ir/operation.h"

namespace paddock {

// In `region` or any below it: the value whose name, where it is defined, covers byte `offset` of
// the source; of several results under one name ("%r:2") the one of this index. Null: there is
// none.
const Value* FindDefinition(const Region& region, uint32_t offset, size_t index);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_DEFINITION_H_
