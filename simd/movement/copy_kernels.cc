#include "simd/movement/copy_kernels.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "simd/movement/columns.h"
#include "simd/movement/picked_columns.h"
#include "simd/movement/short_runs.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/movement/copy_kernels.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/movement/contiguous_rows-inl.h"
#include "simd/movement/permuted_tuples-inl.h"
#include "simd/movement/reversed_row-inl.h"
#include "simd/movement/transposed_tiles-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

struct Bytes16 {
  uint64_t half[2];
};

template <class T>
void CopyElement(const uint8_t* source, uint8_t* result) {
  std::memcpy(result, source, sizeof(T));
}

// Whether rows are long runs of elements at most four apart, which are permuted.
template <class T>
bool IsPermuted(const CopyBlock& block) {
  constexpr int64_t kWidth = sizeof(T), kFewestColumns = 64;
  const int64_t distance = std::abs(block.column_source_stride);
  return kPermutesRuns<T> && distance >= 2 * kWidth && distance <= 4 * kWidth &&
         distance % kWidth == 0 && block.column_result_stride == kWidth &&
         block.columns >= kFewestColumns;
}

template <class T>
void CopyPermutedRows(const uint8_t* source, uint8_t* result, const CopyBlock& block) {
  const ShortRuns runs{1, block.columns,
                       block.column_source_stride / static_cast<int64_t>(sizeof(T))};
  for (int64_t row = 0; row < block.rows; ++row) {
    CopyShortRuns(runs, sizeof(T),
                  reinterpret_cast<const std::byte*>(source + row * block.row_source_stride),
                  reinterpret_cast<std::byte*>(result + row * block.row_result_stride));
  }
}

#if HWY_ARCH_X86
// Returns the kernel of rows that are every few elements of the source; null if there is none.
template <class T>
CopyBlockKernel FindPicks(const CopyBlock& block) {
  constexpr int64_t kWidth = sizeof(T), kFewestColumns = 16;
  const bool are_dense = block.column_result_stride == kWidth && block.columns >= kFewestColumns;
  if (!are_dense || block.column_source_stride % kWidth != 0) return nullptr;
  return FindPickKernel(sizeof(T), block.column_source_stride / kWidth, block.columns);
}
#endif

template <class T>
void CopyStrided(const uint8_t* source, uint8_t* result, const CopyBlock& block) {
#if HWY_ARCH_X86
  if (const auto picks = FindPicks<T>(block)) return picks(source, result, block);
#endif
  if (IsPermuted<T>(block)) return CopyPermutedRows<T>(source, result, block);
  for (int64_t row = 0; row < block.rows; ++row) {
    const uint8_t* from = source + row * block.row_source_stride;
    uint8_t* to = result + row * block.row_result_stride;
    const int64_t read = block.column_source_stride, written = block.column_result_stride;
    int64_t column = 0;
#if !HWY_ARCH_WASM
    // The loop would take longer than an element.
    for (; column + 4 <= block.columns; column += 4, from += 4 * read, to += 4 * written) {
      CopyElement<T>(from, to);
      CopyElement<T>(from + read, to + written);
      CopyElement<T>(from + 2 * read, to + 2 * written);
      CopyElement<T>(from + 3 * read, to + 3 * written);
    }
#endif
    for (; column < block.columns; ++column, from += read, to += written) {
      CopyElement<T>(from, to);
    }
  }
}

using FillTag = hn::ScalableTag<uint8_t>;

template <class T>
uint64_t LoadWide(const uint8_t* element) {
  T value;
  std::memcpy(&value, element, sizeof(T));
  return value;
}

// Returns a vector that repeats an element.
hn::Vec<FillTag> Repeat(const uint8_t* element, size_t element_bytes) {
  const FillTag d;
  const hn::Repartition<uint64_t, FillTag> words;
  uint64_t word = 0;
  switch (element_bytes) {
    case 1:
      word = LoadWide<uint8_t>(element) * 0x0101010101010101;
      break;
    case 2:
      word = LoadWide<uint16_t>(element) * 0x0001000100010001;
      break;
    case 4:
      word = LoadWide<uint32_t>(element) * 0x0000000100000001;
      break;
    case 8:
      word = LoadWide<uint64_t>(element);
      break;
    default:
      HWY_ALIGN uint8_t pattern[16];
      std::memcpy(pattern, element, 16);
      return hn::LoadDup128(d, pattern);
  }
  return hn::BitCast(d, hn::Set(words, word));
}

