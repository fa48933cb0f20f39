// Batched matrix multiplication over strided operands: the work of dot_general.
//
//   result[b, i, j] = encode(sum over l of decode(lhs[b, i, l]) * decode(rhs[b, l, j]))
//
// Each of b, i, j, l is a list of dimensions with a stride in either operand, so
// any order of an operand's dimensions is read in place; `result` is row-major, or has contiguous
// rows at any distance.
// docs/numerics.md, "Contractions", states the bits; they depend on the shape,
// the types and the numerics alone, not on blocking, chunks, threads or strides.
//
// A multiplication is planned once and may then run many times. A run may stop between any two
// steps and resume, or be spread over threads by chunks.
#ifndef PADDOCK_SIMD_GEMM_GEMM_H_
#define PADDOCK_SIMD_GEMM_GEMM_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/types/element_type.h"
#include "simd/gemm/plan.h"
#include "simd/kernel.h"

namespace paddock::simd {

// One dimension of a group, strides in elements. A batching dimension has both
// strides; an lhs result dimension (`m`) only the lhs's, an rhs result dimension
// (`n`) only the rhs's; a contracting dimension (`k`) both.
struct GemmDimension {
  int64_t size = 0;
  int64_t lhs_stride = 0;
  int64_t rhs_stride = 0;
};

inline int64_t CountOf(std::span<const GemmDimension> dimensions) {
  int64_t count = 1;
  for (const GemmDimension& dimension : dimensions) count *= dimension.size;
  return count;
}

// Dimensions of a group are listed outermost first; that is the order of the
// result's dimensions, and of the sum. A stride may be 0 or negative.
struct GemmProblem {
  ElementType lhs_type = ElementType::kF32;
  ElementType rhs_type = ElementType::kF32;
  ElementType result_type = ElementType::kF32;
  Numerics numerics = Numerics::kPortable;
  std::vector<GemmDimension> batch, m, n, k;
  // Strides of a result that is not row-major, in elements: of the batching dimensions, in their
  // order, and of rows, which are contiguous. `result_row_stride` 0: the result is row-major.
  std::vector<int64_t> result_batch_strides;
  int64_t result_row_stride = 0;
};

// Returns the dimensions as an operand walks them, whose strides are `stride`.
StridedWalk WalkOf(const std::vector<GemmDimension>& dimensions, int64_t GemmDimension::* stride);
// Returns where the matrices of a result with strides are.
StridedWalk ResultBatchOf(const GemmProblem& problem);

// The operands' first elements (all indices 0) and the result. No alignment is
// needed. The result overlaps neither operand.
struct GemmPointers {
  const void* lhs = nullptr;
  const void* rhs = nullptr;
  void* result = nullptr;
};

// The position of a run. Equal positions of equal plans mean equal work done.
struct GemmPosition {
  int64_t tile = 0;
  int64_t step = 0;
};

// Returns the type of the sums, or nothing if the three types are incompatible. i1 only combines
// with i1; integers and i1 give integers; floats give floats; complex give complex no narrower.
std::optional<GemmAccumulation> AccumulationFor(ElementType lhs, ElementType rhs,
                                                ElementType result);

// Returns nothing if AccumulationFor returns nothing. Kernels are chosen for this machine. A plan
// for a result with strides may only run if WritesResultStrides holds.
std::optional<GemmPlan> PlanGemm(const GemmProblem& problem);
// As PlanGemm, without a path: operands and kernels only, for products with lists (sparse.h).
std::optional<GemmPlan> PlanOfWhole(const GemmProblem& problem);

// Returns the plan restricted to the first `k` elements of the contracting dimensions. Operands,
// workspace and chunks remain those of `plan`.
GemmPlan WithContractingSize(const GemmPlan& plan, int64_t k);

// Whether an rhs that many products share may be packed once for all of them. Requires few rows,
// where packing is a considerable part of each product's work, and a target with large tiles.
bool MayPackRhs(const GemmPlan& plan);
// Returns the elements of the packed rhs and the number of its blocks. PackRhsBlock writes blocks
// in any order, on any thread. `packed` is aligned like a workspace.
int64_t PackedRhsCount(const GemmPlan& plan);
int64_t PackedRhsBlocks(const GemmPlan& plan);
void PackRhsBlock(const GemmPlan& plan, const void* rhs, void* workspace, void* packed,
                  int64_t block);
// Returns the plan for a packed rhs. It gives the same bits.
GemmPlan WithPackedRhs(const GemmPlan& plan);

// Multiply-adds of the whole product, and those that RunGemm counts, at least one each step.
int64_t WorkOf(const GemmPlan& plan);
int64_t CountedWorkOf(const GemmPlan& plan);

// Returns the bytes that a run needs beside operands and result, at a multiple of
// kGemmWorkspaceAlignment. Each thread has a workspace of its own.
inline constexpr size_t kGemmWorkspaceAlignment = 64;
size_t WorkspaceBytes(const GemmPlan& plan);

// Runs at least one step from `position`, until the product is complete (returns true) or `budget`
// multiply-adds are spent. Subtracts the work done from `budget` and advances `position`. A resumed
// run needs the workspace unchanged.
bool RunGemm(const GemmPlan& plan, const GemmPointers& pointers, void* workspace,
             GemmPosition& position, int64_t& budget);

// Returns the number of chunks for `threads` threads: enough that all end at about the same time.
// Chunks write disjoint parts of the result and run in any order, on any thread. Together they
// compute the product.
int64_t ChunkCount(const GemmPlan& plan, int64_t threads);

// Returns the number of rounds of a chunk. They run in order, each on any thread but with the same
// workspace, so a long chunk can stop between them.
int64_t RoundCount(const GemmPlan& plan);

struct GemmRounds {
  int64_t begin = 0;
  int64_t end = 0;
};
void RunGemmChunk(const GemmPlan& plan, const GemmPointers& pointers, void* workspace,
                  int64_t threads, int64_t chunk, GemmRounds rounds);
// Runs all rounds of a chunk.
void RunGemmChunk(const GemmPlan& plan, const GemmPointers& pointers, void* workspace,
                  int64_t threads, int64_t chunk);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_GEMM_H_
