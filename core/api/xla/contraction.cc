// Dot and the convolutions.
#include <algorithm>

#include "core/api/xla/lower.h"

namespace paddock::xla {
namespace {

std::string BothSides(Operands operands) {
  return "lhs is " + ToString(operands[0].shape) + ", rhs is " + ToString(operands[1].shape);
}

bool HasRankOfDot(const Shape& shape) { return shape.rank() == 1 || shape.rank() == 2; }

// Returns 0, 1 ... as spatial dimensions of an operand: 2, 3 ...
Dimensions SpatialDimensions(int64_t rank) {
  Dimensions dimensions;
  for (int64_t i = 2; i < rank; ++i) dimensions.push_back(i);
  return dimensions;
}

// Returns false after a diagnostic.
bool RequireConvOperands(Emitter& e, Operands operands) {
  if (!e.RequireArrays(operands)) return false;
  const Shape& lhs = operands[0].shape;
  const Shape& rhs = operands[1].shape;
  if (lhs.rank() != rhs.rank() || lhs.rank() < 2) {
    e.Fail(CallRule::kXlaConv1, BothSides(operands));
  } else if (lhs.dimensions[1] != rhs.dimensions[1]) {
    e.Fail(CallRule::kXlaConv2, BothSides(operands));
  } else if (lhs.element_type != rhs.element_type) {
    e.Fail(CallRule::kXlaConv5, BothSides(operands));
  } else {
    return true;
  }
  return false;
}

bool ArePositive(const Dimensions& numbers) {
  return std::ranges::all_of(numbers, [](int64_t number) { return number > 0; });
}

// Returns false after a diagnostic.
bool RequireWindow(Emitter& e, size_t count, const Dimensions& strides, size_t paddings,
                   const Dimensions& lhs_dilation, const Dimensions& rhs_dilation) {
  const std::string but = "window_strides is " + ToString(strides) + ", lhs_dilation is " +
                          ToString(lhs_dilation) + ", rhs_dilation is " + ToString(rhs_dilation);
  if (strides.size() != count || paddings != count || lhs_dilation.size() != count ||
      rhs_dilation.size() != count) {
    e.Fail(CallRule::kXlaConv3, "n is " + std::to_string(count) + ", " + but +
                                    ", padding has size " + std::to_string(paddings));
    return false;
  }
  if (ArePositive(strides) && ArePositive(lhs_dilation) && ArePositive(rhs_dilation)) return true;
  e.Fail(CallRule::kXlaConv4, but);
  return false;
}

Dimensions OnesIfEmpty(const Dimensions& dilation, size_t count) {
  return dilation.empty() ? Dimensions(count, 1) : dilation;
}

}  // namespace

int64_t PlacesOf(Padding padding, int64_t size, int64_t window, int64_t stride) {
  if (padding == Padding::kSame) return size / stride + (size % stride != 0 ? 1 : 0);
  return size < window ? 0 : (size - window) / stride + 1;
}

std::pair<int64_t, int64_t> PaddingOf(Padding padding, int64_t size, int64_t window,
                                      int64_t stride) {
  if (padding == Padding::kValid) return {0, 0};
  // The stride to the last place is below the size, so no sum overflows.
  const int64_t last = (PlacesOf(padding, size, window, stride) - 1) * stride;
  const int64_t total = std::max<int64_t>(0, last - size + window);
  return {total / 2, total - total / 2};
}

build::Elements PaddingElements(const GeneralPadding& padding) {
  std::vector<int64_t> numbers;
  for (const auto& [low, high] : padding) {
    numbers.push_back(low);
    numbers.push_back(high);
  }
  return build::Elements(numbers).Reshaped({static_cast<int64_t>(padding.size()), 2});
}

// The contracted dimensions are the last of lhs and the one before the last of rhs.
Lowered LowerDot(Emitter& e, Operands operands) {
  if (!e.RequireArrays(operands)) return e.Failed();
  const Shape& lhs = operands[0].shape;
  const Shape& rhs = operands[1].shape;
  if (!HasRankOfDot(lhs) || !HasRankOfDot(rhs)) {
    return e.Fail(CallRule::kXlaDot1, BothSides(operands));
  }
  if (lhs.dimensions.back() != rhs.dimensions.front()) {
    return e.Fail(CallRule::kXlaDot2, BothSides(operands));
  }
  if (lhs.element_type != rhs.element_type) {
    return e.Fail(CallRule::kXlaDot3, BothSides(operands));
  }
  return e.Made(
      e.f().DotGeneral(operands[0].value, operands[1].value,
                       {.dot_dimension_numbers = {.lhs_contracting_dimensions = {lhs.rank() - 1},
                                                  .rhs_contracting_dimensions = {0}}},
                       {}, e.where()));
}

Lowered LowerConv(Emitter& e, Operands operands, const Dimensions& strides, Padding padding) {
  if (!RequireConvOperands(e, operands)) return e.Failed();
  const size_t count = operands[0].shape.dimensions.size() - 2;
  const Dimensions ones(count, 1);
  if (!RequireWindow(e, count, strides, count, ones, ones)) return e.Failed();
  GeneralPadding general;
  for (size_t i = 0; i < count; ++i) {
    general.push_back(PaddingOf(padding, operands[0].shape.dimensions[i + 2],
                                operands[1].shape.dimensions[i + 2], strides[i]));
  }
  return LowerConvWithGeneralPadding(e, operands, strides, general, ones, ones);
}

Lowered LowerConvWithGeneralPadding(Emitter& e, Operands operands, const Dimensions& strides,
                                    const GeneralPadding& padding, const Dimensions& lhs_dilation,
                                    const Dimensions& rhs_dilation) {
  if (!RequireConvOperands(e, operands)) return e.Failed();
  const int64_t rank = operands[0].shape.rank();
  const size_t count = static_cast<size_t>(rank) - 2;
  const Dimensions lhs = OnesIfEmpty(lhs_dilation, count);
  const Dimensions rhs = OnesIfEmpty(rhs_dilation, count);
  if (!RequireWindow(e, count, strides, padding.size(), lhs, rhs)) return e.Failed();
  const Dimensions spatial = SpatialDimensions(rank);
  return e.Made(e.f().Convolution(operands[0].value, operands[1].value,
                                  {.window_strides = strides,
                                   .padding = PaddingElements(padding),
                                   .lhs_dilation = lhs,
                                   .rhs_dilation = rhs,
                                   .dimension_numbers = {.input_batch_dimension = 0,
                                                         .input_feature_dimension = 1,
                                                         .input_spatial_dimensions = spatial,
                                                         .kernel_input_feature_dimension = 1,
                                                         .kernel_output_feature_dimension = 0,
                                                         .kernel_spatial_dimensions = spatial,
                                                         .output_batch_dimension = 0,
                                                         .output_feature_dimension = 1,
                                                         .output_spatial_dimensions = spatial},
                                   .feature_group_count = 1,
                                   .batch_group_count = 1},
                                  {}, e.where()));
}

}  // namespace paddock::xla
