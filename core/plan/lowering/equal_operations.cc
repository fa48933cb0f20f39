#include "core/plan/lowering/equal_operations.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/fnv.h"
#include "core/ir/attribute_values.h"
#include "core/plan/lowering/effects.h"
#include "core/plan/lowering/repeatable.h"

namespace paddock {
namespace {

constexpr int kMostNestedCalls = 50;
constexpr size_t kHashedBytes = 64;

// Returns whether the results only select or repeat elements of the operand, or are known.
bool IsCheap(const Operation& operation) {
  return operation.info->has(kConstantLike) || operation.info->has(kElementwise) ||
         operation.is(OpKind::kStablehloIota) || IsView(operation);
}

// Returns whether one of the values is no tensor of known sizes.
bool HasOthers(std::span<Value* const> values) {
  return std::ranges::any_of(values, [](const Value* value) {
    return !value->type.is_tensor() || !value->type.has_static_shape();
  });
}

bool AreSameTypes(std::span<Value* const> a, std::span<Value* const> b) {
  return std::ranges::equal(a, b,
                            [](const Value* x, const Value* y) { return x->type == y->type; });
}

}  // namespace

bool HasSameAttributes(const Operation& a, const Operation& b) {
  return std::ranges::equal(a.attributes, b.attributes,
                            [](const NamedAttribute& x, const NamedAttribute& y) {
                              return x.name == y.name && IsEquivalent(*x.value, *y.value);
                            });
}

class EqualSearch {
 public:
  EqualSearch(const Module& module, const CustomCallRegistry* functions, EqualOperations& found)
      : module_(module), effects_(module, functions), before_(found.before_) {}

  void Run() {
    for (const Operation* function : *module_.body()) {
      if (!function->is(OpKind::kFuncFunc)) continue;
      const Block* body = FunctionBody(*function);
      if (body != nullptr && body->next == nullptr) Visit(*body);
    }
  }

 private:
  // --- Operations whose results depend on their operands only.

  bool IsRepeatableWhole(const Operation& operation) {
    if (operation.info != nullptr && operation.info->has(kTerminator)) return true;
    if (operation.is(OpKind::kFuncCall)) return IsRepeatableCall(operation);
    return IsRepeatable(operation) && HasRepeatableRegions(operation);
  }

  bool HasRepeatableRegions(const Operation& operation) {
    return std::ranges::all_of(operation.regions, [&](const Region* region) {
      const Block* block = region->only_block();
      return block != nullptr && AreRepeatable(*block);
    });
  }

  bool AreRepeatable(const Block& block) {
    for (const Operation* operation : block) {
      if (!IsRepeatableWhole(*operation)) return false;
    }
    return true;
  }

  bool IsRepeatableCall(const Operation& call) {
    const Operation* function = module_.FindSymbol(TextOf(call, "callee"));
    if (function == nullptr || !function->is(OpKind::kFuncFunc)) return false;
    const auto [known, is_new] = is_repeatable_.emplace(function, false);
    if (!is_new || depth_ >= kMostNestedCalls) return known->second;
    ++depth_;
    const bool is_repeatable = !effects_.HasEffect(call) && HasRepeatableRegions(*function);
    --depth_;
    return is_repeatable_[function] = is_repeatable;
  }

  // --- Equal operations.

  void Visit(const Block& block) {
    std::unordered_multimap<uint64_t, const Operation*> known;
    for (const Operation* operation : block) {
      VisitInside(*operation);
      const bool may_be = operation->info != nullptr && !operation->results.empty() &&
                          !operation->info->has(kTerminator) && !HasOthers(operation->operands) &&
                          !HasOthers(operation->results) && IsRepeatableWhole(*operation);
      if (!may_be) continue;
      const uint64_t hash = HashOf(*operation);
      const auto [first, last] = known.equal_range(hash);
      const auto found = std::find_if(
          first, last, [&](const auto& entry) { return IsSame(*entry.second, *operation); });
      if (found == last) {
        known.emplace(hash, operation);
        continue;
      }
      const Operation* before = found->second;
      for (size_t i = 0; i < operation->results.size(); ++i) {
        equal_[operation->results[i]] = before->results[i];
      }
      if (!IsCheap(*operation)) before_[operation] = before;
    }
  }

