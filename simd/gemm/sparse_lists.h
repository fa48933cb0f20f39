// The memory of lists of elements that are not zero.
#ifndef PADDOCK_SIMD_GEMM_SPARSE_LISTS_H_
#define PADDOCK_SIMD_GEMM_SPARSE_LISTS_H_

#include <cstddef>
#include <cstdint>

#include "simd/gemm/plan.h"

namespace paddock::simd {

// Elements in which zeros are counted at once.
inline constexpr int64_t kSparseBlock = 256;
// Results beside each other whose sums precede their transpose.
inline constexpr int64_t kSparseColumns = 16;
// Longest lists that are made equally long: interpolations have two or four elements.
inline constexpr int32_t kFewTerms = 4;

struct SparseHeader {
  bool has_lists = false;
  bool is_rhs = false;
  // Elements that are not zero.
  int64_t entries = 0;
  // The length of all lists: 1, 2 or 4; 0 if they are longer.
  int64_t terms = 0;
  // Elements of the other operand.
  int64_t span = 0;
};

// Lists of the rows of lhs or of the columns of rhs, each in ascending order of k.
struct SparseLists {
  SparseLists(const GemmPlan& plan, bool is_rhs, std::byte* memory);

  SparseHeader* header;
  int64_t count;
  // Most elements of all lists.
  int64_t capacity;
  // The end of each list among the elements. Where elements of the other operand are that each
  // element is multiplied by: offsets of those of rhs, indices along k of those of lhs.
  int32_t* ends;
  int32_t* offsets;
  void* values;
  // Positions in memory of the elements found: up to capacity + kSparseBlock.
  int32_t* positions;
  size_t bytes;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_SPARSE_LISTS_H_
