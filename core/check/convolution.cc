// Checks of convolution and dynamic_conv.
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "core/check/context.h"
#include "core/check/dot_rules.h"
#include "core/check/index_rules.h"
#include "core/check/window_rules.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

// Constraints of the operation for convolution's C1 to C34, at [1] to [34]. The three rules that
// the specification omits are at [35] to [37].
using ConvolutionConstraints = std::array<Constraint, 38>;

ConvolutionConstraints ConvolutionRules() {
  return {Constraint::kConvolutionC1,  Constraint::kConvolutionC1,  Constraint::kConvolutionC2,
          Constraint::kConvolutionC3,  Constraint::kConvolutionC4,  Constraint::kConvolutionC5,
          Constraint::kConvolutionC6,  Constraint::kConvolutionC7,  Constraint::kConvolutionC8,
          Constraint::kConvolutionC9,  Constraint::kConvolutionC10, Constraint::kConvolutionC11,
          Constraint::kConvolutionC12, Constraint::kConvolutionC13, Constraint::kConvolutionC14,
          Constraint::kConvolutionC15, Constraint::kConvolutionC16, Constraint::kConvolutionC17,
          Constraint::kConvolutionC18, Constraint::kConvolutionC19, Constraint::kConvolutionC20,
          Constraint::kConvolutionC21, Constraint::kConvolutionC22, Constraint::kConvolutionC23,
          Constraint::kConvolutionC24, Constraint::kConvolutionC25, Constraint::kConvolutionC26,
          Constraint::kConvolutionC27, Constraint::kConvolutionC28, Constraint::kConvolutionC29,
          Constraint::kConvolutionC30, Constraint::kConvolutionC31, Constraint::kConvolutionC32,
          Constraint::kConvolutionC33, Constraint::kConvolutionC34, Constraint::kConvolutionX1,
          Constraint::kConvolutionX2,  Constraint::kConvolutionX3};
}

ConvolutionConstraints DynamicConvRules() {
  return {Constraint::kDynamicConvC1,  Constraint::kDynamicConvC1,  Constraint::kDynamicConvC2,
          Constraint::kDynamicConvC3,  Constraint::kDynamicConvC4,  Constraint::kDynamicConvC5,
          Constraint::kDynamicConvC6,  Constraint::kDynamicConvC7,  Constraint::kDynamicConvC8,
          Constraint::kDynamicConvC9,  Constraint::kDynamicConvC10, Constraint::kDynamicConvC11,
          Constraint::kDynamicConvC12, Constraint::kDynamicConvC13, Constraint::kDynamicConvC14,
          Constraint::kDynamicConvC15, Constraint::kDynamicConvC16, Constraint::kDynamicConvC17,
          Constraint::kDynamicConvC18, Constraint::kDynamicConvC19, Constraint::kDynamicConvC20,
          Constraint::kDynamicConvC21, Constraint::kDynamicConvC22, Constraint::kDynamicConvC23,
          Constraint::kDynamicConvC24, Constraint::kDynamicConvC25, Constraint::kDynamicConvC26,
          Constraint::kDynamicConvC27, Constraint::kDynamicConvC28, Constraint::kDynamicConvC29,
          Constraint::kDynamicConvC30, Constraint::kDynamicConvC31, Constraint::kDynamicConvC32,
          Constraint::kDynamicConvC33, Constraint::kDynamicConvC34, Constraint::kDynamicConvX1,
          Constraint::kDynamicConvX2,  Constraint::kDynamicConvX3};
}

constexpr std::string_view kDimensionNumbers = "dimension_numbers";

// Dimensions of one operand, as [batch, spatial.., feature].
struct Dimensions {
  int64_t first = 0;   // input and output: batch; kernel: input feature
  int64_t second = 0;  // input and output: feature; kernel: output feature
  std::vector<int64_t> spatial;

  std::vector<int64_t> all() const {
    std::vector<int64_t> dims = {first, second};
    dims.insert(dims.end(), spatial.begin(), spatial.end());
    return dims;
  }
};

