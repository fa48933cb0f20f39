#include "core/pjrt/propagation.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/api/query/walk.h"
#include "core/ir/attribute_values.h"

namespace paddock::pjrt {
namespace {

// Bounds the recursion through a chain of element-wise operations.
constexpr int kMostSteps = 200;

bool IsOfManyProcesses(const Operation& operation) {
  if (operation.info == nullptr) return false;
  const std::string_view family = operation.info->family;
  if (family == "collective" || family == "messages") return true;
  if (operation.is(OpKind::kSdyManualComputation)) return true;
  if (!operation.is(OpKind::kStablehloCustomCall)) return false;
  const std::string_view target = TextOf(operation, "call_target_name");
  return target.starts_with("SPMD") || target == "cross-replica-sum";
}

Tiling WholeTiling(const Value& value) {
  const auto shape = value.type.shape();
  return {.tile_shape = {shape.begin(), shape.end()}, .tiles = {}, .places = {}};
}

Tiling OrWhole(std::expected<Tiling, std::string> tiling, const Value& value) {
  return tiling ? *std::move(tiling) : WholeTiling(value);
}

const Attribute* ArgumentAttributes(const Value& argument) {
  const Attribute* all = argument.block->parent->parent->Find("arg_attrs");
  return all == nullptr || argument.index >= all->elements.size() ? nullptr
                                                                  : all->elements[argument.index];
}

Tiling TilingFrom(const Module& module, const Value& value, int64_t devices, int steps);

// Returns the first divided tiling among operands of the result's shape.
Tiling TilingOfOperands(const Module& module, const Value& value, int64_t devices, int steps) {
  for (const Value* operand : value.operation->operands) {
    if (!std::ranges::equal(operand->type.shape(), value.type.shape())) continue;
    Tiling tiling = TilingFrom(module, *operand, devices, steps - 1);
    if (!tiling.is_whole()) return tiling;
  }
  return WholeTiling(value);
}

// Returns the tiling of what a block returns as `result`.
Tiling TilingOfReturned(const Module& module, const Block* body, const Value& result,
                        int64_t devices, int steps) {
  const Operation* end = body == nullptr ? nullptr : body->last;
  if (end == nullptr || result.index >= end->operands.size()) return WholeTiling(result);
  const Value& returned = *end->operands[result.index];
  const bool has_shape = std::ranges::equal(returned.type.shape(), result.type.shape());
  return has_shape ? TilingFrom(module, returned, devices, steps - 1) : WholeTiling(result);
}

// Along axes that are not manual, the operations of the body divide the result.
Tiling TilingOfManual(const Module& module, const Value& result, int64_t devices, int steps) {
  const Operation& operation = *result.operation;
  const std::string_view text = TextOf(operation, "out_shardings");
  Tiling tiling =
      OrWhole(TilingOfShardings(module, text, result.index, result.type.shape(), devices), result);
  if (!tiling.is_whole()) return tiling;
  return TilingOfReturned(module, operation.regions[0]->first, result, devices, steps);
}

Tiling TilingOfCall(const Module& module, const Value& result, int64_t devices, int steps) {
  const Operation* callee = module.FindSymbol(TextOf(*result.operation, "callee"));
  if (callee == nullptr) return WholeTiling(result);
  return TilingOfReturned(module, FunctionBody(*callee), result, devices, steps);
}

Tiling TilingFrom(const Module& module, const Value& value, int64_t devices, int steps) {
  if (steps == 0) return WholeTiling(value);
  const auto shape = value.type.shape();
  if (value.is_block_argument()) {
    return OrWhole(TilingOf(module, ArgumentAttributes(value), shape, devices), value);
  }
  const Operation& operation = *value.operation;
  if (operation.is(OpKind::kSdyManualComputation)) {
    return TilingOfManual(module, value, devices, steps);
  }
  if (operation.is(OpKind::kFuncCall)) return TilingOfCall(module, value, devices, steps);
  if (operation.is(OpKind::kSdyShardingConstraint)) {
    return OrWhole(TilingOfSharding(module, TextOf(operation, "sharding"), shape, devices), value);
  }
  const bool is_elementwise =
      operation.info != nullptr && (operation.info->traits & Trait::kElementwise) != 0;
  return is_elementwise ? TilingOfOperands(module, value, devices, steps) : WholeTiling(value);
}

}  // namespace

bool HasManyProcesses(const Module& module) {
  bool has_many = false;
  ForEachOperation(*module.operation()->regions[0], [&](const Operation& operation, uint32_t) {
    has_many = IsOfManyProcesses(operation);
    return !has_many;
  });
  return has_many;
}

Tiling PropagatedTiling(const Module& module, const Value& value, int64_t devices) {
  return TilingFrom(module, value, devices, kMostSteps);
}

}  // namespace paddock::pjrt
