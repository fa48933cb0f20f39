// Eigenvectors of Schur forms.
#ifndef PADDOCK_SIMD_FACTOR_EIGENVECTORS_H_
#define PADDOCK_SIMD_FACTOR_EIGENVECTORS_H_

#include "simd/factor/matrix.h"
#include "simd/factor/schur.h"

namespace paddock::simd {

// trevc by substitution: for eigenvalue k of T, the vector x with T x = w x, or x^H T = w x^H. If a
// real T has a 2 x 2 block at k, k + 1, computes the pair with imaginary parts of both signs.
class SchurVectors {
 public:
  SchurVectors(int64_t size, Workspace& workspace)
      : size_(size),
        vector_(workspace.NewRow(size, true)),
        factors_(workspace.NewRow(size, true)) {}

  // Writes Z x to row `to` of `vectors`, which is complex. z is the transpose of Z. The vector has
  // length 1, and its largest element is real. Returns the work.
  int64_t ComputeRight(const Matrix& t, const SchurIteration& schur, int64_t k, const Matrix& z,
                       const Matrix& vectors);
  int64_t ComputeLeft(const Matrix& t, const SchurIteration& schur, int64_t k, const Matrix& z,
                      const Matrix& vectors);

 private:
  Number x(int64_t i) const { return NumberAt(vector_, i); }
  void SetX(int64_t i, Number value) { SetNumber(vector_, i, value); }
  void SolveOne(const Matrix& t, int64_t j, Number shift, bool is_adjoint, double smallest);
  void SolveTwo(const Matrix& t, int64_t j, Number shift, bool is_adjoint, double smallest);
  void KeepInRange(int64_t j);
  void Transform(const Matrix& z, int64_t begin, int64_t end, Row to);

  int64_t size_;
  Row vector_;
  Row factors_;
};

// Scales a vector to length 1 and, unless it is real, rotates it so that its largest element is
// real: positive, or with the sign of its previous real part.
void Normalize(Row vector, int64_t count, bool is_real, bool keeps_sign);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_EIGENVECTORS_H_
