// Transposes of a block, by tiles that vectors hold.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "simd/movement/copy_kernels.h"

#if defined(PADDOCK_SIMD_MOVEMENT_TRANSPOSED_TILES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MOVEMENT_TRANSPOSED_TILES_INL_H_
#undef PADDOCK_SIMD_MOVEMENT_TRANSPOSED_TILES_INL_H_
#else
#define PADDOCK_SIMD_MOVEMENT_TRANSPOSED_TILES_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Transposes in place a square of kCount x kCount elements in each 128-bit block, by log2(kCount)
// perfect shuffles.
template <class D, class V, size_t kCount>
void TransposeBlocks(D d, V (&v)[kCount]) {
  HWY_UNROLL(4)
  for (size_t stage = 1; stage < kCount; stage *= 2) {
    V shuffled[kCount];
    HWY_UNROLL(8)
    for (size_t i = 0; i < kCount / 2; ++i) {
      shuffled[2 * i] = hn::InterleaveLower(d, v[i], v[i + kCount / 2]);
      shuffled[2 * i + 1] = hn::InterleaveUpper(d, v[i], v[i + kCount / 2]);
    }
    HWY_UNROLL(16)
    for (size_t i = 0; i < kCount; ++i) v[i] = shuffled[i];
  }
}

// Returns a vector whose 128-bit blocks are `stride` bytes apart in memory.
template <class D>
hn::Vec<D> LoadBlocks(D d, const uint8_t* source, int64_t stride) {
  using T = hn::TFromD<D>;
  if constexpr (D::kPrivateLanes * sizeof(T) <= 16) {
    return hn::LoadU(d, reinterpret_cast<const T*>(source));
  } else {
    const hn::Half<D> half;
    constexpr int64_t kHalfBlocks = static_cast<int64_t>(D::kPrivateLanes * sizeof(T) / 32);
    return hn::Combine(d, LoadBlocks(half, source + kHalfBlocks * stride, stride),
                       LoadBlocks(half, source, stride));
  }
}

// A tile of M source columns (result rows) and a vector of source rows. M is the number of elements
// in a 128-bit block:
//
//   source rows 0..M-1 | M..2M-1 | ...     each block: M consecutive elements
//   vector i:  row i   | row M+i | ...     -> transposed within blocks ->
//   vector j:  column j of rows 0..M-1 | of rows M..2M-1 | ... = result row j
template <class T, size_t kBytes>
void TransposeTile(const uint8_t* source, uint8_t* result, const CopyBlock& block) {
  constexpr size_t kBlock = 16 / sizeof(T);
  const hn::FixedTag<T, kBytes / sizeof(T)> d;
  const int64_t block_stride = static_cast<int64_t>(kBlock) * block.column_source_stride;
  hn::Vec<decltype(d)> v[kBlock];
  HWY_UNROLL(16)
  for (size_t i = 0; i < kBlock; ++i) {
    v[i] =
        LoadBlocks(d, source + static_cast<int64_t>(i) * block.column_source_stride, block_stride);
  }
  TransposeBlocks(d, v);
  HWY_UNROLL(16)
  for (size_t i = 0; i < kBlock; ++i) {
    uint8_t* to = result + static_cast<int64_t>(i) * block.row_result_stride;
    hn::StoreU(v[i], d, reinterpret_cast<T*>(to));
  }
}

// `tiles` beside each other, and those below them. The last ones overlap those above.
template <class T, size_t kBytes>
void TransposeStrip(const uint8_t* source, uint8_t* result, const CopyBlock& block, int64_t tiles) {
  constexpr int64_t kRows = 16 / sizeof(T);
  constexpr auto kColumns = static_cast<int64_t>(kBytes / sizeof(T));
  const int64_t beside = kColumns * block.column_source_stride;
  int64_t left = block.rows;
  while (left > 0) {
    for (int64_t i = 0; i < tiles; ++i) {
      TransposeTile<T, kBytes>(source + i * beside, result + i * int64_t{kBytes}, block);
    }
    left -= kRows;
    const int64_t next = std::min(kRows, left);
    source += next * block.row_source_stride;
    result += next * block.row_result_stride;
  }
}

