// Products of quantized tensors (family contraction) in integers: with x = (i - zero point) *
// scale, a sum of products is an integer sum times both scales, and exact before it is rescaled.
//
//   sum (l - zl)(r - zr) = sum l r - zl * sum r - zr * sum l + K zl zr
#include <algorithm>
#include <string>

#include "core/base/contains.h"
#include "core/base/overflow.h"
#include "core/ir/attribute_values.h"
#include "core/plan/lowering/dot_dimensions.h"
#include "core/plan/lowering/window_attributes.h"
#include "core/plan/quantized/quantized_form.h"

namespace paddock {
namespace {

using Dimensions = std::vector<int64_t>;

// One operand of a dot, with the positions of its dimensions in the result.
struct DotSide {
  Value* stored = nullptr;
  const QuantizedType* type = nullptr;
  const Dimensions* batching = nullptr;
  const Dimensions* contracting = nullptr;
  // Number of result dimensions before those that only this operand has.
  int64_t before = 0;

  // Returns the result dimensions of the dimensions that are not contracted, in order.
  Dimensions ResultDimensions() const {
    Dimensions result;
    int64_t own = before;
    for (int64_t i = 0; i < static_cast<int64_t>(stored->type.rank()); ++i) {
      if (Contains(*contracting, i)) continue;
      const auto at = std::ranges::find(*batching, i);
      result.push_back(at != batching->end() ? at - batching->begin() : own++);
    }
    return result;
  }
  // Result dimension of the quantization dimension; negative if there is none.
  int64_t ResultAxis() const {
    if (type->axis < 0) return -1;
    int64_t left = type->axis;
    for (int64_t i = 0; i < type->axis; ++i) left -= Contains(*contracting, i) ? 1 : 0;
    return ResultDimensions()[static_cast<size_t>(left)];
  }
};

// Maximum difference between a stored element and its zero point.
double LargestDifference(const QuantizedType& type) {
  double largest = 0;
  for (int64_t zero : type.zero_points) {
    largest = std::max({largest, static_cast<double>(type.storage_max - zero),
                        static_cast<double>(zero - type.storage_min)});
  }
  return largest;
}

// Returns i32 if every sum of `terms` products fits; intermediate values may wrap.
ElementType SumType(const QuantizedType& lhs, const QuantizedType& rhs, int64_t terms) {
  const double most = LargestDifference(lhs) * LargestDifference(rhs) * static_cast<double>(terms);
  return most < 2147483648.0 ? ElementType::kI32 : ElementType::kI64;
}

// Returns the stored elements minus their zero points, in the narrowest type that holds them.
Value* Centered(QuantizedForm& form, Value* stored, const QuantizedType& type) {
  const QuantizedParameters zero_points = ZeroPointsOf(type);
  if (zero_points.AreAll(0)) return stored;
  const bool is_narrow = BitWidth(StorageElement(type)) <= 8;
  Value* wide = form.made().Convert(stored, is_narrow ? ElementType::kI16 : WideInteger(type));
  return form.made().Binary(OpKind::kStablehloSubtract, wide, form.Over(zero_points, wide->type));
}

class QuantizedDot {
 public:
  QuantizedDot(QuantizedForm& form, const Operation& operation)
      : form_(form),
        made_(form.made()),
        operation_(operation),
        result_(form.StorageType(*operation.results[0])) {
    Value* lhs = form.Operand(operation, 0);
    Value* rhs = form.Operand(operation, 1);
    numbers_ = DotDimensionsOf(operation, lhs->type.rank());
    lhs_ = {lhs, QuantizedTypeOf(*operation.operands[0]), &numbers_.lhs_batching,
            &numbers_.lhs_contracting, static_cast<int64_t>(numbers_.lhs_batching.size())};
    const auto summed = static_cast<int64_t>(numbers_.lhs_contracting.size());
    rhs_ = {rhs, QuantizedTypeOf(*operation.operands[1]), &numbers_.rhs_batching,
            &numbers_.rhs_contracting, static_cast<int64_t>(lhs->type.rank()) - summed};
    for (int64_t dimension : numbers_.lhs_contracting) {
      terms_ *= lhs->type.shape()[static_cast<size_t>(dimension)];
    }
    sum_type_ = SumType(*lhs_.type, *rhs_.type, terms_);
    lhs_zero_ = ZeroPointsOf(*lhs_.type, lhs_.ResultAxis());
    rhs_zero_ = ZeroPointsOf(*rhs_.type, rhs_.ResultAxis());
    if (BitWidth(StorageElement(*lhs_.type)) == 32) Center();
  }

