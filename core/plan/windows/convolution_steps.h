// The steps around a convolution's product.
#ifndef PADDOCK_CORE_PLAN_WINDOWS_CONVOLUTION_STEPS_H_
#define PADDOCK_CORE_PLAN_WINDOWS_CONVOLUTION_STEPS_H_

#include <cstdint>
#include <span>

#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/lowering/window_attributes.h"
#include "simd/gemm/depthwise.h"
#include "simd/gemm/grouped.h"
#include "simd/movement/strided_copy.h"

namespace paddock {

class Emitter;
class Lowering;

// Returns the entry of a dimension, which is a number of the attribute dimension_numbers.
inline int64_t At(std::span<const int64_t> list, int64_t dimension) {
  return list[static_cast<size_t>(dimension)];
}

// Emits lhs with the padding that a run reads from `padding` [spatial dimensions, 2]. The step
// fails if the result would have another shape. `windows` has all dimensions of lhs, of which
// `spatial` are padded.
Leaf EmitDynamicPadding(Lowering& lowering, const Operation& operation, const Leaf& lhs,
                        const Leaf& padding, std::span<const WindowDimension> windows,
                        std::span<const int64_t> spatial);

// Strides and offsets in elements.
struct Arrangement {
  std::span<const simd::CopyDimension> loops;
  int64_t from_first = 0;
  int64_t to_first = 0;
};

// Copies `from` to another order of its elements.
void EmitArrangement(Emitter& emitter, const Operation& operation, const Leaf& from, const Leaf& to,
                     const Arrangement& arrangement);

struct OffsetOperand {
  Leaf leaf;
  // Offset of the first element of the first window.
  int64_t first = 0;
};

void EmitDepthwise(Emitter& emitter, const Operation& operation, const OffsetOperand& lhs,
                   const Leaf& weights, const Leaf& result, simd::DepthwisePlan plan);

void EmitGrouped(Emitter& emitter, const Operation& operation, const OffsetOperand& splats,
                 const OffsetOperand& vectors, const Leaf& result, simd::GroupedProblem problem);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_WINDOWS_CONVOLUTION_STEPS_H_
