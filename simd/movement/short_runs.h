// Copies of many short runs: rows of an expanded tensor whose last dimension is small, such as
// three colors or coordinates. A call for each run would take longer than its elements.
#ifndef PADDOCK_SIMD_MOVEMENT_SHORT_RUNS_H_
#define PADDOCK_SIMD_MOVEMENT_SHORT_RUNS_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace paddock::simd {

// Sizes and strides in elements. Runs follow each other in the result. In the source, they begin
// `step` apart, and an element is repeated or neighbours follow.
struct ShortRuns {
  static constexpr int64_t kMostElements = 16;
  // Whether runs of `size` elements can repeat one. WebAssembly omits longer ones of 8 bytes, for
  // code size.
  static constexpr bool MayRepeat(int64_t size, size_t element_bytes) {
#ifdef __wasm__
    constexpr bool kHasLonger = false;
#else
    constexpr bool kHasLonger = true;
#endif
    return size <= kMostElements || element_bytes == 4 || (kHasLonger && element_bytes == 8);
  }

  int64_t size = 1;  // 1 to kMostElements, or MayRepeat
  int64_t count = 0;
  int64_t step = 0;  // WebAssembly: not negative
  bool is_repeated = false;
};

void CopyShortRuns(const ShortRuns& runs, size_t element_bytes, const std::byte* source,
                   std::byte* result);

// A part of the runs: the first one begins at element `source` and is copied to element `result`.
struct ShortRunRow {
  int64_t source;
  int64_t result;
  int64_t count;
};

// Copies rows of runs. runs.count is unused.
void CopyShortRuns(const ShortRuns& runs, std::span<const ShortRunRow> rows, size_t element_bytes,
                   const std::byte* source, std::byte* result);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_SHORT_RUNS_H_
