#include "core/plan/lowering/unneeded.h"

#include <algorithm>
#include <vector>

#include "core/plan/lowering/effects.h"

namespace paddock {
namespace {

// Visits each block from its end, so that the uses of a value precede its operation.
class NeedSearch {
 public:
  NeedSearch(const Module& module, const CustomCallRegistry* functions,
             const EqualOperations& equal)
      : effects_(module, functions), equal_(equal), is_used_(module.value_count()) {}

  UnneededOperations Run(const Block& body) {
    VisitBlock(body);
    return std::move(unneeded_);
  }

 private:
  void VisitBlock(const Block& block) {
    for (const Operation* operation = block.last; operation != nullptr;
         operation = operation->previous) {
      if (!IsNeeded(*operation)) {
        unneeded_.insert(operation);
        continue;
      }
      for (const Value* value : equal_.NeedsOf(*operation)) is_used_[value->id] = true;
      if (equal_.Before(*operation) == nullptr) VisitRegions(*operation);
    }
  }

  // Blocks are visited from the last one, too. Only unregistered operations have several.
  void VisitRegions(const Operation& operation) {
    for (const Region* region : operation.regions) {
      std::vector<const Block*> blocks;
      for (const Block* block = region->first; block != nullptr; block = block->next) {
        blocks.push_back(block);
      }
      std::ranges::reverse(blocks);
      for (const Block* block : blocks) VisitBlock(*block);
    }
  }

  bool IsNeeded(const Operation& operation) {
    if (operation.info == nullptr || operation.info->has(kTerminator) ||
        operation.info->has(kSymbolTrait)) {
      return true;
    }
    const auto is_used = [&](const Value* result) { return is_used_[result->id]; };
    return std::ranges::any_of(operation.results, is_used) || effects_.HasEffect(operation);
  }

  EffectSearch effects_;
  const EqualOperations& equal_;
  // By value id: whether a needed operation uses the value.
  std::vector<bool> is_used_;
  UnneededOperations unneeded_;
};

}  // namespace

UnneededOperations FindUnneeded(const Module& module, const CustomCallRegistry* functions,
                                const EqualOperations& equal) {
  return NeedSearch(module, functions, equal).Run(*module.body());
}

}  // namespace paddock
