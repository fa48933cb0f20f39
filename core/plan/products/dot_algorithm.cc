// Lowering of dot_general's algorithm: rounds operands to their precision types, perhaps splits
// them into components, and sums products in the accumulation type.
//
//   x = x1 + x2 + x3 + rest,  x1 = round(x), x2 = round(x - x1), x3 = round(x - x1 - x2)
//
// bf16 times bf16 in 3, 6 or 9 products, and tf32 times tf32 in 3, approximate f32 this way.
#include "core/plan/products/dot_algorithm.h"

#include <algorithm>
#include <string>

#include "core/ir/attribute_values.h"
#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

using Dimensions = std::vector<int64_t>;

bool IsTf32(Type type) { return type.is(TypeKind::kScalar) && type->text == "tf32"; }

struct Algorithm {
  Type lhs, rhs;
  ElementType accumulation = ElementType::kF32;
  int64_t products = 1;
};

std::optional<Algorithm> AlgorithmOf(const Operation& operation) {
  const Attribute* attribute = operation.Find("algorithm");
  const auto type_of = [&](std::string_view field) {
    const Attribute* found = attribute->Find(field);
    return found != nullptr ? found->type : Type();
  };
  Algorithm algorithm;
  algorithm.lhs = type_of("lhs_precision_type");
  algorithm.rhs = type_of("rhs_precision_type");
  const Type accumulation = type_of("accumulation_type");
  if (!algorithm.lhs || !algorithm.rhs || !accumulation) return std::nullopt;
  const auto element = accumulation.element_type();
  if (!element || !IsFloat(*element)) return std::nullopt;
  algorithm.accumulation = *element;
  algorithm.products = IntegerOf(attribute, "num_primitive_operations", 1);
  return algorithm;
}

// Pair of components to multiply; the smallest products come first.
struct Pair {
  size_t lhs, rhs;
};
constexpr Pair kThree[] = {{1, 0}, {0, 1}, {0, 0}};
constexpr Pair kSix[] = {{2, 0}, {1, 1}, {0, 2}, {1, 0}, {0, 1}, {0, 0}};
constexpr Pair kNine[] = {{2, 2}, {2, 1}, {1, 2}, {2, 0}, {1, 1}, {0, 2}, {1, 0}, {0, 1}, {0, 0}};

std::span<const Pair> PairsOf(int64_t products) {
  if (products == 9) return kNine;
  if (products == 6) return kSix;
  return products == 3 ? std::span<const Pair>(kThree) : std::span<const Pair>(kThree).last(1);
}

// Composes the real product of two tensors.
class AlgorithmDot {
 public:
  AlgorithmDot(Composition& made, const Algorithm& algorithm, const Attribute* numbers,
               std::span<const int64_t> result_shape)
      : made_(made), algorithm_(algorithm), numbers_(numbers), result_shape_(result_shape) {}

  // Returns a product in the accumulation type.
  Value* Product(Value* lhs, Value* rhs) {
    const std::span<const Pair> pairs = PairsOf(algorithm_.products);
    const std::vector<Value*> left = Split(lhs, algorithm_.lhs, pairs.front().lhs + 1);
    const std::vector<Value*> right = Split(rhs, algorithm_.rhs, pairs.front().lhs + 1);
    if (BitWidth(algorithm_.accumulation) < 32) return RoundedSum(left[0], right[0]);
    Value* sum = nullptr;
    for (const Pair& pair : pairs) {
      Value* product = Dot(left[pair.lhs], right[pair.rhs]);
      // An infinity times a zero component would add NaN. If the leading product is not finite, it
      // is the result.
      const bool is_leading = pair.lhs == 0 && pair.rhs == 0;
      if (sum == nullptr) {
        sum = product;
      } else if (!is_leading) {
        sum = made_.Binary(OpKind::kStablehloAdd, sum, product);
      } else {
        Value* all = made_.Binary(OpKind::kStablehloAdd, sum, product);
        sum = made_.Select(IsFinite(product), all, product);
      }
    }
    return sum;
  }

 private:
  Value* IsFinite(Value* value) {
    return made_.Add(OpKind::kStablehloIsFinite, {value}, made_.LikeOf(value, ElementType::kI1));
  }

  Value* Dot(Value* lhs, Value* rhs) {
    return made_.Add(OpKind::kStablehloDotGeneral, {lhs, rhs},
                     made_.TensorOf(result_shape_, algorithm_.accumulation),
                     {Composition::Named("dot_dimension_numbers", numbers_)});
  }

