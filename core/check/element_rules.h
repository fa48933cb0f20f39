// Rules that element-wise operations of several families share.
#ifndef PADDOCK_CORE_CHECK_ELEMENT_RULES_H_
#define PADDOCK_CORE_CHECK_ELEMENT_RULES_H_

#include <span>

#include "core/check/context.h"

namespace paddock {

// What all the shapes together say of the result's, with the first one's element type;
// `rule` is broken where they do not agree. The first is operand `first_operand`.
Result<TensorType> MergeShapes(CheckContext& context, std::span<const TensorType> operands,
                               const ConstraintInfo& rule, size_t first_operand = 0);

// Of chlo.broadcast_add, stablehlo.add; of chlo.broadcast_zeta, chlo.zeta.
const OpInfo& PlainOf(const OpInfo& broadcast);
// Whether the plain operation takes elements of this type; quantized ones of any kind where it
// takes some.
bool PlainTakes(const OpInfo& broadcast, Type element);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_ELEMENT_RULES_H_