class Convolution {
 public:
  Convolution(CheckContext& context, const ConvolutionConstraints& rules)
      : context_(context),
        rules_(rules),
        lhs_(context.operand(0)),
        rhs_(context.operand(1)),
        numbers_(*context.attribute(kDimensionNumbers)),
        input_{Integer("input_batch_dimension"), Integer("input_feature_dimension"),
               List("input_spatial_dimensions")},
        kernel_{Integer("kernel_input_feature_dimension"),
                Integer("kernel_output_feature_dimension"), List("kernel_spatial_dimensions")},
        output_{Integer("output_batch_dimension"), Integer("output_feature_dimension"),
                List("output_spatial_dimensions")},
        feature_groups_(context.i64("feature_group_count", 1)),
        batch_groups_(context.i64("batch_group_count", 1)) {}

  // Checks C1, C12, C13 and C17 to C20.
  bool CheckNumbers() {
    if (lhs_.rank() != rhs_.rank()) {
      return Fail(1, Say("rank(lhs) = ", lhs_.rank(), " and rank(rhs) = ", rhs_.rank()));
    }
    if (lhs_.rank() < 2) return Fail(35, Say("rank(lhs) = ", lhs_.rank()));
    return CheckDimensions(input_, 12, 13) && CheckDimensions(kernel_, 17, 18) &&
           CheckDimensions(output_, 19, 20);
  }

  // Checks C21 to C23, C10, C11 and C14 to C16.
  bool CheckGroups() {
    if (feature_groups_ <= 0) return Fail(21, Say("feature_group_count = ", feature_groups_));
    if (batch_groups_ <= 0) return Fail(22, Say("batch_group_count = ", batch_groups_));
    if (feature_groups_ != 1 && batch_groups_ != 1) {
      return Fail(23, Say("they are ", feature_groups_, " and ", batch_groups_));
    }
    const Dimension batch = At(lhs_, input_.first);
    const Dimension feature = At(lhs_, input_.second);
    const Dimension kernel_in = At(rhs_, kernel_.first);
    const Dimension kernel_out = At(rhs_, kernel_.second);
    if (!Divides(batch_groups_, batch))
      return Fail(10, Say("dim(lhs, ", input_.first, ") = ", batch));
    if (!Divides(feature_groups_, feature)) {
      return Fail(11, Say("dim(lhs, ", input_.second, ") = ", feature));
    }
    if (feature.is_static() && kernel_in.is_static() &&
        kernel_in.size != feature.size / feature_groups_) {
      return Fail(14, Say("they are ", kernel_in, " and ", feature, " / ", feature_groups_));
    }
    if (!Divides(batch_groups_, kernel_out)) {
      return Fail(15, Say("dim(rhs, ", kernel_.second, ") = ", kernel_out));
    }
    if (!Divides(feature_groups_, kernel_out)) {
      return Fail(16, Say("dim(rhs, ", kernel_.second, ") = ", kernel_out));
    }
    return true;
  }

  // Checks C2 to C9 and returns the spatial sizes of the result. `padding` replaces the attribute.
  std::optional<std::vector<Dimension>> SpatialSizes(
      const std::optional<std::vector<int64_t>>& padding = std::nullopt) {
    const size_t spatial = input_.spatial.size();
    Windows windows;
    for (size_t i = 0; i < spatial; ++i) {
      const Dimension size = At(rhs_, kernel_.spatial[i]);
      if (size.size == 0 && !context_.Warn(rules_[36], At::Operand(1),
                                           Say("dim(rhs, ", kernel_.spatial[i], ") = 0"))) {
        return std::nullopt;
      }
      windows.dimensions.push_back(size.is_static() ? size.size : 1);
    }
    if (!ReadLists(spatial, windows)) return std::nullopt;
    for (size_t i = 0; padding && i < spatial; ++i) {
      windows.padding_low[i] = (*padding)[2 * i];
      windows.padding_high[i] = (*padding)[2 * i + 1];
    }
    std::vector<Dimension> sizes;
    for (int64_t d : input_.spatial) sizes.push_back(At(lhs_, d));
    auto shape = WindowedShape(context_, sizes, windows, rules_[25]);
    for (size_t i = 0; shape && i < spatial; ++i) {
      if (!At(rhs_, kernel_.spatial[i]).is_static()) (*shape)[i] = {};
    }
    return shape;
  }

