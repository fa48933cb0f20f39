// Convolution in groups of few features: matrices too small to be worth packing. One operand's
// elements are repeated over the lanes, the other's neighbours fill them, both where they are:
//
//   result[i, j] = sum over terms t of splats[i, t] * vectors[t, j]
//
// with one sum a result element, t ascending, in the steps of docs/numerics.md.
#ifndef PADDOCK_SIMD_GEMM_GROUPED_H_
#define PADDOCK_SIMD_GEMM_GROUPED_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/types/element_type.h"
#include "simd/kernel.h"

namespace paddock::simd {

// A dimension of the result, with strides in elements.
struct GroupedDimension {
  int64_t size = 1;
  int64_t splat_stride = 0;
  int64_t vector_stride = 0;
  int64_t result_stride = 0;
};

// The products of one matrix. Term t of row i is at splats[splat_terms[t] + i * splat_step], and
// that of column j at vectors[vector_terms[t] + j].
struct GroupedBlock {
  const void* splats;
  const int64_t* splat_terms;
  int64_t splat_step;
  const void* vectors;
  const int64_t* vector_terms;
  int64_t terms;
  int64_t rows, columns;
  void* result;
  int64_t result_step;
};
using GroupedKernel = void (*)(const GroupedBlock& block);

struct GroupedProblem {
  // f32 or f64.
  ElementType type = ElementType::kF32;
  Numerics numerics = Numerics::kPortable;
  // All dimensions but the rows and columns of a matrix. Columns are neighbours.
  std::vector<GroupedDimension> loops;
  GroupedDimension rows, columns;
  // Offsets of the terms, in elements.
  std::vector<int64_t> splat_terms, vector_terms;
};

struct GroupedPlan {
  GroupedKernel kernel = nullptr;
  GroupedProblem problem;
  int64_t matrix_count = 0;
  int64_t matrices_per_chunk = 1;
};

// Returns the number of columns that fill the smallest vectors, and the largest ones.
int64_t FewestColumns(ElementType type);
int64_t LanesOfColumns(ElementType type);

// There are FewestColumns(problem.type) columns or more.
GroupedPlan PlanGrouped(GroupedProblem problem);

// Chunks write disjoint parts of the result.
int64_t ChunkCount(const GroupedPlan& plan);
void RunGroupedChunk(const GroupedPlan& plan, const void* splats, const void* vectors, void* result,
                     int64_t chunk);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_GROUPED_H_
