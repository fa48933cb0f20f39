// Kernels that copy a block of two nested loops, by element width.
#ifndef PADDOCK_SIMD_MOVEMENT_COPY_KERNELS_H_
#define PADDOCK_SIMD_MOVEMENT_COPY_KERNELS_H_

#include <cstddef>
#include <cstdint>

namespace paddock::simd {

// rows x columns elements; all strides in bytes.
struct CopyBlock {
  int64_t rows;
  int64_t columns;
  int64_t row_source_stride;
  int64_t row_result_stride;
  int64_t column_source_stride;
  int64_t column_result_stride;
  // kTuples and kInterleave: elements of a group.
  int64_t inner = 1;
  int64_t inner_source_stride = 0;
  // kTuples: groups that are `column_source_stride` apart, and the stride of what they make.
  int64_t groups = kAllGroups;
  int64_t outer_source_stride = 0;

  static constexpr int64_t kAllGroups = INT64_MAX;
};

inline constexpr int64_t kMostOfTuple = 64;

using CopyBlockKernel = void (*)(const uint8_t* source, uint8_t* result, const CopyBlock& block);

// Requirements of each kernel on the block, with w the element's width:
enum class CopyKernel : uint8_t {
  kStrided,       // nothing
  kContiguous,    // both column strides are 1 and columns counts bytes
  kRepeat,        // as kContiguous; every row is the first, and rows touch
  kFill,          // column source stride 0, column result stride w
  kReverse,       // column source stride -w, column result stride w
  kTranspose,     // row source stride w, column result stride w
  kDeinterleave,  // as kTranspose, 2 to 4 rows, column source stride rows * w
  kHalve,         // column source stride 2 w, column result stride w
  // As kTranspose, 2 to kMostColumns columns, row result stride columns * w. Columns are in groups
  // of `inner`, `column_source_stride` apart, in which they are `inner_source_stride` apart.
  kInterleave,
  // Each row is a tuple of at most kMostOfTuple elements, consecutive in the result: groups of
  // `inner` elements, `column_source_stride` apart, whose elements are `inner_source_stride` apart.
  // After every `groups` of them, the next ones begin `outer_source_stride` after the first.
  kTuples,
};

// `element_bytes` is 1, 2, 4, 8 or 16.
CopyBlockKernel FindCopyKernel(CopyKernel kernel, size_t element_bytes);

// Whether transposes store whole cache lines at once.
bool StoresWholeLines();

// Writes `count` copies of the element at `element` (of 1, 2, 4, 8 or 16 bytes).
void Fill(void* result, const void* element, size_t element_bytes, int64_t count);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_COPY_KERNELS_H_
