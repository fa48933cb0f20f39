// Checks of operations whose result shape depends on a value, and of sizes as values.
#include <algorithm>

#include "core/check/context.h"
#include "core/check/gather_rules.h"
#include "core/check/index_rules.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

// Requires that shape operand `i` has a static size, which is the rank of the result.
bool CheckShapeOperand(CheckContext& context, size_t i, Constraint rule) {
  const Dimension size = context.operand(i).shape[0];
  const size_t rank = context.result(0).rank();
  if (!size.is_static()) {
    context.Fail(Constraint::kOperandType, At::Operand(i),
                 Say("operand ", i, " is ", context.operand_type(i), ", its size must be static"));
    return false;
  }
  if (size.size == static_cast<int64_t>(rank)) return true;
  context.Fail(rule, At::Operand(i), Say("it has ", size, " sizes and rank(result) = ", rank));
  return false;
}

// Returns the result's type with the sizes of a constant shape operand.
Result<TensorType> WithConstantSizes(CheckContext& context, size_t i, Constraint rule) {
  TensorType result = context.result(0);
  const auto sizes = context.ConstantOperand(i);
  if (!sizes) return result;
  for (size_t d = 0; d < std::min(sizes->size(), result.rank()); ++d) {
    const int64_t size = (*sizes)[d];
    if (size < 0 || !Agree(result.shape[d], Dimension{size})) {
      return context.Fail(
          rule, At::Operand(i),
          Say("size ", d, " is ", size, " and dim(result, ", d, ") = ", result.shape[d]));
    }
    result.shape[d] = {size};
  }
  return result;
}

// Checks the program's lists of expanding dimensions where sizes are known.
bool CheckKnownExpansions(CheckContext& context, const TensorType& operand,
                          const TensorType& result) {
  const auto dimensions = context.i64_array("broadcast_dimensions");
  for (const int64_t d : context.i64_array("known_expanding_dimensions")) {
    const Dimension from = operand.shape[static_cast<size_t>(d)];
    if (from.may_be_one()) continue;
    context.Fail(Constraint::kDynamicBroadcastInDimX1, At::Attribute("known_expanding_dimensions"),
                 Say("dim(operand, ", d, ") = ", from));
    return false;
  }
  for (const int64_t d : context.i64_array("known_nonexpanding_dimensions")) {
    const int64_t to = dimensions[static_cast<size_t>(d)];
    const Dimension from_size = operand.shape[static_cast<size_t>(d)];
    const Dimension to_size = result.shape[static_cast<size_t>(to)];
    if (Agree(from_size, to_size)) continue;
    context.Fail(
        Constraint::kDynamicBroadcastInDimX1, At::Attribute("known_nonexpanding_dimensions"),
        Say("dim(operand, ", d, ") = ", from_size, " and dim(result, ", to, ") = ", to_size));
    return false;
  }
  return true;
}

}  // namespace

CheckResult CheckDynamicBroadcastInDim(CheckContext& context) {
  const TensorType operand = context.operand(0);
  const TensorType declared = context.result(0);
  const auto dimensions = context.i64_array("broadcast_dimensions");
  if (!CheckShapeOperand(context, 1, Constraint::kDynamicBroadcastInDimC7)) return Failed();
  const BroadcastRules rules = {
      Info(Constraint::kDynamicBroadcastInDimC1), Info(Constraint::kDynamicBroadcastInDimC2),
      Info(Constraint::kDynamicBroadcastInDimC3), Info(Constraint::kDynamicBroadcastInDimC4),
      Info(Constraint::kDynamicBroadcastInDimC6)};
  if (!CheckBroadcastDimensions(context, operand, declared, dimensions, rules)) return Failed();
  const auto result = WithConstantSizes(context, 1, Constraint::kDynamicBroadcastInDimC5);
  if (!result) return Failed();
  for (size_t d = 0; d < operand.rank(); ++d) {
    const Dimension to = result->shape[static_cast<size_t>(dimensions[d])];
    if (operand.shape[d].may_be_one() || Agree(operand.shape[d], to)) continue;
    return context.Fail(Constraint::kDynamicBroadcastInDimC5, At::Operand(0),
                        Say("dim(operand, ", d, ") = ", operand.shape[d], " and dim(result, ",
                            dimensions[d], ") = ", to));
  }
  std::vector<int64_t> known = context.i64_array("known_expanding_dimensions");
  const auto nonexpanding = context.i64_array("known_nonexpanding_dimensions");
  const At at = At::Attribute("known_expanding_dimensions");
  if (!CheckInRange(context, Constraint::kDynamicBroadcastInDimC9, at, known, operand.rank()) ||
      !CheckInRange(context, Constraint::kDynamicBroadcastInDimC10,
                    At::Attribute("known_nonexpanding_dimensions"), nonexpanding, operand.rank())) {
    return Failed();
  }
  known.insert(known.end(), nonexpanding.begin(), nonexpanding.end());
  if (!CheckUnique(context, Constraint::kDynamicBroadcastInDimC8, at, known) ||
      !CheckKnownExpansions(context, operand, *result)) {
    return Failed();
  }
  return InferredTypes{context.Infer(*result, Constraint::kDynamicBroadcastInDimC5,
                                     Constraint::kDynamicBroadcastInDimC1)};
}

