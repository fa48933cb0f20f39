// Balancing of square matrices, and reduction to Hessenberg form.
#ifndef PADDOCK_SIMD_FACTOR_HESSENBERG_H_
#define PADDOCK_SIMD_FACTOR_HESSENBERG_H_

#include "simd/factor/matrix.h"
#include "simd/factor/reflector.h"
#include "simd/factor/team.h"

namespace paddock::simd {

// gebal: swaps rows and columns until those before `low` and after `high` are triangular. Those
// between may be scaled by powers of two.
class Balance {
 public:
  Balance(int64_t size, Workspace& workspace) : factors_(workspace.Doubles(size)) {}

  void Run(const Matrix& a, bool scales);
  // gebak, for vectors in the rows of `vectors`.
  void Undo(const Matrix& vectors, bool is_left) const;

  int64_t low() const { return low_; }
  int64_t high() const { return high_; }

 private:
  void Exchange(const Matrix& a, int64_t j, int64_t with);
  bool IsolateRow(const Matrix& a);
  bool IsolateColumn(const Matrix& a);
  bool Scale(const Matrix& a);

  // For an index between low and high its factor, else the index that it was swapped with.
  double* factors_;
  int64_t size_ = 0;
  int64_t low_ = 0;
  int64_t high_ = 0;
};

// gehd2: a = Q H Q^H, with the reflectors below the subdiagonal of `a`.
class HessenbergReduction {
 public:
  HessenbergReduction(int64_t size, bool is_complex, Workspace& workspace)
      : tau_(workspace.NewRow(size, is_complex)),
        vector_(workspace.NewRow(size, is_complex)),
        scratch_(size, is_complex, workspace) {}

  // Rows and columns low .. high take part.
  void Begin(int64_t low, int64_t high) {
    column_ = low;
    high_ = high;
  }
  // Reduces one column. Returns the work; 0 if all are done.
  int64_t Advance(const Matrix& a, const Team& team);

  Row tau() const { return tau_; }

 private:
  Row tau_;
  Row vector_;
  ReflectorScratch scratch_;
  int64_t column_ = 0;
  int64_t high_ = 0;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_HESSENBERG_H_
