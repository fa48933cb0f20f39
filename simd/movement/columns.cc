#include "simd/movement/columns.h"

#include <algorithm>
#include <cstring>

#include "core/base/element_width.h"
#include "simd/movement/picked_columns.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/movement/columns.cc"
#include "hwy/cache_control.h"
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

// The columns of tuples that are `stride` elements apart.
struct Columns {
  std::byte* const* at;
  int64_t count;
  int64_t stride;
  // The tuples come from memory.
  bool are_far;
  // Tuples that can be read to the end of their stride, or of a block. The last ones may end
  // sooner.
  int64_t Readable(int64_t tuples, int64_t elements) const {
    const int64_t beyond = std::max<int64_t>(elements - count, 0);
    return std::max<int64_t>(tuples - (beyond + stride - 1) / stride, 0);
  }
};

template <class T, class V, class D>
HWY_INLINE void StoreColumn(D d, V vector, std::byte* column, int64_t i) {
  if (column != nullptr) hn::StoreU(vector, d, reinterpret_cast<T*>(column) + i);
}

// All functions process the last elements twice instead of one by one. They return the number of
// tuples that they have processed.
template <class T, int64_t kStride>
int64_t SplitVectors(const T* tuples, const Columns& columns, int64_t count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  count = columns.Readable(count, kStride);
  if (count < lanes) return 0;
  for (int64_t i = 0; i < count; i += lanes) {
    i = std::min(i, count - lanes);
    const T* from = tuples + i * kStride;
    hn::Vec<decltype(d)> v[4];
    if constexpr (kStride == 2) hn::LoadInterleaved2(d, from, v[0], v[1]);
    if constexpr (kStride == 3) hn::LoadInterleaved3(d, from, v[0], v[1], v[2]);
    if constexpr (kStride == 4) hn::LoadInterleaved4(d, from, v[0], v[1], v[2], v[3]);
    StoreColumn<T>(d, v[0], columns.at[0], i);
    if (columns.count > 1) StoreColumn<T>(d, v[1], columns.at[1], i);
    if constexpr (kStride >= 3) {
      if (columns.count > 2) StoreColumn<T>(d, v[2], columns.at[2], i);
    }
    if constexpr (kStride == 4) {
      if (columns.count > 3) StoreColumn<T>(d, v[3], columns.at[3], i);
    }
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

// Wider tuples are moved in blocks of 16 bytes: vector r has the blocks of tuples r, r + kBlock,
// ...
//
//   vector 0   a0 b0 c0 d0 | a4 b4 c4 d4        column a   a0 a1 a2 a3 | a4 a5 a6 a7
//   vector 1   a1 b1 c1 d1 | a5 b5 c5 d5  <-->  column b   b0 b1 b2 b3 | b4 b5 b6 b7
//   vector 2   a2 b2 c2 d2 | a6 b6 c6 d6        column c   c0 c1 c2 c3 | c4 c5 c6 c7
//   vector 3   a3 b3 c3 d3 | a7 b7 c7 d7        column d   d0 d1 d2 d3 | d4 d5 d6 d7
template <class T>
inline constexpr int64_t kBlock = 16 / sizeof(T);
template <class T>
inline constexpr size_t kBlocks = HWY_MAX_LANES_D(hn::ScalableTag<T>) / size_t{kBlock<T>};

// The same function in both directions. Each round interleaves the vectors of both halves.
template <class T, int64_t kRounds = kBlock<T>, class V>
HWY_INLINE void TransposeBlocks(V (&v)[kBlock<T>]) {
  if constexpr (kRounds > 1) {
    const hn::ScalableTag<T> d;
    constexpr int64_t kHalf = kBlock<T> / 2;
    V mixed[kBlock<T>];
    HWY_UNROLL(8)
    for (int64_t i = 0; i < kHalf; ++i) {
      mixed[2 * i] = hn::InterleaveLower(d, v[i], v[i + kHalf]);
      mixed[2 * i + 1] = hn::InterleaveUpper(d, v[i], v[i + kHalf]);
    }
    HWY_UNROLL(16)
    for (int64_t i = 0; i < kBlock<T>; ++i) v[i] = mixed[i];
    TransposeBlocks<T, kRounds / 2>(v);
  }
}

// Loads blocks that are `step` elements apart.
template <class T>
HWY_INLINE hn::Vec<hn::ScalableTag<T>> LoadBlocks(const T* from, int64_t step) {
  const hn::ScalableTag<T> d;
  const hn::BlockDFromD<decltype(d)> block;
  auto vector = hn::ResizeBitCast(d, hn::LoadU(block, from));
  if constexpr (kBlocks<T> > 1) {
    vector = hn::InsertBlock<1>(vector, hn::LoadU(block, from + step));
  }
  if constexpr (kBlocks<T> > 2) {
    vector = hn::InsertBlock<2>(vector, hn::LoadU(block, from + 2 * step));
    vector = hn::InsertBlock<3>(vector, hn::LoadU(block, from + 3 * step));
  }
  return vector;
}

template <class T, class V>
HWY_INLINE void StoreBlocks(V vector, T* to, int64_t step) {
  const hn::ScalableTag<T> d;
  const hn::BlockDFromD<decltype(d)> block;
  hn::StoreU(hn::ExtractBlock<0>(vector), block, to);
  if constexpr (kBlocks<T> > 1) {
    hn::StoreU(hn::ExtractBlock<1>(vector), block, to + step);
  }
  if constexpr (kBlocks<T> > 2) {
    hn::StoreU(hn::ExtractBlock<2>(vector), block, to + 2 * step);
    hn::StoreU(hn::ExtractBlock<3>(vector), block, to + 3 * step);
  }
}

// Prefetches what is read after this distance. Processors do not see one stream in blocks that are
// loaded in turns: 1,864,135 tuples of nine f32 take 0.43 of the time, with half of the distance
// 0.53.
constexpr int64_t kBytesAhead = 8192;

template <class T>
HWY_INLINE void PrefetchAhead(const T* from, int64_t count) {
  constexpr int64_t kLine = 64;
  const auto* const bytes = reinterpret_cast<const std::byte*>(from) + kBytesAhead;
  const int64_t end = count * static_cast<int64_t>(sizeof(T));
  for (int64_t at = 0; at < end; at += kLine) hwy::Prefetch(bytes + at);
}

template <class T>
int64_t SplitBlocks(const T* tuples, const Columns& columns, int64_t count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const int64_t stride = columns.stride;
  count = columns.Readable(count, kBlock<T>);
  if (count < lanes) return 0;
  for (int64_t i = 0; i < count; i += lanes) {
    i = std::min(i, count - lanes);
    if (columns.are_far) PrefetchAhead(tuples + i * stride, lanes * stride);
    for (int64_t k = 0; k < columns.count; k += kBlock<T>) {
      k = std::max<int64_t>(0, std::min(k, columns.count - kBlock<T>));
      const T* from = tuples + i * stride + k;
      hn::Vec<decltype(d)> v[kBlock<T>];
      HWY_UNROLL(16)
      for (int64_t r = 0; r < kBlock<T>; ++r) {
        v[r] = LoadBlocks(from + r * stride, kBlock<T> * stride);
      }
      TransposeBlocks<T>(v);
      HWY_UNROLL(16)
      for (int64_t r = 0; r < kBlock<T>; ++r) {
        if (k + r < columns.count) StoreColumn<T>(d, v[r], columns.at[k + r], i);
      }
    }
  }
  return count;
}

template <class T>
int64_t JoinBlocks(const std::byte* const* columns, T* tuples, int64_t column_count,
                   int64_t count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  if (count < lanes) return 0;
  for (int64_t i = 0; i < count; i += lanes) {
    i = std::min(i, count - lanes);
    for (int64_t k = 0; k < column_count; k += kBlock<T>) {
      k = std::min(k, column_count - kBlock<T>);
      T* to = tuples + i * column_count + k;
      hn::Vec<decltype(d)> v[kBlock<T>];
      HWY_UNROLL(16)
      for (int64_t r = 0; r < kBlock<T>; ++r) {
        v[r] = hn::LoadU(d, reinterpret_cast<const T*>(columns[k + r]) + i);
      }
      TransposeBlocks<T>(v);
      HWY_UNROLL(16)
      for (int64_t r = 0; r < kBlock<T>; ++r) {
        StoreBlocks(v[r], to + r * column_count, kBlock<T> * column_count);
      }
    }
  }
  return count;
}

// WebAssembly splits f32 only, for code size.
template <size_t kBytes>
constexpr bool kSplitsBlocks = HWY_ARCH_WASM ? kBytes == 4 : kBytes <= 8;
template <size_t kBytes>
constexpr bool kJoinsBlocks = !HWY_ARCH_WASM && kBytes <= 8;

template <size_t kBytes>
void SplitRest(const std::byte* tuples, const Columns& columns, int64_t done, int64_t count) {
  constexpr auto kStep = static_cast<int64_t>(kBytes);
  for (int64_t k = 0; k < columns.count; ++k) {
    if (columns.at[k] == nullptr) continue;
    for (int64_t i = done; i < count; ++i) {
      std::memcpy(columns.at[k] + i * kStep, tuples + (i * columns.stride + k) * kStep, kBytes);
    }
  }
}

template <size_t kBytes>
void Split(const std::byte* tuples, const Columns& columns, int64_t count) {
  int64_t done = 0;
  if constexpr (kHasVectors<kBytes>) {
    using T = hwy::UnsignedFromSize<kBytes>;
    const auto* from = reinterpret_cast<const T*>(tuples);
    if (columns.stride == 2) done = SplitVectors<T, 2>(from, columns, count);
    if (columns.stride == 3) done = SplitVectors<T, 3>(from, columns, count);
    if (columns.stride == 4) done = SplitVectors<T, 4>(from, columns, count);
    if constexpr (kSplitsBlocks<kBytes>) {
      if (columns.stride > 4) done = SplitBlocks<T>(from, columns, count);
    }
  }
  SplitRest<kBytes>(tuples, columns, done, count);
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
    if constexpr (kJoinsBlocks<kBytes>) {
      constexpr int64_t kFewest = std::max<int64_t>(5, kBlock<T>);
      if (column_count >= kFewest) {
        done = JoinBlocks<T>(columns, to, column_count, count);
      }
    }
  }
  for (int64_t i = done; i < count; ++i) {
    for (int64_t k = 0; k < column_count; ++k) {
      std::memcpy(tuples + (i * column_count + k) * kStep, columns[k] + i * kStep, kBytes);
    }
  }
}

}  // namespace

void SplitHere(const std::byte* tuples, size_t element_bytes, std::byte* const* columns,
               int64_t column_count, int64_t stride, int64_t count, bool are_far) {
#if HWY_ARCH_X86
  if (column_count == 1 && columns[0] != nullptr) {
    if (const auto pick = FindPickKernel(element_bytes, stride, count)) {
      return pick(reinterpret_cast<const uint8_t*>(tuples), reinterpret_cast<uint8_t*>(columns[0]),
                  {1, count, 0, 0, 0, 0});
    }
  }
#endif
  VisitWidth(element_bytes, [&](auto width) HWY_ATTR {
    Split<width>(tuples, {columns, column_count, stride, are_far}, count);
  });
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
                  int64_t column_count, int64_t stride, int64_t count, bool are_far) {
  HWY_DYNAMIC_DISPATCH(SplitHere)
  (tuples, element_bytes, columns, column_count, stride, count, are_far);
}

void JoinColumns(const std::byte* const* columns, size_t element_bytes, std::byte* tuples,
                 int64_t column_count, int64_t count) {
  HWY_DYNAMIC_DISPATCH(JoinHere)(columns, element_bytes, tuples, column_count, count);
}

}  // namespace paddock::simd
#endif  // HWY_ONCE
