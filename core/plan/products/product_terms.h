// Products of few elements as terms on tapes (core/plan/step.h): calling the kernel of a 2 x 2
// product takes as long as several of its multiply-adds.
#ifndef PADDOCK_CORE_PLAN_PRODUCTS_PRODUCT_TERMS_H_
#define PADDOCK_CORE_PLAN_PRODUCTS_PRODUCT_TERMS_H_

#include <cstddef>
#include <cstdint>

#include "core/base/arena.h"
#include "core/plan/step.h"
#include "simd/gemm/plan.h"
#include "simd/kernel.h"

namespace paddock {

// Scratch memory of a step with terms, for temporary sums.
inline constexpr size_t kProductTermsScratch = 2048;

// First elements of the operands, in bytes.
struct ProductOffsets {
  int64_t lhs = 0;
  int64_t rhs = 0;
};

// Returns null if the product has no such form or too many terms. The step's references are lhs,
// rhs and result. `work` is StepMoves::work.
const StepMoves* MovesOfProduct(const simd::GemmPlan& plan, simd::Numerics numerics,
                                const ProductOffsets& offsets, int64_t work, Arena& arena);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PRODUCTS_PRODUCT_TERMS_H_
