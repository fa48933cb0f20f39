#include "tests/generate/moves.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/io/generate_values.h"
#include "core/tensor/literal.h"

namespace paddock::generate {

Named Moves::Any() const {
  if (values.empty()) return Splat(writer, {random().Pick(elements), shape});
  return random().Chance(40) ? values.back() : random().Pick(values);
}

Named Moves::Any(ElementType element) const {
  std::vector<Named> found;
  for (const Named& value : values) {
    if (value.type.element == element) found.push_back(value);
  }
  if (!found.empty()) return random().Chance(30) ? found.back() : random().Pick(found);
  if (values.empty() || random().Chance(30)) return Splat(writer, {element, shape});
  return writer.Apply("stablehlo.convert", {Any()}, {{element, shape}})[0];
}

Named Moves::Like(const TensorSpec& type) const {
  const bool can_be_iota = !IsBoolean(type.element) && type.rank() > 0;
  if (type.shape == shape && random().Chance(70)) return Any(type.element);
  if (!can_be_iota || random().Chance(70)) return Splat(writer, type);
  const auto d = static_cast<size_t>(random().Below(std::ssize(type.shape)));
  return Iota(writer, type, d);
}

Named Slice(Writer& writer, const Named& value, const Shape& starts, const Shape& limits) {
  Shape shape;
  for (size_t d = 0; d < starts.size(); ++d) shape.push_back(limits[d] - starts[d]);
  return writer.Apply("stablehlo.slice", {value}, {value.type.With(shape)},
                      "start_indices = " + ArrayText(starts) +
                          ", limit_indices = " + ArrayText(limits) +
                          ", strides = " + ArrayText(Shape(starts.size(), 1)))[0];
}

std::vector<int64_t> DimensionsFrom(int64_t first, size_t rank) {
  std::vector<int64_t> dimensions(rank - static_cast<size_t>(first));
  std::iota(dimensions.begin(), dimensions.end(), first);
  return dimensions;
}

Named SliceAlong(Writer& writer, const Named& value, size_t d, int64_t begin, int64_t end,
                 int64_t stride) {
  Shape starts(value.type.rank(), 0), strides(value.type.rank(), 1), limits = value.type.shape,
                                                                     shape = value.type.shape;
  starts[d] = begin;
  limits[d] = end;
  strides[d] = stride;
  shape[d] = (end - begin + stride - 1) / stride;
  return writer.Apply("stablehlo.slice", {value}, {value.type.With(shape)},
                      "start_indices = " + ArrayText(starts) + ", limit_indices = " +
                          ArrayText(limits) + ", strides = " + ArrayText(strides))[0];
}

Named Concatenate(Writer& writer, const std::vector<Named>& values, size_t d) {
  TensorSpec type = values[0].type;
  type.shape[d] = 0;
  for (const Named& value : values) type.shape[d] += value.type.shape[d];
  return writer.Apply("stablehlo.concatenate", values, {type},
                      "dimension = " + std::to_string(d) + " : i64")[0];
}

Named Reshape(Writer& writer, const Named& value, const Shape& shape) {
  return writer.Apply("stablehlo.reshape", {value}, {value.type.With(shape)})[0];
}

Named Broadcast(Writer& writer, const Named& value, const std::vector<int64_t>& dimensions,
                const Shape& shape) {
  return writer.Apply("stablehlo.broadcast_in_dim", {value}, {value.type.With(shape)},
                      "broadcast_dimensions = " + ArrayText(dimensions))[0];
}

Named Transpose(Writer& writer, const Named& value, const std::vector<int64_t>& permutation) {
  Shape shape;
  for (int64_t d : permutation) shape.push_back(value.type.shape[static_cast<size_t>(d)]);
  return writer.Apply("stablehlo.transpose", {value}, {value.type.With(shape)},
                      "permutation = " + ArrayText(permutation))[0];
}

Named Pad(Writer& writer, const Named& value, const Named& fill, const Shape& low,
          const Shape& high, const Shape& interior) {
  Shape shape;
  for (size_t d = 0; d < low.size(); ++d) {
    const int64_t size = value.type.shape[d];
    shape.push_back(low[d] + high[d] + size + std::max<int64_t>(size - 1, 0) * interior[d]);
  }
  return writer.Apply("stablehlo.pad", {value, fill}, {value.type.With(shape)},
                      "edge_padding_low = " + ArrayText(low) + ", edge_padding_high = " +
                          ArrayText(high) + ", interior_padding = " + ArrayText(interior))[0];
}

Named PadAlong(Writer& writer, const Named& value, const Named& fill, size_t d, int64_t low,
               int64_t high, int64_t interior) {
  const Shape none(value.type.rank(), 0);
  Shape lows = none, highs = none, interiors = none;
  lows[d] = low;
  highs[d] = high;
  interiors[d] = interior;
  return Pad(writer, value, fill, lows, highs, interiors);
}

Named Compare(Writer& writer, const Named& lhs, const Named& rhs) {
  constexpr const char* kDirections[] = {"EQ", "NE", "LT", "LE", "GT", "GE"};
  const int64_t count = IsComplex(lhs.type.element) ? 2 : 6;
  const char* direction = kDirections[writer.random.Below(count)];
  return writer.Apply(
      "stablehlo.compare", {lhs, rhs}, {lhs.type.With(ElementType::kI1)},
      "comparison_direction = #stablehlo<comparison_direction " + std::string(direction) + ">")[0];
}

Named Select(Writer& writer, const Named& predicate, const Named& lhs, const Named& rhs) {
  return writer.Apply("stablehlo.select", {predicate, lhs, rhs}, {lhs.type})[0];
}

namespace {

Named Filled(Writer& writer, const TensorSpec& type, const std::string& literal) {
  return writer.Define(type, "stablehlo.constant " + literal + " : " + type.text());
}

}  // namespace

Named Zero(Writer& writer, const TensorSpec& type) {
  Tensor value = Tensor::Allocate(type.element, Shape());
  GenerateValues({ValueRule::Kind::kZeros}, value);
  std::string text = "dense<";
  AppendLiteral(text, value, false);
  return Filled(writer, type, text + ">");
}

Named Splat(Writer& writer, const TensorSpec& type) {
  return Filled(writer, type, writer.Literal(type.With(Shape())));
}

Named Iota(Writer& writer, const TensorSpec& type, size_t d) {
  return writer.Define(type, "stablehlo.iota dim = " + std::to_string(d) + " : " + type.text());
}

std::string BodyOf(Writer& writer, std::string_view op, ElementType element) {
  const TensorSpec scalar = {element, {}};
  return writer.Region({scalar, scalar}, false, [&](const std::vector<Named>& values) {
    return writer.Apply(op, values, {scalar});
  });
}

Named Reduce(Writer& writer, const Named& value, std::string_view op,
             const std::vector<int64_t>& dimensions) {
  const TensorSpec scalar = value.type.With(Shape());
  Shape shape;
  for (size_t d = 0; d < value.type.rank(); ++d) {
    const bool is_reduced =
        std::ranges::find(dimensions, static_cast<int64_t>(d)) != dimensions.end();
    if (!is_reduced) shape.push_back(value.type.shape[d]);
  }
  const Named init = writer.random.Chance(70) ? Zero(writer, scalar) : Splat(writer, scalar);
  const std::string body = BodyOf(writer, op, value.type.element);
  return writer.Apply("stablehlo.reduce", {value, init}, {value.type.With(shape)},
                      "dimensions = " + ArrayText(dimensions), {body})[0];
}

namespace {

// Returns an operation of the list that has this element type.
template <class List>
std::string_view AnyOf(Random& random, const List& ops, ElementType element) {
  std::vector<std::string_view> fitting;
  for (const char* op : ops) {
    const OpInfo* info = FindOp(op);
    // A rule that is checked at the start refuses complex numbers.
    const bool is_refused = IsComplex(element) &&
                            std::ranges::any_of(info->constraints, [](const ConstraintInfo& rule) {
                              return rule.when == When::kStart;
                            });
    const bool fits = (info->operands[0].set.elements & ElementBit(element)) != 0;
    if (fits && !is_refused) fitting.push_back(op);
  }
  return random.Pick(fitting);
}

constexpr const char* kCommonBinary[] = {
    "stablehlo.add", "stablehlo.subtract", "stablehlo.multiply", "stablehlo.and",
    "stablehlo.or",  "stablehlo.xor",      "stablehlo.maximum",  "stablehlo.minimum"};
constexpr const char* kRareBinary[] = {"stablehlo.add",       "stablehlo.divide",
                                       "stablehlo.remainder", "stablehlo.shift_left",
                                       "stablehlo.atan2",     "stablehlo.shift_right_arithmetic",
                                       "stablehlo.power",     "stablehlo.shift_right_logical"};
// i1 has `not` alone; each other type has `negate`.
constexpr const char* kCommonUnary[] = {"stablehlo.negate", "stablehlo.not", "stablehlo.floor",
                                        "stablehlo.sqrt", "stablehlo.sign"};
constexpr const char* kRareUnary[] = {"stablehlo.not",         "stablehlo.tanh",
                                      "stablehlo.logistic",    "stablehlo.sine",
                                      "stablehlo.exponential", "stablehlo.log_plus_one",
                                      "stablehlo.cbrt",        "stablehlo.rsqrt",
                                      "stablehlo.negate",      "stablehlo.round_nearest_even",
                                      "stablehlo.popcnt"};
constexpr const char* kMonoids[] = {"stablehlo.add",    "stablehlo.multiply", "stablehlo.and",
                                    "stablehlo.or",     "stablehlo.xor",      "stablehlo.maximum",
                                    "stablehlo.minimum"};

std::string_view AnyUnary(Random& random, ElementType element) {
  return random.Chance(70) ? AnyOf(random, kCommonUnary, element)
                           : AnyOf(random, kRareUnary, element);
}

Named Clamp(const Moves& moves, const Named& value) {
  const bool are_scalars = moves.random().Chance(60);
  const TensorSpec type = are_scalars ? value.type.With(Shape()) : value.type;
  const Named least = moves.Like(type), most = moves.Like(type);
  return moves.writer.Apply("stablehlo.clamp", {least, value, most}, {value.type})[0];
}

}  // namespace

std::string_view AnyBinary(Random& random, ElementType element) {
  return random.Chance(90) ? AnyOf(random, kCommonBinary, element)
                           : AnyOf(random, kRareBinary, element);
}

std::string_view AnyMonoid(Random& random, ElementType element) {
  // Complex numbers have no order.
  if (IsComplex(element)) return random.Chance(70) ? "stablehlo.add" : "stablehlo.multiply";
  return random.Chance(40) ? "stablehlo.add" : AnyOf(random, kMonoids, element);
}

Named Binary(Writer& writer, std::string_view op, const Named& lhs, const Named& rhs) {
  return writer.Apply(op, {lhs, rhs}, {lhs.type})[0];
}

Named Join(const Moves& moves, const Named& lhs, const Named& rhs) {
  const bool is_swapped = moves.random().Chance(30);
  if (moves.random().Chance(12)) {
    return Select(moves.writer, Compare(moves.writer, lhs, rhs), lhs, rhs);
  }
  const std::string_view op = AnyBinary(moves.random(), lhs.type.element);
  return is_swapped ? Binary(moves.writer, op, rhs, lhs) : Binary(moves.writer, op, lhs, rhs);
}

Named Chain(const Moves& moves, const Named& value) {
  Named result = value;
  const int64_t count = moves.random().Between(1, 4);
  for (int64_t i = 0; i < count; ++i) {
    const ElementType element = value.type.element;
    if (!IsComplex(element) && !IsBoolean(element) && moves.random().Chance(6)) {
      result = Clamp(moves, result);
    } else if (moves.random().Chance(30)) {
      const std::string_view op = AnyUnary(moves.random(), element);
      result = moves.writer.Apply(op, {result}, {result.type})[0];
    } else {
      result = Join(moves, result, moves.Like(result.type));
    }
  }
  return result;
}

}  // namespace paddock::generate
