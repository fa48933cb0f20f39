// reduce_window with a monoid as body over the prefixes (or the suffixes) of lines, as in JAX's
// cumsum: each window continues the one before it, in linear time.
#ifndef PADDOCK_SIMD_WINDOWS_PREFIX_WINDOWS_H_
#define PADDOCK_SIMD_WINDOWS_PREFIX_WINDOWS_H_

#include <cstddef>
#include <cstdint>

#include "simd/reduce/monoid.h"

namespace paddock::simd {

// Operand and result [outer, size, inner], both dense.
struct PrefixWindows {
  const MonoidKernels* kernels = nullptr;
  int64_t element_bytes = 1;
  int64_t outer = 1, size = 1, inner = 1;
  // Suffixes, from the last element on.
  bool is_reverse = false;

  // An item of work is `columns` elements of inner in `lines` of outer. Several lines are copied to
  // scratch memory, where the elements at one position are neighbours.
  int64_t lines = 1, columns = 1;
  int64_t line_groups = 1, column_groups = 1;
  int64_t items_per_chunk = 1;
  int64_t chunk_work = 1;
  size_t scratch_bytes = 0;
};

PrefixWindows PlanPrefixWindows(const MonoidKernels& kernels, int64_t outer, int64_t size,
                                int64_t inner, bool is_reverse);

// Whether an item has so many elements at one position that kernels combine vectors of them.
inline bool HasVectors(const PrefixWindows& windows) {
  return windows.lines * windows.columns >= 16;
}
// Whether prefixes are faster than trees.
inline bool Pays(const PrefixWindows& windows) {
  constexpr int64_t kLongest = 256;
  return HasVectors(windows) || (windows.kernels->prefixes != nullptr && windows.size <= kLongest);
}

// Returns whether it makes no difference how often `init` is combined with a window: once at least.
bool IsNeutral(Monoid monoid, ElementType type, const void* init);

// Chunks are independent of each other. `scratch` has scratch_bytes during a chunk. `init` is
// neutral. The result does not overlap the operand.
int64_t ChunkCount(const PrefixWindows& windows);
void RunChunk(const PrefixWindows& windows, const void* operand, const void* init, void* result,
              int64_t chunk, void* scratch);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_WINDOWS_PREFIX_WINDOWS_H_
