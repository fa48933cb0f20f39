// QR of a matrix with many more rows than columns, before it is made bidiagonal.
#ifndef PADDOCK_SIMD_FACTOR_TRIANGULAR_FIRST_H_
#define PADDOCK_SIMD_FACTOR_TRIANGULAR_FIRST_H_

#include "simd/factor/matrix.h"
#include "simd/factor/reflector.h"
#include "simd/factor/team.h"

namespace paddock::simd {

// geqr2: a = Q R. Reflectors are left in the columns, below the diagonal.
class TriangularFirst {
 public:
  // Whether a() is the transpose, whose rows are the columns.
  static constexpr bool kIsTurned = false;

  // `product_rows`: rows of AdvanceRows.
  TriangularFirst(int64_t rows, int64_t columns, int64_t product_rows, bool is_complex,
                  Workspace& workspace);

  const Matrix& a() const { return a_; }
  // Reduces one column. Returns the work; 0 if all are done.
  int64_t Advance(const Team& team);
  // R, or its adjoint.
  void CopyTriangle(const Matrix& square, bool is_adjoint) const;
  // One reflector: each row of `rows`, x, becomes (Q x^T)^T, or x Q^H. The work, 0 if all are done.
  int64_t AdvanceRows(const Matrix& rows, bool is_adjoint, const Team& team);

 private:
  Matrix a_;
  Row tau_;
  Row vector_;
  ReflectorScratch scratch_;
  int64_t column_ = 0;
  int64_t done_ = 0;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_TRIANGULAR_FIRST_H_