  Result<void> Run() {
    const Type wide = made_.TensorOf(result_.shape(), sum_type_);
    Value* const operands[] = {lhs_.stored, rhs_.stored};
    const auto products = form_.Repeat(operation_, operands, std::span(&wide, 1));
    if (!products) return Failed();
    Value* sum = (*products)[0];
    sum = Corrected(sum, rhs_, lhs_zero_);
    sum = Corrected(sum, lhs_, rhs_zero_);
    const auto terms = static_cast<double>(terms_);
    const QuantizedParameters both =
        Combined(lhs_zero_, rhs_zero_, [&](double l, double r) { return l * r * terms; });
    if (!both.AreAll(0)) {
      sum = made_.Binary(OpKind::kStablehloAdd, sum, form_.Over(both, sum->type));
    }
    const QuantizedType& to = *QuantizedTypeOf(*operation_.results[0]);
    const QuantizedParameters scales =
        Combined(ScalesOf(*lhs_.type, lhs_.ResultAxis()), ScalesOf(*rhs_.type, rhs_.ResultAxis()),
                 std::multiplies<>());
    const QuantizedParameters factor = Combined(scales, ScalesOf(to), std::divides<>());
    form_.Set(operation_, 0, form_.Rescale(sum, factor, ZeroPointsOf(to), to, true));
    return {};
  }

 private:
  // Subtracts the zero points first, because products of 32-bit zero points are not exact in f64.
  void Center() {
    lhs_.stored = Centered(form_, lhs_.stored, *lhs_.type);
    rhs_.stored = Centered(form_, rhs_.stored, *rhs_.type);
    lhs_zero_ = rhs_zero_ = QuantizedParameters::Same(0);
  }

  // Returns sum - zero points * sums, for the sums of one operand and the zero points of the other.
  Value* Corrected(Value* sum, const DotSide& side, const QuantizedParameters& zero_points) {
    if (zero_points.AreAll(0)) return sum;
    Value* sums = made_.Broadcast(SumsOf(side), side.ResultDimensions(), sum->type);
    Value* correction =
        made_.Binary(OpKind::kStablehloMultiply, sums, form_.Over(zero_points, sum->type));
    return made_.Binary(OpKind::kStablehloSubtract, sum, correction);
  }

  // Sums over the contracting dimensions, as a product of the stored elements with ones.
  Value* SumsOf(const DotSide& side) {
    Dimensions shape, ones_shape, ones_contracting;
    const std::span<const int64_t> own = side.stored->type.shape();
    for (int64_t i = 0; i < static_cast<int64_t>(own.size()); ++i) {
      if (!Contains(*side.contracting, i)) shape.push_back(own[static_cast<size_t>(i)]);
    }
    for (size_t i = 0; i < side.contracting->size(); ++i) {
      ones_shape.push_back(own[static_cast<size_t>((*side.contracting)[i])]);
      ones_contracting.push_back(static_cast<int64_t>(i));
    }
    const ElementType element = *side.stored->type.element_type();
    Value* ones = made_.Constant(made_.TensorOf(ones_shape, element), 1);
    const NamedAttribute fields[] = {
        made_.Integers("lhs_batching_dimensions", {}),
        made_.Integers("rhs_batching_dimensions", {}),
        made_.Integers("lhs_contracting_dimensions", *side.contracting),
        made_.Integers("rhs_contracting_dimensions", ones_contracting)};
    return made_.Add(OpKind::kStablehloDotGeneral, {side.stored, ones},
                     made_.TensorOf(shape, sum_type_),
                     {made_.Struct("dot_dimension_numbers", "dot", fields)});
  }

