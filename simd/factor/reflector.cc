#include "simd/factor/reflector.h"

#include <algorithm>

#include "simd/factor/factorization.h"

namespace paddock::simd {
namespace {

// Below this magnitude, larfg scales up before dividing.
constexpr double kSmall = 0x1p-968;

double NormOf(Number alpha, double norm) { return Hypotenuse(Magnitude(alpha), norm); }

}  // namespace

Reflector MakeReflector(Number alpha, Row x, int64_t count) {
  const double norm = Norm(x, count);
  if (norm == 0 && alpha.im == 0) return {{0, 0}, alpha.re};
  double beta = -WithSign(NormOf(alpha, norm), alpha.re);
  double scale = 1;
  if (Magnitude(beta) < kSmall) {
    scale = 0x1p+500;
    ScaleRow(x, {scale, 0}, count);
    alpha = scale * alpha;
    beta = -WithSign(NormOf(alpha, Norm(x, count)), alpha.re);
  }
  const Number tau{(beta - alpha.re) / beta, alpha.im == 0 ? 0 : -alpha.im / beta};
  ScaleRow(x, Divide({1, 0}, alpha - Number{beta, 0}), count);
  return {tau, beta / scale};
}

void ApplyLeft(Row v, Number tau, const Matrix& c, const ReflectorScratch& scratch) {
  if (IsZero(tau) || c.rows == 0 || c.columns == 0) return;
  // -(v^H c)
  FillZero(scratch.product, c.columns);
  CopyRow(v, scratch.factors, c.rows);
  ConjugateRow(scratch.factors, c.rows);
  SubtractRows({scratch.product, c.RowAt(0), c.stride, c.rows, scratch.factors.re,
                scratch.factors.im, c.columns, scratch.is_fused});
  CopyRow(v, scratch.factors, c.rows);
  ScaleRow(scratch.factors, tau, c.rows);
  NegateRow(scratch.factors, c.rows);
  const Matrix factors{scratch.factors.re, scratch.factors.im, c.rows, 1, 1};
  SubtractProduct(c, factors, {scratch.product.re, scratch.product.im, 1, c.columns, 0},
                  scratch.is_fused);
}

void ApplyRight(Row v, Number tau, const Matrix& c, const ReflectorScratch& scratch) {
  if (IsZero(tau) || c.rows == 0 || c.columns == 0) return;
  CopyRow(v, scratch.factors, c.columns);
  ConjugateRow(scratch.factors, c.columns);
  for (int64_t i = 0; i < c.rows; ++i) {
    const Number product = DotRows(c.RowAt(i), v, c.columns, false);
    SubtractRow(c.RowAt(i), tau * product, scratch.factors, c.columns);
  }
}

BlockReflector::BlockReflector(int64_t most_rows, bool is_complex, Workspace& workspace,
                               bool is_fused)
    : is_fused_(is_fused),
      vectors_(workspace.NewMatrix(most_rows, kPanel, is_complex)),
      adjoint_(workspace.NewMatrix(kPanel, most_rows, is_complex)),
      triangle_(workspace.NewMatrix(kPanel, kPanel, is_complex)),
      product_(workspace.NewMatrix(kPanel, kColumnTile, is_complex)),
      scaled_(workspace.NewMatrix(kPanel, kColumnTile, is_complex)),
      factors_(workspace.NewRow(kPanel, is_complex)) {}

void BlockReflector::Set(const Matrix& a, int64_t count, Row tau) {
  rows_ = a.rows;
  count_ = count;
  for (int64_t i = 0; i < rows_; ++i) {
    CopyRow(a.RowAt(i), vectors_.RowAt(i), count_);
    for (int64_t k = i; k < count_; ++k) vectors_.Set(i, k, {k == i ? 1.0 : 0.0, 0});
  }
  for (int64_t i = 0; i < rows_; ++i) {
    for (int64_t k = 0; k < count_; ++k)
      adjoint_.re[k * adjoint_.stride + i] = vectors_.At(i, k).re;
  }
  if (adjoint_.im != nullptr) {
    for (int64_t i = 0; i < rows_; ++i) {
      for (int64_t k = 0; k < count_; ++k) {
        adjoint_.im[k * adjoint_.stride + i] = Conjugate(vectors_.At(i, k)).im;
      }
    }
  }
  MakeTriangle(tau);
}

// larft, forward and by columns.
void BlockReflector::MakeTriangle(Row tau) {
  for (int64_t i = 0; i < count_; ++i) {
    const Number factor = NumberAt(tau, i);
    Number products[kPanel];
    for (int64_t k = 0; k < i; ++k) {
      // v(k)^H v(i); both rows are conjugates.
      products[k] = Conjugate(DotRows(adjoint_.RowAt(k, i), adjoint_.RowAt(i, i), rows_ - i, true));
    }
    for (int64_t k = 0; k < i; ++k) {
      Number sum;
      for (int64_t l = k; l < i; ++l) sum = sum + triangle_.At(k, l) * products[l];
      triangle_.Set(k, i, -(factor * sum));
    }
    triangle_.Set(i, i, factor);
  }
}

// scaled_ = -T product_, or -T^H product_.
void BlockReflector::MultiplyTriangle(bool is_adjoint, int64_t columns) {
  for (int64_t k = 0; k < count_; ++k) {
    const int64_t first = is_adjoint ? 0 : k;
    const int64_t end = is_adjoint ? k + 1 : count_;
    for (int64_t l = first; l < end; ++l) {
      const Number factor = is_adjoint ? Conjugate(triangle_.At(l, k)) : triangle_.At(k, l);
      SetNumber(factors_, l - first, factor);
    }
    FillZero(scaled_.RowAt(k), columns);
    SubtractRows({scaled_.RowAt(k), product_.RowAt(first), product_.stride, end - first,
                  factors_.re, factors_.im, columns, is_fused_});
  }
}

// product_ = -(V^H c). Each row begins with its own reflector's first row.
void BlockReflector::MultiplyVectors(const Matrix& c) {
  const int64_t head = std::min(count_, rows_);
  for (int64_t k = 0; k < count_; ++k) {
    FillZero(product_.RowAt(k), c.columns);
    const Row conjugates = adjoint_.RowAt(k, k);
    SubtractRows({product_.RowAt(k), c.RowAt(k), c.stride, head - k, conjugates.re, conjugates.im,
                  c.columns, is_fused_});
  }
  const int64_t rest = rows_ - head;
  SubtractProduct(product_.Block(0, 0, count_, c.columns), adjoint_.Block(0, head, count_, rest),
                  c.Block(head, 0, rest, c.columns), is_fused_);
}

void BlockReflector::Apply(const Matrix& c, bool is_adjoint, int64_t begin, int64_t end) {
  const Matrix part = c.Block(0, begin, c.rows, end - begin);
  MultiplyVectors(part);
  MultiplyTriangle(is_adjoint, part.columns);
  const int64_t head = std::min(count_, rows_);
  for (int64_t i = 0; i < head; ++i) {
    const Row factors = vectors_.RowAt(i);
    SubtractRows({part.RowAt(i), scaled_.RowAt(0), scaled_.stride, i + 1, factors.re, factors.im,
                  part.columns, is_fused_});
  }
  const int64_t rest = rows_ - head;
  SubtractProduct(part.Block(head, 0, rest, part.columns), vectors_.Block(head, 0, rest, count_),
                  scaled_.Block(0, 0, count_, part.columns), is_fused_);
}

}  // namespace paddock::simd
