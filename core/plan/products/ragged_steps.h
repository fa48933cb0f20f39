// The steps of chlo.ragged_dot for groups within one dimension. The number of multiply-adds depends
// on the total rows or elements of the groups, not on the number of groups.
#ifndef PADDOCK_CORE_PLAN_PRODUCTS_RAGGED_STEPS_H_
#define PADDOCK_CORE_PLAN_PRODUCTS_RAGGED_STEPS_H_

#include <cstdint>
#include <vector>

#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"
#include "simd/gemm/gemm.h"

namespace paddock {

class Lowering;

struct RaggedProblem {
  // The types, and the dimensions that are not listed below. Without batch.
  simd::GemmProblem product;
  // Batching dimensions, then those before the ragged one. Each of their indices has its own list
  // of groups, or all share one.
  std::vector<simd::GemmDimension> outer;
  simd::GemmDimension ragged;
  // If rows are ragged: elements between the matrices of consecutive groups.
  int64_t rhs_group_stride = 0;
  // Rows of the whole product, because a row's bits depend on whether it is the only one.
  int64_t rows = 1;
};

// Both return false if there is no kernel for the types.
// Rows of groups: the result is [outer, ragged, m, n], with zeros past the last group.
bool EmitRaggedRows(Lowering& lowering, const Operation& operation, const RaggedProblem& problem,
                    const Leaf& lhs, const Leaf& rhs, const Leaf& bounds, const Leaf& result);
// Sums over groups: the result is [groups, outer, m, n].
bool EmitRaggedSums(Lowering& lowering, const Operation& operation, const RaggedProblem& problem,
                    const Leaf& lhs, const Leaf& rhs, const Leaf& bounds, const Leaf& result);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PRODUCTS_RAGGED_STEPS_H_
