// Lowering of gather (dynamic slices and scatter have files of their own).
#include <algorithm>

#include "core/ir/attribute_values.h"
#include "core/plan/chunked_step.h"
#include "core/plan/lowering/lowering.h"
#include "simd/movement/gather.h"

namespace paddock {
namespace {

struct GatherParameters {
  simd::GatherPlan plan;
  int64_t chunk_work = 1;
};

// References: operand, start indices, result.
StepStatus GatherStep(StepContext& context) {
  const auto& parameters = context.As<GatherParameters>();
  return RunChunks(context, simd::ChunkCount(parameters.plan), parameters.chunk_work,
                   [&](int64_t chunk, size_t) {
                     simd::RunChunk(parameters.plan, context.pointers[0], context.pointers[1],
                                    context.pointers[2], chunk);
                   });
}

}  // namespace

Result<void> LowerGather(Lowering& lowering, const Operation& operation) {
  const Leaf operand = lowering.DenseOperand(operation, 0);
  const Leaf indices = lowering.DenseOperand(operation, 1);
  const Attribute* attribute = operation.Find("dimension_numbers");
  const std::vector<int64_t> offset = IntegersOf(attribute, "offset_dims");
  const std::vector<int64_t> collapsed = IntegersOf(attribute, "collapsed_slice_dims");
  const std::vector<int64_t> batching = IntegersOf(attribute, "operand_batching_dims");
  const std::vector<int64_t> index_batching = IntegersOf(attribute, "start_indices_batching_dims");
  const std::vector<int64_t> map = IntegersOf(attribute, "start_index_map");
  const simd::GatherDimensionNumbers numbers{offset,   collapsed,
                                             batching, index_batching,
                                             map,      IntegerOf(attribute, "index_vector_dim", 0)};
  const Leaf result = lowering.Define(*operation.results[0]);
  if (result.count == 0) return {};
  GatherParameters parameters{
      simd::PlanGather(operand.element_bytes(), operand.shape, indices.type, indices.shape, numbers,
                       IntegersOf(operation, "slice_sizes")),
      1};
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &GatherStep;
  spec.reads = {operand, indices};
  spec.writes = {result};
  spec.work = 2 * static_cast<int64_t>(result.bytes() + indices.bytes());
  spec.pays_by_itself = true;
  parameters.chunk_work = spec.work / std::max<int64_t>(1, simd::ChunkCount(parameters.plan)) + 1;
  spec.parameters = lowering.Own(std::move(parameters));
  lowering.Emit(spec);
  return {};
}

}  // namespace paddock
