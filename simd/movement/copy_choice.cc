#include "simd/movement/copy_choice.h"

#include <algorithm>
#include <cstdlib>

#include "simd/movement/columns.h"

namespace paddock::simd {
namespace {

// Up to this size, doubling a repeated row in place is cheaper than copying row by row.
constexpr int64_t kMaxRepeatBytes = 4096;
// Rows that are repeated no more often are copied several times instead, a step for many of them.
constexpr int64_t kFewRepeats = 8;
// Fewer rows or columns are too few for the vector transpose.
constexpr int64_t kMinTile = 4;

bool IsTransposeOf(const CopyDimension& d, int64_t width) { return d.source_stride == width; }

// Returns the kernel for two loops of which one is contiguous in the source, the other in the
// result.
CopyKernel ChooseTranspose(const CopyDimension& row, const CopyDimension& column, int64_t width) {
  const auto is_few = [](int64_t size) { return size >= 2 && size <= 4; };
  if (width <= 8 && is_few(row.size) && column.source_stride == row.size * width) {
    return CopyKernel::kDeinterleave;
  }
  if (width <= 8 && is_few(column.size) && row.result_stride == column.size * width) {
    return CopyKernel::kInterleave;
  }
  if (row.size >= kMinTile && column.size >= kMinTile) return CopyKernel::kTranspose;
  return CopyKernel::kStrided;
}

// Returns the elements of a tuple if the `count` innermost loops make tuples that follow each other
// in the result, 0 otherwise.
int64_t SizeOfTuple(std::span<const CopyDimension> dimensions, size_t count, int64_t width) {
  if (dimensions.size() <= count) return 0;
  int64_t size = 1;
  for (size_t k = dimensions.size(); k-- > dimensions.size() - count;) {
    if (dimensions[k].result_stride != size * width) return 0;
    size *= dimensions[k].size;
  }
  return dimensions[dimensions.size() - count - 1].result_stride == size * width ? size : 0;
}

// Returns whether the `count` innermost loops make tuples, of which there are many. A step for
// each would take longer than its elements. WebAssembly leaves them out, for size.
bool AreTuples(std::span<const CopyDimension> dimensions, size_t count, int64_t width) {
#ifdef __wasm__
  return false;
#endif
  constexpr int64_t kFewestTuples = 16;
  const int64_t size = SizeOfTuple(dimensions, count, width);
  if (size == 0 || size > kMostOfTuple) return false;
  const CopyDimension& outer = dimensions[dimensions.size() - count - 1];
  return outer.size >= kFewestTuples && outer.source_stride != width;
}

// Returns whether tuples have an element of each of a few rows of the source: windows of a picture
// with its channels last.
bool AreOfRows(std::span<const CopyDimension> dimensions, int64_t width) {
  const int64_t size = SizeOfTuple(dimensions, 2, width);
  if (size == 0 || size > kMostColumns || width > 8) return false;
  const CopyDimension& outer = dimensions[dimensions.size() - 3];
  return outer.size >= kMinTile && outer.source_stride == width;
}

// Returns whether the runs of tuples are so long, or so far apart, that they are copied run by run:
// a permutation of a few vectors would not reach all runs of a vector of the result.
bool AreRunsApart(const CopyDimension& middle, const CopyDimension& inner, int64_t width) {
  constexpr int64_t kFewestBytes = 4, kNear = 256, kLongBytes = 32, kVectorBytes = 64;
  const int64_t bytes = inner.size * width;
  const int64_t runs = std::min(middle.size, (kVectorBytes + bytes - 1) / bytes);
  const int64_t distance = (std::max<int64_t>(runs, 2) - 1) * std::abs(middle.source_stride);
  return inner.source_stride == width &&
         (bytes >= kLongBytes || (bytes >= kFewestBytes && distance >= kNear));
}

}  // namespace

CopyChoice ChooseCopy(std::span<const CopyDimension> dimensions, int64_t width) {
  const size_t rank = dimensions.size();
  if (rank == 0) return {CopyKernel::kStrided, CopyChoice::kNone, CopyChoice::kNone};
  const size_t last = rank - 1;
  const size_t before = rank >= 2 ? rank - 2 : CopyChoice::kNone;
  if (AreTuples(dimensions, 2, width)) {
    if (!AreRunsApart(dimensions[last - 1], dimensions[last], width)) {
      return {CopyKernel::kTuples, last - 2, last - 1, last};
    }
    // Runs that touch in the result are written as vectors, which overlap.
    constexpr int64_t kFewestTouching = 16;
    const bool has_many = dimensions[last - 1].size >= kFewestTouching;
    return {CopyKernel::kContiguous, has_many ? last - 1 : last - 2, last};
  }
  if (AreOfRows(dimensions, width)) return {CopyKernel::kInterleave, last - 2, last - 1, last};
  if (AreTuples(dimensions, 3, width)) {
    return {CopyKernel::kTuples, last - 3, last - 1, last, last - 2};
  }
  const CopyDimension& inner = dimensions[last];
  if (inner.result_stride == width && inner.source_stride == width) {
    const int64_t bytes = inner.size * width;
    const bool is_short = before != CopyChoice::kNone && dimensions[before].source_stride == 0 &&
                          bytes <= kMaxRepeatBytes;
    const bool repeats = is_short && dimensions[before].result_stride == bytes;
    const bool are_few = is_short && before > 0 && dimensions[before].size <= kFewRepeats &&
                         dimensions[before - 1].size > kFewRepeats;
    if (are_few) return {CopyKernel::kContiguous, before - 1, last};
    return {repeats ? CopyKernel::kRepeat : CopyKernel::kContiguous, before, last};
  }
  if (inner.result_stride == width) {
    if (inner.source_stride == 0) return {CopyKernel::kFill, before, last};
    for (size_t k = 0; k < last; ++k) {
      if (!IsTransposeOf(dimensions[k], width)) continue;
      const CopyKernel kernel = ChooseTranspose(dimensions[k], inner, width);
      if (kernel != CopyKernel::kStrided) return {kernel, k, last};
    }
    if (inner.source_stride == -width) return {CopyKernel::kReverse, before, last};
    if (inner.source_stride == 2 * width) return {CopyKernel::kHalve, before, last};
  }
  // The longer of the two innermost loops becomes the inner one, if the other one is short: its
  // elements are far apart.
  constexpr int64_t kFewest = 16;
  if (before != CopyChoice::kNone && inner.size < kFewest &&
      dimensions[before].size > 4 * inner.size) {
    return {CopyKernel::kStrided, last, before};
  }
  return {CopyKernel::kStrided, before, last};
}

}  // namespace paddock::simd
