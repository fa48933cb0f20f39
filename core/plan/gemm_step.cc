#include "core/plan/gemm_step.h"

#include <algorithm>

#include "core/plan/chunked_step.h"

namespace paddock {
namespace {

// A multiply-add takes about a quarter of a unit of work: vectors do several at once.
constexpr int64_t kMultiplyAddsOfUnit = 4;

struct GemmParameters {
  simd::GemmPlan plan;
  int64_t work = 0;
  // In bytes.
  int64_t lhs_offset = 0;
  int64_t rhs_offset = 0;
};

// Between two calls position counts steps of chunks, and the scratch memory stays.
StepStatus RunAlone(StepContext& context, const GemmParameters& parameters,
                    const simd::GemmPointers& pointers) {
  const int64_t steps = std::max<int64_t>(1, parameters.plan.steps_per_tile);
  while (true) {
    simd::GemmPosition position{context.position / steps, context.position % steps};
    const int64_t given = kChunkWork * kMultiplyAddsOfUnit;
    int64_t budget = given;
    const bool is_done =
        simd::RunGemm(parameters.plan, pointers, context.scratch, position, budget);
    context.position = position.tile * steps + position.step;
    const bool may_go_on = context.Spend((given - budget) / kMultiplyAddsOfUnit);
    if (is_done) return StepStatus::kDone;
    if (!may_go_on) return StepStatus::kBudgetSpent;
  }
}

StepStatus GemmStep(StepContext& context) {
  const auto& parameters = context.As<GemmParameters>();
  const simd::GemmPointers pointers{context.pointers[0] + parameters.lhs_offset,
                                    context.pointers[1] + parameters.rhs_offset,
                                    context.pointers[2]};
  const auto threads = static_cast<int64_t>(context.host->thread_count());
  const int64_t chunks = simd::ChunkCount(parameters.plan, threads);
  if (threads == 1 || chunks < 2) {
    return RunAlone(context, parameters, pointers);
  }
  return RunChunks(context, chunks, parameters.work / chunks, [&](int64_t chunk, size_t thread) {
    simd::RunGemmChunk(parameters.plan, pointers, context.scratch + thread * context.scratch_stride,
                       threads, chunk);
  });
}

}  // namespace

bool EmitGemmStep(Lowering& lowering, const Operation& operation, const simd::GemmProblem& problem,
                  const Leaf& lhs, const Leaf& rhs, const Leaf& result, GemmOffsets offsets) {
  if (result.count == 0) return true;
  auto plan = simd::PlanGemm(problem);
  if (!plan) return false;
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &GemmStep;
  spec.reads = {lhs, rhs};
  spec.work = simd::WorkOf(*plan) / kMultiplyAddsOfUnit;
  spec.pays_by_itself = true;
  spec.operations = 2 * static_cast<uint64_t>(simd::WorkOf(*plan));
  spec.scratch_bytes = simd::WorkspaceBytes(*plan);
  spec.parameters = lowering.Own(GemmParameters{
      std::move(*plan), spec.work, offsets.lhs * static_cast<int64_t>(lhs.element_bytes()),
      offsets.rhs * static_cast<int64_t>(rhs.element_bytes())});
  spec.writes = {result};
  lowering.Emit(spec);
  return true;
}

}  // namespace paddock
