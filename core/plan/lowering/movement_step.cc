#include "core/plan/lowering/movement_step.h"

#include <memory>
#include <utility>
#include <vector>

#include "core/plan/chunked_step.h"
#include "core/plan/fusion/bound_copies.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/lowering/step_moves.h"

namespace paddock {
namespace {

struct MovementParameters {
  simd::MovementPlan plan;
  std::span<const size_t> operand_bytes;
  size_t result_bytes = 0;
  int64_t chunk_work = 0;
};

template <class Phase>
struct MovementReferences {
  ReadSpan<Phase, &MovementParameters::operand_bytes> operands;
  Write<Phase> result;
};

StepStatus MovementStep(StepContext& context) {
  const auto& parameters = context.As<MovementParameters>();
  const auto at = Bind<MovementReferences>(context, parameters);
  // Kernels take pointers to void for the same memory.
  const auto* operands = reinterpret_cast<const void* const*>(at.operands.data());
  return RunCopies(context, simd::ChunkCount(parameters.plan), parameters.chunk_work,
                   [&](int64_t chunk, size_t) {
                     simd::RunChunk(parameters.plan, {operands, at.operands.size()}, at.result,
                                    chunk);
                   });
}

const StepMoves* MovesOfMovement(const void* its_parameters, Arena& arena) {
  const auto& parameters = *static_cast<const MovementParameters*>(its_parameters);
  const int64_t work = simd::ChunkCount(parameters.plan) * parameters.chunk_work;
  const StepMoves* const moves =
      MovesOf(parameters.plan, parameters.operand_bytes, parameters.result_bytes, work, arena);
  return moves != nullptr ? moves : CallInBlock(work, arena);
}

class BoundMovement : public PreparedStep {
 public:
  // A PrepareStepFunction.
  static std::unique_ptr<const PreparedStep> Bind(const void* its_parameters,
                                                  std::byte* const* pointers, std::byte*) {
    const auto& parameters = *static_cast<const MovementParameters*>(its_parameters);
    const auto at = paddock::Bind<MovementReferences>(pointers, parameters);
    auto bound = std::make_unique<BoundMovement>();
    for (const simd::MovementPlan::Part& part : parameters.plan.parts) {
      if (!bound->copies_.Add(part.copy, at.operands[part.operand], at.result)) return nullptr;
    }
    return bound;
  }

  void Run() const override { copies_.Run(); }

 private:
  BoundCopies copies_;
};

// Returns the operands that are parts of the result as they are.
std::vector<PlacedRead> PlacedReads(const simd::MovementPlan& plan,
                                    std::span<const Leaf> operands) {
  std::vector<PlacedRead> placed;
  if (plan.rows > 0) return placed;
  for (const simd::MovementPlan::Part& part : plan.parts) {
    const auto bytes = static_cast<int64_t>(operands[part.operand].bytes());
    if (!simd::IsContiguous(part.copy, bytes)) continue;
    placed.push_back(
        {static_cast<uint32_t>(part.operand), static_cast<uint64_t>(part.copy.result_offset)});
  }
  return placed;
}

}  // namespace

void EmitMovement(Emitter& emitter, const Operation& operation, simd::MovementPlan plan,
                  std::span<const Leaf> operands, const Leaf& result) {
  if (result.count == 0) return;
  MovementReferences<Planning> references;
  std::vector<size_t> operand_bytes;
  for (const Leaf& operand : operands) {
    references.operands.push_back(operand);
    operand_bytes.push_back(operand.bytes());
  }
  references.result = result;
  MovementParameters parameters;
  parameters.plan = std::move(plan);
  parameters.operand_bytes = emitter.arena().CopyArray(operand_bytes);
  parameters.result_bytes = result.bytes();
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &MovementStep;
  SetReferences(spec, references, parameters);
  spec.placed = emitter.arena().CopyArray(PlacedReads(parameters.plan, operands));
  spec.work = 2 * static_cast<int64_t>(result.bytes());
  spec.pays_by_itself = true;
  parameters.chunk_work = WorkOfChunk(spec.work, simd::ChunkCount(parameters.plan));
  if (!kHasChainModules) {
    spec.moves = &MovesOfMovement;
    spec.prepare = &BoundMovement::Bind;
  }
  spec.parameters = emitter.Own(std::move(parameters));
  emitter.Emit(spec);
}

}  // namespace paddock
