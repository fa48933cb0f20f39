// Common helpers for compositions of arith, math and index.
#ifndef PADDOCK_CORE_PLAN_LOWERING_COMPOSITION_PARTS_H_
#define PADDOCK_CORE_PLAN_LOWERING_COMPOSITION_PARTS_H_

#include <cstdint>

#include "core/base/overflow.h"
#include "core/plan/lowering/composition.h"

namespace paddock {

// Returns the unsigned type of the same number of bytes; for integers, of the same number of bits.
inline ElementType UnsignedOf(ElementType type) {
  switch (ByteSize(type)) {
    case 1:
      if (type == ElementType::kI2) return ElementType::kUI2;
      return type == ElementType::kI4 ? ElementType::kUI4 : ElementType::kUI8;
    case 2:
      return ElementType::kUI16;
    case 4:
      return ElementType::kUI32;
    default:
      return ElementType::kUI64;
  }
}

inline ElementType ElementOf(const Value* value) { return *value->type.element_type(); }

// Returns `value` bitcast to `type`.
inline Value* BitsAs(Composition& made, Value* value, ElementType type) {
  if (ElementOf(value) == type) return value;
  return made.Add(OpKind::kStablehloBitcastConvert, {value}, made.LikeOf(value, type));
}

// Returns the number of elements of a tensor of known size.
inline int64_t CountOf(const Value* value) {
  return CheckedProduct(value->type.shape()).value_or(0);
}

inline Value* Number(Composition& made, const Value* like, double number) {
  return made.Constant(like->type, number);
}

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_COMPOSITION_PARTS_H_
