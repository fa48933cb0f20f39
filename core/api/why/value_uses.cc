#include "core/api/why/value_uses.h"

#include <algorithm>

#include "core/api/query/walk.h"
#include "core/ir/attribute_values.h"
#include "core/ir/module.h"

namespace paddock {
namespace {

void AddValue(const Value* value, std::vector<const Value*>& values) {
  if (std::ranges::find(values, value) == values.end()) values.push_back(value);
}

void AddLoopNames(const Operation& loop, size_t index, std::vector<const Value*>& names) {
  for (const Region* region : loop.regions) {
    const Block* block = region->only_block();
    if (block != nullptr && index < block->arguments.size()) {
      AddValue(block->arguments[index], names);
    }
  }
  if (index < loop.results.size()) AddValue(loop.results[index], names);
}

}  // namespace

ValueUses::ValueUses(const Program& program, const ValueSources& sources) : sources_(sources) {
  ForEachOperation(*program.module().operation()->regions[0],
                   [&](const Operation& operation, uint32_t) {
                     for (uint32_t i = 0; i < operation.operands.size(); ++i) {
                       uses_[operation.operands[i]].emplace_back(&operation, i);
                     }
                     return true;
                   });
}

ValueUses::Readers ValueUses::ReadersOf(const Value& value) const {
  Readers readers;
  std::vector<const Value*> names = {&value};
  for (size_t i = 0; i < names.size(); ++i) {
    const Value* name = names[i];
    // Other async_done of the same future give the same.
    const bool is_done =
        !name->is_block_argument() && name->operation->is(OpKind::kStablehloAsyncDone);
    if (is_done) AddValue(name->operation->operands[0], names);
    const auto uses = uses_.find(name);
    if (uses == uses_.end()) continue;
    for (const Use& use : uses->second) {
      if (AddNames(use, i, names, readers)) continue;
      const bool is_known = std::ranges::any_of(readers.readers, [&](const Reader& reader) {
        return reader.operation == use.first && reader.operand == name;
      });
      if (!is_known) readers.readers.push_back({use.first, name, nullptr});
    }
  }
  return readers;
}

bool ValueUses::AddNames(const Use& use, size_t at, std::vector<const Value*>& names,
                         Readers& readers) const {
  const auto [operation, index] = use;
  if (operation->info == nullptr) return true;
  if (operation->info->has(kTerminator)) return AddReturned(use, at, names, readers);
  if (operation->is(OpKind::kStablehloWhile)) {
    AddLoopNames(*operation, index, names);
    return true;
  }
  if (operation->is(OpKind::kStablehloAsyncStart)) {
    const Block* body = operation->regions[0]->only_block();
    if (index < body->arguments.size()) AddValue(body->arguments[index], names);
    return true;
  }
  if (operation->is(OpKind::kStablehloAsyncDone)) {
    AddValue(operation->results[0], names);
    return true;
  }
  if (operation->is(OpKind::kSdyManualComputation)) {
    const Value* inside = operation->regions[0]->only_block()->arguments[index];
    AddTile({operation, names[at], inside}, *inside, *names[at], names, readers);
    return true;
  }
  if (const Operation* callee = sources_.CalleeOf(*operation)) {
    const Block* body = FunctionBody(*callee);
    if (index < body->arguments.size()) AddValue(body->arguments[index], names);
    return true;
  }
  if (!operation->is(OpKind::kStablehloTuple)) return operation->results.empty();
  const auto elements = uses_.find(operation->results[0]);
  if (elements == uses_.end()) return true;
  for (const auto& [element, unused] : elements->second) {
    const bool is_it =
        element->is(OpKind::kStablehloGetTupleElement) && IntegerOf(*element, "index", 0) == index;
    if (is_it) AddValue(element->results[0], names);
  }
  return true;
}

bool ValueUses::AddReturned(const Use& use, size_t at, std::vector<const Value*>& names,
                            Readers& readers) const {
  const auto [end, index] = use;
  const Region* region = end->parent->parent;
  const Operation& owner = *region->parent;
  if (owner.is(OpKind::kFuncFunc)) {
    const auto& calls = sources_.CallsOf(owner);
    if (calls.empty()) readers.results.push_back(index);
    for (const Operation* call : calls) AddValue(call->results[index], names);
  } else if (owner.is(OpKind::kStablehloWhile)) {
    if (region == owner.regions[1]) AddLoopNames(owner, index, names);
  } else if (owner.is(OpKind::kStablehloIf) || owner.is(OpKind::kStablehloCase)) {
    AddValue(owner.results[index], names);
  } else if (owner.is(OpKind::kStablehloAsyncStart)) {
    AddValue(owner.results[0], names);
  } else if (owner.is(OpKind::kSdyManualComputation)) {
    const Value* outside = owner.results[index];
    AddTile({&owner, names[at], outside}, *names[at], *outside, names, readers);
  }
  return true;
}

// A value that is not divided has another name inside the computation.
void ValueUses::AddTile(const Reader& reader, const Value& inside, const Value& outside,
                        std::vector<const Value*>& names, Readers& readers) {
  if (IsWhole(inside, outside)) return AddValue(reader.made, names);
  readers.readers.push_back(reader);
}

}  // namespace paddock
