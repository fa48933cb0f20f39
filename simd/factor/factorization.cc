#include "simd/factor/factorization.h"

#include <cstring>
#include <limits>

namespace paddock::simd {
namespace {

size_t OffsetOf(const FactorValue& value, int64_t i, int64_t j) {
  return static_cast<size_t>(i * value.columns + j) * ByteSize(value.type);
}

template <class T>
void LoadParts(const std::byte* from, const Matrix& to, int64_t parts) {
  T value[2];
  for (int64_t i = 0; i < to.rows; ++i) {
    const Row row = to.RowAt(i);
    for (int64_t j = 0; j < to.columns; ++j, from += static_cast<size_t>(parts) * sizeof(T)) {
      std::memcpy(value, from, static_cast<size_t>(parts) * sizeof(T));
      row.re[j] = static_cast<double>(value[0]);
      if (row.im != nullptr) row.im[j] = parts == 2 ? static_cast<double>(value[1]) : 0;
    }
  }
}

template <class T>
void StoreParts(const Matrix& from, std::byte* to, int64_t parts) {
  T value[2];
  for (int64_t i = 0; i < from.rows; ++i) {
    const Row row = from.RowAt(i);
    for (int64_t j = 0; j < from.columns; ++j, to += static_cast<size_t>(parts) * sizeof(T)) {
      value[0] = static_cast<T>(row.re[j]);
      value[1] = row.im == nullptr ? T(0) : static_cast<T>(row.im[j]);
      std::memcpy(to, value, static_cast<size_t>(parts) * sizeof(T));
    }
  }
}

}  // namespace

void Factorization::Load(size_t operand, const Matrix& to) const {
  const ElementType type = this->operand(operand).type;
  const std::byte* const from = buffers_.operands[operand];
  const int64_t parts = IsComplex(type) ? 2 : 1;
  PartType(type) == ElementType::kF32 ? LoadParts<float>(from, to, parts)
                                      : LoadParts<double>(from, to, parts);
}

void Factorization::Store(const Matrix& from, size_t result) const {
  const ElementType type = this->result(result).type;
  std::byte* const to = buffers_.results[result];
  const int64_t parts = IsComplex(type) ? 2 : 1;
  PartType(type) == ElementType::kF32 ? StoreParts<float>(from, to, parts)
                                      : StoreParts<double>(from, to, parts);
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
  for (int64_t j = 0; j < to.columns; ++j) {
    for (int64_t i = 0; i < to.rows; ++i) to.Set(i, j, Conjugate(LoadElement(operand, j, i)));
  }
}

void Factorization::StoreAdjoint(const Matrix& from, size_t result) const {
  for (int64_t j = 0; j < from.columns; ++j) {
    for (int64_t i = 0; i < from.rows; ++i) StoreElement(result, j, i, Conjugate(from.At(i, j)));
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
