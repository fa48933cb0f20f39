// Operations that move elements without reading their values.
#include <algorithm>

#include "tests/generate/writer.h"

namespace paddock::generate {
namespace {

// Returns an operand whose copies stay small.
Named AnyOperand(Writer& writer, size_t least_rank = 0) {
  return writer.GetAny(kStoredElements, least_rank, 4);
}

void WriteBroadcastInDim(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements, 0, 3);
  const size_t rank = operand.type.rank();
  const auto result_rank =
      static_cast<size_t>(writer.random.Between(static_cast<int64_t>(rank), 4));
  const std::vector<int64_t> dimensions = ChooseDimensions(writer.random, result_rank, rank);
  Shape shape(result_rank);
  for (int64_t& size : shape) size = writer.random.Between(1, 3);
  for (size_t d = 0; d < rank; ++d) {
    if (operand.type.shape[d] != 1)
      shape[static_cast<size_t>(dimensions[d])] = operand.type.shape[d];
  }
  writer.Apply("stablehlo.broadcast_in_dim", {operand}, {operand.type.With(shape)},
               "broadcast_dimensions = " + ArrayText(dimensions));
}

void WriteBroadcast(Writer& writer) {
  const Named operand = writer.GetAny(kStoredElements, 0, 2);
  Shape sizes(static_cast<size_t>(writer.random.Below(3)));
  for (int64_t& size : sizes) size = writer.random.Between(1, 3);
  Shape shape = sizes;
  shape.insert(shape.end(), operand.type.shape.begin(), operand.type.shape.end());
  writer.Apply("stablehlo.broadcast", {operand}, {operand.type.With(shape)},
               "broadcast_sizes = " + ArrayText(sizes));
}

void WriteTranspose(Writer& writer) {
  const Named operand = AnyOperand(writer);
  const size_t rank = operand.type.rank();
  const std::vector<int64_t> permutation = ChooseDimensions(writer.random, rank, rank);
  Shape shape;
  for (int64_t dimension : permutation) {
    shape.push_back(operand.type.shape[static_cast<size_t>(dimension)]);
  }
  writer.Apply("stablehlo.transpose", {operand}, {operand.type.With(shape)},
               "permutation = " + ArrayText(permutation));
}

// Reshapes to one dimension, or joins two neighbours, or splits one.
void WriteReshape(Writer& writer) {
  const Named operand = AnyOperand(writer);
  Shape shape = operand.type.shape;
  if (shape.size() >= 2 && writer.random.Chance(50)) {
    const auto d = static_cast<size_t>(writer.random.Below(static_cast<int64_t>(shape.size()) - 1));
    shape[d] *= shape[d + 1];
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(d) + 1);
  } else if (shape.size() < 4) {
    const auto d = writer.random.Below(static_cast<int64_t>(shape.size()) + 1);
    shape.insert(shape.begin() + d, 1);
    const bool can_split = d > 0 && shape[static_cast<size_t>(d) - 1] % 2 == 0;
    if (can_split) {
      shape[static_cast<size_t>(d) - 1] /= 2;
      shape[static_cast<size_t>(d)] = 2;
    }
  } else {
    shape = {operand.type.count()};
  }
  writer.Apply("stablehlo.reshape", {operand}, {operand.type.With(shape)});
}

void WriteSlice(Writer& writer) {
  const Named operand = AnyOperand(writer, 1);
  std::vector<int64_t> starts, limits, strides;
  Shape shape;
  for (int64_t size : operand.type.shape) {
    starts.push_back(writer.random.Between(0, size));
    limits.push_back(writer.random.Chance(50) ? size : writer.random.Between(starts.back(), size));
    if (limits.back() == starts.back() && size > 0 && writer.random.Chance(90)) {
      starts.back() = 0;
      limits.back() = size;
    }
    strides.push_back(writer.random.Between(1, 3));
    shape.push_back((limits.back() - starts.back() + strides.back() - 1) / strides.back());
  }
  writer.Apply("stablehlo.slice", {operand}, {operand.type.With(shape)},
               "start_indices = " + ArrayText(starts) + ", limit_indices = " + ArrayText(limits) +
                   ", strides = " + ArrayText(strides));
}

void WritePad(Writer& writer) {
  const Named operand = AnyOperand(writer);
  std::vector<int64_t> low, high, interior;
  Shape shape;
  for (int64_t size : operand.type.shape) {
    interior.push_back(writer.random.Chance(70) ? 0 : writer.random.Between(1, 2));
    const int64_t spread = size + std::max<int64_t>(size - 1, 0) * interior.back();
    low.push_back(writer.random.Between(-std::min<int64_t>(spread, 2), 2));
    high.push_back(
        writer.random.Between(-std::min<int64_t>(spread + std::min<int64_t>(low.back(), 0), 2), 2));
    shape.push_back(spread + low.back() + high.back());
    if (shape.back() >= 0) continue;
    high.back() -= shape.back();
    shape.back() = 0;
  }
  const Named value = writer.Get(operand.type.With(Shape()));
  writer.Apply("stablehlo.pad", {operand, value}, {operand.type.With(shape)},
               "edge_padding_low = " + ArrayText(low) + ", edge_padding_high = " + ArrayText(high) +
                   ", interior_padding = " + ArrayText(interior));
}

void WriteConcatenate(Writer& writer) {
  const Named first = AnyOperand(writer, 1);
  const auto d = static_cast<size_t>(writer.random.Below(static_cast<int64_t>(first.type.rank())));
  std::vector<Named> operands = {first};
  TensorSpec result = first.type;
  while (operands.size() < 4 && writer.random.Chance(60)) {
    TensorSpec type = first.type;
    if (writer.random.Chance(40)) type.shape[d] = writer.random.Between(0, 3);
    result.shape[d] += type.shape[d];
    operands.push_back(writer.Get(type));
  }
  writer.Apply("stablehlo.concatenate", operands, {result},
               "dimension = " + std::to_string(d) + " : i64");
}

void WriteReverse(Writer& writer) {
  const Named operand = AnyOperand(writer);
  const auto count =
      static_cast<size_t>(writer.random.Below(static_cast<int64_t>(operand.type.rank()) + 1));
  writer.Apply(
      "stablehlo.reverse", {operand}, {operand.type},
      "dimensions = " + ArrayText(ChooseDimensions(writer.random, operand.type.rank(), count)));
}

}  // namespace

std::vector<OperationKind> DataMovementKinds() {
  return {{"stablehlo.broadcast_in_dim", 5, WriteBroadcastInDim},
          {"stablehlo.broadcast", 1, WriteBroadcast},
          {"stablehlo.transpose", 5, WriteTranspose},
          {"stablehlo.reshape", 4, WriteReshape},
          {"stablehlo.slice", 5, WriteSlice},
          {"stablehlo.pad", 4, WritePad},
          {"stablehlo.concatenate", 4, WriteConcatenate},
          {"stablehlo.reverse", 3, WriteReverse}};
}

}  // namespace paddock::generate
