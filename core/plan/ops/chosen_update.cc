#include "core/plan/ops/chosen_update.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/ir/attribute_values.h"
#include "core/plan/lowering/composition_parts.h"
#include "core/plan/ops/scatter_bodies.h"
#include "core/plan/quantized/quantized_form.h"

namespace paddock {
namespace {

// The operands of a select. `repeats`: not null if it repeats the predicate before.
struct Choice {
  Value* predicate = nullptr;
  Value* on_true = nullptr;
  Value* on_false = nullptr;
  const Operation* repeats = nullptr;
};

std::optional<Choice> OperandsOf(const Operation& select) {
  if (!select.is(OpKind::kStablehloSelect)) return std::nullopt;
  return Choice{select.operands[0], select.operands[1], select.operands[2]};
}

// Returns the choice that a function returns, if it does nothing else but repeat the predicate,
// between arguments of the call.
std::optional<Choice> ChoiceOfCall(const Module& module, const Operation& call) {
  const Operation* const function = module.FindSymbol(TextOf(call, "callee"));
  const Block* const body = function == nullptr ? nullptr : FunctionBody(*function);
  if (body == nullptr || body->first == nullptr || body->last->operands.size() != 1) {
    return std::nullopt;
  }
  const bool repeats = body->first->is(OpKind::kStablehloBroadcastInDim);
  const Operation* const select = repeats ? body->first->next : body->first;
  auto choice = OperandsOf(*select);
  if (!choice || select->next != body->last || body->last->operands[0] != select->results[0]) {
    return std::nullopt;
  }
  if (repeats && choice->predicate == body->first->results[0]) {
    choice->repeats = body->first;
    choice->predicate = body->first->operands[0];
  }
  for (Value** value : {&choice->predicate, &choice->on_true, &choice->on_false}) {
    if ((*value)->block != body) return std::nullopt;
    *value = call.operands[(*value)->index];
  }
  return choice;
}

bool IsPlain(const Value* value) {
  return value->type.is_tensor() && value->type.has_static_shape() && !value->type.is_quantized();
}

// Along these dimensions of the tensor, and no others, the predicate may vary.
using Dimensions = std::vector<int64_t>;

struct ChosenUpdate {
  Choice choice;
  Dimensions dimensions;
};

// Operations between a predicate and what it is computed from, at most.
constexpr int kMostNested = 3;

// Whether the repeated value has one element along all other dimensions.
bool RepeatsAlong(const Operation& broadcast, const Dimensions& dimensions) {
  const std::vector<int64_t> of = IntegersOf(broadcast, "broadcast_dimensions");
  const std::span<const int64_t> sizes = broadcast.operands[0]->type.shape();
  for (size_t i = 0; i < of.size(); ++i) {
    const bool is_along = std::ranges::find(dimensions, of[i]) != dimensions.end();
    if (!is_along && sizes[i] != 1) return false;
  }
  return true;
}

// Returns whether the value is computed by element-wise operations from values without elements
// along other dimensions.
bool VariesAlong(const Value* value, const Dimensions& dimensions, int nested = kMostNested) {
  if (!IsPlain(value)) return false;
  const Operation* const made = value->operation;
  if (value->type.rank() == 0) return true;
  if (made == nullptr || made->info == nullptr || !std::ranges::all_of(made->operands, &IsPlain)) {
    return false;
  }
  if (made->is(OpKind::kStablehloBroadcastInDim)) return RepeatsAlong(*made, dimensions);
  const auto varies = [&](const Value* operand) {
    return operand->type.rank() == value->type.rank() &&
           VariesAlong(operand, dimensions, nested - 1);
  };
  return nested > 0 && made->info->has(kElementwise) && made->regions.empty() &&
         std::ranges::all_of(made->operands, varies);
}

// Computes the values that a predicate VariesAlong as a tensor of the sizes of these dimensions.
class NarrowPredicate {
 public:
  NarrowPredicate(Lowering& lowering, Composition& made, const Dimensions& dimensions,
                  std::span<const int64_t> sizes)
      : lowering_(lowering), made_(made), dimensions_(dimensions), sizes_(sizes) {}

  // Returns the predicate of a choice.
  Value* Make(const Choice& choice) {
    Value* const predicate = choice.predicate;
    if (choice.repeats != nullptr) {
      return Repeated(*choice.repeats, Outside(predicate), TypeOf(predicate));
    }
    if (predicate->type.rank() == 0) return Outside(predicate);
    Value* const computed = Compute(predicate);
    if (computed == nullptr) return Taken(Outside(predicate));
    lowering_.elementwise().DoWithout(lowering_.values().Leaves(*predicate).front());
    return computed;
  }