  // Returns the result type by C25.
  TensorType ResultType(const std::vector<Dimension>& spatial) const {
    TensorType result;
    result.shape.resize(lhs_.rank());
    Dimension batch = At(lhs_, input_.first);
    if (batch.is_static()) batch.size /= batch_groups_;
    if (batch.bound != kDynamic) batch.bound /= batch_groups_;
    result.shape[static_cast<size_t>(output_.first)] = batch;
    result.shape[static_cast<size_t>(output_.second)] = At(rhs_, kernel_.second);
    for (size_t i = 0; i < spatial.size(); ++i) {
      result.shape[static_cast<size_t>(output_.spatial[i])] = spatial[i];
    }
    result.element = context_.result(0).element;
    return result;
  }

  // Checks C27 to C34.
  bool CheckElements() {
    const Type lhs = lhs_.element;
    const Type rhs = rhs_.element;
    const Type result = context_.result(0).element;
    const std::string detail = Say("the types are ", lhs, ", ", rhs, " and ", result);
    if (!lhs.is_quantized() && !rhs.is_quantized() && !result.is_quantized()) {
      if (lhs != rhs) return Fail(27, detail);
      return lhs == result || context_.Warn(rules_[27], paddock::At::Result(0), detail).has_value();
    }
    if (lhs.is_quantized() != result.is_quantized() || !rhs.is_quantized()) return Fail(28, detail);
    const QuantizedType& y = *rhs->quantized;
    if (y.axis >= 0 && y.axis != kernel_.second) return Fail(29, detail);
    if (!lhs.is_quantized()) {
      return (lhs == y.expressed && result == y.expressed) || Fail(34, detail);
    }
    const QuantizedType& x = *lhs->quantized;
    const QuantizedType& z = *result->quantized;
    if (z.axis >= 0 && z.axis != output_.second) return Fail(30, detail);
    if (x.storage != y.storage) return Fail(31, detail);
    if (x.expressed != y.expressed || x.expressed != z.expressed) return Fail(32, detail);
    if (y.axis < 0 && z.axis >= 0) return Fail(33, detail);
    return true;
  }

 private:
  int64_t Integer(std::string_view name) const {
    const Attribute* field = numbers_.Find(name);
    return field == nullptr ? 0 : field->integer;
  }
  std::vector<int64_t> List(std::string_view name) const { return IntegersOf(numbers_.Find(name)); }
  static Dimension At(const TensorType& type, int64_t d) {
    return type.shape[static_cast<size_t>(d)];
  }
  static bool Divides(int64_t count, Dimension size) {
    return !size.is_static() || size.size % count == 0;
  }
  bool Fail(size_t rule, std::string_view detail) {
    context_.Fail(rules_[rule], PlaceOf(rule), detail);
    return false;
  }

  // Returns the part of the operation at which a rule is reported.
  static paddock::At PlaceOf(size_t rule) {
    using paddock::At;
    switch (rule) {
      case 9:
        return At::Attribute("window_reversal");
      case 10:
      case 22:
      case 23:
        return At::Attribute("batch_group_count");
      case 11:
      case 21:
        return At::Attribute("feature_group_count");
      case 30:
      case 33:
      case 34:
        return At::Result(0);
      case 35:
        return At::Operand(0);
      default:
        return At::Operand(1);
    }
  }

  bool CheckDimensions(const Dimensions& dims, size_t count_rule, size_t range_rule) {
    const paddock::At at = paddock::At::Attribute(kDimensionNumbers);
    const size_t rank = lhs_.rank();
    if (dims.spatial.size() != rank - 2) {
      context_.Fail(rules_[count_rule], at,
                    Say("there are ", dims.spatial.size(), " and N = ", rank));
      return false;
    }
    return CheckUnique(context_, rules_[range_rule], at, dims.all()) &&
           CheckInRange(context_, rules_[range_rule], at, dims.all(), rank);
  }

