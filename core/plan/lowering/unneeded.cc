#include "core/plan/lowering/unneeded.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "core/dialect/custom_call_info.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

// Visits each block from its end, so that the uses of a value precede its operation.
class NeedSearch {
 public:
  NeedSearch(const Module& module, const CustomCallRegistry* functions)
      : module_(module), functions_(functions), is_used_(module.value_count()) {}

  UnneededOperations Run() {
    VisitBlock(*module_.body());
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
      for (const Value* operand : operation->operands) is_used_[operand->id] = true;
      VisitRegions(*operation);
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
    return std::ranges::any_of(operation.results, is_used) || HasEffect(operation);
  }

  bool HasEffect(const Operation& operation) {
    const OpInfo* info = operation.info;
    if (info == nullptr || info->has(kEffect)) return true;
    if (info->has(kCollective) && !info->has(kPure)) return true;
    if (operation.is(OpKind::kStablehloCustomCall)) return HasCallEffect(operation);
    if (operation.is(OpKind::kFuncCall)) return CallsForEffect(operation, "callee");
    if (operation.is(OpKind::kStablehloComposite)) {
      return CallsForEffect(operation, "decomposition");
    }
    return HasEffectInside(operation);
  }

  bool HasEffectInside(const Operation& operation) {
    for (const Region* region : operation.regions) {
      for (const Block* block = region->first; block != nullptr; block = block->next) {
        for (const Operation* inner : *block) {
          if (HasEffect(*inner)) return true;
        }
      }
    }
    return false;
  }

  bool HasCallEffect(const Operation& call) const {
    const Attribute* declared = call.Find("has_side_effect");
    if (declared != nullptr && declared->integer != 0) return true;
    const std::string_view target = TextOf(call, "call_target_name");
    if (functions_ != nullptr && functions_->Find(target) != nullptr) return call.results.empty();
    const CustomCallTarget* known = FindCustomCall(target);
    return known != nullptr && known->info->has_effect;
  }

  // Lowering reports a function that is recursive, missing, or nested too deeply.
  bool CallsForEffect(const Operation& call, std::string_view name) {
    const Operation* function = module_.FindSymbol(TextOf(call, name));
    if (function == nullptr || depth_ >= kMaximumDepth) return true;
    const auto [known, is_new] = has_effect_.emplace(function, true);
    if (!is_new) return known->second;
    ++depth_;
    const bool has_effect = HasEffectInside(*function);
    --depth_;
    return has_effect_[function] = has_effect;
  }

  static constexpr int kMaximumDepth = 300;

  const Module& module_;
  const CustomCallRegistry* functions_;
  // By value id: whether a needed operation uses the value.
  std::vector<bool> is_used_;
  // By function; true while it is being visited.
  std::unordered_map<const Operation*, bool> has_effect_;
  int depth_ = 0;
  UnneededOperations unneeded_;
};

}  // namespace

UnneededOperations FindUnneeded(const Module& module, const CustomCallRegistry* functions) {
  return NeedSearch(module, functions).Run();
}

}  // namespace paddock