 private:
  Type TypeOf(const Value* value) { return made_.TensorOf(sizes_, ElementOf(value)); }

  // Returns null if a value that it is computed from is no longer there.
  Value* Compute(Value* value) {
    const Type type = TypeOf(value);
    const Operation* const source = value->operation;
    if (value->type.rank() == 0) {
      Value* const scalar = Outside(value);
      return scalar == nullptr || sizes_.empty() ? scalar : made_.Broadcast(scalar, {}, type);
    }
    if (source->is(OpKind::kStablehloBroadcastInDim)) {
      return Repeated(*source, Outside(source->operands[0]), type);
    }
    std::vector<Value*> operands;
    for (Value* operand : source->operands) {
      operands.push_back(Compute(operand));
      if (operands.back() == nullptr) return nullptr;
    }
    return made_.AddAll(source->info->kind, operands, {&type, 1}, source->attributes)[0];
  }

  Value* Repeated(const Operation& broadcast, Value* value, Type type) {
    if (value == nullptr) return nullptr;
    const std::vector<int64_t> of = IntegersOf(broadcast, "broadcast_dimensions");
    std::vector<int64_t> to, kept;
    for (size_t i = 0; i < of.size(); ++i) {
      const auto found = std::ranges::find(dimensions_, of[i]);
      if (found == dimensions_.end()) continue;
      to.push_back(found - dimensions_.begin());
      kept.push_back(value->type.shape()[i]);
    }
    if (kept.size() < of.size())
      value = made_.Reshape(value, made_.TensorOf(kept, ElementOf(value)));
    return made_.Broadcast(value, to, type);
  }

  // Returns the first elements along all other dimensions.
  Value* Taken(Value* predicate) {
    std::vector<int64_t> begin(predicate->type.rank(), 0), end(predicate->type.rank(), 1);
    for (size_t i = 0; i < sizes_.size(); ++i) end[static_cast<size_t>(dimensions_[i])] = sizes_[i];
    return made_.Reshape(made_.Slice(predicate, begin, end), TypeOf(predicate));
  }

  // A composition uses values of outside, but does not count their uses.
  Value* Outside(Value* value) {
    if (!lowering_.values().IsKept(*value)) return nullptr;
    const Leaf leaf = lowering_.values().Leaves(*value).front();
    lowering_.elementwise().Hold(leaf);
    lowering_.InMemory(leaf);
    return value;
  }

