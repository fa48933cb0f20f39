// Batched matrix multiplication over strided operands: the work of dot_general.
//
//   result[b, i, j] = encode(sum over l of decode(lhs[b, i, l]) * decode(rhs[b, l, j]))
//
// Each of b, i, j, l is a list of dimensions with a stride in either operand, so
// any order of an operand's dimensions is read in place; `result` is row-major.
// docs/numerics.md, "Contractions", states the bits; they depend on the shape,
// the types and the numerics alone, not on blocking, chunks, threads or strides.
//
// A multiplication is planned once and may then run many times, stop anywhere
// between two steps and go on, or be spread over threads by chunks.
#ifndef PADDOCK_SIMD_GEMM_GEMM_H_
#define PADDOCK_SIMD_GEMM_GEMM_H_

#include <cstddef>
#include <cstdint>
#include <optional>
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

// Dimensions of a group are listed outermost first; that is the order of the
// result's dimensions, and of the sum. A stride may be 0 or negative.
struct GemmProblem {
  ElementType lhs_type = ElementType::kF32;
  ElementType rhs_type = ElementType::kF32;
  ElementType result_type = ElementType::kF32;
  Numerics numerics = Numerics::kPortable;
  std::vector<GemmDimension> batch, m, n, k;
};

// The operands' first elements (all indices 0) and the result. No alignment is
// needed. The result overlaps neither operand.
struct GemmPointers {
  const void* lhs = nullptr;
  const void* rhs = nullptr;
  void* result = nullptr;
};

// Where a run stands. Equal positions of equal plans mean equal work done.
struct GemmPosition {
  int64_t tile = 0;
  int64_t step = 0;
};

// The type that products are summed in, or nothing if the three types do not go
// together. i1 with i1 only; integers and i1 into integers; floats into floats;
// complex into complex no narrower.
std::optional<GemmAccumulation> AccumulationFor(ElementType lhs, ElementType rhs,
                                                ElementType result);

// Nothing if AccumulationFor says nothing. Kernels are chosen for this machine.
std::optional<GemmPlan> PlanGemm(const GemmProblem& problem);

// The same product over the first `k` elements of the contracting dimensions alone, for operands,
// a workspace and chunks as the plan has them.
GemmPlan WithContractingSize(const GemmPlan& plan, int64_t k);

// An rhs that many products share may be packed once for all of them, where that spares each of
// them a part of its work that counts: of few rows, by a target whose kernels know packed operands.
bool MayPackRhs(const GemmPlan& plan);
// Elements of the packed rhs, and the blocks of it, which PackRhsBlock writes in any order on any
// thread. `packed` is aligned as a workspace is.
int64_t PackedRhsCount(const GemmPlan& plan);
int64_t PackedRhsBlocks(const GemmPlan& plan);
void PackRhsBlock(const GemmPlan& plan, const void* rhs, void* workspace, void* packed,
                  int64_t block);
// The same product, which gets the packed rhs: bit for bit.
GemmPlan WithPackedRhs(const GemmPlan& plan);

// Multiply-adds of the whole product.
int64_t WorkOf(const GemmPlan& plan);

// Bytes that a run needs beside operands and result, at an address that is a
// multiple of kGemmWorkspaceAlignment. Each thread has a workspace of its own.
inline constexpr size_t kGemmWorkspaceAlignment = 64;
size_t WorkspaceBytes(const GemmPlan& plan);

// Runs steps from `position` until the product is done (then true) or `budget`
// multiply-adds are spent; at least one step. `budget` is reduced by the work
// done, and `position` moved on. A run that goes on has the workspace as it was.
bool RunGemm(const GemmPlan& plan, const GemmPointers& pointers, void* workspace,
             GemmPosition& position, int64_t& budget);

// Chunks for `threads` threads: enough that all end at about the same time. They write
// disjoint parts of the result and may run in any order, on any thread; together they are
// the product.
int64_t ChunkCount(const GemmPlan& plan, int64_t threads);
void RunGemmChunk(const GemmPlan& plan, const GemmPointers& pointers, void* workspace,
                  int64_t threads, int64_t chunk);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_GEMM_H_
