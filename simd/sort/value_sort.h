// The part of key_sort.h that sorts elements which are their own keys and nothing else: the keys
// alone are moved, and the elements are made from them.
#ifndef PADDOCK_SIMD_SORT_VALUE_SORT_H_
#define PADDOCK_SIMD_SORT_VALUE_SORT_H_

#include "simd/sort/key_sort.h"

namespace paddock::simd {

// WebAssembly has none of it: 46 KB of code for what general slices sort, too.
#ifdef __EMSCRIPTEN__
inline constexpr bool kHasValueSort = false;
#else
inline constexpr bool kHasValueSort = true;
#endif

// Not for 8-bit floats, of which several are one key.
bool IsValueSort(const SortOrder& order, size_t key_operand, std::span<const SortOutput> outputs,
                 const SortShape& shape, int64_t kept);

size_t ValueSortBytes(const KeySortPlan& plan);
void SortValueSlice(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice);
int64_t ValuePieceCount(const KeySortPlan& plan);
void SortValuePiece(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice,
                    int64_t piece);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_SORT_VALUE_SORT_H_
