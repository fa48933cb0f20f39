// A convolution as a batched matrix multiplication that reads the windows of lhs through strides,
// so that neighbouring windows share their elements.
#ifndef PADDOCK_CORE_PLAN_WINDOWS_CONVOLUTION_PRODUCT_H_
#define PADDOCK_CORE_PLAN_WINDOWS_CONVOLUTION_PRODUCT_H_

#include <cstdint>
#include <span>
#include <vector>

#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/lowering/window_attributes.h"
#include "core/plan/windows/convolution_phases.h"

namespace paddock {

class Lowering;

// Operands in memory. All elements of lhs under the windows are there, except for padding if
// `skips_padding`.
struct ConvolutionProduct {
  Leaf lhs, rhs;
  // Offsets: in lhs of the first cell of the first window, in rhs of the first element.
  int64_t lhs_first = 0, rhs_first = 0;
  // One result for each window of `phases`, in the order of the operation's result.
  Leaf result;
  // With copies of phases: the operation's whole result, the strides of its windows, and the first
  // one's offset. Otherwise empty.
  std::vector<int64_t> result_strides;
  int64_t result_first = 0;
  // By spatial dimension.
  std::span<const ConvolutionPhase> phases;
  bool skips_padding = false;
};

// Returns whether the product of a convolution with base dilation 1 may skip padding: those with a
// kernel for each feature, which are neighbours.
bool MaySkipPadding(const ConvolutionAttributes& attributes, const Leaf& lhs, const Leaf& rhs,
                    const Leaf& result);

// Returns false if there is no kernel for the types.
bool EmitConvolutionProduct(Lowering& lowering, const Operation& operation,
                            const ConvolutionAttributes& attributes,
                            const ConvolutionProduct& product);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_WINDOWS_CONVOLUTION_PRODUCT_H_
