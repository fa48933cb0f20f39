// The 1-dimensional slices of a dense tensor that are sorted separately.
#ifndef PADDOCK_SIMD_SORT_SORT_SHAPE_H_
#define PADDOCK_SIMD_SORT_SORT_SHAPE_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace paddock::simd {

// Element k of slice (o, i) is at (o * size + k) * inner + i. Slices are numbered o * inner + i.
struct SortShape {
  int64_t outer = 1;
  int64_t size = 1;
  int64_t inner = 1;

  int64_t slices() const { return outer * inner; }
  int64_t stride() const { return inner; }
  // Returns the first element of a slice of a tensor that has `length` elements in each.
  int64_t Origin(int64_t slice, int64_t length) const {
    return slice / inner * length * inner + slice % inner;
  }
};

// `shape` is not empty. 0 <= dimension < rank, or the shape is that of a scalar.
SortShape SortShapeOf(std::span<const int64_t> shape, int64_t dimension);

// Copies elements indices[0], indices[1], .. of a slice of `source` to `count` consecutive elements
// of a slice of `result`. Both addresses are those of the slices' first elements.
void GatherSlice(size_t element_bytes, const void* source, void* result, int64_t stride,
                 const uint32_t* indices, int64_t count);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_SORT_SORT_SHAPE_H_
