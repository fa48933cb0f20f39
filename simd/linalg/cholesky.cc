#include "simd/linalg/cholesky.h"

#include <algorithm>
#include <limits>

#include "simd/linalg/rows.h"

namespace paddock::simd {
namespace {

// a = conj(transpose(u)) * u, row after row of the upper triangle u; the lower factor is
// its conjugate transpose, of the lower triangle's.
class Factorization {
 public:
  Factorization(const Cholesky& cholesky, const std::byte* a, std::byte* result, int64_t matrix,
                std::byte* workspace)
      : cholesky_(cholesky), size_(cholesky.size) {
    const auto bytes = static_cast<int64_t>(ByteSize(cholesky.type));
    a_ = View(a + matrix * size_ * size_ * bytes);
    result_ = View(result + matrix * size_ * size_ * bytes);
    auto* numbers = reinterpret_cast<double*>(workspace);
    has_failed_ = numbers;
    const bool is_complex = IsComplex(cholesky.type);
    factors_re_ = numbers + 2;
    factors_im_ = factors_re_ + size_;
    factor_.re = factors_im_ + size_;
    factor_.im = is_complex ? factor_.re + size_ * size_ : nullptr;
  }

  void RunPiece(int64_t piece) {
    if (piece == 0) *has_failed_ = 0;
    if (piece >= size_) return StoreRow(piece - size_);
    if (*has_failed_ == 0) FactorRow(piece);
  }

 private:
  // Returns a view of the upper triangle.
  MatrixView View(const std::byte* data) const {
    MatrixView view;
    view.data = const_cast<std::byte*>(data);
    view.type = cholesky_.type;
    view.row_stride = cholesky_.is_lower ? 1 : size_;
    view.column_stride = cholesky_.is_lower ? size_ : 1;
    view.is_conjugated = cholesky_.is_lower;
    return view;
  }

  // From the diagonal of row `row` on.
  Row RowFrom(int64_t row, int64_t column) const {
    const int64_t offset = row * size_ + column;
    return {factor_.re + offset, factor_.im == nullptr ? nullptr : factor_.im + offset};
  }

  void FactorRow(int64_t row) {
    const int64_t columns = size_ - row;
    const Row target = RowFrom(row, row);
    for (int64_t c = 0; c < columns; ++c) {
      const Number value = a_.Load(row, row + c);
      target.re[c] = value.re;
      if (target.im != nullptr) target.im[c] = value.im;
    }
    // A Hermitian matrix has a real diagonal.
    if (target.im != nullptr) target.im[0] = 0;
    for (int64_t k = 0; k < row; ++k) {
      const Row column = RowFrom(k, row);
      factors_re_[k] = *column.re;
      factors_im_[k] = column.im == nullptr ? 0 : -*column.im;
    }
    SubtractRows({target, RowFrom(0, row), size_, row, factors_re_, factors_im_, columns});
    if (!(target.re[0] > 0)) {
      *has_failed_ = 1;
      return;
    }
    const double diagonal = SquareRoot(target.re[0]);
    for (int64_t c = 1; c < columns; ++c) {
      target.re[c] /= diagonal;
      if (target.im != nullptr) target.im[c] /= diagonal;
    }
    target.re[0] = diagonal;
    if (target.im != nullptr) target.im[0] = 0;
  }

  void StoreRow(int64_t row) {
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    const bool has_failed = *has_failed_ != 0;
    const Row source = RowFrom(row, 0);
    for (int64_t c = 0; c < size_; ++c) {
      Number value;
      if (has_failed) {
        value = {kNaN, source.im == nullptr ? 0 : kNaN};
      } else if (c >= row) {
        value = {source.re[c], source.im == nullptr ? 0 : source.im[c]};
      }
      // Drops the sign of a conjugated zero.
      MatrixView result = result_;
      if (value.im == 0) result.is_conjugated = false;
      result.Store(row, c, value);
    }
  }

  const Cholesky& cholesky_;
  int64_t size_;
  MatrixView a_;
  MatrixView result_;
  double* has_failed_;
  double* factors_re_;
  double* factors_im_;
  Row factor_;
};

}  // namespace

size_t WorkspaceBytes(const Cholesky& cholesky) {
  const auto planes = static_cast<size_t>(IsComplex(cholesky.type) ? 2 : 1);
  const auto size = static_cast<size_t>(cholesky.size);
  size_t count = 2 + 2 * size + planes * size * size;
  if constexpr (kHasInterleaved) {
    constexpr auto kTogether = static_cast<size_t>(kInterleaved);
    if (cholesky.is_interleaved()) count = std::max(count, kTogether * size * size);
  }
  return (sizeof(double) * count + 15) / 16 * 16;
}

void FactorRows(const Cholesky& cholesky, const std::byte* a, std::byte* result, int64_t matrix,
                int64_t begin, int64_t end, std::byte* workspace) {
  Factorization factorization(cholesky, a, result, matrix, workspace);
  for (int64_t piece = begin; piece < end; ++piece) factorization.RunPiece(piece);
}

#ifndef __wasm__
namespace {

void ClearLower(const Interleaved& u, int64_t size) {
  for (int64_t i = 1; i < size; ++i) {
    for (int64_t j = 0; j < i; ++j) std::fill_n(u.At(i, j), kInterleaved, 0.0);
  }
}

}  // namespace

void FactorInterleaved(const Cholesky& cholesky, const std::byte* a, std::byte* result,
                       int64_t begin, int64_t end, std::byte* workspace) {
  const int64_t size = cholesky.size, square = size * size;
  const auto bytes = square * static_cast<int64_t>(ByteSize(cholesky.type));
  auto* const numbers = reinterpret_cast<double*>(workspace);
  const Interleaved u{numbers, cholesky.is_lower ? 1 : size, cholesky.is_lower ? size : 1};
  for (int64_t i = begin; i < end; i += kInterleaved) {
    const int64_t count = std::min(kInterleaved, end - i);
    Interleave(cholesky.type, a + i * bytes, count, square, numbers);
    const uint32_t failed = FactorCholesky(u, size, false);
    ClearLower(u, size);
    Deinterleave(cholesky.type, numbers, count, square, result + i * bytes);
    for (int64_t l = 0; l < count; ++l) {
      if ((failed >> l & 1) != 0) FactorRows(cholesky, a, result, i + l, 0, 2 * size, workspace);
    }
  }
}
#endif

}  // namespace paddock::simd
