#include "core/explain/body_dependence.h"

#include <unordered_set>

#include "core/ir/module.h"

namespace paddock {
namespace {

// Appends all values used within an operation, including its regions.
void AppendUses(const Operation& operation, std::vector<const Value*>& uses) {
  std::vector<const Operation*> operations = {&operation};
  while (!operations.empty()) {
    const Operation* next = operations.back();
    operations.pop_back();
    uses.insert(uses.end(), next->operands.begin(), next->operands.end());
    for (const Region* region : next->regions) {
      for (const Block* block = region->first; block != nullptr; block = block->next) {
        for (const Operation* inner : *block) operations.push_back(inner);
      }
    }
  }
}

std::vector<bool> ArgumentsOf(const Value* value, const Block& block) {
  std::vector<bool> depends(block.arguments.size());
  std::unordered_set<const Value*> seen = {value};
  std::vector<const Value*> open = {value};
  while (!open.empty()) {
    const Value* next = open.back();
    open.pop_back();
    if (next->block == &block) depends[next->index] = true;
    if (next->operation == nullptr) continue;
    std::vector<const Value*> uses;
    AppendUses(*next->operation, uses);
    for (const Value* use : uses) {
      if (seen.insert(use).second) open.push_back(use);
    }
  }
  return depends;
}

}  // namespace

std::vector<std::vector<bool>> BodyDependence(const Region& body) {
  std::vector<std::vector<bool>> depends;
  const Block& block = *body.first;
  for (const Value* returned : block.last->operands)
    depends.push_back(ArgumentsOf(returned, block));
  return depends;
}

std::vector<uint32_t> CombinedWith(const Region& body, uint32_t result, uint32_t count) {
  const std::vector<std::vector<bool>> depends = BodyDependence(body);
  std::vector<bool> is_reached(count);
  std::vector<uint32_t> open = {result};
  is_reached[result] = true;
  while (!open.empty()) {
    const uint32_t next = open.back();
    open.pop_back();
    for (uint32_t k = 0; k < count; ++k) {
      const bool is_used = depends[next][k] || depends[next][k + count];
      if (!is_used || is_reached[k]) continue;
      is_reached[k] = true;
      open.push_back(k);
    }
  }
  std::vector<uint32_t> reached;
  for (uint32_t k = 0; k < count; ++k) {
    if (is_reached[k]) reached.push_back(k);
  }
  return reached;
}

}  // namespace paddock
