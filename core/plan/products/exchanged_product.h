// A product with weights of mostly zeros, whose result is only transposed: an interpolation along
// an inner dimension, such as jax.image.resize of pictures with channels. Zeros are found when it
// runs (simd/gemm/sparse.h), and then the results are written in the order of the transpose.
#ifndef PADDOCK_CORE_PLAN_PRODUCTS_EXCHANGED_PRODUCT_H_
#define PADDOCK_CORE_PLAN_PRODUCTS_EXCHANGED_PRODUCT_H_

#include "core/ir/operation.h"

namespace paddock {

class Lowering;

// Emits a dot_general whose rhs is a selection, and binds its result. Returns false if it is
// another product, or its result is not transposed.
bool EmitExchangedProduct(Lowering& lowering, const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PRODUCTS_EXCHANGED_PRODUCT_H_
