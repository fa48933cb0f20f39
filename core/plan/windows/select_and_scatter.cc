// Lowering of select_and_scatter (family reduction): a step finds the element that each window
// selects, and a scatter combines source into these elements.
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/promoted_operand.h"
#include "core/plan/ops/scatter_steps.h"
#include "core/plan/quantized/quantized_form.h"
#include "core/plan/windows/padded_operand.h"
#include "core/plan/windows/select_window.h"

namespace paddock {
namespace {

// Returns a scatter with one linear index for each update; -1 is out of bounds and skipped.
simd::ScatterPlan FlatScatter(const Leaf& target, int64_t updates) {
  static constexpr int64_t kFirst[] = {0};
  const int64_t shape[] = {target.count};
  const int64_t indices_shape[] = {updates, 1};
  const int64_t updates_shape[] = {updates};
  const simd::GatherDimensionNumbers numbers{{}, kFirst, {}, {}, kFirst, 1};
  return simd::PlanScatter(target.element_bytes(), shape, ElementType::kI64, indices_shape,
                           updates_shape, numbers);
}

}  // namespace

Result<void> LowerSelectAndScatter(Lowering& lowering, const Operation& operation) {
  Block* select = operation.regions[0]->only_block();
  Block* scatter = operation.regions[1]->only_block();
  const auto types_of = [](const Block* block) {
    const bool fits = block != nullptr && block->arguments.size() == 2;
    return fits ? block->arguments[0]->type.element_type() : std::nullopt;
  };
  const auto selected_type = types_of(select);
  const auto scattered_type = types_of(scatter);
  if (!selected_type || !scattered_type) {
    return lowering.Malformed(operation);
  }
  if (HasMixedArguments(*select) || HasMixedArguments(*scatter)) {
    return LowerMixedArguments(lowering, operation);
  }
  const Leaf operand =
      Converted(lowering, operation, lowering.Operand(operation, 0), *selected_type);
  const Leaf source =
      Converted(lowering, operation, lowering.Operand(operation, 1), *scattered_type);
  Leaf init = Converted(lowering, operation, lowering.Operand(operation, 2), *scattered_type);
  if (operand.count == 0) {
    lowering.Define(*operation.results[0]);
    return {};
  }
  const Leaf target = lowering.NewLeaf(*scattered_type, operand.shape);
  init.is_splat = true;
  lowering.emitter().EmitMove(&operation, std::span(&init, 1), std::span(&target, 1), 0, false);
  const std::vector<WindowDimension> windows = WindowsOf(operation, operand.shape, source.shape);
  const auto indices =
      EmitSelect(lowering, operation, *select, operand, WindowCells(windows, operand.shape));
  if (!indices) return Failed();
  return EmitScatterOf(lowering, operation, *scatter, FlatScatter(target, source.count),
                       std::span(&target, 1), *indices, std::span(&source, 1));
}

}  // namespace paddock
