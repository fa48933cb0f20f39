// Elementary reflectors H = I - tau v v^H by LAPACK's conventions, and blocks of them.
#ifndef PADDOCK_SIMD_FACTOR_REFLECTOR_H_
#define PADDOCK_SIMD_FACTOR_REFLECTOR_H_

#include <algorithm>
#include <cstdint>

#include "simd/factor/factorization.h"
#include "simd/factor/matrix.h"

namespace paddock::simd {

struct Reflector {
  Number tau;
  // H^H maps alpha to beta and the elements after it to 0.
  double beta = 0;
};

// larfg: `x` has the `count` elements after alpha. It becomes v after its first element, 1.
Reflector MakeReflector(Number alpha, Row x, int64_t count);

// Scratch memory for applying a reflector.
struct ReflectorScratch {
  Row product;
  Row factors;
  // Real differences may be fused.
  bool is_fused = false;

  ReflectorScratch() = default;
  // For matrices of at most `most` rows and columns.
  ReflectorScratch(int64_t most, bool is_complex, Workspace& workspace, bool fuses = false)
      : product(workspace.NewRow(most, is_complex)),
        factors(workspace.NewRow(most, is_complex)),
        is_fused(fuses) {}
};

// c = (I - tau v v^H) c; v has c.rows elements, its first one stored too.
void ApplyLeft(Row v, Number tau, const Matrix& c, const ReflectorScratch& scratch);
// c = c (I - tau v v^H); v has c.columns elements.
void ApplyRight(Row v, Number tau, const Matrix& c, const ReflectorScratch& scratch);

// H(0) H(1) .. = I - V T V^H of up to kPanel reflectors.
class BlockReflector {
 public:
  BlockReflector() = default;
  // For reflectors of at most `most_rows` elements. Real differences may be fused.
  BlockReflector(int64_t most_rows, bool is_complex, Workspace& workspace, bool is_fused = false);

  // Takes the reflectors from below the diagonal of `a`, and their factors tau[0 ..].
  void Set(const Matrix& a, int64_t count, Row tau);
  // Computes c = (I - V T V^H) c, or its adjoint, for columns begin .. end of c, at most
  // kColumnTile. c has as many rows as V.
  void Apply(const Matrix& c, bool is_adjoint, int64_t begin, int64_t end);
  int64_t work_of(int64_t columns) const { return 2 * rows_ * count_ * columns; }

 private:
  void MakeTriangle(Row tau);
  void MultiplyVectors(const Matrix& c);
  void MultiplyTriangle(bool is_adjoint, int64_t columns);

  bool is_fused_ = false;
  int64_t rows_ = 0;
  int64_t count_ = 0;
  Matrix vectors_;   // V
  Matrix adjoint_;   // conj(V), by columns of V
  Matrix triangle_;  // T
  Matrix product_;   // -(V^H c)
  Matrix scaled_;    // T V^H c
  Row factors_;
};

// The blocks of a product H(0) H(1) .., of which each is applied to one tile of columns after the
// other.
class BlockSequence {
 public:
  // Takes the next step of `reflectors` on `columns`, from the first block on or from the last one.
  // set(first, count) takes a block of reflectors, apply(first, begin, end) applies it; both return
  // their work. `skips`: a block changes no column before its own. Returns 0 at the end.
  template <class Set, class Apply>
  int64_t Advance(int64_t reflectors, int64_t columns, bool is_forward, bool skips, Set set,
                  Apply apply) {
    const int64_t blocks = (reflectors + kPanel - 1) / kPanel;
    if (number_ == blocks || columns == 0) return 0;
    const int64_t first = (is_forward ? number_ : blocks - 1 - number_) * kPanel;
    if (column_ < 0) {
      column_ = skips ? first : 0;
      return set(first, std::min(kPanel, reflectors - first));
    }
    const int64_t end = std::min(columns, column_ + kColumnTile);
    const int64_t work = apply(first, column_, end);
    column_ = end;
    if (column_ == columns) {
      column_ = -1;
      ++number_;
    }
    return work;
  }

 private:
  int64_t number_ = 0;
  int64_t column_ = -1;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_REFLECTOR_H_
