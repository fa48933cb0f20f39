#include <cstddef>
#include <span>

#include "core/dialect/op_info.h"

namespace paddock {
namespace {

#include "dialect/call_rule_table.inc"

}  // namespace

const ConstraintInfo& Info(CallRule rule) { return kCallRules[static_cast<size_t>(rule)]; }

std::span<const ConstraintInfo> CallRuleTable() { return kCallRules; }

}  // namespace paddock
