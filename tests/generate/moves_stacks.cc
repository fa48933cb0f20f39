// Idioms that stack values, take them apart, or interleave them.
#include <algorithm>
#include <numeric>

#include "tests/generate/moves.h"

namespace paddock::generate {
namespace {

// Returns the value with a dimension of size 1 at `at`, in one of the forms that JAX writes.
Named WithDimension(Writer& writer, const Named& value, size_t at) {
  Shape shape = value.type.shape;
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(at), 1);
  if (writer.random.Chance(50)) return Reshape(writer, value, shape);
  std::vector<int64_t> dimensions;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (d != at) dimensions.push_back(static_cast<int64_t>(d));
  }
  return Broadcast(writer, value, dimensions, shape);
}

// Returns values to stack: those of before, or moved copies of one.
std::vector<Named> AnyPlanes(Moves& moves, int64_t count) {
  const Named first = moves.Any();
  const bool is_one = moves.random().Chance(50);
  std::vector<Named> planes;
  for (int64_t i = 0; i < count; ++i) {
    Named plane = is_one ? first : moves.Any(first.type.element);
    const int64_t form = moves.random().Below(10);
    const size_t d = moves.AnyDimension();
    if (form < 3) plane = RollAlong(moves, plane, d);
    if (form == 3 || form == 4) plane = ShiftAlong(moves, plane, d);
    if (form == 5) plane = Chain(moves, plane);
    planes.push_back(plane);
  }
  return planes;
}

Named TakePlane(Moves& moves, const Named& stack, size_t at, int64_t i) {
  return Reshape(moves.writer, SliceAlong(moves.writer, stack, at, i, i + 1), moves.shape);
}

// Multiplies each plane by a number of its own, if the type has numbers.
Named Weigh(Moves& moves, const Named& stack, size_t at) {
  const TensorSpec type = stack.type.With({stack.type.shape[at]});
  const Named weights = moves.writer.Constant(type);
  const Named everywhere =
      Broadcast(moves.writer, weights, {static_cast<int64_t>(at)}, stack.type.shape);
  return Binary(moves.writer, "stablehlo.multiply", stack, everywhere);
}

Named WriteStack(Moves& moves) {
  const int64_t count = moves.random().Between(2, moves.random().Chance(30) ? 9 : 4);
  const auto at = static_cast<size_t>(moves.random().Below(std::ssize(moves.shape) + 1));
  std::vector<Named> planes = AnyPlanes(moves, count);
  for (Named& plane : planes) plane = WithDimension(moves.writer, plane, at);
  Named stack = Concatenate(moves.writer, planes, at);
  if (moves.random().Chance(25)) moves.results.push_back(stack);
  if (moves.random().Chance(25)) stack = Weigh(moves, stack, at);
  if (moves.random().Chance(20)) stack = Chain(moves, stack);
  const int64_t form = moves.random().Below(3);
  if (form == 0) {
    const std::string_view op = AnyMonoid(moves.random(), stack.type.element);
    return Reduce(moves.writer, stack, op, {static_cast<int64_t>(at)});
  }
  const int64_t i = moves.random().Below(count), j = moves.random().Below(count);
  const Named first = TakePlane(moves, stack, at, i);
  return form == 1 ? first : Join(moves, first, TakePlane(moves, stack, at, j));
}

// Whether each of two values is true, or either, over a stack of comparisons.
Named WriteTruths(Moves& moves) {
  const int64_t count = moves.random().Between(2, 5);
  std::vector<Named> planes;
  const Named value = moves.Any();
  for (int64_t i = 0; i < count; ++i) {
    const size_t d = moves.AnyDimension();
    const Named moved = RollAlong(moves, value, d);
    planes.push_back(WithDimension(moves.writer, Compare(moves.writer, value, moved), 0));
  }
  const Named stack = Concatenate(moves.writer, planes, 0);
  if (moves.random().Chance(20)) moves.results.push_back(stack);
  const char* op = moves.random().Chance(50) ? "stablehlo.and" : "stablehlo.or";
  const Named truth = Reduce(moves.writer, stack, op, {0});
  return Select(moves.writer, truth, value, moves.Any(value.type.element));
}

// Joins even and odd positions by a new innermost dimension; the size must be even.
Named Zip(Moves& moves, const Named& even, const Named& odd, size_t d) {
  const std::vector<Named> both = {WithDimension(moves.writer, even, d + 1),
                                   WithDimension(moves.writer, odd, d + 1)};
  return Reshape(moves.writer, Concatenate(moves.writer, both, d + 1), moves.shape);
}

Named WriteInterleaved(Moves& moves) {
  Writer& writer = moves.writer;
  const Named value = moves.Any();
  const Named other = writer.random.Chance(60) ? value : moves.Any(value.type.element);
  const size_t d = moves.AnyDimension();
  const int64_t size = moves.shape[d];
  Named even = SliceAlong(writer, value, d, 0, size, 2);
  Named odd = SliceAlong(writer, other, d, std::min<int64_t>(1, size), size, 2);
  if (writer.random.Chance(40)) even = Chain(moves, even);
  if (writer.random.Chance(40)) odd = Chain(moves, odd);
  if (size % 2 == 0 && writer.random.Chance(30)) {
    const Named sum = Join(moves, even, odd);
    return writer.random.Chance(50) ? Zip(moves, sum, odd, d) : Zip(moves, odd, sum, d);
  }
  const int64_t form = writer.random.Below(4);
  if (form == 0) return Concatenate(writer, {even, odd}, d);
  const auto spread = [&](const Named& part, int64_t low) {
    const Named zero = Zero(writer, value.type.With(Shape()));
    const int64_t count = part.type.shape[d], whole = count + std::max<int64_t>(count - 1, 0);
    return PadAlong(writer, part, zero, d, low, size - low - whole, 1);
  };
  const Named evens = spread(even, 0), odds = spread(odd, size > 1 ? 1 : 0);
  if (form == 1) return Join(moves, evens, odds);
  if (form == 2) return Binary(writer, "stablehlo.add", evens, odds);
  const TensorSpec places = {ElementType::kI32, moves.shape};
  const Named positions = Iota(writer, places, d);
  const Named one = writer.Define(places, "stablehlo.constant dense<1> : " + places.text());
  const Named bit = Binary(writer, "stablehlo.and", positions, one);
  return Select(writer, Compare(writer, bit, Zero(writer, places)), evens, odds);
}

// Joins a part of each of two values; or exchanges the halves of one, as rotary embeddings do.
Named WriteHalves(Moves& moves) {
  Writer& writer = moves.writer;
  const Named value = moves.Any();
  const size_t d = moves.AnyDimension();
  const int64_t size = moves.shape[d];
  const int64_t cut = writer.random.Chance(60) ? size / 2 : writer.random.Between(0, size);
  Named first = SliceAlong(writer, value, d, 0, cut);
  const Named other = writer.random.Chance(50) ? value : moves.Any(value.type.element);
  Named second = SliceAlong(writer, other, d, cut, size);
  if (writer.random.Chance(50)) second = Chain(moves, second);
  return writer.random.Chance(50) ? Concatenate(writer, {second, first}, d)
                                  : Concatenate(writer, {first, second}, d);
}

}  // namespace

std::vector<MoveIdiom> StackIdioms() {
  return {{10, WriteStack}, {3, WriteTruths}, {6, WriteInterleaved}, {6, WriteHalves}};
}

}  // namespace paddock::generate
