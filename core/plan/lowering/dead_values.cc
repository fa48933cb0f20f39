#include "core/plan/lowering/dead_values.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/ir/attribute_values.h"
#include "core/plan/lowering/effects.h"
#include "core/plan/lowering/module_facts.h"

namespace paddock {
namespace {

bool HasTuple(std::span<Value* const> values) {
  return std::ranges::any_of(values,
                             [](const Value* value) { return value->type.is(TypeKind::kTuple); });
}

// Returns the only block of the region if it ends with `results` operands; otherwise null.
const Block* BlockWith(const Region& region, size_t results) {
  const Block* block = region.only_block();
  const bool is_whole = block != nullptr && block->last != nullptr;
  return is_whole && block->last->operands.size() == results ? block : nullptr;
}

// Returns whether value i of a while is its operand, its result, an argument of both regions and an
// operand of the body's end, for each i.
bool IsPlainWhile(const Operation& operation) {
  if (!operation.is(OpKind::kStablehloWhile) || operation.regions.size() != 2) return false;
  const size_t count = operation.operands.size();
  const Block* cond = BlockWith(*operation.regions[0], 1);
  const Block* body = BlockWith(*operation.regions[1], count);
  return cond != nullptr && body != nullptr && operation.results.size() == count &&
         cond->arguments.size() == count && body->arguments.size() == count &&
         !HasTuple(operation.operands);
}

// Returns whether result i of a branch is operand i of the end of each region.
bool IsPlainBranch(const Operation& operation) {
  if (!operation.is(OpKind::kStablehloIf) && !operation.is(OpKind::kStablehloCase)) return false;
  const auto ends_with_results = [&](const Region* region) {
    return BlockWith(*region, operation.results.size()) != nullptr;
  };
  return std::ranges::all_of(operation.regions, ends_with_results) && !HasTuple(operation.results);
}

bool IsPrivate(const Operation& function) {
  return TextOf(function, "sym_visibility") == "private";
}

// Follows needed values from results and effects to the operations that make them.
class NeedFlow {
 public:
  NeedFlow(const Module& module, const Operation& planned, const CustomCallRegistry* functions,
           const EqualOperations& equal, UnneededOperations& unneeded)
      : module_(module),
        effects_(module, functions, EffectSearch::Strictness::kEveryForeignCall),
        equal_(equal),
        unneeded_(unneeded),
        is_needed_(module.value_count()) {
    open_functions_.insert(&planned);
  }

  DeadValues Run() {
    VisitUses(*module_.body());
    if (has_open_sizes_) return {};
    AddRoots(*module_.body());
    while (!waiting_.empty()) {
      const Value* value = waiting_.back();
      waiting_.pop_back();
      VisitValue(*value);
    }
    AddUnneeded(*module_.body());
    is_needed_.flip();
    return std::move(is_needed_);
  }

 private:
  // --- Functions and their calls.

  void VisitUses(const Block& block) {
    for (const Value* argument : block.arguments) VisitType(*argument);
    for (const Operation* operation : block) {
      if (unneeded_.contains(operation)) continue;
      for (const Value* result : operation->results) VisitType(*result);
      if (equal_.Before(*operation) != nullptr) continue;
      VisitSymbols(*operation);
      for (const Region* region : operation->regions) {
        for (const Block* inner = region->first; inner != nullptr; inner = inner->next) {
          VisitUses(*inner);
        }
      }
    }
  }

  void VisitType(const Value& value) { has_open_sizes_ = has_open_sizes_ || IsOpen(value.type); }

  void VisitSymbols(const Operation& operation) {
    if (const Operation* function = CalleeOf(operation)) {
      callees_[&operation] = function;
      calls_[function].push_back(&operation);
      return;
    }
    for (const NamedAttribute& attribute : operation.attributes) Open(*attribute.value);
  }

  // Returns the function of a call that passes each operand to an argument and each operand of the
  // function's end to a result; null for any other operation.
  const Operation* CalleeOf(const Operation& operation) const {
    if (!operation.is(OpKind::kFuncCall)) return nullptr;
    const Operation* function = module_.FindSymbol(TextOf(operation, "callee"));
    if (function == nullptr || !function->is(OpKind::kFuncFunc)) return nullptr;
    const Block* body = FunctionBody(*function);
    const bool is_plain = body != nullptr && body->last != nullptr && body->next == nullptr &&
                          body->arguments.size() == operation.operands.size() &&
                          body->last->operands.size() == operation.results.size();
    if (!is_plain || HasTuple(operation.operands) || HasTuple(operation.results)) return nullptr;
    return function;
  }

  // All results of a function that an attribute names are needed.
  void Open(const Attribute& attribute) {
    if (attribute.kind == AttributeKind::kSymbol) {
      open_functions_.insert(module_.FindSymbol(attribute.text));
    }
    for (const Attribute* element : attribute.elements) Open(*element);
    for (const NamedAttribute& field : attribute.fields) Open(*field.value);
  }

