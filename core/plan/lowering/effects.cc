#include "core/plan/lowering/effects.h"

#include "core/dialect/custom_call_info.h"
#include "core/ir/attribute_values.h"

namespace paddock {

bool EffectSearch::HasEffect(const Operation& operation) {
  const OpInfo* info = operation.info;
  if (info == nullptr || info->has(kEffect)) return true;
  if (info->has(kCollective) && !info->has(kPure)) return true;
  if (operation.is(OpKind::kStablehloCustomCall)) return HasCallEffect(operation);
  if (operation.is(OpKind::kFuncCall)) return CallsForEffect(operation, "callee");
  if (operation.is(OpKind::kStablehloComposite)) return CallsForEffect(operation, "decomposition");
  return HasEffectInside(operation);
}

bool EffectSearch::HasEffectInside(const Operation& operation) {
  for (const Region* region : operation.regions) {
    for (const Block* block = region->first; block != nullptr; block = block->next) {
      for (const Operation* inner : *block) {
        if (HasEffect(*inner)) return true;
      }
    }
  }
  return false;
}

bool EffectSearch::HasCallEffect(const Operation& call) const {
  const Attribute* declared = call.Find("has_side_effect");
  if (declared != nullptr && declared->integer != 0) return true;
  const std::string_view target = TextOf(call, "call_target_name");
  const CustomCallTarget* known = FindCustomCall(target);
  const bool is_strict = strictness_ == Strictness::kEveryForeignCall;
  if (functions_ != nullptr && functions_->Find(target) != nullptr) {
    return is_strict || call.results.empty();
  }
  return known == nullptr ? is_strict : known->info->has_effect;
}

// Lowering reports a function that is recursive, missing, or nested too deeply.
bool EffectSearch::CallsForEffect(const Operation& call, std::string_view name) {
  const Operation* function = module_.FindSymbol(TextOf(call, name));
  if (function == nullptr || depth_ >= kMaximumDepth) return true;
  const auto [known, is_new] = has_effect_.emplace(function, true);
  if (!is_new) return known->second;
  ++depth_;
  const bool has_effect = HasEffectInside(*function);
  --depth_;
  return has_effect_[function] = has_effect;
}

}  // namespace paddock
