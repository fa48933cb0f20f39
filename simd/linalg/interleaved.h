// Batches of small real matrices, computed in the lanes of vectors. A group of matrices is
// interleaved: element e of matrix l is at [e * kInterleaved + l]. Each lane computes in the order
// of the functions that take one matrix, so the bits are the same.
//
//   Interleave(ElementType::kF32, matrices, 8, n * n, a);
//   const uint32_t failed = FactorCholesky({a, n, 1}, n, false);
//   Deinterleave(ElementType::kF32, a, 8, n * n, results);
#ifndef PADDOCK_SIMD_LINALG_INTERLEAVED_H_
#define PADDOCK_SIMD_LINALG_INTERLEAVED_H_

#include <cstddef>
#include <cstdint>

#include "core/types/element_type.h"

namespace paddock::simd {

// WebAssembly computes one matrix after another, for size.
#ifdef __wasm__
inline constexpr bool kHasInterleaved = false;
#else
inline constexpr bool kHasInterleaved = true;
#endif

// Matrices in a group.
inline constexpr int64_t kInterleaved = 8;
// Most rows and columns of a matrix that is interleaved. One matrix fills vectors above it.
inline constexpr int64_t kMostInterleaved = 16;

inline bool CanInterleave(ElementType type) {
  return kHasInterleaved && (type == ElementType::kF32 || type == ElementType::kF64);
}

// Element (i, j) of matrix l is at data[(i * row_stride + j * column_stride) * kInterleaved + l].
struct Interleaved {
  double* data = nullptr;
  int64_t row_stride = 0;
  int64_t column_stride = 0;

  double* At(int64_t i, int64_t j) const {
    return data + (i * row_stride + j * column_stride) * kInterleaved;
  }
  int64_t row_step() const { return row_stride * kInterleaved; }
  int64_t column_step() const { return column_stride * kInterleaved; }
};

// `count` matrices, at most kInterleaved, of `elements` numbers each follow each other at `from`.
// The last one is repeated in lanes without a matrix.
void Interleave(ElementType type, const std::byte* from, int64_t count, int64_t elements,
                double* to);
// Stores the first `count` matrices, each element rounded once.
void Deinterleave(ElementType type, const double* from, int64_t count, int64_t elements,
                  std::byte* to);

// a = transpose(u) * u of the upper triangle `u`, in its place; other elements are not accessed.
// Returns the bits of matrices that are not positive definite: their elements are undefined.
uint32_t FactorCholesky(const Interleaved& u, int64_t size, bool is_fused);

// Replaces `size` rows of x by the solution of matrix * x = rows.
struct InterleavedSolve {
  Interleaved matrix;
  Interleaved x;
  int64_t size = 0;
  int64_t columns = 0;
  bool is_lower = false;
  bool has_unit_diagonal = false;
  bool is_fused = false;
};
void SolveTriangular(const InterleavedSolve& solve);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_LINALG_INTERLEAVED_H_
