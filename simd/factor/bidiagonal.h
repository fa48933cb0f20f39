// Reduction of matrices to bidiagonal form, and singular values of bidiagonal matrices.
#ifndef PADDOCK_SIMD_FACTOR_BIDIAGONAL_H_
#define PADDOCK_SIMD_FACTOR_BIDIAGONAL_H_

#include "simd/factor/matrix.h"
#include "simd/factor/reflector.h"
#include "simd/factor/rotation.h"
#include "simd/factor/team.h"

namespace paddock::simd {

// gebd2 of a matrix with at least as many rows as columns: a = Q B P^H with B upper bidiagonal,
// real. Reflectors are left in the columns, below the diagonal, and in the rows.
class BidiagonalReduction {
 public:
  BidiagonalReduction(int64_t rows, int64_t columns, bool is_complex, Workspace& workspace);

  // Reduces one column and one row. Returns the work; 0 if all are done.
  int64_t Advance(const Team& team);
  // Generates the first rows of Q^T, and P^H, from the last reflector to the first, after
  // FillIdentity.
  int64_t AdvanceLeft(const Matrix& transposed_q, const Team& team);
  int64_t AdvanceRight(const Matrix& adjoint_p, const Team& team);

  const Matrix& a() const { return a_; }
  double* d() const { return d_; }
  double* e() const { return e_; }

 private:
  Matrix a_;
  double* d_;
  double* e_;
  Row left_tau_;
  Row right_tau_;
  Row vector_;
  ReflectorScratch scratch_;
  RightReflectors reflectors_;
  int64_t column_ = 0;
  int64_t left_done_ = 0;
  int64_t right_done_ = 0;
};

// bdsqr: singular values of an upper bidiagonal matrix by implicit QR. It uses shifts, except where
// they would reduce accuracy. Rotations are applied to the rows of `left` and `right`.
class BidiagonalQr {
 public:
  // `epsilon`: relative accuracy of the values.
  BidiagonalQr(int64_t size, double epsilon, Workspace& workspace);

  // Takes a part of some sweeps: the rotations of a tile, or the next rotations. Returns the work;
  // 0 at the end, when d has the values, signed and unordered.
  int64_t Advance(double* d, double* e, const Matrix& left, const Matrix& right, const Team& team);
  int64_t failures() const { return failures_; }

 private:
  // Rotations of the rows of `left` and of `right`.
  struct Queues {
    RotationQueue left;
    RotationQueue right;
  };
  static void Set(const RotationQueue& queue, int64_t k, const Rotation& rotation, bool is_rising) {
    queue.cosines()[k] = rotation.cosine;
    queue.sines()[k] = is_rising ? rotation.sine : -rotation.sine;
  }

  Queues& next() { return queues_[turn_]; }
  void FillQueues(double* d, double* e);
  void Step(double* d, double* e);
  void Begin(const double* d, const double* e);
  bool FindBlock(const double* d, double* e);
  void SolvePair(double* d, double* e);
  bool Deflates(const double* d, double* e);
  double Shift(const double* d, const double* e) const;
  void SweepDown(double shift, double* d, double* e);
  void SweepUp(double shift, double* d, double* e);
  void SweepDownUnshifted(double* d, double* e);
  void SweepUpUnshifted(double* d, double* e);

  int64_t size_;
  double epsilon_;
  // Greatest negligible element of e relative to a value.
  double tolerance_;
  // Alternately the rotations that tiles take, and those of the next sweeps, which are made at the
  // same time.
  Queues queues_[2];
  int64_t turn_ = 0;
  int64_t tile_ = 0;
  bool has_begun_ = false;
  double threshold_ = 0;
  double largest_ = 0;
  double least_ = 0;
  // The current block: first_ .. last_.
  int64_t first_ = 0;
  int64_t last_ = 0;
  int64_t old_first_ = -1;
  int64_t old_last_ = -1;
  bool goes_down_ = true;
  int64_t rotations_ = 0;
  int64_t failures_ = 0;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_BIDIAGONAL_H_
