// Operations on parts of arrays: concatenate, pad, slices, sort.
#include <algorithm>

#include "core/api/xla/lower.h"

namespace paddock::xla {
namespace {

std::string AllShapes(Operands operands) {
  std::vector<Shape> shapes;
  for (const Lowered& operand : operands) shapes.push_back(operand.shape);
  return "the operands are " + ToString(shapes);
}

bool DifferOnlyIn(size_t dimension, Dimensions a, const Dimensions& b) {
  a[dimension] = b[dimension];
  return a == b;
}

std::string PaddingText(const PaddingConfigDimension& one) {
  return ToString({one.edge_padding_low, one.edge_padding_high, one.interior_padding});
}

// Returns the scalars of an array of rank 1.
std::vector<build::Value> ElementsOf(Emitter& e, const Lowered& indices) {
  std::vector<build::Value> scalars;
  const auto type = build::TensorOf(*ElementTypeOf(indices.shape.element_type));
  for (int64_t i = 0; i < indices.shape.dimensions[0]; ++i) {
    const build::Value one =
        e.f().Slice(indices.value, {.start_indices = {i}, .limit_indices = {i + 1}, .strides = {1}},
                    {}, e.where());
    scalars.push_back(e.f().Reshape(one, type, {}, e.where()));
  }
  return scalars;
}

// Returns false after a diagnostic.
bool RequireStartIndices(Emitter& e, const Shape& operand, const Shape& indices) {
  if (IsInteger(indices.element_type) && indices.dimensions == Dimensions{operand.rank()}) {
    return true;
  }
  e.Fail(CallRule::kXlaDynamicSlice1,
         "operand is " + ToString(operand) + ", start_indices is " + ToString(indices));
  return false;
}

bool AreInside(const Dimensions& sizes, const Dimensions& whole) {
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] <= 0 || sizes[i] > whole[i]) return false;
  }
  return true;
}

}  // namespace

Lowered LowerConcatenate(Emitter& e, Operands operands, int64_t dimension) {
  if (operands.empty()) return e.Fail(CallRule::kXlaConcatenate1, "there are none");
  if (!e.RequireArrays(operands)) return e.Failed();
  const Shape& first = operands[0].shape;
  for (const Lowered& operand : operands) {
    if (operand.shape.element_type != first.element_type || operand.shape.rank() != first.rank()) {
      return e.Fail(CallRule::kXlaConcatenate2, AllShapes(operands));
    }
  }
  if (dimension < 0 || dimension >= first.rank()) {
    return e.Fail(CallRule::kXlaConcatenate3,
                  "dimension is " + std::to_string(dimension) + ", and " + AllShapes(operands));
  }
  std::vector<build::Value> values;
  for (const Lowered& operand : operands) {
    if (!DifferOnlyIn(static_cast<size_t>(dimension), operand.shape.dimensions, first.dimensions)) {
      return e.Fail(CallRule::kXlaConcatenate4,
                    "dimension is " + std::to_string(dimension) + ", and " + AllShapes(operands));
    }
    values.push_back(operand.value);
  }
  return e.Made(e.f().Concatenate(values, {.dimension = dimension}, {}, e.where()));
}

Lowered LowerPad(Emitter& e, Operands operands, const PaddingConfig& config) {
  if (!e.RequireArrays(operands)) return e.Failed();
  const Shape& shape = operands[0].shape;
  if (!operands[1].shape.is_scalar() || operands[1].shape.element_type != shape.element_type) {
    return e.Fail(CallRule::kXlaPad1, "operand is " + ToString(shape) + ", padding_value is " +
                                          ToString(operands[1].shape));
  }
  if (static_cast<int64_t>(config.size()) != shape.rank()) {
    return e.Fail(CallRule::kXlaPad2, "operand is " + ToString(shape) +
                                          ", padding_config has size " +
                                          std::to_string(config.size()));
  }
  build::PadAttributes attributes;
  for (size_t i = 0; i < config.size(); ++i) {
    const PaddingConfigDimension& one = config[i];
    const std::string but = "operand is " + ToString(shape) + ", padding_config[" +
                            std::to_string(i) + "] is " + PaddingText(one);
    if (one.interior_padding < 0) return e.Fail(CallRule::kXlaPad3, but);
    const int64_t size = shape.dimensions[i];
    const double padded = static_cast<double>(size) +
                          static_cast<double>(std::max<int64_t>(size - 1, 0)) *
                              static_cast<double>(one.interior_padding) +
                          static_cast<double>(one.edge_padding_low) +
                          static_cast<double>(one.edge_padding_high);
    if (padded < 0) return e.Fail(CallRule::kXlaPad4, but);
    attributes.edge_padding_low.push_back(one.edge_padding_low);
    attributes.edge_padding_high.push_back(one.edge_padding_high);
    attributes.interior_padding.push_back(one.interior_padding);
  }
  return e.Made(e.f().Pad(operands[0].value, operands[1].value, attributes, {}, e.where()));
}