  bool IsOpenFunction(const Operation& function) const {
    return !IsPrivate(function) || open_functions_.contains(&function) ||
           !calls_.contains(&function);
  }

  // --- Roots.

  void AddRoots(const Block& block) {
    for (const Operation* operation : block) {
      if (unneeded_.contains(operation)) continue;
      if (operation->is(OpKind::kFuncFunc)) {
        if (IsOpenFunction(*operation)) NeedEnds(*operation);
      } else if (effects_.HasEffect(*operation)) {
        NeedOperation(*operation);
      }
      for (const Region* region : operation->regions) {
        for (const Block* inner = region->first; inner != nullptr; inner = inner->next) {
          AddRoots(*inner);
        }
      }
    }
  }

  // --- The flow.

  void Need(const Value& value) {
    if (is_needed_[value.id]) return;
    is_needed_[value.id] = true;
    waiting_.push_back(&value);
  }

  void NeedAll(std::span<Value* const> values) {
    for (const Value* value : values) Need(*value);
  }

  void NeedEnds(const Operation& operation) {
    for (const Region* region : operation.regions) {
      for (const Block* block = region->first; block != nullptr; block = block->next) {
        if (block->last != nullptr) NeedAll(block->last->operands);
      }
    }
  }

  void NeedOperation(const Operation& operation) {
    if (!operations_.insert(&operation).second) return;
    if (equal_.Before(operation) != nullptr) return NeedAll(equal_.NeedsOf(operation));
    if (const auto call = callees_.find(&operation); call != callees_.end()) {
      const Block& body = *FunctionBody(*call->second);
      for (size_t i = 0; i < operation.operands.size(); ++i) {
        if (is_needed_[body.arguments[i]->id]) Need(*operation.operands[i]);
      }
    } else if (IsPlainWhile(operation)) {
      NeedAll(operation.regions[0]->first->last->operands);
    } else {
      NeedAll(operation.operands);
      if (IsPlainBranch(operation)) return;
      NeedAll(operation.results);
      NeedEnds(operation);
    }
  }

  void VisitValue(const Value& value) {
    if (value.is_block_argument()) return VisitArgument(value);
    const Operation& operation = *value.operation;
    NeedOperation(operation);
    if (equal_.Before(operation) != nullptr) return;
    if (const auto call = callees_.find(&operation); call != callees_.end()) {
      Need(*FunctionBody(*call->second)->last->operands[value.index]);
    } else if (IsPlainWhile(operation)) {
      NeedCarried(operation, value.index);
    } else if (IsPlainBranch(operation)) {
      for (const Region* region : operation.regions) {
        Need(*region->first->last->operands[value.index]);
      }
    }
  }

  void VisitArgument(const Value& value) {
    const Operation* parent = value.block->parent->parent;
    if (parent == nullptr) return;
    if (IsPlainWhile(*parent)) return NeedCarried(*parent, value.index);
    const auto calls = calls_.find(parent);
    if (calls == calls_.end()) return;
    for (const Operation* call : calls->second) {
      if (operations_.contains(call)) Need(*call->operands[value.index]);
    }
  }

  void NeedCarried(const Operation& loop, size_t index) {
    NeedOperation(loop);
    Need(*loop.operands[index]);
    Need(*loop.results[index]);
    Need(*loop.regions[0]->first->arguments[index]);
    Need(*loop.regions[1]->first->arguments[index]);
    Need(*loop.regions[1]->first->last->operands[index]);
  }

  // --- Operations that no needed value has reached.

  void AddUnneeded(const Block& block) {
    for (const Operation* operation : block) {
      if (unneeded_.contains(operation)) continue;
      const bool is_kept = operation->info == nullptr || operation->info->has(kTerminator) ||
                           operation->info->has(kSymbolTrait);
      if (!is_kept && !operations_.contains(operation)) {
        unneeded_.insert(operation);
        continue;
      }
      for (const Region* region : operation->regions) {
        for (const Block* inner = region->first; inner != nullptr; inner = inner->next) {
          AddUnneeded(*inner);
        }
      }
    }
  }

  const Module& module_;
  EffectSearch effects_;
  const EqualOperations& equal_;
  UnneededOperations& unneeded_;
  bool has_open_sizes_ = false;
  // By function, and by call. Only calls that pass on each value by itself.
  std::unordered_map<const Operation*, std::vector<const Operation*>> calls_;
  std::unordered_map<const Operation*, const Operation*> callees_;
  // Functions that something else than such a call uses.
  std::unordered_set<const Operation*> open_functions_;
  std::unordered_set<const Operation*> operations_;
  std::vector<bool> is_needed_;
  std::vector<const Value*> waiting_;
};

}  // namespace

DeadValues FindDeadValues(const Module& module, const Operation& planned,
                          const CustomCallRegistry* functions, const EqualOperations& equal,
                          UnneededOperations& unneeded) {
  return NeedFlow(module, planned, functions, equal, unneeded).Run();
}

}  // namespace paddock
