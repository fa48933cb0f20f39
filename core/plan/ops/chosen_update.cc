#include "core/plan/ops/chosen_update.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/overflow.h"
#include "core/ir/attribute_values.h"
#include "core/plan/lowering/composition_parts.h"
#include "core/plan/ops/scatter_bodies.h"
#include "core/plan/quantized/quantized_form.h"

namespace paddock {
namespace {

// The operands of a select.
struct Choice {
  Value* predicate = nullptr;
  Value* on_true = nullptr;
  Value* on_false = nullptr;
};

std::optional<Choice> OperandsOf(const Operation& select) {
  if (!select.is(OpKind::kStablehloSelect)) return std::nullopt;
  return Choice{select.operands[0], select.operands[1], select.operands[2]};
}

// Returns the choice that a function returns, if it does nothing else, between arguments of the
// call.
std::optional<Choice> ChoiceOfCall(const Module& module, const Operation& call) {
  const Operation* const function = module.FindSymbol(TextOf(call, "callee"));
  const Block* const body = function == nullptr ? nullptr : FunctionBody(*function);
  if (body == nullptr || body->first == nullptr || body->first->next != body->last) {
    return std::nullopt;
  }
  const auto inner = OperandsOf(*body->first);
  const bool is_returned = inner && body->last->operands.size() == 1 &&
                           body->last->operands[0] == body->first->results[0];
  if (!is_returned) return std::nullopt;
  const auto argument = [&](const Value* value) -> Value* {
    return value->block == body ? call.operands[value->index] : nullptr;
  };
  const Choice choice{argument(inner->predicate), argument(inner->on_true),
                      argument(inner->on_false)};
  const bool is_known =
      choice.predicate != nullptr && choice.on_true != nullptr && choice.on_false != nullptr;
  return is_known ? std::optional(choice) : std::nullopt;
}

// Returns the boolean whose copies the predicate is; null if they may differ.
Value* OneBoolean(Value* predicate) {
  const Operation* const made = predicate->operation;
  const bool is_broadcast = made != nullptr && made->is(OpKind::kStablehloBroadcastInDim);
  Value* const boolean = is_broadcast ? made->operands[0] : predicate;
  return boolean->type.is_tensor() && boolean->type.rank() == 0 ? boolean : nullptr;
}

std::optional<Choice> ChoiceBy(const Module& module, const Operation& user) {
  auto choice = user.is(OpKind::kFuncCall) ? ChoiceOfCall(module, user) : OperandsOf(user);
  if (!choice) return std::nullopt;
  choice->predicate = OneBoolean(choice->predicate);
  return choice->predicate == nullptr ? std::nullopt : choice;
}

bool IsPlain(const Value* value) {
  return value->type.is_tensor() && value->type.has_static_shape() && !value->type.is_quantized();
}

int64_t CountOf(const Value* value) { return CheckedProduct(value->type.shape()).value_or(0); }

// Whether no update is done at indices that are the least number of their type.
bool MayScatterNothing(const Operation& scatter) {
  const Block* const body = FoldingBody(scatter);
  if (scatter.operands.size() != 3 || body == nullptr) return false;
  const ElementType type = ElementOf(scatter.operands[0]);
  return IsSigned(ElementOf(scatter.operands[1])) && CountOf(scatter.operands[1]) > 0 &&
         ElementOf(scatter.operands[2]) == type && IsScalarBody(*body, type);
}

// Whether so little is written that it is worth reading what was there.
bool IsSmallWindow(const Operation& update) {
  constexpr int64_t kLeastRatio = 4;
  return CountOf(update.operands[1]) <= CountOf(update.operands[0]) / kLeastRatio;
}

// Whether the operation updates a tensor of known size by less than all its elements.
bool IsUpdate(const Operation& operation) {
  const bool is_scatter = operation.is(OpKind::kStablehloScatter);
  if (!is_scatter && !operation.is(OpKind::kStablehloDynamicUpdateSlice)) return false;
  if (!std::ranges::all_of(operation.operands, &IsPlain)) return false;
  return is_scatter ? MayScatterNothing(operation) : IsSmallWindow(operation);
}

bool IsBetween(const Choice& choice, const Value* a, const Value* b) {
  return (choice.on_true == a && choice.on_false == b) ||
         (choice.on_true == b && choice.on_false == a);
}

// Whether another operation has the same result.
bool HasEqual(const Lowering& lowering, const Operation& operation) {
  return std::ranges::any_of(lowering.facts().equal().all(), [&](const auto& pair) {
    return pair.first == &operation || pair.second == &operation;
  });
}

Value* Scattered(Composition& made, const Operation& scatter, Value* indices) {
  const ElementType type = ElementOf(made.operand(0));
  const Type types[] = {made.ScalarOf(type), made.ScalarOf(type)};
  const std::span<Value* const> scalars = made.BeginRegion(types);
  Value* const combined[] = {ApplyBody(made, *FoldingBody(scatter), scalars, {})};
  Region* const region = made.EndRegion(combined);
  Value* const operands[] = {made.operand(0), indices, made.operand(2)};
  const Type results[] = {made.operand(0)->type};
  return made.AddAll(OpKind::kStablehloScatter, operands, results, scatter.attributes,
                     std::span(&region, 1))[0];
}

// Returns `kept` unless the predicate asks for the update.
Value* Chosen(Composition& made, const Choice& choice, const Operation& update, Value* written,
              Value* kept) {
  const bool is_on_true = choice.on_true == update.results[0];
  return made.Select(choice.predicate, is_on_true ? written : kept, is_on_true ? kept : written);
}

// Indices outside of the tensor scatter nothing.
Value* ChosenScatter(Composition& made, const Choice& choice, const Operation& scatter) {
  Value* const indices = made.operand(1);
  const auto bits = static_cast<int>(BitWidth(ElementOf(indices)));
  Value* const outside = Number(made, indices, -std::ldexp(1.0, bits - 1));
  return Scattered(made, scatter, Chosen(made, choice, scatter, indices, outside));
}

// A window that is not wanted has what was there before.
Value* ChosenWindow(Composition& made, const Choice& choice, const Operation& update) {
  const std::span<Value* const> operands = made.operands();
  Value* const window = operands[1];
  std::vector<Value*> sliced(operands.begin(), operands.end());
  sliced.erase(sliced.begin() + 1);
  const Type types[] = {window->type};
  const NamedAttribute sizes[] = {made.Integers("slice_sizes", window->type.shape())};
  Value* const before = made.AddAll(OpKind::kStablehloDynamicSlice, sliced, types, sizes)[0];
  std::vector<Value*> updated(operands.begin(), operands.end());
  updated[1] = Chosen(made, choice, update, window, before);
  const Type results[] = {operands[0]->type};
  return made.AddAll(OpKind::kStablehloDynamicUpdateSlice, updated, results, {})[0];
}

}  // namespace

bool IsChosenLater(const Lowering& lowering, const Operation& update) {
  if (lowering.level() != Level::kFast || lowering.facts().is_dynamic()) return false;
  const Operation* const user = lowering.facts().NextUser(update);
  if (user == nullptr || !IsUpdate(update)) return false;
  const auto choice = ChoiceBy(lowering.module(), *user);
  return choice && IsBetween(*choice, update.results[0], update.operands[0]) &&
         !HasEqual(lowering, update);
}

std::optional<Result<void>> LowerChosenUpdate(Lowering& lowering, const Operation& choice) {
  if (lowering.level() != Level::kFast) return std::nullopt;
  for (const Value* operand : choice.operands) {
    const Operation* const update = operand->operation;
    if (update == nullptr || !IsChosenLater(lowering, *update)) continue;
    auto between = ChoiceBy(lowering.module(), choice);
    // A composition uses values of outside, but does not count their uses.
    lowering.InMemory(lowering.values().Leaves(*between->predicate).front());
    Composition made(lowering, *update);
    Value* const result[] = {update->is(OpKind::kStablehloScatter)
                                 ? ChosenScatter(made, *between, *update)
                                 : ChosenWindow(made, *between, *update)};
    const auto leaves = made.Lower(result);
    if (!leaves) return Failed();
    lowering.AliasResults(choice, *leaves);
    return Result<void>();
  }
  return std::nullopt;
}

}  // namespace paddock
