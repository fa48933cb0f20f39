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

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_ELEMENT_RULES_H_
