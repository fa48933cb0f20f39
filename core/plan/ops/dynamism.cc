// Lowering of operations over sizes that may be known only at run time. When they are lowered,
// their sizes are known and their constraints checked (core/plan/lowering/refine_results.h), so
// they are lowered like the operations with sizes as attributes.
#include <algorithm>

#include "core/ir/attribute_values.h"
#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

// Returns the integers of operand `index`, which are known while planning.
std::vector<int64_t> KnownOperand(Lowering& lowering, const Operation& operation, size_t index) {
  return Values::IntegersOf(lowering.Operand(operation, index)).value_or(std::vector<int64_t>());
}

}  // namespace

// The size is a constant of the plan.
Result<void> LowerGetDimensionSize(Lowering& lowering, const Operation& operation) {
  const std::span<const int64_t> shape = lowering.TypeOf(*operation.operands[0]).shape();
  const auto dimension = static_cast<size_t>(IntegerOf(operation, "dimension", 0));
  if (dimension >= shape.size()) {
    return lowering.Fail(operation, "run", "the operand has no such dimension");
  }
  if (shape[dimension] > std::numeric_limits<int32_t>::max()) {
    return lowering.Fail(operation, "run", "the size does not fit 32 bits");
  }
  Leaf leaf = lowering.values()
                  .LeavesOf(lowering.TypeOf(*operation.results[0]), operation.name_span)
                  ->front();
  leaf.where = Leaf::Where::kConstant;
  leaf.address = reinterpret_cast<const std::byte*>(
      lowering.arena().Make<int32_t>(static_cast<int32_t>(shape[dimension])));
  lowering.Bind(*operation.results[0], leaf);
  return {};
}

Result<void> LowerDynamicBroadcastInDim(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  return made.Give({made.Broadcast(made.operand(0), IntegersOf(operation, "broadcast_dimensions"),
                                   made.result_type(0))});
}

// A result of static sizes is not refined, so its sizes are compared here. Parts of compositions,
// such as quantized operations, are excepted.
Result<void> LowerDynamicIota(Lowering& lowering, const Operation& operation) {
  const auto sizes = Values::IntegersOf(lowering.Operand(operation, 0));
  const bool is_made = operation.results[0]->id >= lowering.module().value_count();
  if (!sizes && !is_made) return lowering.continuations().Suspend(operation, operation.operands);
  const Type type = lowering.TypeOf(*operation.results[0]);
  if (sizes && !std::ranges::equal(*sizes, type.shape())) {
    return lowering.Fail(operation, "result-type",
                         "dynamic_iota: output_shape says " +
                             TensorTypeText(*type.stored_element_type(), *sizes) +
                             " and the result is " + ToString(type));
  }
  Composition made(lowering, operation);
  return made.Give(
      {made.Add(OpKind::kStablehloIota, {}, made.result_type(0),
                {made.Integer("iota_dimension", IntegerOf(operation, "iota_dimension", 0))})});
}

Result<void> LowerDynamicReshape(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  return made.Give({made.Reshape(made.operand(0), made.result_type(0))});
}

Result<void> LowerDynamicPad(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  const auto amounts = [&](std::string_view name, size_t operand) {
    return made.Integers(name, KnownOperand(lowering, operation, operand));
  };
  return made.Give(
      {made.Add(OpKind::kStablehloPad, {made.operand(0), made.operand(1)}, made.result_type(0),
                {amounts("edge_padding_low", 2), amounts("edge_padding_high", 3),
                 amounts("interior_padding", 4)})});
}

Result<void> LowerDynamicGather(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  return made.Give(
      {made.Add(OpKind::kStablehloGather, {made.operand(0), made.operand(1)}, made.result_type(0),
                {made.Integers("slice_sizes", KnownOperand(lowering, operation, 2)),
                 Composition::Named("dimension_numbers", operation.Find("dimension_numbers"))})});
}

Result<void> LowerRealDynamicSlice(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  const auto indices = [&](std::string_view name, size_t operand) {
    return made.Integers(name, KnownOperand(lowering, operation, operand));
  };
  return made.Give({made.Add(
      OpKind::kStablehloSlice, {made.operand(0)}, made.result_type(0),
      {indices("start_indices", 1), indices("limit_indices", 2), indices("strides", 3)})});
}

// Returns the first elements of the operand, or the operand followed by zeros, which the
// specification leaves open.
Result<void> LowerSetDimensionSize(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  const auto dimension = static_cast<size_t>(IntegerOf(operation, "dimension", 0));
  const std::span<const int64_t> shape = made.operand(0)->type.shape();
  const int64_t size = KnownOperand(lowering, operation, 1)[0];
  const std::vector<int64_t> zeros(shape.size(), 0);
  if (size <= shape[dimension]) {
    std::vector<int64_t> limits(shape.begin(), shape.end());
    limits[dimension] = size;
    const std::vector<int64_t> ones(shape.size(), 1);
    return made.Give(
        {made.Add(OpKind::kStablehloSlice, {made.operand(0)}, made.result_type(0),
                  {made.Integers("start_indices", zeros), made.Integers("limit_indices", limits),
                   made.Integers("strides", ones)})});
  }
  std::vector<int64_t> high = zeros;
  high[dimension] = size - shape[dimension];
  Value* zero = made.Constant(made.ScalarOf(*made.operand(0)->type.element_type()), 0);
  return made.Give(
      {made.Add(OpKind::kStablehloPad, {made.operand(0), zero}, made.result_type(0),
                {made.Integers("edge_padding_low", zeros), made.Integers("edge_padding_high", high),
                 made.Integers("interior_padding", zeros)})});
}

}  // namespace paddock
