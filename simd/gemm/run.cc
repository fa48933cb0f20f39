// Running a planned matrix multiplication, step by step or by chunks.
#include <algorithm>

#include "simd/gemm/gemm.h"

namespace paddock::simd {
namespace {

// Steps of one chunk have about the same work, so an even share is what one costs.
int64_t WorkOfStep(const GemmPlan& plan) {
  return std::max<int64_t>(WorkOf(plan) / (plan.chunks * plan.steps_per_chunk), 1);
}

}  // namespace

int64_t WorkOf(const GemmPlan& plan) { return plan.batch * plan.m * plan.n * plan.k; }

size_t WorkspaceBytes(const GemmPlan& plan) { return plan.workspace.bytes; }

int64_t ChunkCount(const GemmPlan& plan) { return plan.chunks; }

void RunGemmChunk(const GemmPlan& plan, const GemmPointers& pointers, void* workspace,
                  int64_t chunk) {
  for (int64_t step = 0; step < plan.steps_per_chunk; ++step) {
    plan.step(plan, pointers, static_cast<std::byte*>(workspace), chunk, step);
  }
}

bool RunGemm(const GemmPlan& plan, const GemmPointers& pointers, void* workspace,
             GemmPosition& position, int64_t& budget) {
  if (position.chunk >= plan.chunks) return true;
  const int64_t work = WorkOfStep(plan);
  do {
    plan.step(plan, pointers, static_cast<std::byte*>(workspace), position.chunk, position.step);
    budget -= work;
    if (++position.step < plan.steps_per_chunk) continue;
    position.step = 0;
    if (++position.chunk >= plan.chunks) return true;
  } while (budget > 0);
  return false;
}

}  // namespace paddock::simd
