// sort with a comparator that is no key: it is run on many pairs at once, or one pair after the
// other where it is more than element-wise computation.
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
