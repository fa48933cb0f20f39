// Products with a matrix of mostly zeros, such as the weights of an interpolation, a one-hot
// encoding, a stencil or a permutation. Products with its zeros are left out.
//
// The bits are those of the whole product. A zero times a finite element is a zero, and to add one
// changes no sum but -0. A sum is -0 only if fused multiply-adds round a smaller number to it, so
// that elements near 0 have no lists, either.
#ifndef PADDOCK_SIMD_GEMM_SPARSE_H_
#define PADDOCK_SIMD_GEMM_SPARSE_H_

#include <cstddef>
#include <cstdint>

#include "simd/gemm/gemm.h"

namespace paddock::simd {

// Bytes, each of them at a multiple of kGemmWorkspaceAlignment.
struct SparseMemory {
  // Read by all threads.
  size_t lists = 0;
  // Memory of each thread, if there are lists.
  size_t of_thread = 0;
};

// Each plan is one of PlanOfWhole.

// Returns the memory of a product whose lhs or rhs may be such a matrix: one for the whole batch,
// whose elements are consecutive. `lists` is 0 if neither may be.
SparseMemory SparseMemoryOf(const GemmPlan& plan);

// Lists the elements of lhs or rhs that are not zero. Returns false if there are too many, or if
// one is too near to 0.
bool FindNonzeros(const GemmPlan& plan, const GemmPointers& pointers, std::byte* lists);
// Returns what FindNonzeros returned, or false after DropLists.
bool HasLists(const std::byte* lists);
void DropLists(std::byte* lists);

// Chunks write disjoint parts of the result and run in any order, on any thread. Together they read
// all elements of the other operand that its strides reach, and check them.
struct SparseChunks {
  int64_t count = 0;
  // Rows of results.
  int64_t rows = 0;
  // Multiply-adds of a chunk.
  int64_t work = 0;
};
SparseChunks SparseChunksOf(const GemmPlan& plan, const std::byte* lists);
// Before the first chunk.
void PrepareThread(std::byte* of_thread);
void RunSparseChunk(const GemmPlan& plan, const GemmPointers& pointers, const std::byte* lists,
                    const SparseChunks& chunks, int64_t chunk, std::byte* of_thread);
// Returns whether a chunk of this thread has found elements of the other operand that are not as
// above, so that the product must be computed whole.
bool HasFailed(const std::byte* of_thread);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_SPARSE_H_
