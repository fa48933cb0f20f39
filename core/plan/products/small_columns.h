// Products by small matrices whose columns are contiguous: kernels of small products read rows.
#ifndef PADDOCK_CORE_PLAN_PRODUCTS_SMALL_COLUMNS_H_
#define PADDOCK_CORE_PLAN_PRODUCTS_SMALL_COLUMNS_H_

#include "core/base/result.h"
#include "core/ir/operation.h"

namespace paddock {

class Lowering;

// Whether the rhs of a dot_general is such a matrix, or a batch of them, and the product would be
// one of small matrices if its rows were contiguous.
bool HasSmallColumns(Lowering& lowering, const Operation& operation);

// Lowers the product by the transposed rhs.
Result<void> LowerWithRowsOfRhs(Lowering& lowering, const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PRODUCTS_SMALL_COLUMNS_H_