  // Rounds to nearest even, including subnormal values. Components of tf32 have type f32.
  Value* Rounded(Value* value, Type precision) {
    if (!IsTf32(precision)) return made_.Convert(value, *precision.element_type());
    if (value->type.element_type() == ElementType::kF64) {
      const NamedAttribute bits[] = {made_.Integer("exponent_bits", 8),
                                     made_.Integer("mantissa_bits", 10)};
      const Type results[] = {value->type};
      value =
          made_.AddAll(OpKind::kStablehloReducePrecision, std::span(&value, 1), results, bits)[0];
      return made_.Convert(value, ElementType::kF32);
    }
    value = made_.Convert(value, ElementType::kF32);
    const Type bits = made_.LikeOf(value, ElementType::kUI32);
    const auto number = [&](uint32_t n) { return made_.Constant(bits, n); };
    Value* code = made_.Add(OpKind::kStablehloBitcastConvert, {value}, bits);
    Value* odd = made_.Binary(OpKind::kStablehloShiftRightLogical, code, number(13));
    odd = made_.Binary(OpKind::kStablehloAnd, odd, number(1));
    Value* rounded = made_.Binary(OpKind::kStablehloAdd, code, number(0xfff));
    rounded = made_.Binary(OpKind::kStablehloAdd, rounded, odd);
    rounded = made_.Binary(OpKind::kStablehloAnd, rounded, number(0xffffe000));
    rounded = made_.Add(OpKind::kStablehloBitcastConvert, {rounded}, value->type);
    return made_.Select(IsFinite(value), rounded, value);
  }

  std::vector<Value*> Split(Value* value, Type precision, size_t count) {
    const ElementType own = *value->type.element_type();
    // The differences must be exact in this type. f64 is exact for integers of up to 53 bits.
    if (count > 1) {
      const bool is_wide = own == ElementType::kF64 || IsInteger(own);
      value = made_.Convert(value, is_wide ? ElementType::kF64 : ElementType::kF32);
    } else if (!IsFloat(own) && IsTf32(precision)) {
      value = made_.Convert(value, ElementType::kF64);
    }
    std::vector<Value*> components;
    for (size_t i = 0; i < count; ++i) {
      components.push_back(Rounded(value, precision));
      if (i + 1 == count) break;
      Value* part = made_.Convert(components.back(), *value->type.element_type());
      Value* rest = made_.Binary(OpKind::kStablehloSubtract, value, part);
      value = made_.Select(IsFinite(part), rest, made_.Constant(value->type, 0));
    }
    return components;
  }

  // --- Sums that are rounded after each product: a loop over k for all results.

  // Transposes and reshapes to [batching, other, contracting] dimensions, one of each.
  Value* Canonical(Value* value, std::string_view batching, std::string_view contracting) {
    const Dimensions batch = IntegersOf(numbers_, batching);
    const Dimensions summed = IntegersOf(numbers_, contracting);
    Dimensions order = batch;
    int64_t sizes[3] = {1, 1, 1};
    const std::span<const int64_t> shape = value->type.shape();
    for (int64_t d : batch) sizes[0] *= shape[static_cast<size_t>(d)];
    for (int64_t d = 0; d < static_cast<int64_t>(shape.size()); ++d) {
      if (std::ranges::find(batch, d) != batch.end()) continue;
      if (std::ranges::find(summed, d) != summed.end()) continue;
      order.push_back(d);
      sizes[1] *= shape[static_cast<size_t>(d)];
    }
    for (int64_t d : summed) sizes[2] *= shape[static_cast<size_t>(d)];
    order.insert(order.end(), summed.begin(), summed.end());
    return made_.Reshape(made_.Transpose(value, order),
                         made_.TensorOf(sizes, *value->type.element_type()));
  }

  // Returns value[:, :, k] in f32, along two dimensions of the result.
  Value* Slice(Value* value, Value* k, int64_t dimension, Type result) {
    const std::span<const int64_t> shape = value->type.shape();
    const int64_t sizes[] = {shape[0], shape[1], 1};
    Value* zero = made_.Constant(k->type, 0);
    const ElementType element = *value->type.element_type();
    Value* slice =
        made_.Add(OpKind::kStablehloDynamicSlice, {value, zero, zero, k},
                  made_.TensorOf(sizes, element), {made_.Integers("slice_sizes", sizes)});
    slice = made_.Reshape(slice, made_.TensorOf(std::span(sizes).first(2), element));
    const int64_t dimensions[] = {0, dimension};
    return made_.Broadcast(made_.Convert(slice, ElementType::kF32), dimensions, result);
  }

