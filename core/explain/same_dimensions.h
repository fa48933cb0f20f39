// Corresponding dimensions of an operation's values: an index along one is the index along the
// other.
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

// Calls link(a, b) for corresponding dimensions of one size. An operand and a result correspond if
// a step along the result is a step along the operand. Two operands correspond if they are
// contracted with each other. Values that enter or leave regions and functions correspond, too.
// `operation` has passed core/check. Dynamic sizes are skipped, except in element-wise operations.
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
