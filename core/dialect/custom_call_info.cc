#include "core/dialect/custom_call_info.h"

#include <algorithm>

namespace paddock {
namespace {

#include "dialect/custom_call_table.inc"

}  // namespace

std::span<const CustomCallInfo> CustomCallTable() { return kCalls; }
std::span<const CustomCallTarget> CustomCallTargets() { return kTargets; }
std::span<const std::string_view> CustomCallNames() { return kTargetNames; }

const CustomCallTarget* FindCustomCall(std::string_view name) {
  const auto found = std::ranges::lower_bound(kTargets, name, {}, &CustomCallTarget::name);
  return found != std::end(kTargets) && found->name == name ? found : nullptr;
}

}  // namespace paddock
