// Stable sorting by a comparator that the caller runs on many pairs at once. It is a bottom-up
// merge sort of all slices together. Merges are cut where the merged run is a multiple of
// kMergeSegment, so that even the last merge has many independent parts.
//
// The order is that of a sequential merge: an element of the right run precedes one of the left run
// if and only if the comparator returns true. An inconsistent comparator gives some permutation of
// each slice, the same on every machine.
#ifndef PADDOCK_SIMD_SORT_MERGE_SORT_H_
#define PADDOCK_SIMD_SORT_MERGE_SORT_H_

#include <cstddef>
#include <cstdint>

#include "simd/sort/sort_shape.h"

namespace paddock::simd {

// Comparisons requested at once.
inline constexpr int64_t kMergeLanes = 256;
inline constexpr int64_t kMergeSegment = 128;

struct MergeSortPlan {
  SortShape shape;
  // Memory kept from the first call to the last, aligned to 16: the state, two permutations of each
  // slice, and the cuts of merges.
  size_t workspace_bytes = 0;
  size_t split_offset = 0;
};

// Slices are shorter than 2^32.
MergeSortPlan PlanMergeSort(const SortShape& shape);

void BeginMergeSort(const MergeSortPlan& plan, void* workspace);

struct Comparisons {
  // Number of requested comparisons; 0 with is_done false if the budget was spent on moving.
  int64_t count = 0;
  bool is_done = false;
};
// Requests comparisons of pairs of elements, by their positions in the tensor: whether later[i]
// must precede earlier[i]. Requests at most `most` (<= kMergeLanes, constant over calls), and moves
// about `budget` elements.
Comparisons NextComparisons(const MergeSortPlan& plan, void* workspace, int64_t most,
                            int64_t budget, int64_t* later, int64_t* earlier);
// Results of the comparisons of the previous call, each 0 or 1.
void TakeAnswers(const MergeSortPlan& plan, void* workspace, const uint8_t* answers);

// Returns the source position of each element of slice `slice`, as GatherSlice takes it. Valid when
// all is done.
const uint32_t* SortedPlaces(const MergeSortPlan& plan, const void* workspace, int64_t slice);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_SORT_MERGE_SORT_H_