CheckResult CheckDynamicGather(CheckContext& context) {
  constexpr GatherRules kRules = {
      Constraint::kDynamicGatherC1,  Constraint::kDynamicGatherC1,  Constraint::kDynamicGatherC2,
      Constraint::kDynamicGatherC3,  Constraint::kDynamicGatherC4,  Constraint::kDynamicGatherC5,
      Constraint::kDynamicGatherC6,  Constraint::kDynamicGatherC6,  Constraint::kDynamicGatherC7,
      Constraint::kDynamicGatherC8,  Constraint::kDynamicGatherX1,  Constraint::kDynamicGatherX1,
      Constraint::kDynamicGatherX1,  Constraint::kDynamicGatherX1,  Constraint::kDynamicGatherX1,
      Constraint::kDynamicGatherX1,  Constraint::kDynamicGatherX1,  Constraint::kDynamicGatherX1,
      Constraint::kDynamicGatherC9,  Constraint::kDynamicGatherC10, Constraint::kDynamicGatherC11,
      Constraint::kDynamicGatherC12, Constraint::kDynamicGatherC13, Constraint::kDynamicGatherC14};
  const TensorType operand = context.operand(0);
  const Dimension size = context.operand(2).shape[0];
  if (!size.is_static() || size.size != static_cast<int64_t>(operand.rank())) {
    return context.Fail(Constraint::kDynamicGatherC11, At::Operand(2),
                        Say("size(slice_sizes) = ", size, " and rank(operand) = ", operand.rank()));
  }
  const Attribute* numbers = context.attribute("dimension_numbers");
  const auto batching = IntegersOf(numbers->Find("operand_batching_dims"));
  if (!batching.empty() &&
      !context.Warn(Constraint::kDynamicGatherC1, At::Attribute("dimension_numbers"),
                    Say("there are operand_batching_dims = ", batching, " too"))) {
    return Failed();
  }
  const auto result =
      CheckGatherShape(context, operand, context.operand(1), context.ConstantOperand(2), kRules);
  if (!result) return Failed();
  return InferredTypes{
      context.Infer(*result, Constraint::kDynamicGatherC13, Constraint::kDynamicGatherC14)};
}

CheckResult CheckDynamicIota(CheckContext& context) {
  const int64_t dimension = context.i64("iota_dimension");
  const size_t rank = context.result(0).rank();
  if (!CheckShapeOperand(context, 0, Constraint::kDynamicIotaC2)) return Failed();
  if (dimension < 0 || dimension >= static_cast<int64_t>(rank)) {
    return context.Fail(Constraint::kDynamicIotaC1, At::Attribute("iota_dimension"),
                        Say("iota_dimension = ", dimension, " and rank(result) = ", rank));
  }
  const auto result = WithConstantSizes(context, 0, Constraint::kResultType);
  if (!result) return Failed();
  return InferredTypes{context.Infer(*result, Constraint::kResultType, Constraint::kResultType)};
}

