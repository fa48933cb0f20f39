#include "core/plan/products/packed_operand.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/plan/chunked_step.h"
#include "core/plan/lowering/dot_dimensions.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/products/contraction.h"
#include "core/plan/products/gemm_step.h"

namespace paddock {
namespace {

// Limit for packing, because a run holds the operand and the packed operand at once.
constexpr uint64_t kMostPackedBytes = uint64_t{16} << 20;

struct PackParameters {
  simd::GemmPlan plan;
  int64_t block_work = 1;
};

template <class Phase>
struct PackReferences {
  Read<Phase> rhs;
  Write<Phase> packed;
};

StepStatus PackStep(StepContext& context) {
  const auto& parameters = context.As<PackParameters>();
  const auto at = Bind<PackReferences>(context);
  return RunChunks(context, simd::PackedRhsBlocks(parameters.plan), parameters.block_work,
                   [&](int64_t block, size_t thread) {
                     simd::PackRhsBlock(parameters.plan, at.rhs,
                                        context.scratch + thread * context.scratch_stride,
                                        at.packed, block);
                   });
}

// Returns the leaf that a value of one leaf will have, without memory.
std::optional<Leaf> ShapeOf(Lowering& lowering, const Operation& operation, const Value& value) {
  const auto leaves = lowering.values().LeavesOf(lowering.TypeOf(value), operation.name_span);
  if (!leaves || leaves->size() != 1) return std::nullopt;
  return leaves->front();
}

void PackFor(Lowering& lowering, const Operation& operation, const Leaf& source) {
  const auto lhs = ShapeOf(lowering, operation, *operation.operands[0]);
  const auto result = ShapeOf(lowering, operation, *operation.results[0]);
  if (!lhs || !result || source.is_splat || source.bytes() > kMostPackedBytes) return;
  const auto plan =
      simd::PlanGemm(DotProblemOf(operation, *lhs, source, result->type, lowering.numerics()));
  if (!plan || !simd::MayPackRhs(*plan)) return;
  const int64_t count = simd::PackedRhsCount(*plan);
  const Leaf packed = lowering.NewLeaf(
      source.type, lowering.arena().CopyArray(std::span<const int64_t>(&count, 1)));
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &PackStep;
  SetReferences(spec, PackReferences<Planning>{.rhs = source, .packed = packed});
  spec.work = 2 * static_cast<int64_t>(packed.bytes());
  spec.pays_by_itself = true;
  spec.scratch_bytes = simd::WorkspaceBytes(*plan);
  spec.parameters =
      lowering.Own(PackParameters{*plan, spec.work / simd::PackedRhsBlocks(*plan) + 1});
  lowering.Emit(spec);
  lowering.KeepPacked(operation, std::make_shared<PackedOperand>(source, packed, *plan));
}

bool IsResultIn(const Block& body, const Value& value) {
  for (const Operation* operation : body) {
    if (std::ranges::find(operation->results, &value) != operation->results.end()) return true;
  }
  return false;
}

}  // namespace

void PackInvariantOperands(Lowering& lowering, const Block& body,
                           const InvariantLeaf& invariant_leaf) {
  if (!simd::kMayHaveLargeTiles) return;
  if (lowering.level() != Level::kFast || lowering.facts().is_dynamic()) return;
  for (const Operation* operation : body) {
    if (!IsPlainDot(*operation) || lowering.facts().IsLeftOut(*operation)) continue;
    const Value& rhs = *operation->operands[1];
    if (IsResultIn(body, rhs)) continue;
    if (const auto leaf = invariant_leaf(rhs)) PackFor(lowering, *operation, *leaf);
  }
}

bool IsServed(const PackedOperand* packed, const simd::GemmPlan& plan, const Leaf& rhs) {
  if (!simd::kMayHaveLargeTiles || packed == nullptr) return false;
  if (!IsSameMemory(packed->source, rhs) || rhs.is_splat) return false;
  const simd::GemmPlan& expected = packed->plan;
  return simd::MayPackRhs(plan) && plan.step == expected.step && plan.n == expected.n &&
         plan.k == expected.k && plan.tile_n == expected.tile_n && plan.block_k == expected.block_k;
}

}  // namespace paddock
