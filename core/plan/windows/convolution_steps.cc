#include "core/plan/windows/convolution_steps.h"

#include <string>
#include <vector>

#include "core/plan/chunked_step.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/report.h"
#include "core/plan/windows/padded_operand.h"
#include "simd/movement/index_value.h"

namespace paddock {
namespace {

// --- Padding that is determined at run time.

struct RunPaddingParameters {
  simd::PaddedCopyPlan plan;
  int64_t chunk_work = 1;
  // Padding of a spatial dimension.
  struct Edge {
    size_t lhs_dimension;
    WindowDimension window;
  };
  std::vector<Edge> edges;
  simd::ReadIndexFunction read_index = nullptr;
  size_t index_bytes = 0;
  size_t rank = 0;
};

template <class Phase>
struct RunPaddingReferences {
  Read<Phase> lhs;
  Read<Phase> padding;
  Write<Phase> padded;
};

// Zero of every element type.
constexpr std::byte kZeroElement[16] = {};

// Reports a padding with which the result would have another shape (C25).
bool FitsResult(StepContext& context, const RunPaddingParameters::Edge& edge, size_t dimension,
                int64_t low, int64_t high) {
  const WindowDimension& window = edge.window;
  const int64_t dilated =
      window.operand_size == 0 ? 0 : (window.operand_size - 1) * window.base_dilation + 1;
  int64_t padded = 0;
  const bool is_sum = !__builtin_add_overflow(low, dilated, &padded) &&
                      !__builtin_add_overflow(padded, high, &padded);
  const int64_t spread = (window.window - 1) * window.window_dilation + 1;
  const int64_t count =
      !is_sum || padded <= 0 || spread > padded ? 0 : (padded - spread) / window.stride + 1;
  if (is_sum && count == window.result_size) return true;
  ReportAt(context, "dynamic_conv-c25",
           "dynamic_conv (C25): padding " + std::to_string(low) + " and " + std::to_string(high) +
               " give " + std::to_string(count) + " windows in spatial dimension " +
               std::to_string(dimension) + ", but the result has " +
               std::to_string(window.result_size));
  return false;
}

StepStatus DynamicPaddingStep(StepContext& context) {
  const auto& parameters = context.As<RunPaddingParameters>();
  const auto at = Bind<RunPaddingReferences>(context);
  std::vector<int64_t> lows(parameters.rank, 0);
  for (size_t i = 0; i < parameters.edges.size(); ++i) {
    const std::byte* edge = at.padding + 2 * i * parameters.index_bytes;
    const int64_t low = parameters.read_index(edge);
    const int64_t high = parameters.read_index(edge + parameters.index_bytes);
    if (!FitsResult(context, parameters.edges[i], i, low, high)) return StepStatus::kFailed;
    lows[parameters.edges[i].lhs_dimension] = low;
  }
  return RunChunks(context, simd::ChunkCount(parameters.plan), parameters.chunk_work,
                   [&](int64_t chunk, size_t) {
                     simd::RunChunk(parameters.plan, lows, at.lhs, kZeroElement, at.padded, chunk);
                   });
}

// --- Transposing the product to the result's order.

struct ArrangeParameters {
  simd::StridedCopyPlan plan;
  int64_t chunk_work = 1;
};

template <class Phase>
struct ArrangeReferences {
  Read<Phase> product;
  Write<Phase> result;
};

StepStatus ArrangeStep(StepContext& context) {
  const auto& parameters = context.As<ArrangeParameters>();
  const auto at = Bind<ArrangeReferences>(context);
  return RunChunks(context, simd::ChunkCount(parameters.plan), parameters.chunk_work,
                   [&](int64_t chunk, size_t) {
                     simd::RunChunk(parameters.plan, at.product, at.result, chunk);
                   });
}

// --- One kernel for each feature.

struct DepthwiseParameters {
  simd::DepthwisePlan plan;
  int64_t lhs_offset = 0;  // in bytes
  int64_t chunk_work = 1;
};

template <class Phase>
struct DepthwiseReferences {
  Read<Phase> lhs;
  // [cells, features]
  Read<Phase> weights;
  Write<Phase> result;
};

StepStatus DepthwiseStep(StepContext& context) {
  const auto& parameters = context.As<DepthwiseParameters>();
  const auto at = Bind<DepthwiseReferences>(context);
  return RunChunks(context, simd::ChunkCount(parameters.plan), parameters.chunk_work,
                   [&](int64_t chunk, size_t thread) {
                     simd::RunDepthwiseChunk(parameters.plan, at.lhs + parameters.lhs_offset,
                                             at.weights, at.result, chunk,
                                             context.scratch + thread * context.scratch_stride);
                   });
}

// --- Groups of few features.

struct GroupedParameters {
  simd::GroupedPlan plan;
  // In bytes.
  int64_t splats_offset = 0;
  int64_t vectors_offset = 0;
  int64_t chunk_work = 1;
};

template <class Phase>
struct GroupedReferences {
  Read<Phase> splats;
  Read<Phase> vectors;
  Write<Phase> result;
};

StepStatus GroupedStep(StepContext& context) {
  const auto& parameters = context.As<GroupedParameters>();
  const auto at = Bind<GroupedReferences>(context);
  return RunChunks(context, simd::ChunkCount(parameters.plan), parameters.chunk_work,
                   [&](int64_t chunk, size_t) {
                     simd::RunGroupedChunk(parameters.plan, at.splats + parameters.splats_offset,
                                           at.vectors + parameters.vectors_offset, at.result,
                                           chunk);
                   });
}

int64_t BytesBefore(const OffsetOperand& operand) {
  return operand.first * static_cast<int64_t>(operand.leaf.element_bytes());
}

}  // namespace

Leaf EmitDynamicPadding(Lowering& lowering, const Operation& operation, const Leaf& lhs,
                        const Leaf& padding, std::span<const WindowDimension> windows,
                        std::span<const int64_t> spatial) {
  RunPaddingParameters parameters;
  parameters.rank = windows.size();
  const auto dimensions = PaddedDimensionsOf(windows);
  std::vector<uint8_t> is_fixed(dimensions.size(), 1);
  for (const int64_t dimension : spatial) {
    const auto d = static_cast<size_t>(dimension);
    is_fixed[d] = 0;
    parameters.edges.push_back({d, windows[d]});
  }
  std::vector<int64_t> shape;
  for (const auto& dimension : dimensions) shape.push_back(dimension.result_size);
  const Leaf dense_padding = lowering.Dense(padding);
  parameters.read_index = simd::FindReadIndex(dense_padding.type);
  parameters.index_bytes = dense_padding.element_bytes();
  parameters.plan = simd::PlanPaddedCopy(lhs.element_bytes(), dimensions, is_fixed);
  const Leaf padded =
      lowering.NewLeaf(lhs.type, lowering.arena().CopyArray(std::span<const int64_t>(shape)));
  StepSpec step;
  step.operation = &operation;
  step.function = &DynamicPaddingStep;
  SetReferences(
      step, RunPaddingReferences<Planning>{.lhs = lhs, .padding = dense_padding, .padded = padded});
  step.work = 2 * static_cast<int64_t>(padded.bytes());
  step.pays_by_itself = true;
  parameters.chunk_work = WorkOfChunk(step.work, simd::ChunkCount(parameters.plan));
  step.parameters = lowering.Own(std::move(parameters));
  lowering.Emit(step);
  return padded;
}

void EmitArrangement(Emitter& emitter, const Operation& operation, const Leaf& from, const Leaf& to,
                     const Arrangement& arrangement) {
  ArrangeParameters parameters{simd::PlanStridedCopy(to.element_bytes(), arrangement.loops,
                                                     arrangement.from_first, arrangement.to_first),
                               1};
  StepSpec step;
  step.operation = &operation;
  step.function = &ArrangeStep;
  SetReferences(step, ArrangeReferences<Planning>{.product = from, .result = to});
  step.work = 2 * parameters.plan.byte_count;
  step.pays_by_itself = true;
  parameters.chunk_work = WorkOfChunk(step.work, simd::ChunkCount(parameters.plan));
  step.parameters = emitter.Own(std::move(parameters));
  emitter.Emit(step);
}

void EmitDepthwise(Emitter& emitter, const Operation& operation, const OffsetOperand& lhs,
                   const Leaf& weights, const Leaf& result, simd::DepthwisePlan plan) {
  const int64_t products = result.count * static_cast<int64_t>(plan.cells.size());
  StepSpec step;
  step.operation = &operation;
  step.function = &DepthwiseStep;
  SetReferences(
      step, DepthwiseReferences<Planning>{.lhs = lhs.leaf, .weights = weights, .result = result});
  step.work = products + result.count;
  step.operations = 2 * static_cast<uint64_t>(products);
  step.pays_by_itself = true;
  step.scratch_bytes = plan.scratch_bytes;
  const int64_t chunk_work = WorkOfChunk(step.work, simd::ChunkCount(plan));
  step.parameters = emitter.Own(DepthwiseParameters{std::move(plan), BytesBefore(lhs), chunk_work});
  emitter.Emit(step);
}

void EmitGrouped(Emitter& emitter, const Operation& operation, const OffsetOperand& splats,
                 const OffsetOperand& vectors, const Leaf& result, simd::GroupedProblem problem) {
  const int64_t products = result.count * static_cast<int64_t>(problem.splat_terms.size());
  simd::GroupedPlan plan = simd::PlanGrouped(std::move(problem));
  StepSpec step;
  step.operation = &operation;
  step.function = &GroupedStep;
  SetReferences(step, GroupedReferences<Planning>{
                          .splats = splats.leaf, .vectors = vectors.leaf, .result = result});
  step.work = products + result.count;
  step.operations = 2 * static_cast<uint64_t>(products);
  step.pays_by_itself = true;
  const int64_t chunk_work = WorkOfChunk(step.work, simd::ChunkCount(plan));
  step.parameters = emitter.Own(
      GroupedParameters{std::move(plan), BytesBefore(splats), BytesBefore(vectors), chunk_work});
  emitter.Emit(step);
}

}  // namespace paddock
