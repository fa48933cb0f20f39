// Lowering of element-wise operations: each becomes a node of a tile program.
#include <string>
#include <vector>

#include "core/plan/fusion/element_kernel.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/stacked_parts.h"
#include "core/plan/ops/chosen_update.h"
#include "core/plan/ops/diagonal.h"
#include "core/plan/ops/moved_operands.h"
#include "core/plan/ops/narrowed_comparison.h"
#include "core/plan/ops/power_division.h"

namespace paddock {

namespace {

// Booleans are bytes of 0 and 1. Returns whether they become the result as they are, where they are
// not computed.
[[maybe_unused]] bool AliasBytes(Lowering& lowering, const Operation& operation) {
  const Leaf operand = lowering.Operand(operation, 0);
  const auto type = operation.results[0]->type.element_type();
  const bool are_bytes = type && IsInteger(*type) && BitWidth(*type) == 8;
  if (lowering.level() != Level::kFast || !IsBoolean(operand.type) || !are_bytes) return false;
  if (operand.where == Leaf::Where::kNode || operand.where == Leaf::Where::kNone) return false;
  AliasAs(lowering, *operation.results[0], operand);
  return true;
}

}  // namespace

Result<void> LowerElementwise(Lowering& lowering, const Operation& operation) {
  if constexpr (!kHasChainModules) {
    if (operation.is(OpKind::kStablehloConvert)) {
      const auto is_converted = ConvertStack(lowering, operation);
      if (!is_converted) return Failed();
      if (*is_converted || AliasBytes(lowering, operation)) return {};
    }
    if (operation.is(OpKind::kStablehloCompare)) {
      if (const auto lowered = LowerNarrowedComparison(lowering, operation)) return *lowered;
    }
  }
  if (operation.is(OpKind::kStablehloSelect)) {
    if (const auto lowered = LowerChosenUpdate(lowering, operation)) return *lowered;
    if (LowerDiagonal(lowering, operation)) return {};
  }
  const std::vector<Leaf> operands =
      lowering.values().OperandLeaves(operation, 0, operation.operands.size());
  std::vector<ElementType> types;
  for (const Leaf& operand : operands) types.push_back(operand.type);
  const Value& result = *operation.results[0];
  const Type type = result.type;
  const ElementKernel found = FindElementKernel(operation, types, *type.element_type(),
                                                lowering.numerics(), lowering.arena());
  if (found.kernel.function == nullptr) {
    return lowering.Fail(operation, "element-type",
                         std::string(operation.name) + " has no meaning for elements of type " +
                             std::string(Spelling(types[0])));
  }
  lowering.elementwise().Compute(operation, result, found.kernel, found.attributes, operands);
  return {};
}

Result<void> LowerDivide(Lowering& lowering, const Operation& operation) {
  if constexpr (!kHasChainModules) {
    if (const auto power = FindPowerOfDivisor(lowering, operation)) {
      return LowerPowerDivision(lowering, operation, *power);
    }
  }
  return LowerElementwise(lowering, operation);
}

// The specification does not define the remainder of complex numbers.
Result<void> LowerRemainder(Lowering& lowering, const Operation& operation) {
  const Type type = lowering.TypeOf(*operation.operands[0]);
  if (!IsComplex(*type.element_type())) return LowerDivide(lowering, operation);
  return lowering.FailRule(
      operation, Constraint::kRemainderX1,
      "lhs is " + ToString(type) + ", whose remainder the specification does not define");
}

}  // namespace paddock
