// An estimate that compares plans for the same results.
#ifndef PADDOCK_SIMD_GEMM_COST_H_
#define PADDOCK_SIMD_GEMM_COST_H_

#include <cstdint>

#include "simd/gemm/plan.h"

namespace paddock::simd {

// Returns about how many multiply-adds of whole registers take as long as the product, including
// what it packs. To move an element of a transpose takes about as long as one of them.
int64_t EstimatedCost(const GemmPlan& plan);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_COST_H_
