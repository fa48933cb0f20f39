#include "core/bytecode/casts.h"

#include <algorithm>
#include <string>

namespace paddock {

bool KeepsBuiltinTypes(const Operation& operation) { return operation.name.starts_with("sdy."); }

bool HasBuiltinType(const Value& value) {
  return KeepsBuiltinTypes(value.is_block_argument() ? *value.block->parent->parent
                                                     : *value.operation);
}

Casts::Casts(const Module& module, Module& scratch)
    : scratch_(scratch), value_count_(module.value_count()) {
  Collect(*module.operation());
}

void Casts::Collect(const Operation& operation) {
  for (Value* operand : operation.operands) {
    if (HasBuiltinType(*operand) != KeepsBuiltinTypes(operation)) Add(operation, *operand);
  }
  for (const Region* region : operation.regions) {
    for (const Block* block = region->first; block != nullptr; block = block->next) {
      for (const Operation* inner : *block) Collect(*inner);
    }
  }
}

void Casts::Add(const Operation& user, Value& operand) {
  Operation*& cast = casts_[&operand];
  if (cast != nullptr) return;
  cast = scratch_.MakeOperation("builtin." + std::string(kCastName));
  cast->operands = scratch_.arena().MakeArray<Value*>(1);
  cast->operands[0] = &operand;
  Value* result = scratch_.MakeValue(operand.type, {});
  result->id = value_count_++;
  result->operation = cast;
  cast->results = scratch_.arena().MakeArray<Value*>(1);
  cast->results[0] = result;
  cast->parent = operand.is_block_argument() ? operand.block : operand.operation->parent;
  // The serializer places a cast to VHLO's type at its first use, and the inverse cast at the
  // definition of the value.
  if (HasBuiltinType(operand)) {
    cast->location = user.location;
  } else {
    cast->location = operand.is_block_argument() ? operand.location : operand.operation->location;
  }
}

const Value* Casts::For(const Operation& user, const Value& operand) const {
  if (HasBuiltinType(operand) == KeepsBuiltinTypes(user)) return &operand;
  return casts_.at(&operand)->results[0];
}

// The serializer puts each cast before earlier ones. It makes casts to VHLO's types on demand, the
// others in the order of the values.
std::vector<const Operation*> Casts::Of(std::span<Value* const> values) const {
  std::vector<const Operation*> casts;
  for (const Value* value : values) {
    const auto found = casts_.find(value);
    if (found != casts_.end()) casts.push_back(found->second);
  }
  std::ranges::sort(casts, [](const Operation* a, const Operation* b) {
    const Value& first = *a->operands[0];
    const Value& second = *b->operands[0];
    return HasBuiltinType(first) ? a->results[0]->id > b->results[0]->id
                                 : first.index > second.index;
  });
  return casts;
}

}  // namespace paddock
