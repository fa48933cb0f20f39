// Products of matrices, and convolutions.
#include <algorithm>

#include "tests/generate/writer.h"

namespace paddock::generate {
namespace {

// Returns the result's element type: the operands', or a wider one of its kind.
ElementType Wider(Writer& writer, ElementType type) {
  if (!writer.random.Chance(25)) return type;
  if (type == ElementType::kF16 || type == ElementType::kBF16) return ElementType::kF32;
  if (type == ElementType::kI8) return ElementType::kI32;
  return type;
}

void WriteDotGeneral(Writer& writer) {
  const Named lhs = writer.GetAny(kStoredElements);
  Random& random = writer.random;
  const auto rank = static_cast<int64_t>(lhs.type.rank());
  const std::vector<int64_t> order = ChooseDimensions(random, lhs.type.rank(), lhs.type.rank());
  const int64_t batches = random.Chance(40) ? random.Between(0, rank) : 0;
  const int64_t contracted = random.Between(0, std::min<int64_t>(rank - batches, 2));
  const std::vector<int64_t> batching(order.begin(), order.begin() + batches);
  const std::vector<int64_t> contracting(order.begin() + batches,
                                         order.begin() + batches + contracted);
  std::vector<int64_t> free(order.begin() + batches + contracted, order.end());
  std::ranges::sort(free);
  // The right side has these dimensions in another order, and free ones besides.
  Shape rhs_free(static_cast<size_t>(random.Below(3)));
  for (int64_t& size : rhs_free) size = random.Between(1, 5);
  const size_t rhs_rank = batching.size() + contracting.size() + rhs_free.size();
  const std::vector<int64_t> places = ChooseDimensions(random, rhs_rank, rhs_rank);
  const std::vector<int64_t> rhs_batching(places.begin(), places.begin() + batches);
  const std::vector<int64_t> rhs_contracting(places.begin() + batches,
                                             places.begin() + batches + contracted);
  std::vector<int64_t> rhs_others(places.begin() + batches + contracted, places.end());
  std::ranges::sort(rhs_others);
  Shape rhs(rhs_rank), result;
  for (size_t i = 0; i < batching.size(); ++i) {
    const int64_t size = lhs.type.shape[static_cast<size_t>(batching[i])];
    rhs[static_cast<size_t>(rhs_batching[i])] = size;
    result.push_back(size);
  }
  for (size_t i = 0; i < contracting.size(); ++i) {
    rhs[static_cast<size_t>(rhs_contracting[i])] =
        lhs.type.shape[static_cast<size_t>(contracting[i])];
  }
  for (int64_t d : free) result.push_back(lhs.type.shape[static_cast<size_t>(d)]);
  for (size_t i = 0; i < rhs_free.size(); ++i) {
    rhs[static_cast<size_t>(rhs_others[i])] = rhs_free[i];
    result.push_back(rhs_free[i]);
  }
  const Named other = writer.Get(lhs.type.With(rhs));
  writer.Apply("stablehlo.dot_general", {lhs, other},
               {TensorSpec{Wider(writer, lhs.type.element), result}},
               "dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [" +
                   ListText(batching) + "], rhs_batching_dimensions = [" + ListText(rhs_batching) +
                   "], lhs_contracting_dimensions = [" + ListText(contracting) +
                   "], rhs_contracting_dimensions = [" + ListText(rhs_contracting) + "]>");
}

void WriteDot(Writer& writer) {
  const Named lhs = writer.GetAny(kStoredElements, 1, 2);
  Shape rhs = {lhs.type.shape.back()};
  if (writer.random.Chance(60)) rhs.push_back(writer.random.Between(1, 5));
  Shape result(lhs.type.shape.begin(), lhs.type.shape.end() - 1);
  result.insert(result.end(), rhs.begin() + 1, rhs.end());
  writer.Apply("stablehlo.dot", {lhs, writer.Get(lhs.type.With(rhs))}, {lhs.type.With(result)});
}

// Labels all operands' dimensions with letters, and chooses a result that keeps some of them.
struct Letters {
  std::string all, result;
  Shape result_shape;
};

void KeepSome(Random& random, Letters& letters, const Shape& sizes) {
  const auto count =
      static_cast<size_t>(random.Below(static_cast<int64_t>(letters.all.size()) + 1));
  for (int64_t place : ChooseDimensions(random, letters.all.size(), count)) {
    letters.result += letters.all[static_cast<size_t>(place)];
    letters.result_shape.push_back(sizes[static_cast<size_t>(place)]);
  }
}

void WriteUnaryEinsum(Writer& writer) {
  const Named operand = writer.GetAny(kFloatElements, 1, 3);
  Letters letters;
  letters.all = std::string("abc").substr(0, operand.type.rank());
  KeepSome(writer.random, letters, operand.type.shape);
  writer.Apply("stablehlo.unary_einsum", {operand}, {operand.type.With(letters.result_shape)},
               "einsum_config = \"" + letters.all + "->" + letters.result + "\"");
}

// The second operand shares some letters with the first, and has others besides.
void WriteEinsum(Writer& writer) {
  const Named lhs = writer.GetAny(kFloatElements, 1, 3);
  Letters letters;
  letters.all = std::string("abc").substr(0, lhs.type.rank());
  Shape sizes = lhs.type.shape, rhs_shape;
  std::string rhs;
  const auto shared =
      static_cast<size_t>(writer.random.Below(static_cast<int64_t>(lhs.type.rank()) + 1));
  for (int64_t place : ChooseDimensions(writer.random, lhs.type.rank(), shared)) {
    rhs += letters.all[static_cast<size_t>(place)];
    rhs_shape.push_back(sizes[static_cast<size_t>(place)]);
  }
  const std::string lhs_letters = letters.all;
  if (writer.random.Chance(60)) {
    rhs += 'x';
    letters.all += 'x';
    sizes.push_back(writer.random.Between(1, 4));
    rhs_shape.push_back(sizes.back());
  }
  KeepSome(writer.random, letters, sizes);
  writer.Apply("stablehlo.einsum", {lhs, writer.Get(lhs.type.With(rhs_shape))},
               {lhs.type.With(letters.result_shape)},
               "einsum_config = \"" + lhs_letters + "," + rhs + "->" + letters.result + "\"");
}

// Rows in groups, each group with a separate matrix.
void WriteRaggedDot(Writer& writer) {
  Random& random = writer.random;
  const int64_t m = random.Between(1, 6), k = random.Between(1, 4), n = random.Between(1, 3);
  const ElementType element = writer.AnyElement(kFloatElements | kSignedElements);
  const Named sizes = writer.Integers({random.Below(m + 1), random.Below(3), random.Below(m + 1)},
                                      {ElementType::kI32, {3}});
  writer.Apply("chlo.ragged_dot",
               {writer.Get({element, {m, k}}), writer.Get({element, {3, k, n}}), sizes},
               {TensorSpec{element, {m, n}}},
               "ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], "
               "rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], "
               "rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], "
               "rhs_group_dimensions = [0]>");
}

// Formats one side of a convolution's dimension numbers: `letters` and spatial numbers, shuffled.
struct Side {
  std::vector<std::string> words;
  // Positions of letter 0, letter 1 and each spatial dimension.
  std::vector<int64_t> places;
};

Side ChooseSide(Random& random, const std::vector<std::string>& letters, size_t spatial) {
  Side side;
  const size_t rank = spatial + 2;
  side.places = ChooseDimensions(random, rank, rank);
  side.words.resize(rank);
  for (size_t i = 0; i < rank; ++i) {
    side.words[static_cast<size_t>(side.places[i])] = i < 2 ? letters[i] : std::to_string(i - 2);
  }
  return side;
}

std::string Text(const Side& side) {
  std::string text;
  for (const std::string& word : side.words) text += (text.empty() ? "" : ", ") + word;
  return "[" + text + "]";
}

Shape ShapeOf(const Side& side, const std::vector<int64_t>& sizes) {
  Shape shape(sizes.size());
  for (size_t i = 0; i < sizes.size(); ++i) shape[static_cast<size_t>(side.places[i])] = sizes[i];
  return shape;
}

int64_t Dilated(int64_t size, int64_t dilation) {
  return size == 0 ? 0 : (size - 1) * dilation + 1;
}

void WriteConvolution(Writer& writer) {
  Random& random = writer.random;
  const auto spatial = static_cast<size_t>(random.Between(0, 2));
  const int64_t groups = random.Chance(30) ? 2 : 1;
  const bool groups_batch = groups > 1 && random.Chance(50);
  const int64_t features = random.Between(1, 3), outputs = groups * random.Between(1, 3);
  const int64_t batch = random.Between(1, 2) * (groups_batch ? groups : 1);
  std::vector<int64_t> lhs = {batch, features * (groups_batch ? 1 : groups)};
  std::vector<int64_t> rhs = {features, outputs};
  std::vector<int64_t> result = {groups_batch ? batch / groups : batch, outputs};
  std::vector<int64_t> strides, lhs_dilation, rhs_dilation;
  std::vector<int64_t> amounts;
  std::string padding, reversal;
  for (size_t i = 0; i < spatial; ++i) {
    lhs.push_back(random.Chance(5) ? 0 : random.Between(1, 7));
    rhs.push_back(random.Between(1, 3));
    strides.push_back(random.Between(1, 2));
    lhs_dilation.push_back(random.Chance(70) ? 1 : 2);
    rhs_dilation.push_back(random.Chance(70) ? 1 : 2);
    const int64_t base = Dilated(lhs.back(), lhs_dilation.back());
    const int64_t low = random.Between(-std::min<int64_t>(base, 1), 2);
    const int64_t high = random.Between(-std::min<int64_t>(base + std::min<int64_t>(low, 0), 1), 2);
    const int64_t padded = base + low + high, window = Dilated(rhs.back(), rhs_dilation.back());
    result.push_back(padded < window ? 0 : (padded - window) / strides.back() + 1);
    amounts.insert(amounts.end(), {low, high});
    padding += (i > 0 ? ", [" : "[") + std::to_string(low) + ", " + std::to_string(high) + "]";
    reversal += (i > 0 ? ", " : "") + std::string(random.Chance(20) ? "true" : "false");
  }
  const Side lhs_side = ChooseSide(random, {"b", "f"}, spatial);
  const Side rhs_side = ChooseSide(random, {"i", "o"}, spatial);
  const Side result_side = ChooseSide(random, {"b", "f"}, spatial);
  const ElementType element = writer.AnyElement(kStoredElements & ~kBooleanElements);
  const std::string count = std::to_string(spatial);
  const std::string paddings =
      "dense<" + (spatial == 0 ? "" : "[" + padding + "]") + "> : tensor<" + count + "x2xi64>";
  std::vector<Named> operands = {writer.Get({element, ShapeOf(lhs_side, lhs)}),
                                 writer.Get({element, ShapeOf(rhs_side, rhs)})};
  const bool is_dynamic = writer.Runs("stablehlo.dynamic_conv") && random.Chance(15);
  if (is_dynamic) {
    operands.push_back(
        writer.KnownIntegers(amounts, {ElementType::kI64, {static_cast<int64_t>(spatial), 2}}));
  }
  writer.Apply(is_dynamic ? "stablehlo.dynamic_conv" : "stablehlo.convolution", operands,
               {TensorSpec{Wider(writer, element), ShapeOf(result_side, result)}},
               "dimension_numbers = #stablehlo.conv<" + Text(lhs_side) + "x" + Text(rhs_side) +
                   "->" + Text(result_side) + ">, window_strides = " + ArrayText(strides) +
                   (is_dynamic ? "" : ", padding = " + paddings) + ", lhs_dilation = " +
                   ArrayText(lhs_dilation) + ", rhs_dilation = " + ArrayText(rhs_dilation) +
                   ", window_reversal = array<i1" + (spatial == 0 ? "" : ": " + reversal) +
                   ">, feature_group_count = " + std::to_string(groups_batch ? 1 : groups) +
                   " : i64, batch_group_count = " + std::to_string(groups_batch ? groups : 1) +
                   " : i64");
}

}  // namespace

std::vector<OperationKind> ContractionKinds() {
  return {{"stablehlo.dot_general", 6, WriteDotGeneral},
          {"stablehlo.dot", 2, WriteDot},
          {"stablehlo.einsum", 1, WriteEinsum},
          {"stablehlo.unary_einsum", 1, WriteUnaryEinsum},
          {"chlo.ragged_dot", 1, WriteRaggedDot},
          {"stablehlo.convolution", 3, WriteConvolution}};
}

}  // namespace paddock::generate
