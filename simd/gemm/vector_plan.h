// Tiles, blocks and workspace of a matrix times a vector.
#ifndef PADDOCK_SIMD_GEMM_VECTOR_PLAN_H_
#define PADDOCK_SIMD_GEMM_VECTOR_PLAN_H_

#include "simd/gemm/plan.h"

namespace paddock::simd {

// Decides the parts of a plan whose path is kVector.
void PlanVector(GemmPlan& plan);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_VECTOR_PLAN_H_
