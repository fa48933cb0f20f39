// reduce of an operand that is computed piece after piece, and never in memory as a whole.
#ifndef PADDOCK_SIMD_REDUCE_REDUCE_PIECES_H_
#define PADDOCK_SIMD_REDUCE_REDUCE_PIECES_H_

#include <cstddef>
#include <cstdint>

#include "simd/reduce/reduce.h"

namespace paddock::simd {

// The operand is a sequence of rows in memory order. Either each row is reduced, or a number of
// neighbouring rows are reduced to one, or rows of different results alternate: row i * beside + k
// of `rows` * `beside` rows is one of those of result k.
struct ReducePieces {
  const ReducePlan* plan = nullptr;
  // Elements of a row.
  int64_t row = 0;
  // Rows that are reduced to one; 1: each row is reduced.
  int64_t rows = 1;
  int64_t beside = 1;
  // Pieces of one unit must come in order, to the same scratch memory. Units are independent.
  int64_t unit = 0;
  size_t scratch_bytes = 0;

  // Whether a unit is one row, whose total is a result.
  bool has_whole_rows() const { return rows == 1 && plan->passes.size() == 1; }
  // Whether each unit is a row or a block of one. A row that is a unit has blocks, too.
  bool has_totals() const { return rows == 1 && beside == 1; }
};

// Returns no row if the plan has another order of dimensions, or rows that are too long.
ReducePieces PlanPieces(const ReducePlan& plan);

// Reduces elements begin .. begin + count of the operand, which are at `piece`. buffers.operand is
// unused. Results of whole rows lack the init, and totals that need further passes are left in
// buffers.shared.
void ReducePiece(const ReducePieces& pieces, const ReduceBuffers& buffers, const void* piece,
                 int64_t begin, int64_t count, void* scratch);

// Stores the totals of `count` blocks of rows, at most kReduceBlock elements each, from block
// `first` of the operand on. They are reduced to lanes, kReduceLanes elements for each block. Only
// if has_totals().
void ReduceLanes(const ReducePieces& pieces, const ReduceBuffers& buffers, const void* lanes,
                 int64_t first, int64_t count, void* scratch);

// Combines the init with the results of elements begin .. end, which are whole units, if they lack
// it.
void CombineInit(const ReducePieces& pieces, const ReduceBuffers& buffers, int64_t begin,
                 int64_t end, void* scratch);

// Runs the passes after the first one, when all pieces have been reduced.
void FinishPieces(const ReducePieces& pieces, const ReduceBuffers& buffers, void* scratch);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_REDUCE_REDUCE_PIECES_H_
