// QR of a real matrix with many more rows than columns, before it is made bidiagonal, for fast
// numerics. It passes once over the matrix for each reflector, and once for the product with Q.
#ifndef PADDOCK_SIMD_FACTOR_TALL_FIRST_H_
#define PADDOCK_SIMD_FACTOR_TALL_FIRST_H_

#include "simd/factor/matrix.h"
#include "simd/factor/team.h"

namespace paddock::simd {

// The functions of TriangularFirst, in other sums.
class TallFirst {
 public:
  static constexpr bool kIsTurned = true;

  TallFirst(int64_t rows, int64_t columns, int64_t product_rows, bool is_complex,
            Workspace& workspace);

  const Matrix& a() const { return a_; }
  int64_t Advance(const Team& team);
  void CopyTriangle(const Matrix& square, bool is_adjoint) const;
  // Each row x of `rows` becomes (Q x^T)^T. Row k < columns is zero from element `columns` on, and
  // a later one is that of the identity.
  int64_t AdvanceRows(const Matrix& rows, bool is_adjoint, const Team& team);

 private:
  // Calls pass(first, end) for chunks of elements begin .. rows that stay in the cache.
  template <class Pass>
  void ForEachChunk(int64_t begin, Pass pass) const;
  void AddProducts(int64_t i, int64_t begin, int64_t end);
  double MakeFactors(int64_t i);
  void MakeTriangle();
  void MakeMultiples(const Matrix& rows);

  int64_t rows_;
  int64_t columns_;
  int64_t chunk_;
  Matrix a_;
  double* tau_;
  // Products of the next column with the columns from it on, of elements below its diagonal.
  double* products_;
  double* factors_;
  // Products of reflectors, then T of Q = I - V T V^T.
  Matrix triangle_;
  // For each row of the product, the multiples of the reflectors that are subtracted from it.
  Matrix multiples_;
  int64_t column_ = 0;
  // Chunks of the product that are complete; -1 before the multiples are made.
  int64_t done_ = -1;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_TALL_FIRST_H_
