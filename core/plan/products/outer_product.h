// Products of one element of k, outer products: operations on each element, which fuse with others.
#ifndef PADDOCK_CORE_PLAN_PRODUCTS_OUTER_PRODUCT_H_
#define PADDOCK_CORE_PLAN_PRODUCTS_OUTER_PRODUCT_H_

#include "core/base/result.h"
#include "core/ir/operation.h"

namespace paddock {

class Lowering;

// Whether a dot_general has a contracting dimension of one element, or none, and many results in
// long rows, or of one operand each, whose elements are multiplied as they are or in a wider type.
// For other results, kernels of products are faster.
bool IsOuterProduct(Lowering& lowering, const Operation& operation);

// The operations are in the order of a transpose that alone uses the result.
Result<void> LowerOuterProduct(Lowering& lowering, const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PRODUCTS_OUTER_PRODUCT_H_
