// Checks of constants, and of operations that move elements without computing.
#include <algorithm>

#include "core/base/overflow.h"
#include "core/check/context.h"
#include "core/check/index_rules.h"
#include "core/tensor/quantized_value.h"

namespace paddock {
namespace {

// Returns whether all sizes agree outside `dimension`, where a slice or concatenation may differ.
bool AgreeExcept(const TensorType& a, const TensorType& b, size_t dimension) {
  if (a.rank() != b.rank()) return false;
  for (size_t d = 0; d < a.rank(); ++d) {
    if (d != dimension && !Agree(a.shape[d], b.shape[d])) return false;
  }
  return true;
}

// Returns low + size + max(size - 1, 0) * interior + high; nothing on overflow.
std::optional<int64_t> PaddedSize(int64_t size, int64_t low, int64_t high, int64_t interior) {
  const auto between = CheckedMultiply(std::max<int64_t>(size - 1, 0), interior);
  if (!between) return std::nullopt;
  const auto inner = CheckedAdd(size, *between);
  const auto edges = CheckedAdd(low, high);
  if (!inner || !edges) return std::nullopt;
  return CheckedAdd(*inner, *edges);
}

// Infers the result's shape from the elements' bit widths `from` and `to` (C1).
CheckResult CheckBitcastSizes(CheckContext& context, TensorType result, int64_t from, int64_t to) {
  const auto fail = [&] {
    return context.Fail(Constraint::kBitcastConvertC1, At::Result(0),
                        Say("the operand is ", context.operand_type(0), " and the result ",
                            context.result_type(0)));
  };
  if (to == 0 || from == 0) return fail();
  if (to < from) {
    if (from % to != 0) return fail();
    result.shape.push_back({from / to});
  } else if (to > from) {
    if (to % from != 0 || result.rank() == 0) return fail();
    if (!Agree(result.shape.back(), Dimension{to / from})) return fail();
    result.shape.pop_back();
  }
  return InferredTypes{
      context.Infer(result, Constraint::kBitcastConvertC1, Constraint::kBitcastConvertC1)};
}

}  // namespace

CheckResult CheckBitcastConvert(CheckContext& context) {
  TensorType result = context.operand(0);
  const Type from = result.element;
  const Type to = context.result(0).element;
  if (IsComplex(from) != IsComplex(to)) {
    return context.Fail(Constraint::kBitcastConvertC2, At::Result(0),
                        Say("the operand has ", from, " and the result ", to));
  }
  const auto bits = [](Type element) {
    return IsComplex(element) ? 2 * BitWidth(element->element) : BitWidth(element);
  };
  result.element = to;
  return CheckBitcastSizes(context, result, bits(from), bits(to));
}

CheckResult CheckBroadcast(CheckContext& context) {
  const TensorType operand = context.operand(0);
  TensorType result;
  result.element = operand.element;
  for (int64_t size : context.i64_array("broadcast_sizes")) {
    if (size < 0) {
      return context.Fail(Constraint::kBroadcastX1, At::Attribute("broadcast_sizes"),
                          Say("a size is ", size));
    }
    result.shape.push_back({size});
  }
  result.shape.insert(result.shape.end(), operand.shape.begin(), operand.shape.end());
  if (context.result(0).element != operand.element) {
    return context.Fail(
        Constraint::kBroadcastX3, At::Result(0),
        Say("the result has ", context.result(0).element, " and the operand ", operand.element));
  }
  return InferredTypes{context.Infer(result, Constraint::kBroadcastX2, Constraint::kBroadcastX3)};
}

CheckResult CheckBroadcastInDim(CheckContext& context) {
  const TensorType operand = context.operand(0);
  TensorType result = context.result(0);
  if (!CheckStaticOrOneBounded(context, 0)) return Failed();
  const auto dimensions = context.i64_array("broadcast_dimensions");
  const BroadcastRules rules = {
      Info(Constraint::kBroadcastInDimC1), Info(Constraint::kBroadcastInDimC2),
      Info(Constraint::kBroadcastInDimC3), Info(Constraint::kBroadcastInDimC4),
      Info(Constraint::kBroadcastInDimC6)};
  if (!CheckBroadcastDimensions(context, operand, result, dimensions, rules)) return Failed();
  for (size_t d = 0; d < operand.rank(); ++d) {
    const Dimension from = operand.shape[d];
    Dimension& to = result.shape[static_cast<size_t>(dimensions[d])];
    if (from.size == 1) continue;
    if (from.is_static() && !context.is_run() ? from.size == to.size : Agree(from, to)) {
      to = Meet(to, from);
      continue;
    }
    if (from.may_be_one()) continue;
    return context.Fail(
        Constraint::kBroadcastInDimC5, At::Operand(0),
        Say("dim(operand, ", d, ") = ", from, " and dim(result, ", dimensions[d], ") = ", to));
  }
  return InferredTypes{
      context.Infer(result, Constraint::kBroadcastInDimC5, Constraint::kBroadcastInDimC1)};
}

CheckResult CheckConcatenate(CheckContext& context) {
  const std::vector<TensorType> inputs = context.operands();
  if (inputs.empty()) return context.Fail(Constraint::kConcatenateC3, At(), "there are none");
  const int64_t dimension = context.i64("dimension");
  TensorType result = inputs[0];
  if (dimension < 0 || dimension >= static_cast<int64_t>(result.rank())) {
    return context.Fail(Constraint::kConcatenateC4, At::Attribute("dimension"),
                        Say("dimension = ", dimension, " and rank(inputs[0]) = ", result.rank()));
  }
  const size_t d = static_cast<size_t>(dimension);
  for (size_t i = 1; i < inputs.size(); ++i) {
    if (!SameBaseline(inputs[i].element, result.element)) {
      return context.Fail(
          Constraint::kConcatenateC1, At::Operand(i), At::Operand(0),
          Say("inputs[", i, "] has ", inputs[i].element, " and inputs[0] ", result.element));
    }
    if (!AgreeExcept(inputs[i], result, d)) {
      return context.Fail(Constraint::kConcatenateC2, At::Operand(i), At::Operand(0),
                          Say("inputs[", i, "] has shape ", inputs[i].shape,
                              " and those before it ", result.shape));
    }
    for (size_t other = 0; other < result.rank(); ++other) {
      if (other != d) result.shape[other] = Meet(result.shape[other], inputs[i].shape[other]);
    }
    result.shape[d] = Sum(result.shape[d], inputs[i].shape[d]);
  }
  return InferredTypes{
      context.Infer(result, Constraint::kConcatenateC6, Constraint::kConcatenateC5)};
}

CheckResult CheckConstant(CheckContext& context) {
  const Attribute& value = *context.attribute("value");
  if (!context.result(0).has_static_shape()) {
    return context.Fail(Constraint::kResultType, At::Result(0),
                        Say("the result is ", context.result_type(0), ", its shape is not static"));
  }
  if (!value.type.is_tensor() || !value.type.has_static_shape()) {
    return context.Fail(Constraint::kLiteralType, At::Attribute("value"),
                        Say("the literal has the type ", value.type));
  }
  const TensorType result = context.result(0);
  TensorType literal = TensorType::Of(value.type);
  // Upstream writes a literal of the storage type for a quantized result.
  const bool is_storage =
      result.element.is_quantized() && literal.element == result.element->quantized->storage;
  if (is_storage) literal.element = result.element;
  const std::string both =
      Say("value has type ", value.type, " and output ", context.result_type(0));
  if (literal.element != result.element || literal.shape != result.shape) {
    return context.Fail(Constraint::kConstantC1, At::Result(0), At::Attribute("value"), both);
  }
  if (!is_storage) return context.Declared();
  const auto outside = DescribeOutside(*value.value, *result.element->quantized);
  if (outside) return context.Fail(Constraint::kLiteralValue, At::Attribute("value"), *outside);
  if (!context.Warn(Constraint::kConstantC1, At::Attribute("value"), both)) return Failed();
  return context.Declared();
}

CheckResult CheckIota(CheckContext& context) {
  const TensorType output = context.result(0);
  const int64_t dimension = context.i64("iota_dimension");
  if (!output.has_static_shape()) {
    return context.Fail(Constraint::kResultType, At::Result(0),
                        Say("the output is ", context.result_type(0), ", its shape is not static"));
  }
  if (dimension < 0 || dimension >= static_cast<int64_t>(output.rank())) {
    return context.Fail(Constraint::kIotaC1, At::Attribute("iota_dimension"),
                        Say("iota_dimension = ", dimension, " and rank(output) = ", output.rank()));
  }
  return context.Declared();
}

CheckResult CheckPad(CheckContext& context) {
  const TensorType operand = context.operand(0);
  const auto low = context.i64_array("edge_padding_low");
  const auto high = context.i64_array("edge_padding_high");
  const auto interior = context.i64_array("interior_padding");
  const size_t rank = operand.rank();
  if (!SameBaseline(context.operand(1).element, operand.element)) {
    return context.Fail(Constraint::kPadC1, At::Operand(1), At::Operand(0),
                        Say("the operand has ", operand.element, " and padding_value ",
                            context.operand(1).element));
  }
  if (low.size() != rank || high.size() != rank || interior.size() != rank) {
    return context.Fail(Constraint::kPadC2,
                        At::Attribute(low.size() != rank    ? "edge_padding_low"
                                      : high.size() != rank ? "edge_padding_high"
                                                            : "interior_padding"),
                        At::Operand(0),
                        Say("the sizes are ", low.size(), ", ", high.size(), ", ", interior.size(),
                            " and the rank is ", rank));
  }
  TensorType result = operand;
  for (size_t i = 0; i < rank; ++i) {
    if (interior[i] < 0) {
      return context.Fail(Constraint::kPadC3, At::Attribute("interior_padding"),
                          Say("interior_padding[", i, "] = ", interior[i]));
    }
    const int64_t limit = operand.shape[i].limit();
    if (limit == kDynamic) continue;
    const auto size = PaddedSize(limit, low[i], high[i], interior[i]);
    if (!size || *size < 0) {
      return context.Fail(
          Constraint::kPadX1, At::Operand(0),
          size ? Say("dim(result, ", i, ") = ", *size) : Say("dim(result, ", i, ") is too large"));
    }
    (operand.shape[i].is_static() ? result.shape[i].size : result.shape[i].bound) = *size;
  }
  return InferredTypes{context.Infer(result, Constraint::kPadC4, Constraint::kPadC1)};
}

namespace {

// Returns the result with its one open size set from the operand's element count.
TensorType WithMissingSize(const TensorType& operand, TensorType result) {
  const auto count = operand.element_count();
  Dimension* missing = nullptr;
  int64_t others = 1;
  for (Dimension& size : result.shape) {
    if (!size.is_static()) {
      if (missing != nullptr) return result;
      missing = &size;
    } else if (__builtin_mul_overflow(others, size.size, &others)) {
      return result;
    }
  }
  if (missing == nullptr || !count || others == 0 || *count % others != 0) return result;
  const Dimension found = {*count / others};
  if (Agree(found, *missing)) *missing = found;
  return result;
}

}  // namespace

CheckResult CheckReshape(CheckContext& context) {
  const TensorType operand = context.operand(0);
  const TensorType result = context.result(0);
  if (!CheckStaticOrOneBounded(context, 0)) return Failed();
  const ReshapeRules rules = {Info(Constraint::kReshapeC1), Info(Constraint::kReshapeC2),
                              Info(Constraint::kReshapeC3)};
  if (!CheckReshaped(context, operand, result, rules)) return Failed();
  return InferredTypes{context.Infer(WithMissingSize(operand, result), Constraint::kReshapeC2,
                                     Constraint::kReshapeC1)};
}

CheckResult CheckReverse(CheckContext& context) {
  const TensorType operand = context.operand(0);
  const auto dimensions = context.i64_array("dimensions");
  const At at = At::Attribute("dimensions");
  if (!CheckInRange(context, Constraint::kReverseC3, at, dimensions, operand.rank())) {
    return Failed();
  }
  if (!CheckUnique(context, Constraint::kReverseC2, at, dimensions)) return Failed();
  return InferredTypes{context.Infer(operand, Constraint::kReverseC1, Constraint::kReverseC1)};
}

// Checks dim(result, i) = ceil((limit_indices[i] - start_indices[i]) / strides[i]).
CheckResult CheckSlice(CheckContext& context) {
  const TensorType operand = context.operand(0);
  const auto start = context.i64_array("start_indices");
  const auto limit = context.i64_array("limit_indices");
  const auto strides = context.i64_array("strides");
  const size_t rank = operand.rank();
  if (start.size() != rank || limit.size() != rank || strides.size() != rank) {
    return context.Fail(Constraint::kSliceC2,
                        At::Attribute(start.size() != rank   ? "start_indices"
                                      : limit.size() != rank ? "limit_indices"
                                                             : "strides"),
                        At::Operand(0),
                        Say("the sizes are ", start.size(), ", ", limit.size(), ", ",
                            strides.size(), " and the rank is ", rank));
  }
  TensorType result = operand;
  for (size_t i = 0; i < rank; ++i) {
    const int64_t most = operand.shape[i].limit();
    if (start[i] < 0 || start[i] > limit[i] || (most != kDynamic && limit[i] > most)) {
      const bool is_start = start[i] < 0 || start[i] > limit[i];
      return context.Fail(Constraint::kSliceC3,
                          At::Attribute(is_start ? "start_indices" : "limit_indices"),
                          Say("start_indices[", i, "] = ", start[i], ", limit_indices[", i,
                              "] = ", limit[i], ", dim(operand, ", i, ") = ", operand.shape[i]));
    }
    if (strides[i] <= 0) {
      return context.Fail(Constraint::kSliceC4, At::Attribute("strides"),
                          Say("strides[", i, "] = ", strides[i]));
    }
    const int64_t length = limit[i] - start[i];
    result.shape[i] = {length / strides[i] + (length % strides[i] != 0 ? 1 : 0)};
  }
  return InferredTypes{context.Infer(result, Constraint::kSliceC5, Constraint::kSliceC1)};
}

CheckResult CheckTranspose(CheckContext& context) {
  const TensorType operand = context.operand(0);
  const auto permutation = context.i64_array("permutation");
  std::vector<int64_t> sorted = permutation;
  std::ranges::sort(sorted);
  for (size_t i = 0; i < std::max(sorted.size(), operand.rank()); ++i) {
    if (sorted.size() == operand.rank() && sorted[i] == static_cast<int64_t>(i)) continue;
    return context.Fail(
        Constraint::kTransposeC2, At::Attribute("permutation"),
        Say("permutation = ", permutation, " and rank(operand) = ", operand.rank()));
  }
  TensorType result = operand;
  for (size_t i = 0; i < permutation.size(); ++i) {
    result.shape[i] = operand.shape[static_cast<size_t>(permutation[i])];
  }
  const Type declared = context.result(0).element;
  if (IsPerAxisQuantized(declared) && IsPerAxisQuantized(operand.element)) {
    const int64_t from = operand.element->quantized->axis;
    const int64_t to = declared->quantized->axis;
    if (to >= static_cast<int64_t>(permutation.size()) ||
        permutation[static_cast<size_t>(to)] != from) {
      return context.Fail(Constraint::kTransposeC4, At::Result(0),
                          Say("quantization_dimension(operand) = ", from,
                              ", quantization_dimension(result) = ", to));
    }
    if (!SameParameters(operand.element, declared)) {
      return context.Fail(Constraint::kTransposeC1, At::Result(0),
                          Say("the operand has ", operand.element, " and the result ", declared));
    }
  }
  if (IsPerTensorQuantized(declared) && declared != operand.element) {
    return context.Fail(Constraint::kTransposeC1, At::Result(0),
                        Say("the operand has ", operand.element, " and the result ", declared));
  }
  return InferredTypes{context.Infer(result, Constraint::kTransposeC3, Constraint::kTransposeC1)};
}

}  // namespace paddock
