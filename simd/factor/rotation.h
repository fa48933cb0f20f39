// Plane rotations, and the 2 x 2 problems at the end of iterations, in LAPACK's conventions.
#ifndef PADDOCK_SIMD_FACTOR_ROTATION_H_
#define PADDOCK_SIMD_FACTOR_ROTATION_H_

#include "simd/factor/matrix.h"

namespace paddock::simd {

struct Rotation {
  double cosine = 1;
  double sine = 0;
  // The new f: c f + s g.
  double r = 0;
};
// lartg: c g - s f = 0; c is not negative.
Rotation MakeRotation(double f, double g);

// laev2, of the matrix [[a, b], [b, c]]: its eigenvalues, the larger one in magnitude first, and
// the unit eigenvector of that one.
struct SymmetricPair {
  double larger;
  double smaller;
  double cosine;
  double sine;
};
SymmetricPair SolveSymmetricPair(double a, double b, double c);

// lasv2, of the matrix [[f, g], [0, h]]: its singular values with signs, and the rotations with
// [[cl, sl], [-sl, cl]] [[f, g], [0, h]] [[cr, -sr], [sr, cr]] = diagonal(larger, smaller).
struct TriangularPair {
  double larger;
  double smaller;
  double left_cosine;
  double left_sine;
  double right_cosine;
  double right_sine;
};
TriangularPair SolveTriangularPair(double f, double g, double h);
// las2: the smaller singular value alone.
double SmallerSingularValue(double f, double g, double h);

// A chain of rotations of rows first, first + 1, ..; cosines[k] and sines[k] are those of rows
// (first + k, first + k + 1).
struct Chain {
  const double* cosines;
  const double* sines;
  int64_t first;
  int64_t count;
  bool is_rising;
};
void Apply(const Chain& chain, const Matrix& matrix);

// Chains that are applied later, together: to a tile of columns after the other, which threads
// share.
class RotationQueue {
 public:
  static constexpr int64_t kTile = 32;

  // For chains of matrices of `size` rows.
  RotationQueue(int64_t size, Workspace& workspace)
      : size_(size),
        cosines_(workspace.Doubles(kMost * size)),
        sines_(workspace.Doubles(kMost * size)) {}

  bool is_empty() const { return count_ == 0; }
  bool is_full() const { return count_ == kMost; }
  // The rotations of the next chain.
  double* cosines() const { return cosines_ + count_ * size_; }
  double* sines() const { return sines_ + count_ * size_; }
  void Add(int64_t first, int64_t count, bool is_rising);
  // A chain of one rotation.
  void AddOne(double cosine, double sine, int64_t first, bool is_rising);
  void Clear() { count_ = rotations_ = 0; }

  static int64_t TilesOf(const Matrix& matrix) { return (matrix.columns + kTile - 1) / kTile; }
  int64_t tile_work() const { return 3 * rotations_ * kTile; }
  void ApplyToTile(const Matrix& matrix, int64_t tile) const;

 private:
  static constexpr int64_t kMost = 16;

  int64_t size_;
  double* cosines_;
  double* sines_;
  Chain chains_[kMost] = {};
  int64_t count_ = 0;
  int64_t rotations_ = 0;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_ROTATION_H_
