#include "core/plan/lowering/fold.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/overflow.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_run.h"

namespace paddock {
namespace {

// Limit of result elements, above the rank of any shape.
constexpr int64_t kMostFolded = 64;

// Runs the steps of the draft from `first` on.
bool RunFrom(PlannedRun& run, const PlanDraft& draft, size_t first) {
  size_t at = first;
  while (at < draft.steps.size()) {
    const std::optional<size_t> next = run.RunStep(draft.steps[at], at);
    if (!next || *next < first) return false;
    at = *next;
  }
  return true;
}

}  // namespace

bool IsFoldable(const Lowering& lowering, const Operation& operation) {
  if (!operation.info->has(kPure) || operation.info->has(kCollective) ||
      !operation.regions.empty() || lowering.position().is_composed()) {
    return false;
  }
  const auto is_small = [&](const Value* result) {
    const Type type = lowering.TypeOf(*result);
    return lowering.facts().UseCount(*result) != 0 &&
           (type.is_tensor() || type.is(TypeKind::kScalar)) && !type.is_quantized() &&
           type.has_static_shape() &&
           CheckedProduct(type.shape()).value_or(kMostFolded + 1) <= kMostFolded;
  };
  if (operation.operands.empty() || operation.results.empty()) return false;
  if (!std::ranges::all_of(operation.results, is_small)) return false;
  for (const Value* operand : operation.operands) {
    for (const Leaf& leaf : lowering.values().Leaves(*operand)) {
      if (leaf.where != Leaf::Where::kConstant || leaf.count > Values::kMostKnown) return false;
    }
  }
  return true;
}

// Open groups are set aside, so that all emitted steps belong to this operation. At level faithful
// the steps stay in the plan, so that a debugger can stop at them.
Result<void> Fold(Lowering& lowering, const Operation& operation, LowerFunction lower) {
  Emitter& emitter = lowering.emitter();
  ElementwiseScheduler& elementwise = lowering.elementwise();
  const Emitter::Mark mark = emitter.mark();
  ElementwiseScheduler::Waiting waiting = elementwise.SetAside();
  const auto lowered = lower(lowering, operation);
  elementwise.FlushAll();
  elementwise.Restore(std::move(waiting));
  if (!lowered || lowering.continuations().has_stopped()) return Failed();
  PlannedRun run(emitter.draft(), lowering.diagnostics().sink());
  if (!RunFrom(run, emitter.draft(), mark.steps)) {
    lowering.diagnostics().MarkFailed();
    return Failed();
  }
  std::vector<std::vector<Leaf>> known;
  for (const Value* result : operation.results) {
    known.push_back(lowering.values().Leaves(*result));
    for (Leaf& leaf : known.back()) {
      if (leaf.where != Leaf::Where::kSlot) continue;
      leaf.address =
          CopyConstant(emitter.arena(), run.Memory(leaf.index), static_cast<size_t>(leaf.bytes()));
      leaf.where = Leaf::Where::kConstant;
    }
  }
  if (lowering.level() == Level::kFast) emitter.TakeBack(mark);
  for (size_t i = 0; i < operation.results.size(); ++i) {
    lowering.Bind(*operation.results[i], known[i]);
  }
  return {};
}

}  // namespace paddock