  QuantizedForm& form_;
  Composition& made_;
  const Operation& operation_;
  Type result_;
  DotDimensions numbers_;
  DotSide lhs_, rhs_;
  // Over the dimensions of the result.
  QuantizedParameters lhs_zero_, rhs_zero_;
  int64_t terms_ = 1;
  ElementType sum_type_ = ElementType::kI32;
};

int64_t OutputFeature(const Operation& operation) {
  return IntegerOf(operation.Find("dimension_numbers"), "output_feature_dimension", 0);
}

// A convolution of stored elements of at most 8 bits, for which dot instructions exist. Padding is
// the zero point; the result is then corrected by the zero point times the kernel's sums. The
// general form handles kernels with zero points, and lhs_dilation.
class StoredConvolution {
 public:
  StoredConvolution(QuantizedForm& form, const Operation& operation)
      : made_(form.made()),
        operation_(operation),
        lhs_(form.Operand(operation, 0)),
        rhs_(form.Operand(operation, 1)),
        lhs_type_(*QuantizedTypeOf(*operation.operands[0])),
        zero_point_(ZeroPointsOf(lhs_type_)),
        attributes_(ConvolutionAttributesOf(operation)) {}

  bool Applies() {
    const QuantizedType& rhs_type = *QuantizedTypeOf(*operation_.operands[1]);
    return operation_.is(OpKind::kStablehloConvolution) && zero_point_.dimensions.empty() &&
           !zero_point_.AreAll(0) && ZeroPointsOf(rhs_type).AreAll(0) &&
           BitWidth(StorageElement(lhs_type_)) <= 8 && BitWidth(StorageElement(rhs_type)) <= 8 &&
           std::ranges::all_of(attributes_.lhs_dilation, [](int64_t d) { return d == 1; }) &&
           PadShape();
  }

  // Returns the sums of products without zero points.
  Result<Value*> Sums(Type wide) {
    std::vector<NamedAttribute> attributes(operation_.attributes.begin(),
                                           operation_.attributes.end());
    for (NamedAttribute& attribute : attributes) {
      const auto spatial = static_cast<int64_t>(attributes_.input_spatial.size());
      const std::vector<int64_t> zeros(attributes_.padding.size(), 0);
      const int64_t shape[] = {spatial, 2};
      if (attribute.name == "padding") attribute = made_.Elements("padding", zeros, shape);
    }
    Value* const operands[] = {Padded(), rhs_};
    Value* sum =
        made_.AddAll(OpKind::kStablehloConvolution, operands, std::span(&wide, 1), attributes)[0];
    const int64_t feature[] = {attributes_.output_feature};
    Value* kernel = KernelSums(*wide.element_type());
    Value* lacking = made_.Binary(OpKind::kStablehloMultiply, kernel,
                                  made_.Constant(kernel->type, zero_point_.values[0]));
    return made_.Binary(OpKind::kStablehloSubtract, sum,
                        made_.Broadcast(lacking, feature, sum->type));
  }

 private:
  // Sets the shape of lhs with its padding. Returns false if the padding is negative or too large,
  // which the general form reports.
  bool PadShape() {
    constexpr int64_t kMost = int64_t{1} << 16;
    const std::span<const int64_t> shape = lhs_->type.shape();
    shape_.assign(shape.begin(), shape.end());
    low_.assign(shape_.size(), 0);
    high_ = low_;
    for (size_t i = 0; i < attributes_.input_spatial.size(); ++i) {
      const auto dimension = static_cast<size_t>(attributes_.input_spatial[i]);
      low_[dimension] = attributes_.padding[2 * i];
      high_[dimension] = attributes_.padding[2 * i + 1];
      if (low_[dimension] < 0 || low_[dimension] > kMost) return false;
      if (high_[dimension] < 0 || high_[dimension] > kMost) return false;
      shape_[dimension] += low_[dimension] + high_[dimension];
    }
    const auto count = CheckedProduct(shape_);
    return count && *count < kMost * kMost;
  }

  Value* Padded() {
    const std::vector<int64_t> zeros(shape_.size(), 0);
    if (low_ == zeros && high_ == zeros) return lhs_;
    const ElementType element = *lhs_->type.element_type();
    Value* zero = made_.Constant(made_.ScalarOf(element), zero_point_.values[0]);
    return made_.Add(
        OpKind::kStablehloPad, {lhs_, zero}, made_.TensorOf(shape_, element),
        {made_.Integers("edge_padding_low", low_), made_.Integers("edge_padding_high", high_),
         made_.Integers("interior_padding", zeros)});
  }

