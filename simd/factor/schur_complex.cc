// QR steps on complex Hessenberg matrices, whose subdiagonal is kept real.
#include <algorithm>

#include "simd/factor/reflector.h"
#include "simd/factor/schur.h"

namespace paddock::simd {

// Scales row j of h from `from` on by the unit `factor`, and column j and that of Z by its
// conjugate.
void SchurIteration::ScaleIndex(const Matrix& h, const Matrix& z, int64_t j, Number factor,
                                int64_t from) {
  const Active part = active();
  if (from < part.end) ScaleRow(h.RowAt(j, from), factor, part.end - from);
  for (int64_t i = part.first; i < j; ++i) h.Set(i, j, h.At(i, j) * Conjugate(factor));
  if (z.columns > 0) ScaleRow(z.RowAt(j), Conjugate(factor), z.columns);
}

void SchurIteration::MakeSubdiagonalReal(const Matrix& h, const Matrix& z) {
  start_ = low_;
  for (int64_t i = low_ + 1; i <= high_; ++i) {
    const Number below = h.At(i, i - 1);
    if (below.im == 0) continue;
    const double size = Magnitude(below);
    const Number factor = Conjugate(below) / size;
    ScaleIndex(h, z, i, factor, i);
    // Column i extends down to row i + 1. The diagonal was scaled by both factors.
    h.Set(i, i, h.At(i, i) * Conjugate(factor));
    if (i < high_) h.Set(i + 1, i, h.At(i + 1, i) * Conjugate(factor));
    h.Set(i, i - 1, {size, 0});
  }
}

Number SchurIteration::ShiftComplex(const Matrix& h) const {
  const int64_t i = last_;
  if (steps_ % (2 * kPatience) == 0) {
    return h.At(i, i) + Number{0.75 * Magnitude(h.At(i, i - 1).re), 0};
  }
  if (steps_ % kPatience == 0) {
    return h.At(start_, start_) + Number{0.75 * Magnitude(h.At(start_ + 1, start_).re), 0};
  }
  // Wilkinson's: the eigenvalue of the last 2 x 2 block that is closer to its corner.
  const Number corner = h.At(i, i);
  const Number u = SquareRoot(h.At(i - 1, i)) * SquareRoot(h.At(i, i - 1));
  if (IsZero(u)) return corner;
  const Number x = 0.5 * (h.At(i - 1, i - 1) - corner);
  const double size = Magnitude1(x);
  const double s = std::max(Magnitude1(u), size);
  const Number xs = x / s, us = u / s;
  Number y = s * SquareRoot(xs * xs + us * us);
  if (size > 0 && x.re / size * y.re + x.im / size * y.im < 0) y = -y;
  return corner - u * Divide(u, x + y);
}

int64_t SchurIteration::FindComplexBulge(const Matrix& h, Number shift, Number* v) const {
  for (int64_t m = last_ - 1;; --m) {
    const Number h11 = h.At(m, m), h22 = h.At(m + 1, m + 1);
    Number first = h11 - shift;
    double below = h.At(m + 1, m).re;
    const double s = Magnitude1(first) + Magnitude(below);
    first = first / s;
    below /= s;
    v[0] = first;
    v[1] = {below, 0};
    if (m == start_) return m;
    const double before = h.At(m, m - 1).re;
    if (Magnitude(before) * Magnitude(below) <=
        unit_ * (Magnitude1(first) * (Magnitude1(h11) + Magnitude1(h22)))) {
      return m;
    }
  }
}

// A step with one shift.
void SchurIteration::StepComplex(const Matrix& h, const Matrix& z) {
  Number v[2];
  const int64_t begin = FindComplexBulge(h, ShiftComplex(h), v);
  const int64_t i = last_;
  const Active part = active();
  for (int64_t k = begin; k < i; ++k) {
    if (k > begin) {
      v[0] = h.At(k, k - 1);
      v[1] = h.At(k + 1, k - 1);
    }
    const Reflector reflector = MakeReflector(v[0], {&v[1].re, &v[1].im}, 1);
    if (k > begin) {
      h.Set(k, k - 1, {reflector.beta, 0});
      h.Set(k + 1, k - 1, {});
    }
    const Number tau = reflector.tau;
    const double t2 = (tau * v[1]).re;
    for (int64_t j = k; j < part.end; ++j) {
      const Number sum = Conjugate(tau) * h.At(k, j) + t2 * h.At(k + 1, j);
      h.Set(k, j, h.At(k, j) - sum);
      h.Set(k + 1, j, h.At(k + 1, j) - sum * v[1]);
    }
    const auto reflect = [&](const Matrix& matrix, int64_t row0, int64_t column0, int64_t row1,
                             int64_t column1) {
      const Number sum = tau * matrix.At(row0, column0) + t2 * matrix.At(row1, column1);
      matrix.Set(row0, column0, matrix.At(row0, column0) - sum);
      matrix.Set(row1, column1, matrix.At(row1, column1) - sum * Conjugate(v[1]));
    };
    for (int64_t j = part.first; j <= std::min(k + 2, i); ++j) reflect(h, j, k, j, k + 1);
    for (int64_t j = 0; j < z.columns; ++j) reflect(z, k, j, k + 1, j);
    if (k > begin || begin == start_) continue;
    // The step began below the block's first row. The subdiagonal there must stay real.
    Number turn = Number{1, 0} - tau;
    turn = turn / Magnitude(turn);
    h.Set(begin + 1, begin, h.At(begin + 1, begin) * Conjugate(turn));
    if (begin + 2 <= i) h.Set(begin + 2, begin + 1, h.At(begin + 2, begin + 1) * turn);
    for (int64_t j = begin; j <= i; ++j) {
      if (j != begin + 1) ScaleIndex(h, z, j, turn, j + 1);
    }
  }
  const Number below = h.At(i, i - 1);
  if (below.im == 0) return;
  const double size = Magnitude(below);
  h.Set(i, i - 1, {size, 0});
  ScaleIndex(h, z, i, Conjugate(below) / size, i + 1);
}

}  // namespace paddock::simd
