// Small real triangular systems with one right-hand side, read and written in place. Not in
// WebAssembly.
#ifndef PADDOCK_SIMD_LINALG_SINGLE_SOLVE_H_
#define PADDOCK_SIMD_LINALG_SINGLE_SOLVE_H_

#include <cstddef>
#include <cstdint>

#include "core/types/element_type.h"

namespace paddock::simd {

inline constexpr int64_t kMostSingleSolve = 64;

// matrix * x = b of `type`, f32 or f64. Element (i, k) of the matrix is number
// i * row_stride + k * column_stride of a.
struct SingleSolve {
  ElementType type = ElementType::kF32;
  const std::byte* a = nullptr;
  int64_t row_stride = 0;
  int64_t column_stride = 0;
  const std::byte* b = nullptr;
  // May be b.
  std::byte* x = nullptr;
  int64_t size = 0;
  bool is_lower = true;
  bool has_unit_diagonal = false;
  // TriangularSolve::is_fast and is_single.
  bool is_fast = false;
  bool is_single = false;
};
void SolveSingle(const SingleSolve& solve);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_LINALG_SINGLE_SOLVE_H_
