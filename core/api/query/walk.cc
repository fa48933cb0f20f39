#include "core/api/query/walk.h"

#include <string_view>
#include <vector>

namespace paddock {

bool HoldsSymbols(const Operation& operation) {
  return operation.name == "builtin.module" || operation.name == "func.func";
}

// An explicit stack holds the open regions, so deep programs cause no deep recursion.
void ForEachOperation(const Region& region,
                      const std::function<bool(const Operation&, uint32_t)>& visit) {
  struct Open {
    const Block* block;
    const Operation* next;
    uint32_t depth;
  };
  std::vector<Open> open;
  const auto enter = [&](const Region& entered, uint32_t depth) {
    std::vector<Open> blocks;
    for (const Block* block = entered.first; block != nullptr; block = block->next) {
      blocks.push_back({block, block->first, depth});
    }
    open.insert(open.end(), blocks.rbegin(), blocks.rend());
  };
  enter(region, 0);
  while (!open.empty()) {
    const Operation* operation = open.back().next;
    if (operation == nullptr) {
      open.pop_back();
      continue;
    }
    const uint32_t depth = open.back().depth;
    open.back().next = operation->next;
    if (!visit(*operation, depth)) return;
    const uint32_t inner = HoldsSymbols(*operation) ? depth : depth + 1;
    for (size_t i = operation->regions.size(); i-- > 0;) enter(*operation->regions[i], inner);
  }
}

}  // namespace paddock
