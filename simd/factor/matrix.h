// Matrices of f64 by rows, with separate real and imaginary parts; and their memory.
#ifndef PADDOCK_SIMD_FACTOR_MATRIX_H_
#define PADDOCK_SIMD_FACTOR_MATRIX_H_

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "simd/factor/number_arithmetic.h"
#include "simd/linalg/rows.h"

namespace paddock::simd {

// A view. `im` is nullptr for real matrices.
struct Matrix {
  double* re = nullptr;
  double* im = nullptr;
  int64_t rows = 0;
  int64_t columns = 0;
  // Between rows, in numbers.
  int64_t stride = 0;

  bool is_complex() const { return im != nullptr; }
  Row RowAt(int64_t i, int64_t j = 0) const {
    const int64_t at = i * stride + j;
    return {re + at, im == nullptr ? nullptr : im + at};
  }
  Number At(int64_t i, int64_t j) const {
    const int64_t at = i * stride + j;
    return {re[at], im == nullptr ? 0 : im[at]};
  }
  void Set(int64_t i, int64_t j, Number value) const {
    const int64_t at = i * stride + j;
    re[at] = value.re;
    if (im != nullptr) im[at] = value.im;
  }
  Matrix Block(int64_t i, int64_t j, int64_t block_rows, int64_t block_columns) const {
    const Row first = RowAt(i, j);
    return {first.re, first.im, block_rows, block_columns, stride};
  }
};

// Returns a matrix whose rows follow each other as one row: a loop over a short row costs more than
// its numbers.
inline Matrix Joined(const Matrix& matrix) {
  if (matrix.stride != matrix.columns) return matrix;
  const int64_t count = matrix.rows * matrix.columns;
  return {matrix.re, matrix.im, 1, count, count};
}

inline Number NumberAt(Row row, int64_t j) {
  return {row.re[j], row.im == nullptr ? 0 : row.im[j]};
}
inline void SetNumber(Row row, int64_t j, Number value) {
  row.re[j] = value.re;
  if (row.im != nullptr) row.im[j] = value.im;
}
inline Row Behind(Row row, int64_t j) {
  return {row.re + j, row.im == nullptr ? nullptr : row.im + j};
}

// Allocates parts of a block of memory. Without a block it computes the size needed.
class Workspace {
 public:
  explicit Workspace(std::byte* memory) : memory_(memory) {}

  size_t bytes() const { return bytes_; }

  std::byte* Take(size_t bytes) {
    std::byte* const part = memory_ == nullptr ? nullptr : memory_ + bytes_;
    bytes_ += (bytes + kAlignment - 1) / kAlignment * kAlignment;
    return part;
  }
  double* Doubles(int64_t count) {
    return reinterpret_cast<double*>(Take(sizeof(double) * static_cast<size_t>(count)));
  }
  Row NewRow(int64_t count, bool is_complex) {
    double* const re = Doubles(count);
    return {re, is_complex ? Doubles(count) : nullptr};
  }
  Matrix NewMatrix(int64_t rows, int64_t columns, bool is_complex) {
    // Short rows share cache lines. Strides of 512 bytes or more would map to few cache sets.
    int64_t stride = columns < 8 ? columns : (columns + 7) / 8 * 8;
    if (stride % 64 == 0) stride += 8;
    double* const re = Doubles(rows * stride);
    return {re, is_complex ? Doubles(rows * stride) : nullptr, rows, columns, stride};
  }

 private:
  static constexpr size_t kAlignment = 64;
  std::byte* memory_;
  size_t bytes_ = 0;
};

// --- Whole matrices.
void FillZero(const Matrix& matrix);
// Ones on the diagonal, zeros elsewhere.
void FillIdentity(const Matrix& matrix);
// to = from.
void Copy(const Matrix& from, const Matrix& to);
void SwapRows(const Matrix& matrix, int64_t a, int64_t b);
void SwapColumns(const Matrix& matrix, int64_t a, int64_t b);
bool IsFinite(const Matrix& matrix);
// Returns the largest magnitude of a part, ignoring NaN.
double LargestPart(const Matrix& matrix);
void ScaleBy(const Matrix& matrix, double factor);

// --- Rows.
void FillZero(Row row, int64_t count);
void CopyRow(Row from, Row to, int64_t count);
void ConjugateRow(Row row, int64_t count);
void ScaleRow(Row row, Number factor, int64_t count);
void NegateRow(Row row, int64_t count);
// Column j of rows begin .. end.
void GatherColumn(const Matrix& matrix, int64_t j, int64_t begin, int64_t end, Row to);
void ScatterColumn(Row from, const Matrix& matrix, int64_t j, int64_t begin, int64_t end);
// targets -= factors * rows, one row of `rows` after another. `factors` has a row for each target.
// Real differences may be fused.
void SubtractProduct(const Matrix& targets, const Matrix& factors, const Matrix& rows,
                     bool is_fused = false);
// target -= factor * row.
void SubtractRow(Row target, Number factor, Row row, int64_t count);
// sqrt(sum of |x|^2) without overflow.
double Norm(Row row, int64_t count);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_MATRIX_H_
