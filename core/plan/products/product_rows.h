// Products as members of row loops (core/plan/fusion/row_loop.h): a product whose rows are reduced,
// and one of such rows. Attention has both, and neither its scores nor its weights are in memory.
#ifndef PADDOCK_CORE_PLAN_PRODUCTS_PRODUCT_ROWS_H_
#define PADDOCK_CORE_PLAN_PRODUCTS_PRODUCT_ROWS_H_

#include <memory>

#include "core/plan/fusion/row_loop.h"
#include "core/plan/products/gemm_step.h"
#include "simd/gemm/gemm.h"

namespace paddock {

// Returns the form in which rows of the result are computed by themselves; or columns, if the rows
// of another step are those of rhs. Nothing where the whole product is as fast. The step's
// references are lhs, rhs and the result.
std::shared_ptr<const RowForm> RowFormOfProduct(Lowering& lowering, const Operation& operation,
                                                const simd::GemmProblem& problem,
                                                ElementType result, GemmOffsets offsets);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PRODUCTS_PRODUCT_ROWS_H_