  Lowering& lowering_;
  Composition& made_;
  const Dimensions& dimensions_;
  std::span<const int64_t> sizes_;
};

// A select of the same tensor in any case is that tensor.
const Value* Selected(const Value* value) {
  const Operation* const made = value->operation;
  const bool is_same = made != nullptr && made->is(OpKind::kStablehloSelect) &&
                       made->operands[1] == made->operands[2];
  return is_same ? Selected(made->operands[1]) : value;
}

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
  const Value* const on_true = Selected(choice.on_true);
  const Value* const on_false = Selected(choice.on_false);
  b = Selected(b);
  return (on_true == a && on_false == b) || (on_true == b && on_false == a);
}

// Returns the dimensions along which the predicate of a choice varies: none, or those that are
// batches of a scatter. Returns nothing if there are others.
std::optional<Dimensions> DimensionsOf(const Choice& choice, const Operation& update) {
  const auto varies_along = [&](const Dimensions& dimensions) {
    return choice.repeats == nullptr
               ? VariesAlong(choice.predicate, dimensions)
               : IsPlain(choice.predicate) && RepeatsAlong(*choice.repeats, dimensions);
  };
  if (varies_along({})) return Dimensions{};
  if (!update.is(OpKind::kStablehloScatter)) return std::nullopt;
  const Dimensions batching = ScatterNumbers(update).batching;
  return varies_along(batching) ? std::optional(batching) : std::nullopt;
}

// Whether another operation has the same result.
bool HasEqual(const Lowering& lowering, const Operation& operation) {
  return std::ranges::any_of(lowering.facts().equal().all(), [&](const auto& pair) {
    return pair.first == &operation || pair.second == &operation;
  });
}

Value* Scattered(Composition& made, const Operation& scatter, Value* indices) {
  Region* region = ScatterRegion(made, FoldingBody(scatter), ElementOf(made.operand(0)));
  Value* const operands[] = {made.operand(0), indices, made.operand(2)};
  const Type results[] = {made.operand(0)->type};
  return made.AddAll(OpKind::kStablehloScatter, operands, results, scatter.attributes,
                     std::span(&region, 1))[0];
}

// Returns `kept` unless the predicate asks for the update.
Value* Chosen(Composition& made, const Choice& choice, const Operation& update, Value* predicate,
              Value* written, Value* kept) {
  const bool is_on_true = choice.on_true == update.results[0];
  return made.Select(predicate, is_on_true ? written : kept, is_on_true ? kept : written);
}

// Indices outside of the tensor scatter nothing.
Value* ChosenScatter(Composition& made, const Choice& choice, const Operation& scatter,
                     Value* predicate) {
  Value* const indices = made.operand(1);
  const auto bits = static_cast<int>(BitWidth(ElementOf(indices)));
  Value* const outside = Number(made, indices, -std::ldexp(1.0, bits - 1));
  if (predicate->type.rank() != 0) {
    const Attribute* numbers = scatter.Find("scatter_dimension_numbers");
    predicate = made.Broadcast(predicate, IntegersOf(numbers, "scatter_indices_batching_dims"),
                               made.LikeOf(indices, ElementType::kI1));
  }
  return Scattered(made, scatter, Chosen(made, choice, scatter, predicate, indices, outside));
}

// A window that is not wanted has what was there before.
Value* ChosenWindow(Composition& made, const Choice& choice, const Operation& update,
                    Value* predicate) {
  const std::span<Value* const> operands = made.operands();
  Value* const window = operands[1];
  std::vector<Value*> sliced(operands.begin(), operands.end());
  sliced.erase(sliced.begin() + 1);
  const Type types[] = {window->type};
  const NamedAttribute sizes[] = {made.Integers("slice_sizes", window->type.shape())};
  Value* const before = made.AddAll(OpKind::kStablehloDynamicSlice, sliced, types, sizes)[0];
  std::vector<Value*> updated(operands.begin(), operands.end());
  updated[1] = Chosen(made, choice, update, predicate, window, before);
  const Type results[] = {operands[0]->type};
  return made.AddAll(OpKind::kStablehloDynamicUpdateSlice, updated, results, {})[0];
}

// Returns the choice that computes the update, if there is one.
std::optional<ChosenUpdate> FindChoice(const Lowering& lowering, const Operation& update) {
  const bool may_be = lowering.level() == Level::kFast && !lowering.facts().is_dynamic();
  if (!may_be || !IsUpdate(update)) return std::nullopt;
  const Operation* const user = lowering.facts().NextUser(update);
  if (user == nullptr) return std::nullopt;
  const auto choice =
      user->is(OpKind::kFuncCall) ? ChoiceOfCall(lowering.module(), *user) : OperandsOf(*user);
  if (!choice || !IsBetween(*choice, update.results[0], update.operands[0])) return std::nullopt;
  const auto dimensions = DimensionsOf(*choice, update);
  if (!dimensions || HasEqual(lowering, update)) return std::nullopt;
  return ChosenUpdate{*choice, *dimensions};
}

}  // namespace

bool IsChosenLater(const Lowering& lowering, const Operation& update) {
  return FindChoice(lowering, update).has_value();
}

std::optional<Result<void>> LowerChosenUpdate(Lowering& lowering, const Operation& operation) {
  for (const Value* operand : operation.operands) {
    const Operation* const update = operand->operation;
    const auto found = update == nullptr ? std::nullopt : FindChoice(lowering, *update);
    if (!found) continue;
    const auto& [choice, dimensions] = *found;
    std::vector<int64_t> sizes;
    for (const int64_t d : dimensions) {
      sizes.push_back(update->operands[0]->type.shape()[static_cast<size_t>(d)]);
    }
    Composition made(lowering, *update);
    Value* const predicate = NarrowPredicate(lowering, made, dimensions, sizes).Make(choice);
    const bool is_scatter = update->is(OpKind::kStablehloScatter);
    Value* const result[] = {is_scatter ? ChosenScatter(made, choice, *update, predicate)
                                        : ChosenWindow(made, choice, *update, predicate)};
    const auto leaves = made.Lower(result);
    if (!leaves) return Failed();
    lowering.AliasResults(operation, *leaves);
    return Result<void>();
  }
  return std::nullopt;
}

}  // namespace paddock
