#include "simd/factor/tall_first.h"

#ifndef __wasm__

#include <algorithm>

#include "simd/factor/reflector.h"
#include "simd/linalg/row_blocks.h"

namespace paddock::simd {
namespace {

// Numbers of a chunk of all columns: half of a second-level cache.
constexpr int64_t kChunkNumbers = 1 << 15;
// Squares above it have all their bits.
constexpr double kLeastSquare = 0x1p-900;

}  // namespace

TallFirst::TallFirst(int64_t rows, int64_t columns, int64_t product_rows, bool /*is_complex*/,
                     Workspace& workspace)
    : rows_(rows),
      columns_(columns),
      chunk_(std::clamp<int64_t>(kChunkNumbers / std::max<int64_t>(columns, 1), 64, 1024) / 8 * 8),
      a_(workspace.NewMatrix(columns, rows, false)),
      tau_(workspace.Doubles(columns)),
      products_(workspace.Doubles(columns)),
      factors_(workspace.Doubles(columns)),
      triangle_(workspace.NewMatrix(columns, columns, false)),
      multiples_(workspace.NewMatrix(product_rows, columns, false)) {}

template <class Pass>
void TallFirst::ForEachChunk(int64_t begin, Pass pass) const {
  for (int64_t r = begin; r < rows_; r += chunk_) pass(r, std::min(rows_, r + chunk_));
}

// Adds the products of elements begin .. end of column i.
void TallFirst::AddProducts(int64_t i, int64_t begin, int64_t end) {
  begin = std::max(begin, i + 1);
  if (begin >= end) return;
  const Row row = a_.RowAt(i, begin);
  for (int64_t c = i; c < columns_; ++c) {
    products_[c] += DotRows(row, a_.RowAt(c, begin), end - begin, false).re;
  }
}

// Makes the reflector of column i, and the factors by which it is subtracted from later columns.
// Returns the scale of its elements below the diagonal.
double TallFirst::MakeFactors(int64_t i) {
  const double alpha = a_.At(i, i).re;
  double scale = 1;
  double beta = alpha;
  tau_[i] = 0;
  if (products_[i] > kLeastSquare) {
    beta = -WithSign(Hypotenuse(alpha, SquareRoot(products_[i])), alpha);
    tau_[i] = (beta - alpha) / beta;
    scale = 1 / (alpha - beta);
  } else {
    const Row x = a_.RowAt(i, i + 1);
    const Reflector reflector = MakeReflector({alpha, 0}, x, rows_ - i - 1);
    beta = reflector.beta;
    tau_[i] = reflector.tau.re;
    for (int64_t c = i + 1; c < columns_; ++c) {
      products_[c] = DotRows(x, a_.RowAt(c, i + 1), rows_ - i - 1, false).re;
    }
  }
  for (int64_t c = i + 1; c < columns_; ++c) {
    const double old = a_.At(c, i).re;
    factors_[c] = tau_[i] * (old + scale * products_[c]);
    a_.Set(c, i, {old - factors_[c], 0});
  }
  a_.Set(i, i, {beta, 0});
  return scale;
}

int64_t TallFirst::Advance(const Team& /*team*/) {
  if (column_ >= columns_) return 0;
  const int64_t i = column_++;
  if (i == 0) {
    std::fill_n(products_, columns_, 0.0);
    ForEachChunk(0, [&](int64_t begin, int64_t end) { AddProducts(0, begin, end); });
  }
  const double scale = MakeFactors(i);
  std::fill_n(products_, columns_, 0.0);
  ForEachChunk(i + 1, [&](int64_t begin, int64_t end) {
    const Row v = a_.RowAt(i, begin);
    ScaleRow(v, {scale, 0}, end - begin);
    if (i + 1 == columns_) return;
    SubtractBlock({a_.RowAt(i + 1, begin).re, a_.stride, columns_ - i - 1, v.re, 0, 1,
                   factors_ + i + 1, 1, 0, end - begin, true});
    AddProducts(i + 1, begin, end);
  });
  return 4 * (rows_ - i) * (columns_ - i) + 1;
}

void TallFirst::CopyTriangle(const Matrix& square, bool is_adjoint) const {
  FillZero(square);
  for (int64_t i = 0; i < columns_; ++i) {
    for (int64_t j = i; j < columns_; ++j) {
      is_adjoint ? square.Set(j, i, a_.At(j, i)) : square.Set(i, j, a_.At(j, i));
    }
  }
}

// Makes the rows of V^T whole, and T from their products.
void TallFirst::MakeTriangle() {
  for (int64_t i = 0; i < columns_; ++i) {
    FillZero(a_.RowAt(i), i);
    a_.Set(i, i, {1, 0});
  }
  FillZero(triangle_);
  ForEachChunk(0, [&](int64_t begin, int64_t end) {
    for (int64_t i = 0; i < columns_; ++i) {
      for (int64_t k = 0; k < i; ++k) {
        const double product =
            DotRows(a_.RowAt(k, begin), a_.RowAt(i, begin), end - begin, false).re;
        triangle_.Set(k, i, {triangle_.At(k, i).re + product, 0});
      }
    }
  });
  for (int64_t i = 0; i < columns_; ++i) {
    for (int64_t k = 0; k < i; ++k) {
      double sum = 0;
      for (int64_t l = k; l < i; ++l) sum += triangle_.At(k, l).re * triangle_.At(l, i).re;
      factors_[k] = -tau_[i] * sum;
    }
    for (int64_t k = 0; k < i; ++k) triangle_.Set(k, i, {factors_[k], 0});
    triangle_.Set(i, i, {tau_[i], 0});
  }
}

// multiples_ = (rows V) T^T.
void TallFirst::MakeMultiples(const Matrix& rows) {
  for (int64_t i = 0; i < rows.rows; ++i) {
    for (int64_t k = 0; k < columns_; ++k) {
      factors_[k] =
          i < columns_ ? DotRows(rows.RowAt(i), a_.RowAt(k), columns_, false).re : a_.At(k, i).re;
    }
    for (int64_t k = 0; k < columns_; ++k) {
      double sum = 0;
      for (int64_t l = k; l < columns_; ++l) sum += factors_[l] * triangle_.At(k, l).re;
      multiples_.Set(i, k, {sum, 0});
    }
  }
}

int64_t TallFirst::AdvanceRows(const Matrix& rows, bool /*is_adjoint*/, const Team& team) {
  if (done_ * chunk_ >= rows_ || rows.rows == 0) return 0;
  if (done_ < 0) {
    MakeTriangle();
    MakeMultiples(rows);
    done_ = 0;
    return (rows_ + rows.rows) * columns_ * columns_ + 1;
  }
  const int64_t chunks = (rows_ + chunk_ - 1) / chunk_;
  return team.Share(done_, chunks, rows.rows * columns_ * chunk_ + 1, [&](int64_t number) {
    const int64_t first = number * chunk_, count = std::min(chunk_, rows_ - first);
    SubtractProduct(rows.Block(0, first, rows.rows, count), multiples_,
                    a_.Block(0, first, columns_, count), true);
  });
}

}  // namespace paddock::simd
#endif  // __wasm__
