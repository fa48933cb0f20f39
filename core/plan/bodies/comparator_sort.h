// sort with a comparator that is not a comparison of keys. The comparator runs on batches of pairs
// if it is element-wise, otherwise on one pair at a time.
#ifndef PADDOCK_CORE_PLAN_BODIES_COMPARATOR_SORT_H_
#define PADDOCK_CORE_PLAN_BODIES_COMPARATOR_SORT_H_

#include <span>

#include "core/base/result.h"
#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"
#include "simd/sort/sort_shape.h"

namespace paddock {

class Lowering;

// `operands` are dense and have elements.
Result<void> EmitComparatorSort(Lowering& lowering, const Operation& operation, Block& body,
                                const simd::SortShape& shape, std::span<const Leaf> operands);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_COMPARATOR_SORT_H_
