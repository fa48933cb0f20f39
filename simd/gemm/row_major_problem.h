// Products of dense row-major matrices, for tests of how they are planned.
#ifndef PADDOCK_SIMD_GEMM_ROW_MAJOR_PROBLEM_H_
#define PADDOCK_SIMD_GEMM_ROW_MAJOR_PROBLEM_H_

#include <cstdint>

#include "simd/gemm/gemm.h"
#include "simd/gemm/gemm_case.h"

namespace paddock::simd {

struct MatrixSizes {
  int64_t batch = 1, m = 0, n = 0, k = 0;
};

inline GemmProblem RowMajorProblem(const Types& types, const MatrixSizes& sizes) {
  const auto [batch, m, n, k] = sizes;
  GemmProblem problem;
  problem.lhs_type = types.lhs;
  problem.rhs_type = types.rhs;
  problem.result_type = types.result;
  problem.batch = {{batch, m * k, k * n}};
  problem.m = {{m, k, 0}};
  problem.n = {{n, 0, 1}};
  problem.k = {{k, 1, n}};
  return problem;
}

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_ROW_MAJOR_PROBLEM_H_
