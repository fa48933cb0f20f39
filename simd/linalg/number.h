// Elements of any float or complex type as numbers of f64, one at a time.
#ifndef PADDOCK_SIMD_LINALG_NUMBER_H_
#define PADDOCK_SIMD_LINALG_NUMBER_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/types/element_type.h"
#include "core/types/small_float.h"

namespace paddock::simd {

// The imaginary part of a real number is 0.
struct Number {
  double re = 0;
  double im = 0;
};

namespace internal {

template <class T>
double LoadPart(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return static_cast<double>(value);
}

template <class T>
void StorePart(double value, std::byte* to) {
  const T rounded = static_cast<T>(value);
  std::memcpy(to, &rounded, sizeof(T));
}

}  // namespace internal

inline Number LoadNumber(ElementType type, const std::byte* from) {
  using internal::LoadPart;
  switch (type) {
    case ElementType::kF32:
      return {LoadPart<float>(from), 0};
    case ElementType::kF64:
      return {LoadPart<double>(from), 0};
    case ElementType::kC64:
      return {LoadPart<float>(from), LoadPart<float>(from + 4)};
    case ElementType::kC128:
      return {LoadPart<double>(from), LoadPart<double>(from + 8)};
    default:
      break;
  }
  uint16_t code = 0;
  std::memcpy(&code, from, ByteSize(type));
  return {static_cast<double>(DecodeSmallFloat(type, code)), 0};
}

// Rounds to nearest even, once.
inline void StoreNumber(ElementType type, Number value, std::byte* to) {
  using internal::StorePart;
  switch (type) {
    case ElementType::kF32:
      return StorePart<float>(value.re, to);
    case ElementType::kF64:
      return StorePart<double>(value.re, to);
    case ElementType::kC64:
      StorePart<float>(value.re, to);
      return StorePart<float>(value.im, to + 4);
    case ElementType::kC128:
      StorePart<double>(value.re, to);
      return StorePart<double>(value.im, to + 8);
    default:
      break;
  }
  const uint16_t code = EncodeSmallFloat(type, value.re);
  if (ByteSize(type) == 1) {
    *to = static_cast<std::byte>(code);
  } else {
    std::memcpy(to, &code, sizeof(code));
  }
}

// Elements of a matrix, with strides in elements; a conjugated view has the opposite
// imaginary parts.
struct MatrixView {
  std::byte* data = nullptr;
  ElementType type = ElementType::kF64;
  int64_t row_stride = 0;
  int64_t column_stride = 0;
  bool is_conjugated = false;

  MatrixView Transposed() const {
    MatrixView view = *this;
    view.row_stride = column_stride;
    view.column_stride = row_stride;
    return view;
  }
  Number Load(int64_t row, int64_t column) const {
    Number value = LoadNumber(type, At(row, column));
    if (is_conjugated) value.im = -value.im;
    return value;
  }
  void Store(int64_t row, int64_t column, Number value) const {
    if (is_conjugated) value.im = -value.im;
    StoreNumber(type, value, At(row, column));
  }
  // Elements column .. column + count of a row; `im` is nullptr for real numbers.
  void LoadRow(int64_t row, int64_t column, int64_t count, double* re, double* im) const;
  void StoreRow(const double* re, const double* im, int64_t row, int64_t column,
                int64_t count) const;
  // The same of real numbers of f32.
  void LoadRow(int64_t row, int64_t column, int64_t count, float* to, const float* im) const;
  void StoreRow(const float* from, const float* im, int64_t row, int64_t column,
                int64_t count) const;

 private:
  std::byte* At(int64_t row, int64_t column) const {
    const int64_t element = row * row_stride + column * column_stride;
    return data + element * static_cast<int64_t>(ByteSize(type));
  }
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_LINALG_NUMBER_H_
