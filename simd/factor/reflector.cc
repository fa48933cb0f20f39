#include "simd/factor/reflector.h"

#include <algorithm>

#include "simd/factor/factorization.h"
#include "simd/linalg/row_blocks.h"

namespace paddock::simd {
namespace {

// Below this magnitude, larfg scales up before dividing.
constexpr double kSmall = 0x1p-968;

// Whether each call has its own scratch memory, on the stack.
constexpr bool kOwnsScratch = kHasInterleaved;

// Single reflectors take more time for a multiply-add than blocks.
constexpr int64_t kSlowly = 4;
// Rows of which products are computed together.
constexpr int64_t kRowsAtOnce = 4;

double NormOf(Number alpha, double norm) { return Hypotenuse(Magnitude(alpha), norm); }

// Subtracts from rows of c their products with v, times tau and `factors`.
void SubtractProjections(const Matrix& c, Row v, Number tau, Row factors) {
  int64_t i = 0;
  // WebAssembly has the other loop for all, for size.
  if constexpr (kHasInterleaved) {
    for (; !c.is_complex() && i < c.rows; i += kRowsAtOnce) {
      const int64_t count = std::min(kRowsAtOnce, c.rows - i);
      double products[kRowsAtOnce];
      DotEachRow(c.RowAt(i).re, c.stride, count, v.re, c.columns, products);
      ScaleRow({products, nullptr}, tau, count);
      SubtractBlock({c.RowAt(i).re, c.stride, count, factors.re, 0, 1, products, 1, 0, c.columns});
    }
  }
  for (; i < c.rows; ++i) {
    const Number product = DotRows(c.RowAt(i), v, c.columns, false);
    SubtractRow(c.RowAt(i), tau * product, factors, c.columns);
  }
}

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

void ApplyLeft(Row v, Number tau, const Matrix& c, const ReflectorScratch& scratch,
               const Team& team) {
  if (IsZero(tau) || c.rows == 0 || c.columns == 0) return;
  const Row conjugates = v.im == nullptr ? v : scratch.conjugates;
  if (v.im != nullptr) {
    CopyRow(v, conjugates, c.rows);
    ConjugateRow(conjugates, c.rows);
  }
  CopyRow(v, scratch.factors, c.rows);
  ScaleRow(scratch.factors, tau, c.rows);
  NegateRow(scratch.factors, c.rows);
  const Matrix factors{scratch.factors.re, scratch.factors.im, c.rows, 1, 1};
  team.ShareRange(c.columns, kColumnTile, kSlowly * 2 * c.rows, [&](int64_t begin, int64_t end) {
    // -(v^H c)
    const Row product = Behind(scratch.product, begin);
    const Matrix part = c.Block(0, begin, c.rows, end - begin);
    FillZero(product, part.columns);
    SubtractRows({product, part.RowAt(0), part.stride, part.rows, conjugates.re, conjugates.im,
                  part.columns, scratch.is_fused});
    SubtractProduct(part, factors, {product.re, product.im, 1, part.columns, 0}, scratch.is_fused);
  });
}

void ApplyRight(Row v, Number tau, const Matrix& c, const ReflectorScratch& scratch,
                const Team& team) {
  if (IsZero(tau) || c.rows == 0 || c.columns == 0) return;
  CopyRow(v, scratch.factors, c.columns);
  ConjugateRow(scratch.factors, c.columns);
  const int64_t row_work = kSlowly * 2 * c.columns;
  team.ShareRange(c.rows, kRowsAtOnce, row_work, [&](int64_t begin, int64_t end) {
    SubtractProjections(c.Block(begin, 0, end - begin, c.columns), v, tau, scratch.factors);
  });
}

int64_t RightReflectors::Apply(const Matrix& c, const Team& team) {
  if (count_ == 0) return 0;
  int64_t first = c.rows, work = 0;
  for (int64_t k = 0; k < count_; ++k) {
    first = std::min(first, firsts_[k]);
    work += 2 * (c.rows - firsts_[k]) * (c.columns - firsts_[k]);
  }
  const Matrix& factors = c.is_complex() ? conjugates_ : vectors_;
  if (c.is_complex()) {
    Copy(vectors_, factors);
    for (int64_t k = 0; k < count_; ++k) ConjugateRow(factors.RowAt(k), c.columns - firsts_[k]);
  }
  const int64_t rows = c.rows - first;
  const int64_t row_work = kSlowly * work / std::max<int64_t>(1, rows);
  team.ShareRange(rows, kRowsAtOnce, row_work, [&](int64_t begin, int64_t end) {
    // Some rows take all reflectors while they are in the first cache.
    for (int64_t i = first + begin; i < first + end; i += kRowsAtOnce) {
      const int64_t last = std::min(first + end, i + kRowsAtOnce);
      for (int64_t k = 0; k < count_; ++k) {
        const int64_t from = std::max(i, firsts_[k]);
        if (from >= last || IsZero(taus_[k])) continue;
        SubtractProjections(c.Block(from, firsts_[k], last - from, c.columns - firsts_[k]),
                            vectors_.RowAt(k), taus_[k], factors.RowAt(k));
      }
    }
  });
  count_ = 0;
  return work + 1;
}

BlockReflector::BlockReflector(int64_t most_rows, bool is_complex, Workspace& workspace,
                               bool is_fused)
    : is_fused_(is_fused),
      vectors_(workspace.NewMatrix(most_rows, kPanel, is_complex)),
      adjoint_(workspace.NewMatrix(kPanel, most_rows, is_complex)),
      triangle_(workspace.NewMatrix(kPanel, kPanel, is_complex)),
      scratch_(kOwnsScratch ? Scratch() : Scratch(is_complex, workspace)) {}

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

// scaled_ = -T product_, or -T^H scratch.product.
void BlockReflector::MultiplyTriangle(bool is_adjoint, int64_t columns,
                                      const Scratch& scratch) const {
  for (int64_t k = 0; k < count_; ++k) {
    const int64_t first = is_adjoint ? 0 : k;
    const int64_t end = is_adjoint ? k + 1 : count_;
    for (int64_t l = first; l < end; ++l) {
      const Number factor = is_adjoint ? Conjugate(triangle_.At(l, k)) : triangle_.At(k, l);
      SetNumber(scratch.factors, l - first, factor);
    }
    FillZero(scratch.scaled.RowAt(k), columns);
    SubtractRows({scratch.scaled.RowAt(k), scratch.product.RowAt(first), scratch.product.stride,
                  end - first, scratch.factors.re, scratch.factors.im, columns, is_fused_});
  }
}

// product = -(V^H c). Each row begins with its own reflector's first row.
void BlockReflector::MultiplyVectors(const Matrix& c, const Scratch& scratch) const {
  const int64_t head = std::min(count_, rows_);
  for (int64_t k = 0; k < count_; ++k) {
    FillZero(scratch.product.RowAt(k), c.columns);
    const Row conjugates = adjoint_.RowAt(k, k);
    SubtractRows({scratch.product.RowAt(k), c.RowAt(k), c.stride, head - k, conjugates.re,
                  conjugates.im, c.columns, is_fused_});
  }
  const int64_t rest = rows_ - head;
  SubtractProduct(scratch.product.Block(0, 0, count_, c.columns),
                  adjoint_.Block(0, head, count_, rest), c.Block(head, 0, rest, c.columns),
                  is_fused_);
}

void BlockReflector::Apply(const Matrix& c, bool is_adjoint, int64_t begin, int64_t end) const {
  const Matrix part = c.Block(0, begin, c.rows, end - begin);
  if constexpr (kOwnsScratch) {
    // Two matrices and a row, complex.
    constexpr size_t kBytes = 2 * sizeof(double) * (2 * kPanel * (kColumnTile + 8) + kPanel);
    alignas(64) std::byte memory[kBytes];
    Workspace own(memory);
    Apply(part, is_adjoint, Scratch(c.is_complex(), own));
  } else {
    Apply(part, is_adjoint, scratch_);
  }
}

void BlockReflector::Apply(const Matrix& part, bool is_adjoint, const Scratch& scratch) const {
  MultiplyVectors(part, scratch);
  MultiplyTriangle(is_adjoint, part.columns, scratch);
  const int64_t head = std::min(count_, rows_);
  for (int64_t i = 0; i < head; ++i) {
    const Row factors = vectors_.RowAt(i);
    SubtractRows({part.RowAt(i), scratch.scaled.RowAt(0), scratch.scaled.stride, i + 1, factors.re,
                  factors.im, part.columns, is_fused_});
  }
  const int64_t rest = rows_ - head;
  SubtractProduct(part.Block(head, 0, rest, part.columns), vectors_.Block(head, 0, rest, count_),
                  scratch.scaled.Block(0, 0, count_, part.columns), is_fused_);
}

}  // namespace paddock::simd
