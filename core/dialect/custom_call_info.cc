#include "core/dialect/custom_call_info.h"

#include <algorithm>
#include <string>

namespace paddock {
namespace {

#include "dialect/custom_call_table.inc"

}  // namespace

std::span<const CustomCallInfo> CustomCallTable() { return kCalls; }
std::span<const std::string_view> CustomCallNames() { return kTargetNames; }

const CustomCallTarget* FindCustomCall(std::string_view name) {
  const auto found = std::ranges::lower_bound(kTargets, name, {}, &CustomCallTarget::name);
  return found != std::end(kTargets) && found->name == name ? found : nullptr;
}

const OpInfo* FindOperationOfTarget(std::string_view name) {
  constexpr std::string_view kPrefix = "mhlo.";
  if (!name.starts_with(kPrefix)) return nullptr;
  const std::string operation(name.substr(kPrefix.size()));
  for (std::string_view dialect : {"chlo.", "stablehlo."}) {
    const OpInfo* info = FindOp(std::string(dialect) + operation);
    if (info != nullptr && info->has(kElementwise) && info->operands.size() == 1) return info;
  }
  return nullptr;
}

}  // namespace paddock