namespace {

// Fills the result sizes of dynamic_pad if all amounts are constants.
bool ApplyConstantPadding(CheckContext& context, TensorType& result) {
  const auto low = context.ConstantOperand(2);
  const auto high = context.ConstantOperand(3);
  const auto interior = context.ConstantOperand(4);
  for (size_t d = 0; interior && d < interior->size(); ++d) {
    if ((*interior)[d] >= 0) continue;
    context.Fail(Constraint::kDynamicPadC3, At::Operand(4),
                 Say("interior_padding[", d, "] = ", (*interior)[d]));
    return false;
  }
  const bool is_known = low && high && interior;
  for (size_t d = 0; d < result.rank(); ++d) {
    const Dimension size = result.shape[d];
    result.shape[d] = {};
    if (!is_known || !size.is_static() || d >= low->size() || d >= high->size()) continue;
    int64_t padded = 0;
    const int64_t gaps = std::max<int64_t>(size.size - 1, 0);
    if (__builtin_mul_overflow(gaps, (*interior)[d], &padded) ||
        __builtin_add_overflow(padded, size.size, &padded) ||
        __builtin_add_overflow(padded, (*low)[d], &padded) ||
        __builtin_add_overflow(padded, (*high)[d], &padded) || padded < 0) {
      context.Fail(Constraint::kDynamicPadC4, At::Operand(0),
                   Say("dim(result, ", d, ") is out of range"));
      return false;
    }
    result.shape[d] = {padded};
  }
  return true;
}

}  // namespace

CheckResult CheckDynamicPad(CheckContext& context) {
  const TensorType operand = context.operand(0);
  if (!SameBaseline(context.operand(1).element, operand.element)) {
    return context.Fail(Constraint::kDynamicPadC1, At::Operand(1),
                        Say("the operand has ", operand.element, " and padding_value ",
                            context.operand(1).element));
  }
  for (size_t i = 2; i < 5; ++i) {
    const Dimension size = context.operand(i).shape[0];
    if (context.operand_type(i) == context.operand_type(2) &&
        Agree(size, Dimension{static_cast<int64_t>(operand.rank())})) {
      continue;
    }
    return context.Fail(Constraint::kDynamicPadC2, At::Operand(i),
                        Say("operand ", i, " is ", context.operand_type(i),
                            " and rank(operand) = ", operand.rank()));
  }
  TensorType result = operand;
  if (!ApplyConstantPadding(context, result)) return Failed();
  return InferredTypes{context.Infer(result, Constraint::kDynamicPadC4, Constraint::kDynamicPadC1)};
}

CheckResult CheckDynamicReshape(CheckContext& context) {
  const ReshapeRules rules = {Info(Constraint::kDynamicReshapeC1),
                              Info(Constraint::kDynamicReshapeC2),
                              Info(Constraint::kDynamicReshapeC3)};
  if (!CheckShapeOperand(context, 1, Constraint::kDynamicReshapeC4)) return Failed();
  const auto result = WithConstantSizes(context, 1, Constraint::kDynamicReshapeC2);
  if (!result || !CheckReshaped(context, context.operand(0), *result, rules)) return Failed();
  return InferredTypes{
      context.Infer(*result, Constraint::kDynamicReshapeC2, Constraint::kDynamicReshapeC1)};
}

CheckResult CheckGetDimensionSize(CheckContext& context) {
  const int64_t dimension = context.i64("dimension");
  const size_t rank = context.operand(0).rank();
  if (dimension < 0 || dimension >= static_cast<int64_t>(rank)) {
    return context.Fail(Constraint::kGetDimensionSizeC1, At::Attribute("dimension"),
                        Say("dimension = ", dimension, " and rank(operand) = ", rank));
  }
  return context.Declared();
}