  // Bodies of loops and branches.
  void VisitInside(const Operation& operation) {
    if (operation.info == nullptr || !operation.info->has(kPassesValues)) return;
    for (const Region* region : operation.regions) {
      const Block* block = region->only_block();
      if (block != nullptr) Visit(*block);
    }
  }

  const Value* FirstOf(const Value* value) const {
    const auto found = equal_.find(value);
    return found == equal_.end() ? value : found->second;
  }

  uint64_t HashOf(const Operation& operation) const {
    std::vector<uint64_t> words = {static_cast<uint64_t>(operation.info->kind)};
    for (const Value* operand : operation.operands) words.push_back(FirstOf(operand)->id);
    for (const Value* result : operation.results) AddWords(result->type.shape(), words);
    for (const NamedAttribute& attribute : operation.attributes) AddWords(*attribute.value, words);
    return FnvHash(std::span<const uint64_t>(words));
  }

  static void AddWords(const Attribute& attribute, std::vector<uint64_t>& words) {
    words.push_back(static_cast<uint64_t>(attribute.integer));
    words.push_back(FnvHash(std::span<const char>(attribute.text)));
    AddWords(attribute.integers, words);
    for (const Attribute* element : attribute.elements) AddWords(*element, words);
    for (const NamedAttribute& field : attribute.fields) AddWords(*field.value, words);
    if (attribute.value == nullptr) return;
    // Large constants rarely have equal beginnings.
    const size_t bytes = std::min<size_t>(attribute.value->byte_size(), kHashedBytes);
    const auto* begin = reinterpret_cast<const uint8_t*>(attribute.value->data());
    words.push_back(FnvHash(std::span<const uint8_t>(begin, bytes)));
  }

  static void AddWords(std::span<const int64_t> integers, std::vector<uint64_t>& words) {
    for (const int64_t integer : integers) words.push_back(static_cast<uint64_t>(integer));
  }

  bool IsSame(const Operation& a, const Operation& b) {
    inner_.clear();
    return IsSameOperation(a, b);
  }

  // Values of regions are equal to those at the same places of another.
  bool IsSameOperation(const Operation& a, const Operation& b) {
    const auto is_same_value = [&](const Value* x, const Value* y) {
      const auto found = inner_.find(y);
      return found == inner_.end() ? FirstOf(x) == FirstOf(y) : found->second == x;
    };
    if (a.info != b.info || a.info == nullptr || !AreSameTypes(a.results, b.results) ||
        !std::ranges::equal(a.operands, b.operands, is_same_value) || !HasSameAttributes(a, b) ||
        a.regions.size() != b.regions.size()) {
      return false;
    }
    for (size_t i = 0; i < a.regions.size(); ++i) {
      if (!IsSameBlock(*a.regions[i]->only_block(), *b.regions[i]->only_block())) return false;
    }
    return true;
  }

  bool IsSameBlock(const Block& a, const Block& b) {
    if (!AreSameTypes(a.arguments, b.arguments)) return false;
    AddInner(a.arguments, b.arguments);
    const Operation* other = b.first;
    for (const Operation* operation : a) {
      if (other == nullptr || !IsSameOperation(*operation, *other)) return false;
      AddInner(operation->results, other->results);
      other = other->next;
    }
    return other == nullptr;
  }

  void AddInner(std::span<Value* const> a, std::span<Value* const> b) {
    for (size_t i = 0; i < a.size(); ++i) inner_[b[i]] = a[i];
  }

  const Module& module_;
  EffectSearch effects_;
  std::unordered_map<const Operation*, const Operation*>& before_;
  std::unordered_map<const Operation*, bool> is_repeatable_;
  int depth_ = 0;
  // Values that equal an earlier one.
  std::unordered_map<const Value*, const Value*> equal_;
  // While operations are compared: values of the second's regions, with those of the first's.
  std::unordered_map<const Value*, const Value*> inner_;
};

EqualOperations::EqualOperations(const Module& module, const CustomCallRegistry* functions) {
  EqualSearch(module, functions, *this).Run();
}

}  // namespace paddock
