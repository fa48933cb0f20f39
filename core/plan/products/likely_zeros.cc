#include "core/plan/products/likely_zeros.h"

#include <algorithm>
#include <array>

#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

// Operations between a product and the one that makes zeros of its weights.
constexpr int kFarthest = 8;

bool IsConstant(const Value& value) {
  const Operation* operation = value.operation;
  if (operation != nullptr && operation->is(OpKind::kStablehloBroadcastInDim)) {
    operation = operation->operands[0]->operation;
  }
  return operation != nullptr && operation->is(OpKind::kStablehloConstant);
}

bool HasZeros(const Module& module, const Value& value, int farthest) {
  const Operation* operation = value.operation;
  if (operation == nullptr || farthest == 0) return false;
  const auto has_zeros = [&](const Value& of) { return HasZeros(module, of, farthest - 1); };
  if (operation->is(OpKind::kStablehloSelect)) return true;
  if (operation->is(OpKind::kStablehloMaximum)) {
    return IsConstant(*operation->operands[0]) || IsConstant(*operation->operands[1]);
  }
  constexpr std::array kKeepZeros = {OpKind::kStablehloDivide, OpKind::kStablehloMultiply,
                                     OpKind::kStablehloConvert};
  if (std::ranges::any_of(kKeepZeros, [&](OpKind kind) { return operation->is(kind); })) {
    return has_zeros(*operation->operands[0]);
  }
  if (!operation->is(OpKind::kFuncCall)) return false;
  const Operation* function = module.FindSymbol(TextOf(*operation, "callee"));
  const Block* body = function == nullptr ? nullptr : FunctionBody(*function);
  return body != nullptr && body->last != nullptr && body->last->operands.size() == 1 &&
         has_zeros(*body->last->operands[0]);
}

}  // namespace

bool HasLikelyZeros(const Module& module, const Value& value) {
  return HasZeros(module, value, kFarthest);
}

}  // namespace paddock
