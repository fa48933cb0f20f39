// Checks the sizes of groups against the shapes of operands and results.
#include <string>

#include "core/ir/attribute_values.h"
#include "core/plan/grid/collective.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

Result<void> CheckFactor(Lowering& lowering, const Operation& operation, Constraint rule,
                         const ProcessGroups& groups, int64_t whole, int64_t part,
                         std::string_view what) {
  for (const auto& group : groups.groups()) {
    const auto size = static_cast<int64_t>(group.size());
    if (part * size == whole) continue;
    std::string detail = std::string(what) + ", but the groups have " + std::to_string(size) +
                         " processes in a grid of " + ToString(lowering.grid());
    if (part > 0 && whole % part == 0) {
      detail += "; groups of " + std::to_string(whole / part) + " would do";
    }
    return lowering.FailRule(operation, rule, detail);
  }
  return {};
}

int64_t SizeAt(Lowering& lowering, const Value& value, int64_t dimension) {
  return lowering.TypeOf(value).shape()[static_cast<size_t>(dimension)];
}

}  // namespace

Result<void> CheckGroupSizes(Lowering& lowering, const Operation& operation,
                             const ProcessGroups& groups) {
  if (operation.is(OpKind::kStablehloAllToAll)) {
    const int64_t count = IntegerOf(operation, "split_count", 1);
    return CheckFactor(lowering, operation, Constraint::kAllToAllC8, groups, count, 1,
                       "split_count = " + std::to_string(count));
  }
  const bool is_gather = operation.is(OpKind::kStablehloAllGather);
  if (!is_gather && !operation.is(OpKind::kStablehloReduceScatter)) return {};
  const int64_t dimension =
      IntegerOf(operation, is_gather ? "all_gather_dim" : "scatter_dimension", 0);
  for (size_t i = 0; i < operation.results.size(); ++i) {
    const int64_t operand = SizeAt(lowering, *operation.operands[i], dimension);
    const int64_t result = SizeAt(lowering, *operation.results[i], dimension);
    const std::string what = "the operand's dimension " + std::to_string(dimension) + " is " +
                             std::to_string(operand) + " and the result's " +
                             std::to_string(result);
    const auto checked = is_gather ? CheckFactor(lowering, operation, Constraint::kAllGatherC6,
                                                 groups, result, operand, what)
                                   : CheckFactor(lowering, operation, Constraint::kReduceScatterC8,
                                                 groups, operand, result, what);
    if (!checked) return Failed();
  }
  return {};
}

}  // namespace paddock
