// Which dimensions of an operation's values are one: where the index along one of them goes.
#ifndef PADDOCK_CORE_EXPLAIN_SAME_DIMENSIONS_H_
#define PADDOCK_CORE_EXPLAIN_SAME_DIMENSIONS_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "core/ir/module.h"
#include "core/ir/operation.h"

namespace paddock {

struct ValueDimension {
  const Value* value = nullptr;
  uint32_t dimension = 0;
};

using LinkDimensions = std::function<void(ValueDimension, ValueDimension)>;

// Calls link(a, b) for dimensions of one size that are one in `operation`: of an operand and a
// result, where a step along the result is a step along the operand; of two operands that are
// contracted with each other; of values that are passed into regions and functions and out of
// them. `operation` has passed core/check. Nothing is said of sizes that are open, element-wise
// operations apart.
void LinkSameDimensions(const Module& module, const Operation& operation,
                        const LinkDimensions& link);

// Dimensions of lhs and rhs that are summed together.
struct ContractedDimensions {
  uint32_t lhs = 0;
  uint32_t rhs = 0;
};
std::vector<ContractedDimensions> ContractionsOf(const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXPLAIN_SAME_DIMENSIONS_H_
