#include "core/plan/ops/moved_operands.h"

#include <algorithm>
#include <utility>

#include "core/plan/lowering/movement_step.h"

namespace paddock {

void MoveOperands(Lowering& lowering, const Operation& operation, std::vector<Leaf> operands,
                  const std::optional<TileNode>& load, simd::MovementPlan plan) {
  const Value& result = *operation.results[0];
  const bool is_small = std::ranges::all_of(operands, [](const Leaf& operand) {
    return operand.count < ElementwiseScheduler::kFewestLoaded;
  });
  const bool is_loaded = load && !is_small && lowering.level() == Level::kFast;
  if (is_loaded) {
    return lowering.elementwise().Move(operation, result, *load, std::move(operands),
                                       std::move(plan));
  }
  for (Leaf& operand : operands) operand = lowering.Dense(operand);
  EmitMovement(lowering.emitter(), operation, std::move(plan), operands, lowering.Define(result));
}

void AliasAs(Lowering& lowering, const Value& result, Leaf leaf) {
  const Leaf shape = lowering.values().LeavesOf(lowering.TypeOf(result), result.type_span)->front();
  leaf.type = shape.type;
  leaf.shape = shape.shape;
  leaf.count = shape.count;
  lowering.Alias(result, std::span(&leaf, 1));
}

}  // namespace paddock
