// Stable sorting by a comparator that the caller runs, on many pairs at once: a bottom-up merge
// sort of all slices together, whose merges are cut where the merged run is a multiple of
// kMergeSegment, so that even the last one has many independent parts.
//
// The order is that of a sequential merge: an element of the right run goes before one of the
// left run if, and only if, the comparator says so. With a comparator that contradicts itself the
// result is some rearrangement of each slice, the same one on every machine.
#ifndef PADDOCK_SIMD_SORT_MERGE_SORT_H_
#define PADDOCK_SIMD_SORT_MERGE_SORT_H_

#include <cstddef>
#include <cstdint>

#include "simd/sort/sort_shape.h"

namespace paddock::simd {

// Comparisons that are asked for at once.
inline constexpr int64_t kMergeLanes = 256;
inline constexpr int64_t kMergeSegment = 128;

struct MergeSortPlan {
  SortShape shape;
  // Memory that is kept from the first call to the last, aligned to 16: the state, two
  // permutations of each slice, and where merges are cut.
  size_t workspace_bytes = 0;
  size_t split_offset = 0;
};

// Slices are shorter than 2^32.
MergeSortPlan PlanMergeSort(const SortShape& shape);

void BeginMergeSort(const MergeSortPlan& plan, void* workspace);

struct Comparisons {
  // How many are asked for; 0 with is_done false if the budget was spent on moving.
  int64_t count = 0;
  bool is_done = false;
};
// Pairs of elements, by their places in the tensor: whether later[i] has to go before
// earlier[i]. At most `most` (<= kMergeLanes, the same in every call), and about `budget`
// elements are moved.
Comparisons NextComparisons(const MergeSortPlan& plan, void* workspace, int64_t most,
                            int64_t budget, int64_t* later, int64_t* earlier);
// The answers to what the last call asked for, 0 or 1 each.
void TakeAnswers(const MergeSortPlan& plan, void* workspace, const uint8_t* answers);

// When all is done: where each element of slice `slice` comes from, as GatherSlice takes it.
const uint32_t* SortedPlaces(const MergeSortPlan& plan, const void* workspace, int64_t slice);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_SORT_MERGE_SORT_H_
