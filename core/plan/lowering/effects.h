// EffectSearch: whether an operation does more than to compute its results.
#ifndef PADDOCK_CORE_PLAN_LOWERING_EFFECTS_H_
#define PADDOCK_CORE_PLAN_LOWERING_EFFECTS_H_

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "core/ir/module.h"
#include "core/run/custom_call.h"

namespace paddock {

// A call, a loop or a branch has an effect if something inside it has one. A custom_call has one if
// its attribute or the row of its target in custom_calls.def says so. It also has one if it has no
// results and `functions`, which may be nullptr, has its target.
class EffectSearch {
 public:
  // kEveryForeignCall: a custom_call whose target is not in custom_calls.def has an effect, too.
  enum class Strictness : uint8_t { kKnownEffects, kEveryForeignCall };

  EffectSearch(const Module& module, const CustomCallRegistry* functions,
               Strictness strictness = Strictness::kKnownEffects)
      : module_(module), functions_(functions), strictness_(strictness) {}

  bool HasEffect(const Operation& operation);

 private:
  bool HasEffectInside(const Operation& operation);
  bool HasCallEffect(const Operation& call) const;
  bool CallsForEffect(const Operation& call, std::string_view name);

  static constexpr int kMaximumDepth = 300;

  const Module& module_;
  const CustomCallRegistry* functions_;
  Strictness strictness_;
  // By function; true while it is being visited.
  std::unordered_map<const Operation*, bool> has_effect_;
  int depth_ = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_EFFECTS_H_