  // Returns the kernel's sums for each output feature.
  Value* KernelSums(ElementType element) {
    std::vector<int64_t> others;
    for (int64_t i = 0; i < static_cast<int64_t>(rhs_->type.rank()); ++i) {
      if (i != attributes_.kernel_output_feature) others.push_back(i);
    }
    return made_.Reduce(OpKind::kStablehloAdd, made_.Convert(rhs_, element),
                        made_.Constant(made_.ScalarOf(element), 0), others);
  }

  Composition& made_;
  const Operation& operation_;
  Value* lhs_;
  Value* rhs_;
  const QuantizedType& lhs_type_;
  QuantizedParameters zero_point_;
  ConvolutionAttributes attributes_;
  std::vector<int64_t> shape_, low_, high_;
};

// Returns the sums of a convolution of centered elements, whose padding is zero.
Result<Value*> CenteredSums(QuantizedForm& form, const Operation& operation, Type wide) {
  Composition& made = form.made();
  std::vector<Value*> operands = {
      Centered(form, form.Operand(operation, 0), *QuantizedTypeOf(*operation.operands[0])),
      Centered(form, form.Operand(operation, 1), *QuantizedTypeOf(*operation.operands[1]))};
  for (size_t i = 2; i < operation.operands.size(); ++i) {
    operands.push_back(form.Operand(operation, i));
  }
  // Both operands must have one type.
  const ElementType element =
      BitWidth(*operands[0]->type.element_type()) > BitWidth(*operands[1]->type.element_type())
          ? *operands[0]->type.element_type()
          : *operands[1]->type.element_type();
  operands[0] = made.Convert(operands[0], element);
  operands[1] = made.Convert(operands[1], element);
  const auto sums = form.Repeat(operation, operands, std::span(&wide, 1));
  if (!sums) return Failed();
  return (*sums)[0];
}

Result<void> QuantizedConvolution(QuantizedForm& form, const Operation& operation) {
  Composition& made = form.made();
  const QuantizedType& lhs = *QuantizedTypeOf(*operation.operands[0]);
  const QuantizedType& rhs = *QuantizedTypeOf(*operation.operands[1]);
  const QuantizedType& to = *QuantizedTypeOf(*operation.results[0]);
  // Each sum covers all kernel dimensions but the output features.
  const std::span<const int64_t> kernel = form.Operand(operation, 1)->type.shape();
  const auto terms = CheckedProduct(kernel).value_or(0);
  const Type type = form.StorageType(*operation.results[0]);
  const Type wide = made.TensorOf(type.shape(), SumType(lhs, rhs, terms));
  StoredConvolution stored(form, operation);
  const auto sums = stored.Applies() ? stored.Sums(wide) : CenteredSums(form, operation, wide);
  if (!sums) return Failed();
  const int64_t feature = OutputFeature(operation);
  const QuantizedParameters scales =
      Combined(ScalesOf(lhs), ScalesOf(rhs, feature), std::multiplies<>());
  const QuantizedParameters factor = Combined(scales, ScalesOf(to), std::divides<>());
  form.Set(operation, 0, form.Rescale(*sums, factor, ZeroPointsOf(to), to, true));
  return {};
}

}  // namespace

// With a floating-point lhs, dequantizes rhs and computes a floating-point product.
Result<void> QuantizedContraction(QuantizedForm& form, const Operation& operation) {
  const bool is_integer = QuantizedTypeOf(*operation.operands[0]) != nullptr &&
                          QuantizedTypeOf(*operation.operands[1]) != nullptr &&
                          QuantizedTypeOf(*operation.results[0]) != nullptr;
  if (!is_integer || form.HasStoredIn64(operation)) return QuantizedValues(form, operation);
  const bool is_dot =
      operation.is(OpKind::kStablehloDot) || operation.is(OpKind::kStablehloDotGeneral);
  return is_dot ? QuantizedDot(form, operation).Run() : QuantizedConvolution(form, operation);
}

}  // namespace paddock
