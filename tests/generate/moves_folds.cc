// Idioms that combine elements along a dimension, or choose among them.
#include <algorithm>

#include "tests/generate/moves.h"

namespace paddock::generate {
namespace {

Named WriteChain(Moves& moves) { return Chain(moves, moves.Any()); }

// Reduces along dimensions, and joins the value with the result: subtraction of a mean.
Named WriteFold(Moves& moves) {
  const Named value = moves.Any();
  const size_t rank = moves.shape.size();
  const int64_t count =
      moves.random().Chance(75) ? 1 : moves.random().Between(1, static_cast<int64_t>(rank));
  std::vector<int64_t> reduced = ChooseDimensions(moves.random(), rank, static_cast<size_t>(count));
  std::ranges::sort(reduced);
  const std::string_view op = AnyMonoid(moves.random(), value.type.element);
  Named folded = Reduce(moves.writer, value, op, reduced);
  if (moves.random().Chance(30)) folded = Chain(moves, folded);
  if (moves.random().Chance(15)) moves.results.push_back(folded);
  std::vector<int64_t> dimensions = DimensionsFrom(0, moves.shape.size());
  std::erase_if(dimensions,
                [&](int64_t d) { return std::ranges::find(reduced, d) != reduced.end(); });
  return Join(moves, value, Broadcast(moves.writer, folded, dimensions, moves.shape));
}

// Joins the value with one of its rows.
Named WriteRow(Moves& moves) {
  const Named value = moves.Any();
  const size_t d = moves.AnyDimension();
  const int64_t at = moves.random().Below(moves.shape[d]);
  const Named row = SliceAlong(moves.writer, moves.Any(value.type.element), d, at, at + 1);
  return Join(moves, value,
              Broadcast(moves.writer, row, DimensionsFrom(0, moves.shape.size()), moves.shape));
}

// Combines each element with its neighbours, or with all before it.
Named WriteWindow(Moves& moves) {
  constexpr int64_t kLongest = 64;
  Writer& writer = moves.writer;
  const Named value = moves.Any();
  const size_t d = moves.AnyDimension();
  const int64_t size = moves.shape[d];
  const bool is_full = size <= kLongest && writer.random.Chance(40);
  const int64_t length = is_full ? size : writer.random.Between(2, 5);
  const int64_t low = is_full || writer.random.Chance(40) ? length - 1 : length / 2;
  const Shape ones(moves.shape.size(), 1);
  Shape window = ones;
  window[d] = length;
  std::string padding;
  for (size_t i = 0; i < moves.shape.size(); ++i) {
    const bool is_padded = i == d;
    padding += (i == 0 ? "[" : ", [") + std::to_string(is_padded ? low : 0) + ", " +
               std::to_string(is_padded ? length - 1 - low : 0) + "]";
  }
  const Named init = Zero(writer, value.type.With(Shape()));
  const std::string_view op = AnyMonoid(writer.random, value.type.element);
  const std::string body = BodyOf(writer, op, value.type.element);
  return writer.Apply("stablehlo.reduce_window", {value, init}, {value.type},
                      "window_dimensions = " + ArrayText(window) +
                          ", window_strides = " + ArrayText(ones) + ", padding = dense<[" +
                          padding + "]> : tensor<" + std::to_string(ones.size()) + "x2xi64>",
                      {body})[0];
}

// A running sum by shifts of 1, 2, 4 ...
Named WriteScan(Moves& moves) {
  Writer& writer = moves.writer;
  Named value = moves.Any();
  const size_t d = moves.AnyDimension();
  const std::string_view op = AnyMonoid(writer.random, value.type.element);
  const int64_t steps = writer.random.Between(1, 5);
  for (int64_t i = 0; i < steps; ++i) {
    const int64_t distance = std::min(moves.shape[d], int64_t{1} << i);
    const Named zero = Zero(writer, value.type.With(Shape()));
    const Named moved = PadAlong(writer, value, zero, d, distance, -distance);
    value = Binary(writer, op, value, moved);
  }
  return value;
}

// Selects by positions or by values.
Named WriteSelect(Moves& moves) {
  Writer& writer = moves.writer;
  const Named value = moves.Any();
  const Named other = moves.Any(value.type.element);
  const TensorSpec places = {ElementType::kI32, moves.shape};
  Named truth;
  switch (writer.random.Below(3)) {
    case 0: {
      const Named left = moves.Any();
      truth = Compare(writer, left, moves.Any(left.type.element));
      break;
    }
    case 1: {
      const size_t d = moves.AnyDimension();
      const Named limit =
          writer.Integers({writer.random.Between(0, moves.shape[d])}, {ElementType::kI32, {}});
      const Named everywhere = Broadcast(writer, limit, {}, moves.shape);
      truth = Compare(writer, Iota(writer, places, d), everywhere);
      break;
    }
    default: {
      const Named rows = Iota(writer, places, moves.AnyDimension());
      truth = Compare(writer, rows, Iota(writer, places, moves.AnyDimension()));
    }
  }
  return Select(writer, truth, value, other);
}

// Returns a position for each position along a dimension of this size; some are outside.
Named AnyPositions(Moves& moves, int64_t size) {
  Writer& writer = moves.writer;
  const TensorSpec type = {ElementType::kI32, {size}};
  const auto constant = [&](int64_t value) {
    return writer.Define(
        type, "stablehlo.constant dense<" + std::to_string(value) + "> : " + type.text());
  };
  const Named iota = Iota(writer, type, 0);
  const int64_t factor = writer.random.Between(1, 3), offset = writer.random.Between(-2, size);
  switch (writer.random.Below(4)) {
    case 0:
      return Binary(writer, "stablehlo.subtract", constant(size - 1), iota);
    case 1: {
      const Named scaled = Binary(writer, "stablehlo.multiply", iota, constant(factor));
      const Named moved = Binary(writer, "stablehlo.add", scaled, constant(offset));
      return Binary(writer, "stablehlo.remainder", moved, constant(size));
    }
    case 2: {
      const Named moved = Binary(writer, "stablehlo.add", iota, constant(offset));
      const Named least = constant(0), most = constant(size - 1);
      return writer.Apply("stablehlo.clamp", {least, moved, most}, {type})[0];
    }
    default: {
      if (moves.starts.empty()) return iota;
      const Named start = writer.random.Pick(moves.starts);
      return Binary(writer, "stablehlo.add", iota, Broadcast(writer, start, {}, type.shape));
    }
  }
}

// Takes slices along a dimension.
Named WriteTake(Moves& moves) {
  Writer& writer = moves.writer;
  const Named value = moves.Any();
  const size_t d = moves.AnyDimension();
  const int64_t size = moves.shape[d];
  Named positions = AnyPositions(moves, size);
  if (writer.random.Chance(50)) positions = Reshape(writer, positions, {size, 1});
  Shape sizes = moves.shape;
  sizes[d] = 1;
  std::vector<int64_t> offsets = DimensionsFrom(0, moves.shape.size());
  offsets.erase(offsets.begin() + static_cast<std::ptrdiff_t>(d));
  const std::string at = std::to_string(d);
  return writer.Apply("stablehlo.gather", {value, positions}, {value.type},
                      "dimension_numbers = #stablehlo.gather<offset_dims = [" + ListText(offsets) +
                          "], collapsed_slice_dims = [" + at + "], start_index_map = [" + at +
                          "], index_vector_dim = 1>, slice_sizes = " + ArrayText(sizes) +
                          ", indices_are_sorted = false")[0];
}

// Computes in another element type.
Named WriteConverted(Moves& moves) {
  Writer& writer = moves.writer;
  const Named value = moves.Any();
  const ElementType other = writer.random.Chance(50) ? writer.random.Pick(moves.elements)
                                                     : writer.AnyElement(kStoredElements);
  Named converted = writer.Apply("stablehlo.convert", {value}, {value.type.With(other)})[0];
  if (writer.random.Chance(60)) converted = Chain(moves, converted);
  if (writer.random.Chance(20)) return converted;
  return writer.Apply("stablehlo.convert", {converted}, {value.type})[0];
}

}  // namespace

std::vector<MoveIdiom> FoldIdioms() {
  return {{14, WriteChain}, {5, WriteFold},   {3, WriteRow},  {3, WriteWindow},
          {3, WriteScan},   {5, WriteSelect}, {3, WriteTake}, {3, WriteConverted}};
}

}  // namespace paddock::generate
