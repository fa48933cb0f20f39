#include "core/plan/bodies/extreme_reduce.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "core/ir/attribute_values.h"
#include "core/plan/bodies/extreme_body.h"
#include "core/plan/bodies/extreme_of_few.h"
#include "core/plan/bodies/iota_values.h"
#include "core/plan/chunked_step.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/lowering/step_moves.h"
#include "simd/reduce/extreme.h"

namespace paddock {
namespace {

struct ExtremeParameters {
  simd::ExtremePlan plan;
  size_t value_operand = 0;
};

template <class Phase>
struct ExtremeReferences {
  Read<Phase> values;
  ReadSpan<Phase, 2> inits;
  WriteSpan<Phase, 2> results;
  // Workspace of both passes.
  Write<Phase> shared;
};

simd::ExtremeBuffers BuffersOf(const ExtremeParameters& parameters,
                               const ExtremeReferences<Running>& at) {
  const size_t value = parameters.value_operand;
  return {at.values,         at.inits[value],       at.inits[1 - value],
          at.results[value], at.results[1 - value], at.shared};
}

// Position counts the chunks of both passes.
StepStatus ExtremeReduceStep(StepContext& context) {
  const auto& parameters = context.As<ExtremeParameters>();
  const simd::ExtremePlan& plan = parameters.plan;
  const simd::ExtremeBuffers buffers = BuffersOf(parameters, Bind<ExtremeReferences>(context));
  int64_t before = 0;
  for (int64_t pass = 0; pass < simd::PassCount(plan); ++pass) {
    const int64_t chunks = simd::ChunkCount(plan, pass);
    if (context.position < before + chunks) {
      context.position -= before;
      const int64_t work = plan.byte_count / std::max<int64_t>(1, chunks) + 1;
      const StepStatus status =
          RunChunks(context, chunks, pass == 0 ? work : plan.results_per_chunk * plan.segments,
                    [&](int64_t chunk, size_t thread) {
                      simd::RunChunk(plan, buffers, pass, chunk,
                                     context.scratch + thread * context.scratch_stride);
                    });
      context.position += before;
      if (status != StepStatus::kDone) return status;
    }
    before += chunks;
  }
  return StepStatus::kDone;
}

// WebAssembly has no use for it.
[[maybe_unused]] const StepMoves* MovesOfExtreme(const void* parameters, Arena& arena) {
  const simd::ExtremePlan& plan = static_cast<const ExtremeParameters*>(parameters)->plan;
  const bool is_one_chunk = simd::PassCount(plan) == 1 && simd::ChunkCount(plan, 0) == 1;
  return is_one_chunk ? CallInBlock(plan.byte_count + 1, arena) : nullptr;
}

// For a reduction of one chunk.
[[maybe_unused]] std::unique_ptr<const PreparedStep> PrepareExtreme(const void* its_parameters,
                                                                    std::byte* const* pointers,
                                                                    std::byte* scratch) {
  const auto& parameters = *static_cast<const ExtremeParameters*>(its_parameters);
  return std::make_unique<PreparedChunk<simd::ExtremePlan, simd::ExtremeBuffers>>(
      parameters.plan, BuffersOf(parameters, Bind<ExtremeReferences>(pointers)), scratch);
}

bool IsScalarOf(Type type, Type operand) {
  return type.is_tensor() && !type.is_quantized() && type.rank() == 0 && !operand.is_quantized() &&
         type.element_type() && type.element_type() == operand.element_type();
}

struct ExtremeReduce {
  simd::ExtremePlan plan;
  size_t value_operand = 0;
};

std::optional<ExtremeReduce> MatchExtremeReduce(const Lowering& lowering,
                                                const Operation& operation, const Block& body) {
  const std::vector<int64_t> dimensions = IntegersOf(operation, "dimensions");
  if (operation.operands.size() != 4 || dimensions.size() != 1) return std::nullopt;
  Type types[2];
  for (size_t i = 0; i < 4; ++i) {
    types[i % 2] = lowering.TypeOf(*operation.operands[i % 2]);
    if (!IsScalarOf(body.arguments[i]->type, types[i % 2])) return std::nullopt;
    if (i >= 2 && !IsScalarOf(operation.operands[i]->type, types[i % 2])) return std::nullopt;
  }
  for (const size_t value : {size_t{0}, size_t{1}}) {
    if (!CountsAlong(lowering, *operation.operands[1 - value], dimensions[0])) continue;
    const std::span<const int64_t> shape = types[value].shape();
    int64_t sizes[3] = {1, 1, 1};
    for (size_t d = 0; d < shape.size(); ++d) {
      const auto at = static_cast<int64_t>(d);
      sizes[at < dimensions[0] ? 0 : at == dimensions[0] ? 1 : 2] *= shape[d];
      if (shape[d] == 0) return std::nullopt;
    }
    const ElementType type = *types[value].element_type();
    const ElementType place_type = *types[1 - value].element_type();
    if (!simd::HasExtreme(type, place_type, sizes[1])) continue;
    const auto found = MatchExtremeBody(body, value);
    if (!found) continue;
    return ExtremeReduce{simd::PlanExtreme(*found, type, place_type, sizes[0], sizes[1], sizes[2]),
                         value};
  }
  return std::nullopt;
}

}  // namespace

Result<bool> LowerExtremeReduce(Lowering& lowering, const Operation& operation, const Block& body) {
  const auto found = MatchExtremeReduce(lowering, operation, body);
  if (!found) return false;
  const simd::ExtremePlan& plan = found->plan;
  const auto dimension = static_cast<size_t>(IntegersOf(operation, "dimensions")[0]);
  const auto of_few = LowerExtremeOfFew(lowering, operation, dimension, plan, found->value_operand);
  if (!of_few || *of_few) return of_few;
  DoWithoutOperand(lowering, operation, 1 - found->value_operand);
  const ExtremeReferences<Planning> all{
      lowering.DenseOperand(operation, found->value_operand),
      {lowering.DenseOperand(operation, 2), lowering.DenseOperand(operation, 3)},
      {lowering.Define(*operation.results[0]), lowering.Define(*operation.results[1])},
      lowering.emitter().NewVector(ElementType::kI8, static_cast<int64_t>(plan.shared_bytes))};
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &ExtremeReduceStep;
  SetReferences<ExtremeReferences>(spec, all);
  spec.work = plan.byte_count;
  spec.operations = static_cast<uint64_t>(all.values.count);
  spec.pays_by_itself = true;
  if constexpr (!kHasChainModules) {
    spec.moves = &MovesOfExtreme;
    spec.prepare = &PrepareExtreme;
  }
  spec.scratch_bytes = plan.scratch_bytes;
  spec.parameters = lowering.Own(ExtremeParameters{plan, found->value_operand});
  lowering.Emit(spec);
  return true;
}

}  // namespace paddock
