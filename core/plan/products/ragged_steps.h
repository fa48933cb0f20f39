// The steps of chlo.ragged_dot where each group has a part of one dimension: as many multiply-adds
// as the groups have rows or elements together, however many groups there are.
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
  // The types, and dimensions that are none of the others. Without batch.
  simd::GemmProblem product;
  // Batching dimensions, then those before the ragged one. Each index of them has its own list of
  // groups, or all share one.
  std::vector<simd::GemmDimension> outer;
  simd::GemmDimension ragged;
  // From a group's matrix to the next one's, in elements; where rows are ragged.
  int64_t rhs_group_stride = 0;
  // Rows of the whole product: a row's bits depend on whether it is the only one.
  int64_t rows = 1;
};

// Both are false if there is no kernel for the types.
// Rows of groups: the result is [outer, ragged, m, n], with zeros past the last group.
bool EmitRaggedRows(Lowering& lowering, const Operation& operation, const RaggedProblem& problem,
                    const Leaf& lhs, const Leaf& rhs, const Leaf& bounds, const Leaf& result);
// Sums over groups: the result is [groups, outer, m, n].
bool EmitRaggedSums(Lowering& lowering, const Operation& operation, const RaggedProblem& problem,
                    const Leaf& lhs, const Leaf& rhs, const Leaf& bounds, const Leaf& result);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PRODUCTS_RAGGED_STEPS_H_
