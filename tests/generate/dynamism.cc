// Operations whose sizes are operands.
#include "tests/generate/writer.h"

namespace paddock::generate {
namespace {

void WriteGetDimensionSize(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements, 1);
  const int64_t dimension = writer.random.Below(static_cast<int64_t>(operand.type.rank()));
  writer.Apply("stablehlo.get_dimension_size", {operand}, {TensorSpec{ElementType::kI32, {}}},
               "dimension = " + std::to_string(dimension) + " : i64");
}

void WriteDynamicBroadcastInDim(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements, 0, 2);
  Shape shape = operand.type.shape;
  std::vector<int64_t> dimensions;
  for (size_t d = 0; d < shape.size(); ++d) dimensions.push_back(static_cast<int64_t>(d) + 1);
  shape.insert(shape.begin(), writer.random.Between(1, 3));
  writer.Apply("stablehlo.dynamic_broadcast_in_dim", {operand, writer.ShapeOperand(shape)},
               {operand.type.With(shape)}, "broadcast_dimensions = " + ArrayText(dimensions));
}

void WriteDynamicIota(Writer& writer) {
  const Shape shape = writer.AnyShape(1, 3);
  const TensorSpec type = {writer.AnyElement(kSignedElements | kUnsignedElements | kFloatElements),
                           shape};
  const int64_t dimension = writer.random.Below(static_cast<int64_t>(shape.size()));
  writer.Apply("stablehlo.dynamic_iota", {writer.ShapeOperand(shape)}, {type},
               "iota_dimension = " + std::to_string(dimension) + " : i64");
}

void WriteDynamicReshape(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements);
  const Shape shape = {operand.type.count()};
  writer.Apply("stablehlo.dynamic_reshape", {operand, writer.ShapeOperand(shape)},
               {operand.type.With(shape)});
}

void WriteDynamicPad(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements, 1, 3);
  const auto rank = static_cast<int64_t>(operand.type.rank());
  std::vector<int64_t> low, high, interior;
  Shape shape;
  for (int64_t size : operand.type.shape) {
    low.push_back(writer.random.Between(0, 2));
    high.push_back(writer.random.Between(0, 2));
    interior.push_back(writer.random.Between(0, 1));
    shape.push_back(size + low.back() + high.back() +
                    (size > 0 ? (size - 1) * interior.back() : 0));
  }
  const TensorSpec sizes = {ElementType::kI64, {rank}};
  writer.Apply("stablehlo.dynamic_pad",
               {operand, writer.Get(operand.type.With(Shape())), writer.KnownIntegers(low, sizes),
                writer.KnownIntegers(high, sizes), writer.KnownIntegers(interior, sizes)},
               {operand.type.With(shape)});
}

void WriteRealDynamicSlice(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements, 1, 3);
  const auto rank = static_cast<int64_t>(operand.type.rank());
  std::vector<int64_t> starts, strides;
  Shape shape;
  for (int64_t size : operand.type.shape) {
    starts.push_back(writer.random.Between(0, size));
    strides.push_back(writer.random.Between(1, 2));
    shape.push_back((size - starts.back() + strides.back() - 1) / strides.back());
  }
  const TensorSpec sizes = {ElementType::kI64, {rank}};
  writer.Apply(
      "stablehlo.real_dynamic_slice",
      {operand, writer.KnownIntegers(starts, sizes),
       writer.KnownIntegers(operand.type.shape, sizes), writer.KnownIntegers(strides, sizes)},
      {operand.type.With(shape)});
}

// The complete size, unless the result's type may be less specific than its sizes.
void WriteSetDimensionSize(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements, 1);
  const auto d =
      static_cast<size_t>(writer.random.Below(static_cast<int64_t>(operand.type.rank())));
  Shape shape = operand.type.shape;
  if (writer.openness > 0) shape[d] = writer.random.Between(0, shape[d]);
  writer.Apply("stablehlo.set_dimension_size", {operand, writer.KnownScalar(shape[d])},
               {operand.type.With(shape)}, "dimension = " + std::to_string(d) + " : i64");
}

}  // namespace

std::vector<OperationKind> DynamismKinds() {
  return {{"stablehlo.get_dimension_size", 1, WriteGetDimensionSize},
          {"stablehlo.dynamic_broadcast_in_dim", 1, WriteDynamicBroadcastInDim},
          {"stablehlo.dynamic_iota", 1, WriteDynamicIota},
          {"stablehlo.dynamic_reshape", 1, WriteDynamicReshape},
          {"stablehlo.dynamic_pad", 1, WriteDynamicPad},
          {"stablehlo.real_dynamic_slice", 1, WriteRealDynamicSlice},
          {"stablehlo.set_dimension_size", 1, WriteSetDimensionSize}};
}

}  // namespace paddock::generate