void FillElements(uint8_t* result, const uint8_t* element, size_t element_bytes, int64_t count) {
  const FillTag d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto vector = Repeat(element, element_bytes);
  const int64_t bytes = count * static_cast<int64_t>(element_bytes);
  int64_t i = 0;
  for (; i + 4 * lanes <= bytes; i += 4 * lanes) {
    hn::StoreU(vector, d, result + i);
    hn::StoreU(vector, d, result + i + lanes);
    hn::StoreU(vector, d, result + i + 2 * lanes);
    hn::StoreU(vector, d, result + i + 3 * lanes);
  }
  for (; i + lanes <= bytes; i += lanes) hn::StoreU(vector, d, result + i);
  if (i == bytes) return;
  // Elements divide vectors, so a vector that ends with the last one repeats them in place.
  if (bytes >= lanes) return hn::StoreU(vector, d, result + bytes - lanes);
  const hn::CappedTag<uint8_t, 16> part;
  constexpr int64_t kPart = 16;
  if (hn::MaxLanes(d) > kPart && bytes >= kPart) {
    const auto lowest = hn::ResizeBitCast(part, vector);
    for (; i + kPart <= bytes; i += kPart) hn::StoreU(lowest, part, result + i);
    return hn::StoreU(lowest, part, result + bytes - kPart);
  }
  hn::StoreN(vector, d, result, static_cast<size_t>(bytes));
}

template <class T>
void CopyFill(const uint8_t* source, uint8_t* result, const CopyBlock& block) {
  for (int64_t row = 0; row < block.rows; ++row) {
    FillElements(result + row * block.row_result_stride, source + row * block.row_source_stride,
                 sizeof(T), block.columns);
  }
}

template <class T>
void CopyReverse(const uint8_t* source, uint8_t* result, const CopyBlock& block) {
  for (int64_t row = 0; row < block.rows; ++row) {
    ReverseRow<sizeof(T)>(source + row * block.row_source_stride,
                          result + row * block.row_result_stride, block.columns);
  }
}

template <class T>
void CopyTranspose(const uint8_t* source, uint8_t* result, const CopyBlock& block) {
  if constexpr (sizeof(T) <= 8) {
    constexpr int64_t kBlock = 16 / sizeof(T);
    if (block.rows >= kBlock && block.columns >= kBlock) {
      if constexpr (HWY_MAX_BYTES >= 64) {
        if (block.columns >= 4 * kBlock) return TransposeTiles<T, 64>(source, result, block);
      }
      if constexpr (HWY_MAX_BYTES >= 32) {
        if (block.columns >= 2 * kBlock) return TransposeTiles<T, 32>(source, result, block);
      }
      return TransposeTiles<T, 16>(source, result, block);
    }
#if !HWY_ARCH_WASM
    return TransposeParts<T>(source, result, block);
#endif
  }
  CopyBlock rest = block;
#if !HWY_ARCH_WASM
  if constexpr (sizeof(T) == 16) {
    const int64_t done = CopyFours(source, result, block);
    if (done == block.columns) return;
    source += done * block.column_source_stride;
    result += done * block.column_result_stride;
    rest.columns -= done;
  }
#endif
  CopyStrided<T>(source, result, rest);
}

// The place in the source of an element of a tuple, or of a column.
int64_t PlaceOf(const CopyBlock& block, int64_t i) {
  const int64_t group = i / block.inner;
  return group / block.groups * block.outer_source_stride +
         group % block.groups * block.column_source_stride +
         i % block.inner * block.inner_source_stride;
}

template <class T>
void CopyDeinterleave(const uint8_t* source, uint8_t* result, const CopyBlock& block) {
  std::byte* columns[kMostColumns];
  for (int64_t i = 0; i < block.rows; ++i) {
    columns[i] = reinterpret_cast<std::byte*>(result + i * block.row_result_stride);
  }
  SplitColumns(reinterpret_cast<const std::byte*>(source), sizeof(T), columns, block.rows,
               block.rows, block.columns);
}

template <class T>
void CopyInterleave(const uint8_t* source, uint8_t* result, const CopyBlock& block) {
  const std::byte* columns[kMostColumns];
  for (int64_t i = 0; i < block.columns; ++i) {
    columns[i] = reinterpret_cast<const std::byte*>(source + PlaceOf(block, i));
  }
  JoinColumns(columns, sizeof(T), reinterpret_cast<std::byte*>(result), block.columns, block.rows);
}