Lowered LowerSlice(Emitter& e, Operands operands, const Dimensions& starts,
                   const Dimensions& limits) {
  if (!e.RequireArrays(operands)) return e.Failed();
  const Shape& shape = operands[0].shape;
  const std::string but = "operand is " + ToString(shape) + ", start_indices is " +
                          ToString(starts) + ", limit_indices is " + ToString(limits);
  if (starts.size() != shape.dimensions.size() || limits.size() != starts.size()) {
    return e.Fail(CallRule::kXlaSlice1, but);
  }
  for (size_t i = 0; i < starts.size(); ++i) {
    if (starts[i] < 0 || starts[i] >= limits[i] || limits[i] > shape.dimensions[i]) {
      return e.Fail(CallRule::kXlaSlice2, but);
    }
  }
  return e.Made(e.f().Slice(
      operands[0].value,
      {.start_indices = starts, .limit_indices = limits, .strides = Dimensions(starts.size(), 1)},
      {}, e.where()));
}

Lowered LowerDynamicSlice(Emitter& e, Operands operands, const Dimensions& sizes) {
  if (!e.RequireArrays(operands)) return e.Failed();
  const Shape& shape = operands[0].shape;
  if (!RequireStartIndices(e, shape, operands[1].shape)) return e.Failed();
  if (sizes.size() != shape.dimensions.size() || !AreInside(sizes, shape.dimensions)) {
    return e.Fail(CallRule::kXlaDynamicSlice2,
                  "operand is " + ToString(shape) + ", size_indices is " + ToString(sizes));
  }
  const std::vector<build::Value> starts = ElementsOf(e, operands[1]);
  return e.Made(
      e.f().DynamicSlice(operands[0].value, starts, {.slice_sizes = sizes}, {}, e.where()));
}

Lowered LowerDynamicUpdateSlice(Emitter& e, Operands operands) {
  if (!e.RequireArrays(operands)) return e.Failed();
  const Shape& shape = operands[0].shape;
  const Shape& update = operands[1].shape;
  if (!RequireStartIndices(e, shape, operands[2].shape)) return e.Failed();
  const std::string but = "operand is " + ToString(shape) + ", update is " + ToString(update);
  if (update.element_type != shape.element_type || update.rank() != shape.rank()) {
    return e.Fail(CallRule::kXlaDynamicUpdateSlice1, but);
  }
  if (!AreInside(update.dimensions, shape.dimensions)) {
    return e.Fail(CallRule::kXlaDynamicUpdateSlice2, but);
  }
  const std::vector<build::Value> starts = ElementsOf(e, operands[2]);
  return e.Made(
      e.f().DynamicUpdateSlice(operands[0].value, operands[1].value, starts, {}, e.where()));
}

Lowered LowerSort(Emitter& e, Operands operands, int64_t dimension) {
  if (!e.RequireArrays(operands)) return e.Failed();
  const Shape& shape = operands[0].shape;
  if (dimension < -shape.rank() || dimension >= shape.rank()) {
    return e.Fail(CallRule::kXlaSort1,
                  "operand is " + ToString(shape) + ", dimension is " + std::to_string(dimension));
  }
  build::CompareAttributes less = {.comparison_direction = build::ComparisonDirection::kLt};
  // The order of all floats has places for NaNs.
  if (IsFloat(shape.element_type)) less.compare_type = build::ComparisonType::kTotalorder;
  const build::Values sorted = e.f().Sort(
      operands[0].value, {.dimension = dimension},
      [&](const build::Values& pair) {
        return e.f().Compare(pair[0], pair[1], less, {}, e.where());
      },
      {}, e.where());
  return e.Made(sorted);
}

}  // namespace paddock::xla
