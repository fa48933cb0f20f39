#include "simd/factor/factorization.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace paddock::simd {
namespace {

size_t OffsetOf(const FactorValue& value, int64_t i, int64_t j) {
  return static_cast<size_t>(i * value.columns + j) * ByteSize(value.type);
}

template <class T>
void LoadParts(const std::byte* from, const Matrix& to, int64_t parts) {
  const auto step = static_cast<int64_t>(sizeof(T)) * parts;
  for (int64_t i = 0; i < to.rows; ++i, from += to.columns * step) {
    const Row row = to.RowAt(i);
    const auto part = [&](int64_t j, int64_t p) {
      return internal::LoadPart<T>(from + j * step + p * static_cast<int64_t>(sizeof(T)));
    };
    for (int64_t j = 0; j < to.columns; ++j) row.re[j] = part(j, 0);
    if (row.im == nullptr) continue;
    for (int64_t j = 0; j < to.columns; ++j) row.im[j] = parts == 2 ? part(j, 1) : 0;
  }
}

template <class T>
void StoreParts(const Matrix& from, std::byte* to, int64_t parts) {
  const auto step = static_cast<int64_t>(sizeof(T)) * parts;
  for (int64_t i = 0; i < from.rows; ++i, to += from.columns * step) {
    const Row row = from.RowAt(i);
    for (int64_t j = 0; j < from.columns; ++j) internal::StorePart<T>(row.re[j], to + j * step);
    if (parts == 1) continue;
    for (int64_t j = 0; j < from.columns; ++j) {
      internal::StorePart<T>(row.im == nullptr ? 0 : row.im[j],
                             to + j * step + static_cast<int64_t>(sizeof(T)));
    }
  }
}

// Rows and columns of a square that is transposed in the first cache.
constexpr int64_t kSquare = 16;

// Calls transpose(i, j, rows, columns) for squares that cover a matrix.
template <class Transpose>
void ForEachSquare(int64_t rows, int64_t columns, Transpose transpose) {
  for (int64_t i = 0; i < rows; i += kSquare) {
    for (int64_t j = 0; j < columns; j += kSquare) {
      transpose(i, j, std::min(kSquare, rows - i), std::min(kSquare, columns - j));
    }
  }
}

// to = transpose(from), whose rows have to.rows elements.
template <class T>
void LoadTransposed(const std::byte* from, const Matrix& to) {
  ForEachSquare(to.rows, to.columns, [&](int64_t i, int64_t j, int64_t rows, int64_t columns) {
    for (int64_t c = 0; c < columns; ++c) {
      const std::byte* const row = from + ((j + c) * to.rows + i) * static_cast<int64_t>(sizeof(T));
      for (int64_t r = 0; r < rows; ++r) {
        to.re[(i + r) * to.stride + j + c] =
            internal::LoadPart<T>(row + r * static_cast<int64_t>(sizeof(T)));
      }
    }
  });
}

template <class T>
void StoreTransposed(const Matrix& from, std::byte* to) {
  ForEachSquare(from.rows, from.columns, [&](int64_t i, int64_t j, int64_t rows, int64_t columns) {
    for (int64_t c = 0; c < columns; ++c) {
      std::byte* const row = to + ((j + c) * from.rows + i) * static_cast<int64_t>(sizeof(T));
      for (int64_t r = 0; r < rows; ++r) {
        internal::StorePart<T>(from.re[(i + r) * from.stride + j + c],
                               row + r * static_cast<int64_t>(sizeof(T)));
      }
    }
  });
}

}  // namespace

void Factorization::Load(size_t operand, const Matrix& to) const {
  const ElementType type = this->operand(operand).type;
  const std::byte* const from = buffers_.operands[operand];
  const int64_t parts = IsComplex(type) ? 2 : 1;
  PartType(type) == ElementType::kF32 ? LoadParts<float>(from, Joined(to), parts)
                                      : LoadParts<double>(from, Joined(to), parts);
}

void Factorization::Store(const Matrix& from, size_t result) const {
  const ElementType type = this->result(result).type;
  std::byte* const to = buffers_.results[result];
  const int64_t parts = IsComplex(type) ? 2 : 1;
  PartType(type) == ElementType::kF32 ? StoreParts<float>(Joined(from), to, parts)
                                      : StoreParts<double>(Joined(from), to, parts);
}

Number Factorization::LoadElement(size_t operand, int64_t i, int64_t j) const {
  const FactorValue& value = this->operand(operand);
  return LoadNumber(value.type, buffers_.operands[operand] + OffsetOf(value, i, j));
}

