#include "core/plan/lowering/window_attributes.h"

#include "core/ir/attribute_values.h"

namespace paddock {

std::vector<int64_t> ListOf(const Operation& operation, std::string_view name, size_t count,
                            int64_t otherwise) {
  std::vector<int64_t> list = IntegersOf(operation, name);
  if (list.size() != count) list.assign(count, otherwise);
  return list;
}

std::vector<WindowDimension> WindowsOf(const Operation& operation,
                                       std::span<const int64_t> operand_shape,
                                       std::span<const int64_t> result_shape) {
  const size_t rank = operand_shape.size();
  const auto windows = ListOf(operation, "window_dimensions", rank, 1);
  const auto strides = ListOf(operation, "window_strides", rank, 1);
  const auto base_dilations = ListOf(operation, "base_dilations", rank, 1);
  const auto window_dilations = ListOf(operation, "window_dilations", rank, 1);
  const auto padding = ListOf(operation, "padding", 2 * rank, 0);
  std::vector<WindowDimension> dimensions(rank);
  for (size_t i = 0; i < rank; ++i) {
    dimensions[i] = {operand_shape[i],  result_shape[i],     windows[i],    strides[i],
                     base_dilations[i], window_dilations[i], padding[2 * i]};
  }
  return dimensions;
}

WindowDimension ConvolutionAttributes::WindowAlong(size_t i, std::span<const int64_t> lhs,
                                                   std::span<const int64_t> rhs,
                                                   std::span<const int64_t> result) const {
  return {lhs[static_cast<size_t>(input_spatial[i])],
          result[static_cast<size_t>(output_spatial[i])],
          rhs[static_cast<size_t>(kernel_spatial[i])],
          strides[i],
          lhs_dilation[i],
          rhs_dilation[i],
          padding[2 * i]};
}

std::vector<WindowDimension> ConvolutionAttributes::WindowsOverLhs(
    std::span<const int64_t> lhs, std::span<const int64_t> rhs,
    std::span<const int64_t> result) const {
  std::vector<WindowDimension> windows;
  for (int64_t size : lhs) windows.push_back({size, size});
  for (size_t i = 0; i < input_spatial.size(); ++i) {
    windows[static_cast<size_t>(input_spatial[i])] = WindowAlong(i, lhs, rhs, result);
  }
  return windows;
}

ConvolutionAttributes ConvolutionAttributesOf(const Operation& operation) {
  const Attribute* numbers = operation.Find("dimension_numbers");
  ConvolutionAttributes attributes;
  attributes.input_batch = IntegerOf(numbers, "input_batch_dimension", 0);
  attributes.input_feature = IntegerOf(numbers, "input_feature_dimension", 0);
  attributes.input_spatial = IntegersOf(numbers, "input_spatial_dimensions");
  attributes.kernel_input_feature = IntegerOf(numbers, "kernel_input_feature_dimension", 0);
  attributes.kernel_output_feature = IntegerOf(numbers, "kernel_output_feature_dimension", 0);
  attributes.kernel_spatial = IntegersOf(numbers, "kernel_spatial_dimensions");
  attributes.output_batch = IntegerOf(numbers, "output_batch_dimension", 0);
  attributes.output_feature = IntegerOf(numbers, "output_feature_dimension", 0);
  attributes.output_spatial = IntegersOf(numbers, "output_spatial_dimensions");
  const size_t spatial = attributes.input_spatial.size();
  attributes.strides = ListOf(operation, "window_strides", spatial, 1);
  attributes.lhs_dilation = ListOf(operation, "lhs_dilation", spatial, 1);
  attributes.rhs_dilation = ListOf(operation, "rhs_dilation", spatial, 1);
  attributes.reversal = ListOf(operation, "window_reversal", spatial, 0);
  attributes.padding = ListOf(operation, "padding", 2 * spatial, 0);
  attributes.feature_groups = IntegerOf(operation, "feature_group_count", 1);
  attributes.batch_groups = IntegerOf(operation, "batch_group_count", 1);
  return attributes;
}

}  // namespace paddock
