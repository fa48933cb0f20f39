#include "core/plan/lowering/stacked_parts.h"

#include <algorithm>

#include "core/ir/attribute_values.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

// Returns the first operation of a block from `first` on that uses the value.
const Operation* UserFrom(const Lowering& lowering, const Operation* first, const Value& value) {
  constexpr int kFarthest = 16;
  for (int i = 0; i < kFarthest && first != nullptr; ++i, first = first->next) {
    const bool is_user = std::ranges::find(first->operands, &value) != first->operands.end();
    if (is_user && !lowering.facts().IsLeftOut(*first)) return first;
  }
  return nullptr;
}

// Returns the argument of the called function that gets the value; null if there is none.
const Value* ArgumentOf(const Lowering& lowering, const Operation& call, const Value& value) {
  const Operation* function = lowering.module().FindSymbol(TextOf(call, "callee"));
  const Block* body = function == nullptr ? nullptr : FunctionBody(*function);
  const auto at =
      static_cast<size_t>(std::ranges::find(call.operands, &value) - call.operands.begin());
  return body == nullptr || at >= body->arguments.size() ? nullptr : body->arguments[at];
}

// Returns whether the operand is a deferred concatenation of parts of one element along the
// dimension.
bool IsStack(Lowering& lowering, const Leaf& operand, size_t dimension) {
  const int64_t size = operand.shape[dimension];
  return !kHasChainModules && lowering.level() == Level::kFast && size > 1 &&
         size <= kMostStacked && lowering.elementwise().HasStacked(operand, dimension);
}

Result<bool> GiveStack(Composition& made, std::span<Value* const> parts, size_t dimension) {
  const Type result[] = {made.result_type(0)};
  const NamedAttribute attributes[] = {made.Integer("dimension", static_cast<int64_t>(dimension))};
  if (!made.Give({made.AddAll(OpKind::kStablehloConcatenate, parts, result, attributes)[0]})) {
    return Failed();
  }
  return true;
}

}  // namespace

bool IsTakenApart(const Lowering& lowering, const Operation& operation) {
  constexpr int kMostOperations = 8;
  const Value* value = operation.results[0];
  const Operation* first = operation.next;
  for (int i = 0; i < kMostOperations; ++i) {
    if (lowering.facts().UseCount(*value) != 1) return false;
    const Operation* user = UserFrom(lowering, first, *value);
    if (user == nullptr) return false;
    if (user->is(OpKind::kFuncCall)) {
      value = ArgumentOf(lowering, *user, *value);
      if (value == nullptr) return false;
      first = value->block->first;
      continue;
    }
    if (user->is(OpKind::kStablehloReduceWindow)) return user->operands.size() == 2;
    if (user->is(OpKind::kStablehloReduce)) return user->operands.size() == 4;
    if (!user->is(OpKind::kStablehloConvert) && !user->is(OpKind::kStablehloConcatenate)) {
      return false;
    }
    value = user->results[0];
    first = user->next;
  }
  return false;
}

std::vector<Value*> SlicesAlong(Composition& made, Value* operand, size_t dimension) {
  const std::span<const int64_t> shape = operand->type.shape();
  std::vector<int64_t> starts(shape.size(), 0), limits(shape.begin(), shape.end());
  std::vector<Value*> slices;
  for (int64_t i = 0; i < shape[dimension]; ++i) {
    starts[dimension] = i;
    limits[dimension] = i + 1;
    slices.push_back(made.Slice(operand, starts, limits));
  }
  return slices;
}

Result<bool> ConvertStack(Lowering& lowering, const Operation& operation) {
  const Leaf operand = lowering.Operand(operation, 0);
  const auto type = operation.results[0]->type.element_type();
  if (!IsBoolean(operand.type) || !type || !IsInteger(*type)) return false;
  for (size_t dimension = 0; dimension < operand.shape.size(); ++dimension) {
    if (!IsStack(lowering, operand, dimension)) continue;
    if (!IsTakenApart(lowering, operation)) return false;
    Composition made(lowering, operation);
    std::vector<Value*> parts = SlicesAlong(made, made.operand(0), dimension);
    for (Value*& part : parts) part = made.Convert(part, *type);
    return GiveStack(made, parts, dimension);
  }
  return false;
}

Result<bool> ScanStack(Lowering& lowering, const Operation& operation, OpKind body,
                       size_t dimension, bool is_reversed) {
  if (!IsStack(lowering, lowering.Operand(operation, 0), dimension)) return false;
  Composition made(lowering, operation);
  std::vector<Value*> parts = SlicesAlong(made, made.operand(0), dimension);
  if (is_reversed) std::ranges::reverse(parts);
  for (size_t i = 1; i < parts.size(); ++i) parts[i] = made.Binary(body, parts[i - 1], parts[i]);
  if (is_reversed) std::ranges::reverse(parts);
  return GiveStack(made, parts, dimension);
}

}  // namespace paddock
