// Rules that element-wise operations of several families share.
#ifndef PADDOCK_CORE_CHECK_ELEMENT_RULES_H_
#define PADDOCK_CORE_CHECK_ELEMENT_RULES_H_

#include <span>

#include "core/check/context.h"

namespace paddock {

// Returns the meet of all shapes, with the first one's element type. Reports `rule` if they do not
// agree. The first shape belongs to operand `first_operand`.
Result<TensorType> MergeShapes(CheckContext& context, std::span<const TensorType> operands,
                               const ConstraintInfo& rule, size_t first_operand = 0);

// Returns the operation without broadcast: stablehlo.add for chlo.broadcast_add, chlo.zeta for
// chlo.broadcast_zeta.
const OpInfo& PlainOf(const OpInfo& broadcast);
// Returns whether the plain operation takes elements of this type. Any quantized type counts if it
// takes some.
bool PlainTakes(const OpInfo& broadcast, Type element);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_ELEMENT_RULES_H_
