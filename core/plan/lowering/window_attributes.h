// Attributes of the operations over windows: reduce_window, select_and_scatter, convolution.
#ifndef PADDOCK_CORE_PLAN_LOWERING_WINDOW_ATTRIBUTES_H_
#define PADDOCK_CORE_PLAN_LOWERING_WINDOW_ATTRIBUTES_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/ir/operation.h"
#include "simd/windows/window_dimension.h"

namespace paddock {

using simd::WindowDimension;

// Returns `count` entries; if the attribute is absent or empty, all are `otherwise`.
std::vector<int64_t> ListOf(const Operation& operation, std::string_view name, size_t count,
                            int64_t otherwise);

// Returns the windows of reduce_window and select_and_scatter.
std::vector<WindowDimension> WindowsOf(const Operation& operation,
                                       std::span<const int64_t> operand_shape,
                                       std::span<const int64_t> result_shape);

// Attributes of convolution and dynamic_conv. The lists have an entry for each spatial dimension.
struct ConvolutionAttributes {
  int64_t input_batch = 0, input_feature = 0;
  int64_t kernel_input_feature = 0, kernel_output_feature = 0;
  int64_t output_batch = 0, output_feature = 0;
  std::vector<int64_t> input_spatial, kernel_spatial, output_spatial;
  std::vector<int64_t> strides, lhs_dilation, rhs_dilation, reversal;
  // Two for each dimension: low, high. All 0 if the padding is an operand.
  std::vector<int64_t> padding;
  int64_t feature_groups = 1, batch_groups = 1;

  // Returns the window along spatial dimension `i`.
  WindowDimension WindowAlong(size_t i, std::span<const int64_t> lhs, std::span<const int64_t> rhs,
                              std::span<const int64_t> result) const;
  // Returns the windows along every dimension of lhs, with size 1 along batch and features.
  std::vector<WindowDimension> WindowsOverLhs(std::span<const int64_t> lhs,
                                              std::span<const int64_t> rhs,
                                              std::span<const int64_t> result) const;
};

ConvolutionAttributes ConvolutionAttributesOf(const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_WINDOW_ATTRIBUTES_H_
