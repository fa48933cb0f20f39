// Convolution of features with a kernel each: too few products in each sum for a matrix
// multiplication.
//
//   result[r, i] = sum over cells c of lhs[r, c, i] * weights[c, r, i]
//
// with one sum a result element, c ascending, in the steps of docs/numerics.md.
#ifndef PADDOCK_SIMD_GEMM_DEPTHWISE_H_
#define PADDOCK_SIMD_GEMM_DEPTHWISE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/types/element_type.h"
#include "simd/kernel.h"

namespace paddock::simd {

// A dimension of the result, with strides in elements. `weight_stride` is 0 except for features.
struct DepthwiseDimension {
  int64_t size = 1;
  int64_t lhs_stride = 0;
  int64_t weight_stride = 0;
  int64_t result_stride = 0;
  // Number of the spatial dimension among the edges, or -1.
  int64_t edge = -1;
};

// Where windows leave lhs along a spatial dimension. Padding is zeros.
struct DepthwiseEdge {
  int64_t operand_size = 1;
  int64_t stride = 1;
  int64_t low = 0;
  // Position of the last cell of a window, from the first one.
  int64_t last = 0;
  // The loop over windows, counted from the innermost one; -1: there is one window.
  int64_t loop = -1;
};

// Computes `count` neighbouring results. Cell c of result i is at lhs[cells[c] + i]. Its weight is
// at weights[c * weight_stride + i], or without i if one weight serves all results.
struct DepthwiseRow {
  const void* lhs;
  const int64_t* cells;
  const void* weights;
  int64_t cell_count;
  int64_t weight_stride;
  int64_t count;
  void* result;
};
using DepthwiseKernel = void (*)(const DepthwiseRow& row);

struct DepthwisePlan {
  DepthwiseKernel kernel = nullptr;
  int64_t element_bytes = 4;
  // All dimensions but the row, and then the pieces into which it is cut.
  std::vector<DepthwiseDimension> loops;
  DepthwiseDimension row;
  std::vector<int64_t> cells;
  int64_t weight_stride = 1;
  int64_t piece = 1;
  int64_t piece_count = 0;
  int64_t pieces_per_chunk = 1;
  // lhs is gathered, not read in place: the cells of a piece one after another.
  bool is_gathered = false;
  std::vector<int64_t> gathered_cells;
  // Empty if no window contains padding. Positions of cells in their windows: [edges, cells].
  std::vector<DepthwiseEdge> edges;
  std::vector<int64_t> positions;
  size_t scratch_bytes = 0;
};

// f32 or f64. `cells`: offsets in lhs; weights are [cells, weight_stride].
DepthwisePlan PlanDepthwise(ElementType type, Numerics numerics,
                            std::span<const DepthwiseDimension> dimensions,
                            std::span<const int64_t> cells, int64_t weight_stride);

// Sets edges and positions of a plan whose features are neighbours in lhs and in the result.
void SkipPadding(DepthwisePlan& plan, std::span<const DepthwiseEdge> edges,
                 std::span<const int64_t> positions);

// Chunks write disjoint parts of the result.
int64_t ChunkCount(const DepthwisePlan& plan);
void RunDepthwiseChunk(const DepthwisePlan& plan, const void* lhs, const void* weights,
                       void* result, int64_t chunk, void* scratch);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_DEPTHWISE_H_
