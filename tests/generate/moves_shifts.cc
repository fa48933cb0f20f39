// Idioms that give elements other places: rolls, shifts, stencils, reversals, transposes, blocks.
#include <algorithm>
#include <utility>

#include "tests/generate/moves.h"

namespace paddock::generate {
namespace {

// Returns a position of 0 .. size, usually near an end.
int64_t AnyCut(Random& random, int64_t size) {
  if (random.Chance(30)) return random.Between(0, size);
  const int64_t cut = std::min(size, random.Between(random.Chance(90) ? 1 : 0, 3));
  return random.Chance(50) ? cut : size - cut;
}

// Returns a copy of the first or last slice for each of `count` rows.
Named Edge(const Moves& moves, const Named& value, size_t d, bool is_first, int64_t count) {
  Writer& writer = moves.writer;
  const int64_t size = value.type.shape[d], at = is_first ? 0 : size - 1;
  const Named edge = SliceAlong(writer, value, d, at, at + 1);
  if (count == 1) return edge;
  if (writer.random.Chance(40)) {
    return Concatenate(writer, std::vector<Named>(static_cast<size_t>(count), edge), d);
  }
  Shape shape = value.type.shape;
  shape[d] = count;
  return Broadcast(writer, edge, DimensionsFrom(0, value.type.rank()), shape);
}

}  // namespace

Named RollAlong(const Moves& moves, const Named& value, size_t d) {
  const int64_t size = value.type.shape[d], cut = AnyCut(moves.random(), size);
  const Named back = SliceAlong(moves.writer, value, d, cut, size);
  const Named front = SliceAlong(moves.writer, value, d, 0, cut);
  return Concatenate(moves.writer, {back, front}, d);
}

Named ShiftAlong(const Moves& moves, const Named& value, size_t d) {
  Writer& writer = moves.writer;
  const int64_t size = value.type.shape[d];
  const int64_t count = std::min(size, writer.random.Between(1, 3));
  const bool is_up = writer.random.Chance(50);
  const int64_t form = writer.random.Below(4);
  const Named fill = writer.random.Chance(60) ? Zero(writer, value.type.With(Shape()))
                                              : Splat(writer, value.type.With(Shape()));
  if (form == 0) {
    return PadAlong(writer, value, fill, d, is_up ? count : -count, is_up ? -count : count);
  }
  const Named part = is_up ? SliceAlong(writer, value, d, 0, size - count)
                           : SliceAlong(writer, value, d, count, size);
  if (form == 1) return PadAlong(writer, part, fill, d, is_up ? count : 0, is_up ? 0 : count);
  Shape shape = value.type.shape;
  shape[d] = count;
  const Named block =
      form == 2 ? Broadcast(writer, fill, {}, shape) : Edge(moves, value, d, is_up, count);
  return is_up ? Concatenate(writer, {block, part}, d) : Concatenate(writer, {part, block}, d);
}

namespace {

Named WriteRoll(Moves& moves) {
  Named value = moves.Any();
  const int64_t count = moves.random().Chance(30) ? 2 : 1;
  for (int64_t i = 0; i < count; ++i) value = RollAlong(moves, value, moves.AnyDimension());
  return value;
}

Named WriteShift(Moves& moves) {
  const Named value = moves.Any();
  return ShiftAlong(moves, value, moves.AnyDimension());
}

// A scalar for each dimension: an argument, or a constant near `usual`.
std::vector<Named> AnyStarts(Moves& moves, const Shape& usual) {
  std::vector<Named> starts;
  const bool is_argument = !moves.starts.empty() && moves.random().Chance(40);
  for (int64_t start : usual) {
    const int64_t constant = moves.random().Chance(85) ? start : moves.random().Between(-1, 4);
    starts.push_back(is_argument ? moves.random().Pick(moves.starts)
                                 : moves.writer.Integers({constant}, {ElementType::kI32, {}}));
  }
  return starts;
}

Named Update(Moves& moves, const Named& value, const Named& block, const Shape& usual) {
  std::vector<Named> operands = {value, block};
  for (const Named& start : AnyStarts(moves, usual)) operands.push_back(start);
  return moves.writer.Apply("stablehlo.dynamic_update_slice", operands, {value.type})[0];
}

// Returns the sum of several moved copies of the inner part.
Named InnerSum(Moves& moves, const Named& value, const Shape& radius) {
  Writer& writer = moves.writer;
  const int64_t terms = writer.random.Between(2, 6);
  const bool is_weighted = writer.random.Chance(40);
  const std::string_view op = AnyMonoid(writer.random, value.type.element);
  Named sum;
  for (int64_t i = 0; i < terms; ++i) {
    const Named from = writer.random.Chance(80) ? value : moves.Any(value.type.element);
    Shape starts, limits;
    for (size_t d = 0; d < radius.size(); ++d) {
      starts.push_back(radius[d] + writer.random.Between(-radius[d], radius[d]));
      limits.push_back(starts.back() + moves.shape[d] - 2 * radius[d]);
    }
    Named term = Slice(writer, from, starts, limits);
    if (is_weighted) {
      term = Binary(writer, "stablehlo.multiply", term, Splat(writer, term.type));
    }
    sum = i == 0 ? term : Binary(writer, op, sum, term);
  }
  return writer.random.Chance(40) ? Chain(moves, sum) : sum;
}

Named WriteStencil(Moves& moves) {
  Writer& writer = moves.writer;
  const Named value = moves.Any();
  Shape radius(moves.shape.size(), 0);
  for (size_t d = 0; d < radius.size(); ++d) {
    const int64_t most = std::min<int64_t>(2, (moves.shape[d] - 1) / 2);
    radius[d] = writer.random.Chance(75) ? std::min(most, writer.random.Between(1, 2)) : 0;
  }
  const Named inner = InnerSum(moves, value, radius);
  if (!moves.starts.empty() && writer.random.Chance(10)) moves.results.push_back(inner);
  const int64_t form = writer.random.Below(3);
  if (form == 0) return Update(moves, moves.Any(value.type.element), inner, radius);
  const Shape none(radius.size(), 0);
  const Named zero = Zero(writer, value.type.With(Shape()));
  const Named padded = Pad(writer, inner, zero, radius, radius, none);
  return form == 1 ? padded : Join(moves, value, padded);
}

Named WriteReverse(Moves& moves) {
  const Named value = moves.Any();
  const size_t rank = moves.shape.size();
  const auto count = static_cast<size_t>(moves.random().Between(1, static_cast<int64_t>(rank)));
  std::vector<int64_t> dimensions = ChooseDimensions(moves.random(), rank, count);
  std::ranges::sort(dimensions);
  return moves.writer.Apply("stablehlo.reverse", {value}, {value.type},
                            "dimensions = " + ArrayText(dimensions))[0];
}

// Returns the value with two dimensions: split if it has one.
Named InMatrix(const Moves& moves, const Named& value) {
  if (moves.shape.size() > 1) return value;
  const int64_t size = moves.shape[0];
  std::vector<int64_t> rows;
  for (int64_t i = 1; i <= std::min<int64_t>(size, 64); ++i) {
    if (size % i == 0) rows.push_back(i);
  }
  const int64_t count = moves.random().Chance(40) ? rows.back() : moves.random().Pick(rows);
  return Reshape(moves.writer, value, {count, size / count});
}

// Transposes, computes, and transposes back, or reads the elements in the new order.
Named WriteTranspose(Moves& moves) {
  const Named matrix = InMatrix(moves, moves.Any());
  const size_t rank = matrix.type.rank();
  const std::vector<int64_t> permutation = ChooseDimensions(moves.random(), rank, rank);
  Named turned = Transpose(moves.writer, matrix, permutation);
  if (moves.random().Chance(15)) moves.results.push_back(turned);
  if (moves.random().Chance(70)) turned = Chain(moves, turned);
  if (moves.random().Chance(20)) return Reshape(moves.writer, turned, moves.shape);
  std::vector<int64_t> inverse(rank);
  for (size_t d = 0; d < rank; ++d) {
    inverse[static_cast<size_t>(permutation[d])] = static_cast<int64_t>(d);
  }
  const Named back = Transpose(moves.writer, turned, inverse);
  return moves.shape.size() > 1 ? back : Reshape(moves.writer, back, moves.shape);
}

// Reads a block at one place, and writes it at another one, often into another value.
Named WriteBlock(Moves& moves) {
  Writer& writer = moves.writer;
  const Named value = moves.Any();
  Shape sizes, first, second;
  for (int64_t size : moves.shape) {
    sizes.push_back(writer.random.Chance(40) ? size : writer.random.Between(1, size));
    first.push_back(writer.random.Between(0, size - sizes.back()));
    second.push_back(writer.random.Between(0, size - sizes.back()));
  }
  std::vector<Named> operands = {value};
  for (const Named& start : AnyStarts(moves, first)) operands.push_back(start);
  Named block = writer.Apply("stablehlo.dynamic_slice", operands, {value.type.With(sizes)},
                             "slice_sizes = " + ArrayText(sizes))[0];
  if (writer.random.Chance(10)) moves.results.push_back(block);
  if (writer.random.Chance(50)) block = Chain(moves, block);
  return Update(moves, moves.Any(value.type.element), block, second);
}

}  // namespace

std::vector<MoveIdiom> ShiftIdioms() {
  return {{10, WriteRoll},   {8, WriteShift},     {8, WriteStencil},
          {4, WriteReverse}, {6, WriteTranspose}, {4, WriteBlock}};
}

}  // namespace paddock::generate
