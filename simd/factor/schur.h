// Reduction of Hessenberg matrices to triangular form: Schur forms.
#ifndef PADDOCK_SIMD_FACTOR_SCHUR_H_
#define PADDOCK_SIMD_FACTOR_SCHUR_H_

#include "simd/factor/matrix.h"

namespace paddock::simd {

// After this many steps without a deflation, a step has an exceptional shift.
inline constexpr int64_t kPatience = 10;

// lahqr: h = Z T Z^H by QR steps. For real matrices a step has two shifts, and T has 2 x 2 blocks
// for pairs of complex eigenvalues. Rotations of T's columns are applied to the rows of `z`, which
// is the transpose of Z.
class SchurIteration {
 public:
  // Subdiagonal elements are zero if they are at most `epsilon` relative to their neighbours.
  SchurIteration(int64_t size, double epsilon, Workspace& workspace)
      : size_(size),
        unit_(2 * epsilon),
        re_(workspace.Doubles(size)),
        im_(workspace.Doubles(size)) {}

  // Rows and columns low .. high are not yet triangular. Without `makes_schur` only eigenvalues are
  // computed; `z` may have no columns.
  void Begin(const Matrix& h, int64_t low, int64_t high, bool makes_schur);
  // Does one step. Returns the work; 0 at the end.
  int64_t Advance(const Matrix& h, const Matrix& z);

  Number Eigenvalue(int64_t i) const { return {re_[i], im_[i]}; }
  // 0 on success; else the eigenvalues after this index have converged.
  int64_t info() const { return info_; }

 private:
  // The part of a step's work in rows and columns first .. end.
  struct Active {
    int64_t first;
    int64_t end;
  };
  Active active() const { return makes_schur_ ? Active{0, size_} : Active{start_, last_ + 1}; }

  int64_t FindStart(const Matrix& h) const;
  bool IsSmall(const Matrix& h, int64_t k) const;
  void Deflate(const Matrix& h, const Matrix& z);

  void StepReal(const Matrix& h, const Matrix& z);
  int64_t FindRealBulge(const Matrix& h, double* v) const;
  void SplitPair(const Matrix& h, const Matrix& z);

  void MakeSubdiagonalReal(const Matrix& h, const Matrix& z);
  void StepComplex(const Matrix& h, const Matrix& z);
  Number ShiftComplex(const Matrix& h) const;
  int64_t FindComplexBulge(const Matrix& h, Number shift, Number* v) const;
  void ScaleIndex(const Matrix& h, const Matrix& z, int64_t j, Number factor, int64_t from);

  int64_t size_;
  double unit_;
  double* re_;
  double* im_;
  bool makes_schur_ = false;
  bool is_real_ = true;
  bool needs_real_subdiagonal_ = false;
  int64_t low_ = 0;
  int64_t high_ = 0;
  // The current block: start_ .. last_.
  int64_t start_ = 0;
  int64_t last_ = -1;
  // Steps since the last deflation.
  int64_t steps_ = 0;
  int64_t info_ = 0;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_SCHUR_H_
