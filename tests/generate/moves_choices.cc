// Choices between a tensor and its update, as in jnp.where(is_wanted, x.at[i].add(y), x), alone or
// for each batch.
#include <algorithm>

#include "tests/generate/moves.h"

namespace paddock::generate {
namespace {

constexpr ElementType kI32 = ElementType::kI32;

// Returns the first elements of a value.
Named Head(Writer& writer, const Named& value, const Shape& sizes) {
  return Slice(writer, value, Shape(sizes.size(), 0), sizes);
}

// Returns a tensor of indices of a dimension, of which some are outside.
Named AnyIndices(Moves& moves, const Shape& shape, int64_t size) {
  constexpr int64_t kMostWritten = 40;
  Writer& writer = moves.writer;
  const TensorSpec type = {kI32, shape};
  if (type.count() == 1 && !moves.starts.empty() && writer.random.Chance(60)) {
    return Reshape(writer, writer.random.Pick(moves.starts), shape);
  }
  if (type.count() > kMostWritten) return Iota(writer, type, 0);
  std::vector<int64_t> indices(static_cast<size_t>(type.count()));
  for (int64_t& index : indices) index = writer.random.Between(-1, size);
  return writer.Integers(indices, type);
}

Named Scatter(Moves& moves, const Named& value, const Named& indices, const Named& updates,
              const std::string& numbers) {
  Writer& writer = moves.writer;
  const TensorSpec scalar = {value.type.element, {}};
  const std::string body =
      writer.random.Chance(40)
          ? writer.Region(
                {scalar, scalar}, false,
                [](const std::vector<Named>& values) { return std::vector<Named>{values[1]}; })
          : BodyOf(writer, AnyMonoid(writer.random, scalar.element), scalar.element);
  return writer.Apply("stablehlo.scatter", {value, indices, updates}, {value.type},
                      "scatter_dimension_numbers = #stablehlo.scatter<" + numbers +
                          ", index_vector_dim = 1>, indices_are_sorted = false, "
                          "unique_indices = false",
                      {body})[0];
}

// Updates some rows.
Named ScatterRows(Moves& moves, const Named& value) {
  Shape sizes = moves.shape;
  sizes[0] = std::min<int64_t>(sizes[0], moves.random().Between(1, 3));
  const Named updates = Head(moves.writer, moves.Any(value.type.element), sizes);
  const Named indices = AnyIndices(moves, {sizes[0], 1}, moves.shape[0]);
  return Scatter(moves, value, indices, updates,
                 "update_window_dims = [" + ListText(DimensionsFrom(1, sizes.size())) +
                     "], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]");
}

// Updates a row of each batch.
Named ScatterBatches(Moves& moves, const Named& value) {
  Shape sizes = moves.shape, updated = moves.shape;
  sizes[1] = 1;
  updated.erase(updated.begin() + 1);
  const Named part = Head(moves.writer, moves.Any(value.type.element), sizes);
  const Named updates = Reshape(moves.writer, part, updated);
  const Named indices = AnyIndices(moves, {sizes[0], 1}, moves.shape[1]);
  return Scatter(moves, value, indices, updates,
                 "update_window_dims = [" + ListText(DimensionsFrom(1, updated.size())) +
                     "], inserted_window_dims = [1], input_batching_dims = [0], "
                     "scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1]");
}

Named UpdateWindow(Moves& moves, const Named& value) {
  Shape sizes;
  for (const int64_t size : moves.shape) {
    sizes.push_back(std::min(size, moves.random().Between(1, 3)));
  }
  std::vector<Named> operands = {value, Head(moves.writer, moves.Any(value.type.element), sizes)};
  for (const int64_t size : moves.shape) {
    operands.push_back(Reshape(moves.writer, AnyIndices(moves, {1}, size), {}));
  }
  return moves.writer.Apply("stablehlo.dynamic_update_slice", operands, {value.type})[0];
}

// Returns a predicate of the main shape, or a scalar, that varies along the first dimension, or not
// at all.
Named RepeatedPredicate(Moves& moves, bool varies) {
  Writer& writer = moves.writer;
  const Named value = moves.Any();
  Shape first(moves.shape.size(), 1), kept = {};
  std::vector<int64_t> dimensions;
  if (varies) {
    first[0] = moves.shape[0];
    kept = {first[0]};
    dimensions = {0};
  }
  Named lhs = Head(writer, value, first), rhs = Head(writer, moves.Any(value.type.element), first);
  if (writer.random.Chance(25)) {
    return Broadcast(writer, Compare(writer, lhs, rhs), DimensionsFrom(0, first.size()),
                     moves.shape);
  }
  lhs = Reshape(writer, lhs, kept);
  rhs = Reshape(writer, rhs, kept);
  if (writer.random.Chance(40)) {
    lhs = Broadcast(writer, lhs, dimensions, moves.shape);
    rhs = Broadcast(writer, rhs, dimensions, moves.shape);
    return Compare(writer, lhs, rhs);
  }
  const Named predicate = Compare(writer, lhs, rhs);
  const bool is_scalar = !varies && writer.random.Chance(60);
  return is_scalar ? predicate : Broadcast(writer, predicate, dimensions, moves.shape);
}

Named WriteChosenUpdate(Moves& moves) {
  Writer& writer = moves.writer;
  const bool is_batched = moves.shape.size() > 1 && writer.random.Chance(40);
  const Named value = moves.Any();
  Named predicate = RepeatedPredicate(moves, is_batched);
  if (writer.random.Chance(8)) predicate = Compare(writer, value, moves.Any(value.type.element));
  Named before = value;
  if (writer.random.Chance(20)) before = Select(writer, predicate, value, value);
  Named updated;
  if (is_batched) {
    updated = ScatterBatches(moves, before);
  } else {
    updated = writer.random.Chance(50) ? UpdateWindow(moves, before) : ScatterRows(moves, before);
  }
  if (writer.depth == 0 && writer.random.Chance(10)) moves.results.push_back(updated);
  return writer.random.Chance(60) ? Select(writer, predicate, updated, value)
                                  : Select(writer, predicate, value, updated);
}

}  // namespace

std::vector<MoveIdiom> ChoiceIdioms() { return {{8, &WriteChosenUpdate}}; }

}  // namespace paddock::generate
