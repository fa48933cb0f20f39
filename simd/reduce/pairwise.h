// The order of a reduction with any body: adjacent pairs, leaves in order (docs/numerics.md,
// "Reductions"). The caller runs the body on batches.
//
// The operands are first arranged as rows [count, kept], row r holding the r-th
// reduced element of every result. Each level then combines rows in place,
//   row[i] = body(row[2 * i], row[2 * i + 1])
// and moves an odd last row down, until row 0 holds the totals.
#ifndef PADDOCK_SIMD_REDUCE_PAIRWISE_H_
#define PADDOCK_SIMD_REDUCE_PAIRWISE_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "simd/movement/strided_copy.h"

namespace paddock::simd {

struct PairwiseShape {
  int64_t count;  // reduced elements of each result
  int64_t kept;   // results
};
PairwiseShape PairwiseShapeOf(std::span<const int64_t> operand_shape,
                              std::span<const int64_t> dimensions);

// Copies a dense row-major operand to [count, kept].
StridedCopyPlan PlanArrange(size_t element_bytes, std::span<const int64_t> operand_shape,
                            std::span<const int64_t> dimensions);

// Pairs that may be combined at once; all pairs of one level may. Rows 2 * first to 2 * (first +
// pairs) are read before rows first to first + pairs are written. With pairs = 1, elements of the
// row may be combined in any order.
struct PairBatch {
  int64_t first;
  int64_t pairs;
  // After this batch, the last of its level, row carried_from moves to carried_to; both are -1 if
  // there is none.
  int64_t carried_from;
  int64_t carried_to;
};

// Positions: 0 is the first pair of the first level, count - 1 the end. Every pair leaves one row
// fewer. Adding a batch's `pairs` gives the next position.
inline int64_t PairCount(const PairwiseShape& shape) {
  return shape.count > 1 ? shape.count - 1 : 0;
}
PairBatch PairBatchAt(const PairwiseShape& shape, int64_t position, int64_t max_pairs);

// Splits the rows of `pairs` pairs into left and right ones: a body runs faster over many short
// rows at once. No operands overlap.
void SplitPairs(size_t element_bytes, int64_t kept, int64_t pairs, const void* rows, void* left,
                void* right);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_REDUCE_PAIRWISE_H_
