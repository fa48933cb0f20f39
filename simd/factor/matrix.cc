#include "simd/factor/matrix.h"

#include <algorithm>
#include <cstring>

#include "simd/linalg/row_blocks.h"

namespace paddock::simd {
namespace {

template <class Function>
void ForEachPart(Row row, Function function) {
  function(row.re);
  if (row.im != nullptr) function(row.im);
}

// Returns a power of two near 1 / x.
double ReciprocalScale(double x) {
  const auto exponent = static_cast<int64_t>(std::bit_cast<uint64_t>(x) >> 52 & 0x7FF);
  const int64_t biased = std::clamp<int64_t>(2046 - exponent, 1, 2045);
  return std::bit_cast<double>(static_cast<uint64_t>(biased) << 52);
}

// Returns the largest magnitude, ignoring NaN. Eight maxima do not wait for each other.
double LargestOf(const double* part, int64_t count) {
  double largest[8] = {};
  int64_t j = 0;
  for (; j + 8 <= count; j += 8) {
    for (int64_t i = 0; i < 8; ++i) largest[i] = std::max(largest[i], Magnitude(part[j + i]));
  }
  for (; j < count; ++j) largest[0] = std::max(largest[0], Magnitude(part[j]));
  return *std::max_element(largest, largest + 8);
}

}  // namespace

void FillZero(Row row, int64_t count) {
  ForEachPart(row, [&](double* part) { std::fill_n(part, count, 0.0); });
}

void CopyRow(Row from, Row to, int64_t count) {
  std::copy_n(from.re, count, to.re);
  if (to.im == nullptr) return;
  if (from.im == nullptr) {
    std::fill_n(to.im, count, 0.0);
  } else {
    std::copy_n(from.im, count, to.im);
  }
}

void ConjugateRow(Row row, int64_t count) {
  if (row.im == nullptr) return;
  for (int64_t j = 0; j < count; ++j) row.im[j] = -row.im[j];
}

void ScaleRow(Row row, Number factor, int64_t count) {
  if (row.im == nullptr) {
    for (int64_t j = 0; j < count; ++j) row.re[j] *= factor.re;
    return;
  }
  for (int64_t j = 0; j < count; ++j) {
    const Number value = factor * NumberAt(row, j);
    SetNumber(row, j, value);
  }
}

void NegateRow(Row row, int64_t count) {
  ForEachPart(row, [&](double* part) {
    for (int64_t j = 0; j < count; ++j) part[j] = -part[j];
  });
}

void GatherColumn(const Matrix& matrix, int64_t j, int64_t begin, int64_t end, Row to) {
  const Row from = matrix.RowAt(begin, j);
  for (int64_t i = 0; i < end - begin; ++i) to.re[i] = from.re[i * matrix.stride];
  if (to.im == nullptr) return;
  for (int64_t i = 0; i < end - begin; ++i) {
    to.im[i] = from.im == nullptr ? 0 : from.im[i * matrix.stride];
  }
}

void ScatterColumn(Row from, const Matrix& matrix, int64_t j, int64_t begin, int64_t end) {
  const Row to = matrix.RowAt(begin, j);
  for (int64_t i = 0; i < end - begin; ++i) to.re[i * matrix.stride] = from.re[i];
  if (to.im == nullptr) return;
  for (int64_t i = 0; i < end - begin; ++i) {
    to.im[i * matrix.stride] = from.im == nullptr ? 0 : from.im[i];
  }
}

void SubtractRow(Row target, Number factor, Row row, int64_t count) {
  SubtractRows({target, row, 0, 1, &factor.re, &factor.im, count});
}

void SubtractProduct(const Matrix& targets, const Matrix& factors, const Matrix& rows,
                     bool is_fused) {
  if (!targets.is_complex()) {
    return SubtractBlock({targets.re, targets.stride, targets.rows, rows.re, rows.stride, rows.rows,
                          factors.re, factors.stride, 1, targets.columns, is_fused});
  }
  for (int64_t i = 0; i < targets.rows; ++i) {
    const Row row = factors.RowAt(i);
    SubtractRows(
        {targets.RowAt(i), rows.RowAt(0), rows.stride, rows.rows, row.re, row.im, targets.columns});
  }
}

double Norm(Row row, int64_t count) {
  double largest = 0;
  ForEachPart(row,
              [&](const double* part) { largest = std::max(largest, LargestOf(part, count)); });
  // Between these bounds squares neither overflow nor underflow to zero.
  const bool is_plain = largest > 0x1p-400 && largest < 0x1p+400;
  if (is_plain || !(largest > 0) || !IsFinite(largest)) {
    return SquareRoot(DotRows(row, row, count, true).re);
  }
  const double scale = ReciprocalScale(largest);
  double sum = 0;
  ForEachPart(row, [&](const double* part) {
    for (int64_t j = 0; j < count; ++j) sum += (part[j] * scale) * (part[j] * scale);
  });
  return SquareRoot(sum) / scale;
}

void FillZero(const Matrix& whole) {
  const Matrix matrix = Joined(whole);
  for (int64_t i = 0; i < matrix.rows; ++i) FillZero(matrix.RowAt(i), matrix.columns);
}

void FillIdentity(const Matrix& matrix) {
  FillZero(matrix);
  for (int64_t i = 0; i < std::min(matrix.rows, matrix.columns); ++i) matrix.Set(i, i, {1, 0});
}

void Copy(const Matrix& from, const Matrix& to) {
  const bool are_joined = from.stride == to.stride && to.stride == to.columns;
  if (are_joined) return CopyRow(from.RowAt(0), to.RowAt(0), to.rows * to.columns);
  for (int64_t i = 0; i < to.rows; ++i) CopyRow(from.RowAt(i), to.RowAt(i), to.columns);
}

void SwapRows(const Matrix& matrix, int64_t a, int64_t b) {
  if (a == b) return;
  const Row first = matrix.RowAt(a), second = matrix.RowAt(b);
  std::swap_ranges(first.re, first.re + matrix.columns, second.re);
  if (first.im != nullptr) std::swap_ranges(first.im, first.im + matrix.columns, second.im);
}

void SwapColumns(const Matrix& matrix, int64_t a, int64_t b) {
  if (a == b) return;
  for (int64_t i = 0; i < matrix.rows; ++i) {
    const Number value = matrix.At(i, a);
    matrix.Set(i, a, matrix.At(i, b));
    matrix.Set(i, b, value);
  }
}

bool IsFinite(const Matrix& whole) {
  const Matrix matrix = Joined(whole);
  for (int64_t i = 0; i < matrix.rows; ++i) {
    bool is_finite = true;
    ForEachPart(matrix.RowAt(i), [&](const double* part) {
      for (int64_t j = 0; j < matrix.columns; ++j) is_finite &= IsFinite(part[j]);
    });
    if (!is_finite) return false;
  }
  return true;
}

double LargestPart(const Matrix& whole) {
  const Matrix matrix = Joined(whole);
  double largest = 0;
  for (int64_t i = 0; i < matrix.rows; ++i) {
    ForEachPart(matrix.RowAt(i), [&](const double* part) {
      largest = std::max(largest, LargestOf(part, matrix.columns));
    });
  }
  return largest;
}

void ScaleBy(const Matrix& whole, double factor) {
  const Matrix matrix = Joined(whole);
  for (int64_t i = 0; i < matrix.rows; ++i) {
    ForEachPart(matrix.RowAt(i), [&](double* part) {
      for (int64_t j = 0; j < matrix.columns; ++j) part[j] *= factor;
    });
  }
}

}  // namespace paddock::simd
