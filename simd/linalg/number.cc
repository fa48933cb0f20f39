#include "simd/linalg/number.h"

namespace paddock::simd {
namespace {

// Natively, the compiler makes vectors of consecutive parts.
#ifdef __wasm__
constexpr bool kHasVectors = false;
#else
constexpr bool kHasVectors = true;
#endif

// `step` is in bytes.
template <class T, class To>
void LoadParts(const std::byte* from, int64_t step, int64_t count, To* to) {
  constexpr auto kBytes = static_cast<int64_t>(sizeof(T));
  if (kHasVectors && step == kBytes) {
    for (int64_t j = 0; j < count; ++j) to[j] = internal::LoadPart<T>(from + j * kBytes);
    return;
  }
  for (int64_t j = 0; j < count; ++j) to[j] = internal::LoadPart<T>(from + j * step);
}
template <class T, class From>
void StoreParts(const From* from, int64_t count, std::byte* to, int64_t step) {
  constexpr auto kBytes = static_cast<int64_t>(sizeof(T));
  if (kHasVectors && step == kBytes) {
    for (int64_t j = 0; j < count; ++j) internal::StorePart<T>(from[j], to + j * kBytes);
    return;
  }
  for (int64_t j = 0; j < count; ++j) internal::StorePart<T>(from[j], to + j * step);
}

}  // namespace

void MatrixView::LoadRow(int64_t row, int64_t column, int64_t count, double* re, double* im) const {
  const std::byte* const from = At(row, column);
  const int64_t step = column_stride * static_cast<int64_t>(ByteSize(type));
  if (type == ElementType::kF32) return LoadParts<float>(from, step, count, re);
  if (type == ElementType::kF64) return LoadParts<double>(from, step, count, re);
  for (int64_t j = 0; j < count; ++j) {
    const Number value = Load(row, column + j);
    re[j] = value.re;
    if (im != nullptr) im[j] = value.im;
  }
}

void MatrixView::StoreRow(const double* re, const double* im, int64_t row, int64_t column,
                          int64_t count) const {
  std::byte* const to = At(row, column);
  const int64_t step = column_stride * static_cast<int64_t>(ByteSize(type));
  if (type == ElementType::kF32) return StoreParts<float>(re, count, to, step);
  if (type == ElementType::kF64) return StoreParts<double>(re, count, to, step);
  for (int64_t j = 0; j < count; ++j) Store(row, column + j, {re[j], im == nullptr ? 0 : im[j]});
}

#ifndef __wasm__
void MatrixView::LoadRow(int64_t row, int64_t column, int64_t count, float* to,
                         const float* /*im*/) const {
  LoadParts<float>(At(row, column), column_stride * 4, count, to);
}

void MatrixView::StoreRow(const float* from, const float* /*im*/, int64_t row, int64_t column,
                          int64_t count) const {
  StoreParts<float>(from, count, At(row, column), column_stride * 4);
}
#endif

}  // namespace paddock::simd
