#include "core/types/leaf_types.h"

namespace paddock {

size_t LeafCount(Type type) {
  if (!type.is(TypeKind::kTuple)) return 1;
  size_t count = 0;
  for (Type element : type->elements) count += LeafCount(element);
  return count;
}

Type LeafTypeOf(Type type, size_t leaf) {
  if (!type.is(TypeKind::kTuple)) return type;
  for (Type element : type->elements) {
    const size_t count = LeafCount(element);
    if (leaf < count) return LeafTypeOf(element, leaf);
    leaf -= count;
  }
  return Type();
}

}  // namespace paddock