namespace {

// Returns by X4 the result's sizes from constant operands, with unknown ones as declared. Wrong
// sizes fail in a run, but upstream accepts the program.
Result<TensorType> RealSliceType(CheckContext& context, const TensorType& operand) {
  TensorType declared = context.result(0);
  const auto start = context.ConstantOperand(1);
  const auto limit = context.ConstantOperand(2);
  const auto strides = context.ConstantOperand(3);
  if (!start || !limit || !strides || declared.rank() != operand.rank()) return declared;
  TensorType result = declared;
  for (size_t d = 0; d < operand.rank(); ++d) {
    const int64_t from = (*start)[d];
    const int64_t to = (*limit)[d];
    const int64_t stride = (*strides)[d];
    const int64_t most = operand.shape[d].limit();
    const bool is_inside =
        0 <= from && from <= to && (most == kDynamic || to <= most) && stride > 0;
    const Dimension size = {is_inside ? (to - from) / stride + ((to - from) % stride != 0 ? 1 : 0)
                                      : 0};
    if (is_inside && Agree(size, declared.shape[d])) {
      result.shape[d] = size;
      continue;
    }
    const std::string detail =
        Say("dimension ", d, " of size ", operand.shape[d], " is sliced from ", from, " to ", to,
            " by ", stride, " and dim(result, ", d, ") = ", declared.shape[d]);
    if (context.is_run())
      return context.Fail(Constraint::kRealDynamicSliceX4, At::Operand(2), detail);
    if (!context.Warn(Constraint::kRealDynamicSliceX4, At::Operand(2), detail)) return Failed();
  }
  return result;
}

}  // namespace

CheckResult CheckRealDynamicSlice(CheckContext& context) {
  const TensorType operand = context.operand(0);
  for (const size_t i : {size_t{2}, size_t{3}}) {
    if (context.operand_type(i) == context.operand_type(1)) continue;
    return context.Fail(
        Constraint::kRealDynamicSliceX1, At::Operand(i),
        Say("they are ", context.operand_type(1), " and ", context.operand_type(i)));
  }
  const Dimension size = context.operand(1).shape[0];
  if (!Agree(size, Dimension{static_cast<int64_t>(operand.rank())})) {
    return context.Fail(
        Constraint::kRealDynamicSliceX2, At::Operand(1),
        Say("size(start_indices) = ", size, " and rank(operand) = ", operand.rank()));
  }
  if (!SameBaseline(context.result(0).element, operand.element)) {
    return context.Fail(
        Constraint::kRealDynamicSliceX3, At::Result(0),
        Say("the result has ", context.result(0).element, " and the operand ", operand.element));
  }
  auto result = RealSliceType(context, operand);
  if (!result) return Failed();
  result->element = context.result(0).element;
  return InferredTypes{
      context.Infer(*result, Constraint::kRealDynamicSliceX4, Constraint::kRealDynamicSliceX3)};
}

CheckResult CheckSetDimensionSize(CheckContext& context) {
  TensorType result = context.operand(0);
  const int64_t dimension = context.i64("dimension");
  if (dimension < 0 || dimension >= static_cast<int64_t>(result.rank())) {
    return context.Fail(Constraint::kSetDimensionSizeX1, At::Attribute("dimension"),
                        Say("dimension = ", dimension, " and rank(operand) = ", result.rank()));
  }
  const auto d = static_cast<size_t>(dimension);
  Dimension& size = result.shape[d];
  // A run has the actual sizes, which may be below the declared bound.
  const Type declared = context.operation().operands[0]->type;
  const int64_t most = declared.is_tensor() ? TensorType::Of(declared).shape[d].limit() : kDynamic;
  const int64_t bound = most != kDynamic ? most : size.limit();
  const auto constant = context.ConstantOperand(1);
  if (constant && constant->size() == 1) {
    if ((*constant)[0] < 0 || (bound != kDynamic && (*constant)[0] > bound)) {
      return context.Fail(Constraint::kSetDimensionSizeX3, At::Operand(1),
                          Say("size = ", (*constant)[0], " and the bound is ", bound));
    }
    if ((*constant)[0] == bound || context.is_run()) {
      size = {(*constant)[0]};
    } else {
      size = {kDynamic, bound};
    }
  } else {
    size = {kDynamic, bound};
  }
  return InferredTypes{
      context.Infer(result, Constraint::kSetDimensionSizeX2, Constraint::kSetDimensionSizeX2)};
}

}  // namespace paddock
