// Reduction of Hermitian matrices to tridiagonal form, and eigenvalues of tridiagonal matrices.
#ifndef PADDOCK_SIMD_FACTOR_TRIDIAGONAL_H_
#define PADDOCK_SIMD_FACTOR_TRIDIAGONAL_H_

#include "simd/factor/matrix.h"
#include "simd/factor/reflector.h"
#include "simd/factor/rotation.h"
#include "simd/factor/team.h"

namespace paddock::simd {

// sytd2, of the lower triangle: a = Q T Q^H. `a` is given with both triangles. Reflector j is left
// in column j below its first element, 1, whose place holds T's e[j].
class TridiagonalReduction {
 public:
  TridiagonalReduction(int64_t size, bool is_complex, Workspace& workspace);

  // Reduces one column. Returns the work; 0 if all are done.
  int64_t Advance(const Team& team);

  const Matrix& a() const { return a_; }
  // Diagonal, off-diagonal, factors of the reflectors.
  double* d() const { return d_; }
  double* e() const { return e_; }
  Row tau() const { return tau_; }

 private:
  void Update(int64_t j, Number tau, const Team& team);

  int64_t size_;
  Matrix a_;
  double* d_;
  double* e_;
  Row tau_;
  Row vector_;
  Row product_;
  Matrix pair_;
  int64_t column_ = 0;
};

// The transpose of the product of reflectors that are stored in columns. Row k of the result is
// column k of H(0) H(1) .. The first element of reflector j is in row j + shift.
class TransposedProduct {
 public:
  TransposedProduct(int64_t most, bool is_complex, Workspace& workspace)
      : reflectors_(most, is_complex, workspace) {}

  // Applies some reflectors. Returns the work; 0 if all of `count` are done.
  int64_t Advance(const Matrix& reflectors, Row tau, int64_t count, int64_t shift,
                  const Matrix& result, const Team& team);

 private:
  RightReflectors reflectors_;
  int64_t done_ = -1;
};

// steqr: eigenvalues of a real tridiagonal matrix by implicit QL or QR. Rotations are applied to
// the rows of `vectors`, which may have no columns.
class TridiagonalQr {
 public:
  // Elements of e are zero if they are at most `epsilon` relative to their neighbours.
  TridiagonalQr(int64_t size, double epsilon, Workspace& workspace)
      : size_(size), epsilon_(epsilon), queues_{{size, workspace}, {size, workspace}} {}

  // Takes a part of some sweeps: the rotations of a tile, or the next rotations. Returns the work;
  // 0 at the end, when d has the eigenvalues, unordered.
  int64_t Advance(double* d, double* e, const Matrix& vectors, const Team& team);
  // Number of elements of e that did not converge to 0.
  int64_t failures() const { return failures_; }

 private:
  bool FindBlock(double* d, double* e);
  void FillQueue(double* d, double* e, RotationQueue& queue);
  void Step(double* d, double* e, RotationQueue& queue);
  void StepQl(double* d, double* e, RotationQueue& queue);
  void StepQr(double* d, double* e, RotationQueue& queue);
  void SweepQl(int64_t end, double* d, double* e, const RotationQueue& queue);
  void SweepQr(int64_t end, double* d, double* e, const RotationQueue& queue);

  bool IsNegligible(double e, double d1, double d2) const;

  int64_t size_;
  double epsilon_;
  // Alternately the rotations that tiles take, and those of the next sweeps, which are made at the
  // same time.
  RotationQueue queues_[2];
  int64_t turn_ = 0;
  bool has_begun_ = false;
  int64_t tile_ = 0;
  // The current block goes from at_ to last_; the rest begins at begin_. No block if !has_block_.
  int64_t begin_ = 0;
  int64_t at_ = 0;
  int64_t last_ = 0;
  bool has_block_ = false;
  int64_t sweeps_ = 0;
  int64_t failures_ = 0;
};

// order[k]: position of the k-th smallest value. Equal values keep their order.
void SortRising(const double* values, int64_t count, int64_t* order);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_TRIDIAGONAL_H_