  bool ReadLists(size_t spatial, Windows& windows) {
    const auto read = [&](std::string_view name, size_t rule, std::vector<int64_t>& into) {
      auto list = PositiveList(context_, name, spatial, {rules_[rule], rules_[rule + 1]});
      if (list) into = std::move(*list);
      return list.has_value();
    };
    if (!read("window_strides", 2, windows.strides) ||
        !read("lhs_dilation", 5, windows.base_dilations) ||
        !read("rhs_dilation", 7, windows.window_dilations)) {
      return false;
    }
    const std::vector<int64_t> reversal = context_.i64_array("window_reversal");
    if (!reversal.empty() && reversal.size() != spatial) {
      return Fail(9, Say("size(window_reversal) = ", reversal.size()));
    }
    return ReadPadding(context_, "padding", spatial, rules_[4], windows);
  }

  CheckContext& context_;
  const ConvolutionConstraints& rules_;
  const TensorType lhs_;
  const TensorType rhs_;
  const Attribute& numbers_;
  const Dimensions input_;
  const Dimensions kernel_;
  const Dimensions output_;
  const int64_t feature_groups_;
  const int64_t batch_groups_;
};

}  // namespace

CheckResult CheckConvolution(CheckContext& context) {
  const ConvolutionConstraints rules = ConvolutionRules();
  Convolution convolution(context, rules);
  if (!convolution.CheckNumbers() || !convolution.CheckGroups() ||
      !CheckPrecision(context, rules[37], rules[24])) {
    return Failed();
  }
  const auto spatial = convolution.SpatialSizes();
  if (!spatial || !convolution.CheckElements()) return Failed();
  const TensorType result = convolution.ResultType(*spatial);
  if (context.result(0).rank() != result.rank()) {
    return context.Fail(
        rules[26], At::Result(0),
        Say("rank(result) = ", context.result(0).rank(), " and N = ", result.rank()));
  }
  return InferredTypes{context.Infer(result, rules[25], rules[27])};
}

// The padding is operand 2. If it is not constant, windows are not checked, and the result's shape
// is known only at run time.
CheckResult CheckDynamicConv(CheckContext& context) {
  const ConvolutionConstraints rules = DynamicConvRules();
  Convolution convolution(context, rules);
  if (!convolution.CheckNumbers() || !convolution.CheckGroups() ||
      !CheckPrecision(context, rules[37], rules[24])) {
    return Failed();
  }
  const TensorType padding = context.operand(2);
  const auto spatial_rank = static_cast<int64_t>(context.operand(0).rank()) - 2;
  if (padding.shape[0].size != spatial_rank || padding.shape[1].size != 2) {
    return context.Fail(rules[4], At::Operand(2), Say("shape(padding) = ", padding.shape));
  }
  const auto values = context.ConstantOperand(2);
  if (!values || values->size() != 2 * static_cast<size_t>(spatial_rank)) {
    if (!convolution.CheckElements()) return Failed();
    return context.Declared();
  }
  const auto spatial = convolution.SpatialSizes(values);
  if (!spatial || !convolution.CheckElements()) return Failed();
  const TensorType result = convolution.ResultType(*spatial);
  if (context.result(0).rank() != result.rank()) {
    const auto warned =
        context.Warn(rules[26], At::Result(0), Say("rank(result) = ", context.result(0).rank()));
    if (!warned) return Failed();
    return context.Declared();
  }
  const bool agrees = Agree(context.result(0).shape, result.shape);
  if (context.is_run()) return InferredTypes{context.Infer(result, rules[25], rules[27])};
  if (!agrees && !context.Warn(rules[25], At::Result(0),
                               Say("the result has shape ", context.result(0).shape, ", not ",
                                   result.shape))) {
    return Failed();
  }
  return context.Declared();
}

}  // namespace paddock