// Every second element, without reading past the last one.
template <class T>
void HalveRow(const uint8_t* source, uint8_t* result, int64_t count) {
  constexpr int64_t kWidth = sizeof(T);
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes < count; i += lanes) {
    const T* from = reinterpret_cast<const T*>(source + 2 * i * kWidth);
    const auto even = hn::ConcatEven(d, hn::LoadU(d, from + lanes), hn::LoadU(d, from));
    hn::StoreU(even, d, reinterpret_cast<T*>(result + i * kWidth));
  }
  for (; i < count; ++i) CopyElement<T>(source + 2 * i * kWidth, result + i * kWidth);
}

template <class T>
void CopyHalve(const uint8_t* source, uint8_t* result, const CopyBlock& block) {
  // WebAssembly has no vectors for it, for size.
  if constexpr (sizeof(T) <= 8 && !HWY_ARCH_WASM) {
    for (int64_t row = 0; row < block.rows; ++row) {
      HalveRow<T>(source + row * block.row_source_stride, result + row * block.row_result_stride,
                  block.columns);
    }
  } else {
    CopyStrided<T>(source, result, block);
  }
}

#if !HWY_ARCH_WASM
// Returns the number of rows that were copied. `places` in bytes.
template <class T>
int64_t CopyPermutedTuples(const uint8_t* source, uint8_t* result, const CopyBlock& block,
                           const int64_t* places) {
  constexpr int64_t kWidth = sizeof(T);
  int64_t elements[kMostOfTuple];
  bool are_whole = block.row_source_stride % kWidth == 0 && block.row_source_stride != 0;
  for (int64_t i = 0; i < block.columns; ++i) {
    elements[i] = places[i] / kWidth;
    are_whole &= places[i] % kWidth == 0;
  }
  if (!are_whole) return 0;
  const Tuples tuples{block.rows, block.columns, block.row_source_stride / kWidth, elements};
  return PermutedTuples<T>(tuples).Copy(reinterpret_cast<const T*>(source),
                                        reinterpret_cast<T*>(result));
}

// Small matrices are transposed or cut: the places are the same in each.
template <class T>
void CopyTuples(const uint8_t* source, uint8_t* result, const CopyBlock& block) {
  constexpr int64_t kWidth = sizeof(T);
  int64_t places[kMostOfTuple];
  for (int64_t i = 0; i < block.columns; ++i) {
    places[i] = PlaceOf(block, i);
  }
  int64_t first = 0;
  if constexpr (kPermutesRuns<T> || kPermutesBlocks<T>) {
    first = CopyPermutedTuples<T>(source, result, block, places);
  }
  for (int64_t row = first; row < block.rows; ++row) {
    const uint8_t* from = source + row * block.row_source_stride;
    uint8_t* to = result + row * block.row_result_stride;
    for (int64_t i = 0; i < block.columns; ++i) CopyElement<T>(from + places[i], to + i * kWidth);
  }
}
#endif

template <class T>
CopyBlockKernel FindForWidth(CopyKernel kernel) {
  constexpr CopyBlockKernel kKernels[] = {
      &CopyStrided<T>,   &CopyContiguous,      &CopyRepeat,   &CopyFill<T>,       &CopyReverse<T>,
      &CopyTranspose<T>, &CopyDeinterleave<T>, &CopyHalve<T>, &CopyInterleave<T>,
#if !HWY_ARCH_WASM
      &CopyTuples<T>,
#endif
  };
  return kKernels[static_cast<size_t>(kernel)];
}

CopyBlockKernel FindForTarget(CopyKernel kernel, size_t element_bytes) {
  if (element_bytes == 1) return FindForWidth<uint8_t>(kernel);
  if (element_bytes == 2) return FindForWidth<uint16_t>(kernel);
  if (element_bytes == 4) return FindForWidth<uint32_t>(kernel);
  if (element_bytes == 8) return FindForWidth<uint64_t>(kernel);
  return FindForWidth<Bytes16>(kernel);
}

bool HasVectorsOfLines() { return HWY_MAX_BYTES >= 64; }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
namespace {
HWY_EXPORT(FindForTarget);
HWY_EXPORT(FillElements);
HWY_EXPORT(HasVectorsOfLines);
}  // namespace

CopyBlockKernel FindCopyKernel(CopyKernel kernel, size_t element_bytes) {
  return HWY_DYNAMIC_DISPATCH(FindForTarget)(kernel, element_bytes);
}

bool StoresWholeLines() { return HWY_DYNAMIC_DISPATCH(HasVectorsOfLines)(); }

void Fill(void* result, const void* element, size_t element_bytes, int64_t count) {
  HWY_DYNAMIC_DISPATCH(FillElements)
  (static_cast<uint8_t*>(result), static_cast<const uint8_t*>(element), element_bytes, count);
}

}  // namespace paddock::simd
#endif  // HWY_ONCE
