// triangular_solve, one matrix after another, by substitution in f64. Each element is rounded once,
// when it is stored. The order of the sums depends only on the shape, and on is_fast.
#ifndef PADDOCK_SIMD_LINALG_TRIANGULAR_SOLVE_H_
#define PADDOCK_SIMD_LINALG_TRIANGULAR_SOLVE_H_

#include <cstddef>
#include <cstdint>

#include "core/types/element_type.h"
#include "simd/linalg/interleaved.h"

namespace paddock::simd {

struct TriangularSolve {
  ElementType type = ElementType::kF32;
  bool is_left_side = true;
  bool is_lower = true;
  bool has_unit_diagonal = false;
  // Both concern a. It is conjugated only if also transposed.
  bool is_transposed = false;
  bool is_conjugated = false;
  // Fast numerics: real multiply-adds are fused, and solved rows are subtracted from several
  // together, also from the last to the first.
  bool is_fast = false;
  // Shapes: a is [batch, size, size]; b and the result are [batch, size, other] or, with a on the
  // right, [batch, other, size].
  int64_t batch = 1;
  int64_t size = 0;
  int64_t other = 0;

  // Right-hand sides are solved in blocks, each independent.
  static constexpr int64_t kBlock = 64;
  int64_t blocks_of_matrix() const { return (other + kBlock - 1) / kBlock; }
  int64_t blocks() const { return batch * blocks_of_matrix(); }
  // Whether the system is solved in f32. Small ones are solved in f64, as those in groups.
  bool is_single() const {
    return kHasInterleaved && is_fast && type == ElementType::kF32 && size > kMostInterleaved;
  }
  // Whether small systems are solved in the lanes of vectors (interleaved.h).
  bool is_interleaved() const {
    return CanInterleave(type) && batch > 1 && size <= kMostInterleaved &&
           other <= kMostInterleaved;
  }
};

// Rows of a real system that are loaded at once, a cache line of f32. Solved rows are subtracted
// from all of them together if the system is lower, or in fast numerics.
inline constexpr int64_t kRowsTogether = 16;

// Bytes for solving a block, kept from its first row to its last, or a group; aligned to 16.
size_t WorkspaceBytes(const TriangularSolve& solve);

struct SolveTensors {
  const std::byte* a;
  const std::byte* b;
  // May be equal to b.
  std::byte* result;
};

// Solves rows begin .. end of the block, in the order of the substitution. Reads only the named
// triangle of a.
void SolveRows(const TriangularSolve& solve, const SolveTensors& tensors, int64_t block,
               int64_t begin, int64_t end, std::byte* workspace);

// Solves blocks begin .. end of an interleaved system, with the bits of SolveRows.
void SolveInterleaved(const TriangularSolve& solve, const SolveTensors& tensors, int64_t begin,
                      int64_t end, std::byte* workspace);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_LINALG_TRIANGULAR_SOLVE_H_
