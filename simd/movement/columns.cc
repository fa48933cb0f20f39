#include "simd/movement/columns.h"

#include <algorithm>
#include <cstring>

#include "core/base/element_width.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/movement/columns.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Vectors of two elements save little: WebAssembly leaves them out, for size.
template <size_t kBytes>
constexpr bool kHasVectors = kBytes <= (HWY_ARCH_WASM ? 4 : 8);

// Both functions process the last elements twice instead of one by one.
template <class T, int64_t kColumns>
int64_t SplitVectors(const T* tuples, std::byte* const* columns, int64_t count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  if (count < lanes) return 0;
  for (int64_t i = 0; i < count; i += lanes) {
    i = std::min(i, count - lanes);
    const T* from = tuples + i * kColumns;
    const auto column = [&](int64_t k) HWY_ATTR { return reinterpret_cast<T*>(columns[k]) + i; };
    hn::Vec<decltype(d)> v0, v1, v2, v3;
    if constexpr (kColumns == 2) hn::LoadInterleaved2(d, from, v0, v1);
    if constexpr (kColumns == 3) hn::LoadInterleaved3(d, from, v0, v1, v2);
    if constexpr (kColumns == 4) hn::LoadInterleaved4(d, from, v0, v1, v2, v3);
    hn::StoreU(v0, d, column(0));
    hn::StoreU(v1, d, column(1));
    if constexpr (kColumns >= 3) hn::StoreU(v2, d, column(2));
    if constexpr (kColumns == 4) hn::StoreU(v3, d, column(3));
  }
  return count;
}

template <class T, int64_t kColumns>
int64_t JoinVectors(const std::byte* const* columns, T* tuples, int64_t count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  if (count < lanes) return 0;
  for (int64_t i = 0; i < count; i += lanes) {
    i = std::min(i, count - lanes);
    const auto column = [&](int64_t k) HWY_ATTR {
      return hn::LoadU(d, reinterpret_cast<const T*>(columns[k]) + i);
    };
    T* to = tuples + i * kColumns;
    if constexpr (kColumns == 2) hn::StoreInterleaved2(column(0), column(1), d, to);
    if constexpr (kColumns == 3) hn::StoreInterleaved3(column(0), column(1), column(2), d, to);
    if constexpr (kColumns == 4) {
      hn::StoreInterleaved4(column(0), column(1), column(2), column(3), d, to);
    }
  }
  return count;
}

template <size_t kBytes>
void Split(const std::byte* tuples, std::byte* const* columns, int64_t column_count,
           int64_t count) {
  constexpr auto kStep = static_cast<int64_t>(kBytes);
  int64_t done = 0;
  if constexpr (kHasVectors<kBytes>) {
    using T = hwy::UnsignedFromSize<kBytes>;
    const auto* from = reinterpret_cast<const T*>(tuples);
    if (column_count == 2) done = SplitVectors<T, 2>(from, columns, count);
    if (column_count == 3) done = SplitVectors<T, 3>(from, columns, count);
    if (column_count == 4) done = SplitVectors<T, 4>(from, columns, count);
  }
  for (int64_t k = 0; k < column_count; ++k) {
    for (int64_t i = done; i < count; ++i) {
      std::memcpy(columns[k] + i * kStep, tuples + (i * column_count + k) * kStep, kBytes);
    }
  }
}

template <size_t kBytes>
void Join(const std::byte* const* columns, std::byte* tuples, int64_t column_count, int64_t count) {
  constexpr auto kStep = static_cast<int64_t>(kBytes);
  int64_t done = 0;
  if constexpr (kHasVectors<kBytes>) {
    using T = hwy::UnsignedFromSize<kBytes>;
    auto* to = reinterpret_cast<T*>(tuples);
    if (column_count == 2) done = JoinVectors<T, 2>(columns, to, count);
    if (column_count == 3) done = JoinVectors<T, 3>(columns, to, count);
    if (column_count == 4) done = JoinVectors<T, 4>(columns, to, count);
  }
  for (int64_t i = done; i < count; ++i) {
    for (int64_t k = 0; k < column_count; ++k) {
      std::memcpy(tuples + (i * column_count + k) * kStep, columns[k] + i * kStep, kBytes);
    }
  }
}

}  // namespace

void SplitHere(const std::byte* tuples, size_t element_bytes, std::byte* const* columns,
               int64_t column_count, int64_t count) {
  VisitWidth(element_bytes,
             [&](auto width) HWY_ATTR { Split<width>(tuples, columns, column_count, count); });
}

void JoinHere(const std::byte* const* columns, size_t element_bytes, std::byte* tuples,
              int64_t column_count, int64_t count) {
  VisitWidth(element_bytes,
             [&](auto width) HWY_ATTR { Join<width>(columns, tuples, column_count, count); });
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(SplitHere);
HWY_EXPORT(JoinHere);

void SplitColumns(const std::byte* tuples, size_t element_bytes, std::byte* const* columns,
                  int64_t column_count, int64_t count) {
  HWY_DYNAMIC_DISPATCH(SplitHere)(tuples, element_bytes, columns, column_count, count);
}

void JoinColumns(const std::byte* const* columns, size_t element_bytes, std::byte* tuples,
                 int64_t column_count, int64_t count) {
  HWY_DYNAMIC_DISPATCH(JoinHere)(columns, element_bytes, tuples, column_count, count);
}

}  // namespace paddock::simd
#endif  // HWY_ONCE