// At least a tile of rows and columns. The last tiles overlap those before them. Tiles beside each
// other fill a cache line before the next rows follow, except if source rows are short and result
// rows share no places of L1.
template <class T, size_t kBytes>
void TransposeTiles(const uint8_t* source, uint8_t* result, const CopyBlock& block) {
  constexpr auto kColumns = static_cast<int64_t>(kBytes / sizeof(T));
  const bool fills_lines =
      block.column_source_stride >= 1024 || block.row_result_stride % 1024 == 0;
  const int64_t at_once = fills_lines ? int64_t{64 / kBytes} : 1;
  for (int64_t column = 0; column < block.columns;) {
    const int64_t tiles = std::clamp<int64_t>((block.columns - column) / kColumns, 1, at_once);
    const int64_t x = std::min(column, block.columns - kColumns);
    TransposeStrip<T, kBytes>(source + x * block.column_source_stride,
                              result + x * block.column_result_stride, block, tiles);
    column += tiles * kColumns;
  }
}

#if !HWY_ARCH_WASM
// Load and store `count` elements at any address. Highway's functions for a part of a vector need
// aligned pointers, except for bytes.
template <class D>
HWY_INLINE hn::Vec<D> LoadPart(D d, const uint8_t* from, size_t count) {
  using T = hn::TFromD<D>;
  if (sizeof(T) >= 4 && reinterpret_cast<uintptr_t>(from) % sizeof(T) == 0) {
    return hn::LoadN(d, reinterpret_cast<const T*>(from), count);
  }
  return hn::BitCast(d, hn::LoadN(hn::Repartition<uint8_t, D>(), from, count * sizeof(T)));
}

template <class D>
HWY_INLINE void StorePart(D d, hn::Vec<D> value, uint8_t* to, size_t count) {
  using T = hn::TFromD<D>;
  if (sizeof(T) >= 4 && reinterpret_cast<uintptr_t>(to) % sizeof(T) == 0) {
    hn::StoreN(value, d, reinterpret_cast<T*>(to), count);
    return;
  }
  const hn::Repartition<uint8_t, D> d_byte;
  hn::StoreN(hn::BitCast(d_byte, value), d_byte, to, count * sizeof(T));
}

// Fewer rows or columns than a tile.
template <class T>
void TransposeParts(const uint8_t* source, uint8_t* result, const CopyBlock& block) {
  constexpr int64_t kBlock = 16 / sizeof(T);
  const hn::FixedTag<T, kBlock> d;
  for (int64_t row = 0; row < block.rows; row += kBlock) {
    const int64_t rows = std::min(kBlock, block.rows - row);
    for (int64_t column = 0; column < block.columns; column += kBlock) {
      const int64_t columns = std::min(kBlock, block.columns - column);
      const uint8_t* from =
          source + row * block.row_source_stride + column * block.column_source_stride;
      uint8_t* to = result + row * block.row_result_stride + column * block.column_result_stride;
      hn::Vec<decltype(d)> v[kBlock];
      HWY_UNROLL(16)
      for (int64_t i = 0; i < kBlock; ++i) {
        v[i] = i >= columns
                   ? hn::Zero(d)
                   : LoadPart(d, from + i * block.column_source_stride, static_cast<size_t>(rows));
      }
      TransposeBlocks(d, v);
      HWY_UNROLL(16)
      for (int64_t i = 0; i < kBlock; ++i) {
        if (i >= rows) break;
        StorePart(d, v[i], to + i * block.row_result_stride, static_cast<size_t>(columns));
      }
    }
  }
}
#endif

#if !HWY_ARCH_WASM
// Columns of 16 bytes, four at once. The loop over fewer would take longer than their elements.
// Returns the number of columns that were copied.
inline int64_t CopyFours(const uint8_t* source, uint8_t* result, const CopyBlock& block) {
  const hn::FixedTag<uint8_t, 16> d;
  const int64_t step = block.column_source_stride, whole = block.columns - block.columns % 4;
  for (int64_t column = 0; column < whole; column += 4) {
    const uint8_t* from = source + column * step;
    uint8_t* to = result + column * block.column_result_stride;
    for (int64_t row = 0; row < block.rows; ++row) {
      const auto v0 = hn::LoadU(d, from), v1 = hn::LoadU(d, from + step);
      const auto v2 = hn::LoadU(d, from + 2 * step), v3 = hn::LoadU(d, from + 3 * step);
      hn::StoreU(v0, d, to);
      hn::StoreU(v1, d, to + 16);
      hn::StoreU(v2, d, to + 32);
      hn::StoreU(v3, d, to + 48);
      from += block.row_source_stride;
      to += block.row_result_stride;
    }
  }
  return whole;
}
#endif

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MOVEMENT_TRANSPOSED_TILES_INL_H_
