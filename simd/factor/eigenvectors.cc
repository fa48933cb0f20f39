#include "simd/factor/eigenvectors.h"

#include <algorithm>

namespace paddock::simd {
namespace {

bool IsBlock(const Matrix& t, int64_t j) {
  return !t.is_complex() && j >= 0 && j + 1 < t.rows && t.re[(j + 1) * t.stride + j] != 0;
}

// Returns the least magnitude of a diagonal difference, so that equal eigenvalues have vectors too.
double SmallestFor(const Matrix& t, Number w) {
  const double floor = kSafeMinimum * (static_cast<double>(t.rows) / (2 * kEpsilon));
  return std::max(2 * kEpsilon * Magnitude1(w), floor);
}

}  // namespace

// Solves x[j] / (t[j][j] - shift), with the divisor conjugated if `is_adjoint`.
void SchurVectors::SolveOne(const Matrix& t, int64_t j, Number shift, bool is_adjoint,
                            double smallest) {
  Number divisor = t.At(j, j) - shift;
  if (is_adjoint) divisor = Conjugate(divisor);
  if (Magnitude1(divisor) < smallest) divisor = {smallest, 0};
  SetX(j, Divide(x(j), divisor));
}

// Solves for the 2 x 2 block at j, by elimination with pivoting.
void SchurVectors::SolveTwo(const Matrix& t, int64_t j, Number shift, bool is_adjoint,
                            double smallest) {
  Number a = t.At(j, j) - shift, d = t.At(j + 1, j + 1) - shift;
  Number b = t.At(j, j + 1), c = t.At(j + 1, j);
  if (is_adjoint) {
    a = Conjugate(a);
    d = Conjugate(d);
    std::swap(b, c);
  }
  Number first = x(j), second = x(j + 1);
  if (Magnitude1(c) > Magnitude1(a)) {
    std::swap(a, c);
    std::swap(b, d);
    std::swap(first, second);
  }
  if (Magnitude1(a) < smallest) a = {smallest, 0};
  const Number factor = Divide(c, a);
  Number divisor = d - factor * b;
  if (Magnitude1(divisor) < smallest) divisor = {smallest, 0};
  const Number y = Divide(second - factor * first, divisor);
  SetX(j + 1, y);
  SetX(j, Divide(first - b * y, a));
}

// Nearly equal eigenvalues give large elements. The whole vector is then scaled down.
void SchurVectors::KeepInRange(int64_t j) {
  if (Magnitude1(x(j)) > 0x1p+300) ScaleRow(vector_, {0x1p-300, 0}, size_);
}

// Computes Z x, where only elements begin .. end of x are nonzero.
void SchurVectors::Transform(const Matrix& z, int64_t begin, int64_t end, Row to) {
  CopyRow(vector_, factors_, size_);
  ScaleRow(factors_, {-1, 0}, size_);
  FillZero(to, z.columns);
  if (z.is_complex()) {
    SubtractRows({to, z.RowAt(begin), z.stride, end - begin, factors_.re + begin,
                  factors_.im + begin, z.columns});
    return;
  }
  const Row rows = z.RowAt(begin);
  SubtractRows(
      {{to.re, nullptr}, rows, z.stride, end - begin, factors_.re + begin, nullptr, z.columns});
  SubtractRows(
      {{to.im, nullptr}, rows, z.stride, end - begin, factors_.im + begin, nullptr, z.columns});
}

int64_t SchurVectors::ComputeRight(const Matrix& t, const SchurIteration& schur, int64_t k,
                                   const Matrix& z, const Matrix& vectors) {
  const bool is_pair = IsBlock(t, k);
  const Number w = schur.Eigenvalue(k);
  const double smallest = SmallestFor(t, w);
  FillZero(vector_, size_);
  if (!is_pair) {
    SetX(k, {1, 0});
  } else if (Magnitude(t.At(k, k + 1)) >= Magnitude(t.At(k + 1, k))) {
    SetX(k, {1, 0});
    SetX(k + 1, {0, w.im / t.At(k, k + 1).re});
  } else {
    SetX(k, {-w.im / t.At(k + 1, k).re, 0});
    SetX(k + 1, {0, 1});
  }
  const int64_t end = is_pair ? k + 2 : k + 1;
  // x[j] = -(t[j][j + 1 ..] x) / (t[j][j] - w), from below.
  for (int64_t j = k - 1; j >= 0; --j) {
    const bool is_block = IsBlock(t, j - 1);
    const int64_t first = is_block ? j - 1 : j;
    for (int64_t row = first; row <= j; ++row) {
      Number sum;
      for (int64_t l = j + 1; l < end; ++l) sum = sum + t.At(row, l) * x(l);
      SetX(row, -sum);
    }
    is_block ? SolveTwo(t, first, w, false, smallest) : SolveOne(t, j, w, false, smallest);
    KeepInRange(first);
    KeepInRange(j);
    j = first;
  }
  Transform(z, 0, end, vectors.RowAt(k));
  return end * end * 4 + size_ * end * 2 + 1;
}

int64_t SchurVectors::ComputeLeft(const Matrix& t, const SchurIteration& schur, int64_t k,
                                  const Matrix& z, const Matrix& vectors) {
  const bool is_pair = IsBlock(t, k);
  const Number w = schur.Eigenvalue(k);
  const double smallest = SmallestFor(t, w);
  FillZero(vector_, size_);
  if (!is_pair) {
    SetX(k, {1, 0});
  } else if (Magnitude(t.At(k, k + 1)) >= Magnitude(t.At(k + 1, k))) {
    SetX(k, {w.im / t.At(k, k + 1).re, 0});
    SetX(k + 1, {0, 1});
  } else {
    SetX(k, {1, 0});
    SetX(k + 1, {0, -w.im / t.At(k + 1, k).re});
  }
  // T^H x = conj(w) x, from above.
  for (int64_t j = is_pair ? k + 2 : k + 1; j < size_; ++j) {
    const bool is_block = IsBlock(t, j);
    const int64_t last = is_block ? j + 1 : j;
    for (int64_t column = j; column <= last; ++column) {
      Number sum;
      for (int64_t l = k; l < j; ++l) sum = sum + Conjugate(t.At(l, column)) * x(l);
      SetX(column, -sum);
    }
    is_block ? SolveTwo(t, j, w, true, smallest) : SolveOne(t, j, w, true, smallest);
    KeepInRange(j);
    KeepInRange(last);
    j = last;
  }
  Transform(z, k, size_, vectors.RowAt(k));
  const int64_t count = size_ - k;
  return count * count * 4 + size_ * count * 2 + 1;
}

void Normalize(Row vector, int64_t count, bool is_real, bool keeps_sign) {
  const double length = Norm(vector, count);
  if (length == 0) return;
  ScaleRow(vector, {1 / length, 0}, count);
  if (is_real) return;
  int64_t place = 0;
  double largest = -1;
  for (int64_t i = 0; i < count; ++i) {
    const Number value = NumberAt(vector, i);
    const double size = value.re * value.re + value.im * value.im;
    if (size > largest) {
      largest = size;
      place = i;
    }
  }
  const Number value = NumberAt(vector, place);
  const double size = keeps_sign ? WithSign(Magnitude(value), value.re) : Magnitude(value);
  ScaleRow(vector, Conjugate(value) / size, count);
  vector.im[place] = 0;
}

}  // namespace paddock::simd
