// Tests whether two modules are the same program.
#include <algorithm>
#include <string>
#include <unordered_map>

#include "core/ir/defaults.h"
#include "core/ir/module.h"

namespace paddock {
namespace {

class Comparison {
 public:
  bool SameOperations(const Operation& a, const Operation& b);

 private:
  bool SameTypes(Type a, Type b);
  bool SameValue(const Value* a, const Value* b);
  bool SameAttributes(const Operation& a, const Operation& b);
  bool SameRegions(const Operation& a, const Operation& b);
  bool SameBlocks(const Block& a, const Block& b);
  bool Pair(const Value* a, const Value* b);

  // The part of `b` that corresponds to each part of `a`, fixed at its first occurrence.
  std::unordered_map<const Value*, const Value*> values_;
  std::unordered_map<const Block*, const Block*> blocks_;
  // Types are compared by content, each pair once.
  std::unordered_map<const TypeStorage*, const TypeStorage*> types_;
};

bool Comparison::SameTypes(Type a, Type b) {
  if (!a || !b) return !a && !b;
  const auto known = types_.find(a.storage());
  if (known != types_.end() && known->second == b.storage()) return true;
  if (ToString(a) != ToString(b)) return false;
  types_[a.storage()] = b.storage();
  return true;
}

bool Comparison::Pair(const Value* a, const Value* b) {
  return SameTypes(a->type, b->type) && values_.emplace(a, b).first->second == b;
}

bool Comparison::SameValue(const Value* a, const Value* b) {
  return values_.emplace(a, b).first->second == b;
}

// Compares sorted lists. An attribute that only one operation has must be the default.
bool Comparison::SameAttributes(const Operation& a, const Operation& b) {
  const auto is_default = [&](const NamedAttribute& attribute) {
    const int index = a.info == nullptr ? -1 : a.info->FindAttribute(attribute.name);
    return index >= 0 &&
           IsDefault(a.info->attributes[static_cast<size_t>(index)], *attribute.value);
  };
  size_t i = 0;
  size_t j = 0;
  while (i < a.attributes.size() || j < b.attributes.size()) {
    const bool has_a = i < a.attributes.size();
    const bool has_b = j < b.attributes.size();
    const int order = !has_a ? 1 : !has_b ? -1 : a.attributes[i].name.compare(b.attributes[j].name);
    if (order == 0) {
      if (!IsEquivalent(*a.attributes[i++].value, *b.attributes[j++].value)) return false;
    } else if (!is_default(order < 0 ? a.attributes[i++] : b.attributes[j++])) {
      return false;
    }
  }
  return true;
}

bool Comparison::SameBlocks(const Block& a, const Block& b) {
  if (blocks_.emplace(&a, &b).first->second != &b) return false;
  if (!std::ranges::equal(a.arguments, b.arguments,
                          [&](const Value* x, const Value* y) { return Pair(x, y); })) {
    return false;
  }
  const Operation* x = a.first;
  const Operation* y = b.first;
  for (; x != nullptr && y != nullptr; x = x->next, y = y->next) {
    if (!SameOperations(*x, *y)) return false;
  }
  return x == nullptr && y == nullptr;
}

bool Comparison::SameRegions(const Operation& a, const Operation& b) {
  return std::ranges::equal(a.regions, b.regions, [&](const Region* x, const Region* y) {
    if (x->block_count != y->block_count) return false;
    const Block* i = x->first;
    const Block* j = y->first;
    for (; i != nullptr; i = i->next, j = j->next) {
      if (!SameBlocks(*i, *j)) return false;
    }
    return true;
  });
}

bool Comparison::SameOperations(const Operation& a, const Operation& b) {
  const auto same_value = [&](const Value* x, const Value* y) { return SameValue(x, y); };
  const auto same_block = [&](const Block* x, const Block* y) {
    return blocks_.emplace(x, y).first->second == y;
  };
  return a.name == b.name && std::ranges::equal(a.operands, b.operands, same_value) &&
         std::ranges::equal(a.successors, b.successors, same_block) && SameAttributes(a, b) &&
         SameRegions(a, b) &&
         std::ranges::equal(a.results, b.results,
                            [&](const Value* x, const Value* y) { return Pair(x, y); });
}

}  // namespace

bool IsEquivalent(const Module& a, const Module& b) {
  return Comparison().SameOperations(*a.operation(), *b.operation());
}

}  // namespace paddock
