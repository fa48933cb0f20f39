// Leaves of a type: a tuple has the leaves of its elements, any other type is one leaf.
#ifndef PADDOCK_CORE_TYPES_LEAF_TYPES_H_
#define PADDOCK_CORE_TYPES_LEAF_TYPES_H_

#include <cstddef>

#include "core/types/type.h"

namespace paddock {

// Returns the number of leaves of a type.
size_t LeafCount(Type type);
// Returns the type of the leaf with this index, in the order of the elements; no type if there is
// none.
Type LeafTypeOf(Type type, size_t leaf);

}  // namespace paddock

#endif  // PADDOCK_CORE_TYPES_LEAF_TYPES_H_