void Factorization::StoreElement(size_t result, int64_t i, int64_t j, Number number) const {
  const FactorValue& value = this->result(result);
  StoreNumber(value.type, number, buffers_.results[result] + OffsetOf(value, i, j));
}

void Factorization::LoadAdjoint(size_t operand, const Matrix& to) const {
  const std::byte* const from = buffers_.operands[operand];
  const ElementType type = this->operand(operand).type;
  if (to.im == nullptr && type == ElementType::kF32) return LoadTransposed<float>(from, to);
  if (to.im == nullptr && type == ElementType::kF64) return LoadTransposed<double>(from, to);
  for (int64_t j = 0; j < to.columns; ++j) {
    for (int64_t i = 0; i < to.rows; ++i) to.Set(i, j, Conjugate(LoadElement(operand, j, i)));
  }
}

void Factorization::StoreAdjoint(const Matrix& from, size_t result) const {
  std::byte* const to = buffers_.results[result];
  const ElementType type = this->result(result).type;
  if (type == ElementType::kF32) return StoreTransposed<float>(from, to);
  if (type == ElementType::kF64) return StoreTransposed<double>(from, to);
  for (int64_t j = 0; j < from.columns; ++j) {
    for (int64_t i = 0; i < from.rows; ++i) StoreElement(result, j, i, Conjugate(from.At(i, j)));
  }
}

MatrixView Factorization::ViewOfOperand(size_t operand, bool is_transposed) const {
  const FactorValue& value = this->operand(operand);
  const MatrixView view{const_cast<std::byte*>(buffers_.operands[operand]), value.type,
                        value.columns, 1};
  return is_transposed ? view.Transposed() : view;
}

MatrixView Factorization::ViewOf(size_t result, bool is_transposed) const {
  const FactorValue& value = this->result(result);
  const MatrixView view{buffers_.results[result], value.type, value.columns, 1};
  return is_transposed ? view.Transposed() : view;
}

void Factorization::StoreUpper(const Matrix& from, size_t result) const {
  const MatrixView to = ViewOf(result, false);
  for (int64_t i = 0; i < from.rows; ++i) {
    const Row row = from.RowAt(i, i);
    to.StoreRow(row.re, row.im, i, i, from.columns - i);
  }
}

void Factorization::StoreLowerAdjoint(const Matrix& from, size_t result) const {
  MatrixView to = ViewOf(result, true);
  to.is_conjugated = from.is_complex();
  // Rows of the triangle within a group of columns, so that a line of the result is written once.
  for (int64_t j = 0; j < from.columns; j += kSquare) {
    for (int64_t i = 0; i < std::min(from.rows, j + kSquare); ++i) {
      const int64_t first = std::max(i, j), end = std::min(from.columns, j + kSquare);
      const Row row = from.RowAt(i, first);
      to.StoreRow(row.re, row.im, i, first, end - first);
    }
  }
}

void Factorization::LoadVector(size_t operand, Row to) const {
  Load(operand, {to.re, to.im, 1, this->operand(operand).rows, 0});
}

void Factorization::StoreVector(Row from, size_t result) const {
  Store({from.re, from.im, 1, this->result(result).rows, 0}, result);
}

void Factorization::StoreInteger(size_t result, int64_t index, int64_t value) const {
  if (buffers_.results[result] == nullptr) return;
  const auto narrow = static_cast<int32_t>(value);
  std::memcpy(buffers_.results[result] + static_cast<size_t>(index) * sizeof(narrow), &narrow,
              sizeof(narrow));
}

int64_t Factorization::LoadInteger(size_t operand, int64_t index) const {
  int32_t value;
  std::memcpy(&value, buffers_.operands[operand] + static_cast<size_t>(index) * sizeof(value),
              sizeof(value));
  return value;
}

void Factorization::CopyThrough(size_t operand, size_t result) const {
  const FactorValue& value = this->operand(operand);
  const size_t bytes = OffsetOf(value, value.rows, 0);
  if (bytes != 0) std::memcpy(buffers_.results[result], buffers_.operands[operand], bytes);
}

void Factorization::StoreZeros(size_t result) const {
  const FactorValue& value = this->result(result);
  const size_t bytes = OffsetOf(value, value.rows, 0);
  if (bytes != 0) std::memset(buffers_.results[result], 0, bytes);
}

void Factorization::StoreNaN(size_t result) const {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  const FactorValue& value = this->result(result);
  const Number nan{kNaN, IsComplex(value.type) ? kNaN : 0};
  for (int64_t i = 0; i < value.rows; ++i) {
    for (int64_t j = 0; j < value.columns; ++j) StoreElement(result, i, j, nan);
  }
}

}  // namespace paddock::simd
