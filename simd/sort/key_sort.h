// Stable sorting by one numeric key for each element. Keys become unsigned integers of the same
// order. Natively they are sorted in vectors (vector_sort.h). WebAssembly sorts by digits, least
// significant first, in n * digits steps.
#ifndef PADDOCK_SIMD_SORT_KEY_SORT_H_
#define PADDOCK_SIMD_SORT_KEY_SORT_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/types/element_type.h"
#include "simd/sort/slice_keys.h"
#include "simd/sort/sort_key.h"
#include "simd/sort/sort_shape.h"

namespace paddock::simd {

// One result: the elements of an operand, or their places in the slice as integers.
struct SortOutput {
  static constexpr int64_t kPlaces = -1;
  int64_t operand = 0;
  size_t element_bytes = 1;
};

enum class SortMethod : uint8_t {
  // Sorts entries, which are a key and a place, by digits of the keys or in vectors.
  kDigits,
  kEntries,
  // The only result is the operand with the keys, so only keys are moved, or counted.
  kValues,
  kCounts,
  // Selects the first k of many.
  kFirst,
};

struct KeySortPlan {
  SortOrder order;
  SortShape shape;
  size_t key_operand = 0;
  // Number of first elements of each sorted slice in the results.
  int64_t kept = 0;
  std::vector<SortOutput> outputs;
  SortMethod method = SortMethod::kDigits;
  // Keys of 8-bit floats by code; else empty.
  std::vector<uint32_t> key_of_code;
  // Workspace of one slice, aligned to 16.
  size_t workspace_bytes = 0;

  SliceElements elements() const {
    return {order, shape.stride(), key_of_code.empty() ? nullptr : key_of_code.data()};
  }
};

// Plans a sort. Complex numbers and slices of 2^32 elements or more are not supported.
KeySortPlan PlanKeySort(const SortOrder& order, const SortShape& shape, size_t key_operand,
                        std::span<const SortOutput> outputs, int64_t kept);

struct SortBuffers {
  const std::byte* const* operands;
  std::byte* const* results;
  std::byte* workspace;
};

// Sorts one slice.
void SortSlice(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice);

// Sorts a long slice in pieces of about 2^18 steps. `piece` goes from 0 to PieceCount(plan), and
// the workspace is kept between pieces.
int64_t PieceCount(const KeySortPlan& plan);
void SortPiece(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice, int64_t piece);

// Returns how many pieces from `piece` on may run concurrently.
int64_t PiecesTogether(const KeySortPlan& plan, int64_t piece);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_SORT_KEY_SORT_H_