  Value* RoundedSum(Value* lhs, Value* rhs) {
    lhs = Canonical(lhs, "lhs_batching_dimensions", "lhs_contracting_dimensions");
    rhs = Canonical(rhs, "rhs_batching_dimensions", "rhs_contracting_dimensions");
    const int64_t shape[] = {lhs->type.shape()[0], lhs->type.shape()[1], rhs->type.shape()[1]};
    const int64_t terms = lhs->type.shape()[2];
    const Type result = made_.TensorOf(result_shape_, algorithm_.accumulation);
    if (terms == 0) return made_.Constant(result, 0);
    const Type wide = made_.TensorOf(shape, ElementType::kF32);
    const Type counter = made_.ScalarOf(ElementType::kI64);
    const Type carried[] = {counter, made_.TensorOf(shape, algorithm_.accumulation)};
    Value* const inits[] = {made_.Constant(counter, 0), made_.Constant(carried[1], 0)};

    std::span<Value* const> arguments = made_.BeginRegion(carried);
    Value* const goes_on[] = {
        made_.Compare("LT", arguments[0], made_.Constant(counter, static_cast<double>(terms)))};
    Region* condition = made_.EndRegion(goes_on);

    arguments = made_.BeginRegion(carried);
    Value* k = arguments[0];
    // Exact in f32: the factors have at most 11 bits.
    Value* product =
        made_.Binary(OpKind::kStablehloMultiply, Slice(lhs, k, 1, wide), Slice(rhs, k, 2, wide));
    Value* sum = made_.Binary(OpKind::kStablehloAdd, made_.Convert(arguments[1], ElementType::kF32),
                              product);
    Value* const next[] = {made_.Binary(OpKind::kStablehloAdd, k, made_.Constant(counter, 1)),
                           made_.Convert(sum, algorithm_.accumulation)};
    Region* body = made_.EndRegion(next);

    Region* const regions[] = {condition, body};
    const std::span<Value* const> results =
        made_.AddAll(OpKind::kStablehloWhile, inits, carried, {}, regions);
    return made_.Reshape(results[1], result);
  }

  Composition& made_;
  const Algorithm& algorithm_;
  const Attribute* numbers_;
  std::span<const int64_t> result_shape_;
};

Value* Part(Composition& made, Value* value, OpKind part) {
  const ElementType element = *value->type.element_type();
  if (IsComplex(element)) {
    return made.Add(part, {value}, made.LikeOf(value, PartType(element)));
  }
  return part == OpKind::kStablehloReal ? value : made.Constant(value->type, 0);
}

// (a + bi)(c + di) = (ac - bd) + (ad + bc)i, with each of the four products computed by the
// algorithm.
Value* ComplexProduct(Composition& made, AlgorithmDot& dot, ElementType element) {
  constexpr OpKind kReal = OpKind::kStablehloReal;
  constexpr OpKind kImag = OpKind::kStablehloImag;
  const auto product = [&](OpKind lhs, OpKind rhs) {
    return dot.Product(Part(made, made.operand(0), lhs), Part(made, made.operand(1), rhs));
  };
  Value* real =
      made.Binary(OpKind::kStablehloSubtract, product(kReal, kReal), product(kImag, kImag));
  Value* imag = made.Binary(OpKind::kStablehloAdd, product(kReal, kImag), product(kImag, kReal));
  if (!IsComplex(element)) return made.Convert(real, element);
  real = made.Convert(real, PartType(element));
  imag = made.Convert(imag, PartType(element));
  return made.Add(OpKind::kStablehloComplex, {real, imag}, made.LikeOf(real, element));
}

}  // namespace

Result<void> LowerDotAlgorithm(Lowering& lowering, const Operation& operation) {
  const auto algorithm = AlgorithmOf(operation);
  if (!algorithm) {
    return lowering.Fail(operation, "dot_general-x2",
                         "dot_general: the algorithm is none of those that StableHLO lists");
  }
  Composition made(lowering, operation);
  const Type result = made.result_type(0);
  AlgorithmDot dot(made, *algorithm, operation.Find("dot_dimension_numbers"), result.shape());
  const bool is_complex = IsComplex(*made.operand(0)->type.element_type()) ||
                          IsComplex(*made.operand(1)->type.element_type());
  if (is_complex) return made.Give({ComplexProduct(made, dot, *result.element_type())});
  return made.Give(
      {made.Convert(dot.Product(made.operand(0), made.operand(1)), *result.element_type())});
}

}  // namespace paddock
