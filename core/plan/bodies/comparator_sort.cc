#include "core/plan/bodies/comparator_sort.h"

#include <algorithm>
#include <vector>

#include "core/plan/bodies/body_batches.h"
#include "core/plan/bodies/element_copies.h"
#include "core/plan/bodies/scalar_loop.h"
#include "core/plan/chunked_step.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/references.h"
#include "simd/sort/merge_sort.h"

namespace paddock {
namespace {

// Elements moved between two checks of the budget.
constexpr int64_t kMovedAtOnce = 1 << 16;
// Work of finding one pair and applying its comparison.
constexpr int64_t kPairWork = 64;

Leaf NewWorkspace(Emitter& emitter, size_t bytes) {
  return emitter.NewVector(ElementType::kI8, static_cast<int64_t>(bytes));
}

int64_t ComparisonsOf(const simd::SortShape& shape) {
  int64_t levels = 0;
  while (shape.size > int64_t{1} << levels) ++levels;
  return shape.slices() * shape.size * levels;
}

// --- Moving elements to their sorted positions.

struct PlacingParameters {
  simd::MergeSortPlan plan;
  std::vector<size_t> widths;
};

template <class Phase>
struct PlacingReferences {
  ReadSpan<Phase, &PlacingParameters::widths> operands;
  Read<Phase> workspace;
  WriteSpan<Phase, &PlacingParameters::widths> results;
};

constexpr int64_t kGathered = 1 << 15;

// One chunk is a part of one slice of one operand.
int64_t ChunksOfSlice(const PlacingParameters& parameters) {
  return (parameters.plan.shape.size + kGathered - 1) / kGathered;
}

void GatherChunk(const PlacingParameters& parameters, const PlacingReferences<Running>& at,
                 int64_t chunk) {
  const simd::SortShape& shape = parameters.plan.shape;
  const int64_t per_slice = ChunksOfSlice(parameters);
  const int64_t slice = chunk / per_slice % shape.slices();
  const auto operand = static_cast<size_t>(chunk / per_slice / shape.slices());
  const auto width = static_cast<int64_t>(parameters.widths[operand]);
  const int64_t begin = chunk % per_slice * kGathered;
  const int64_t origin = shape.Origin(slice, shape.size) * width;
  simd::GatherSlice(parameters.widths[operand], at.operands[operand] + origin,
                    at.results[operand] + origin + begin * shape.stride() * width, shape.stride(),
                    simd::SortedPlaces(parameters.plan, at.workspace, slice) + begin,
                    std::min(kGathered, shape.size - begin));
}

StepStatus PlacingStep(StepContext& context) {
  const auto& parameters = context.As<PlacingParameters>();
  const auto at = Bind<PlacingReferences>(context, parameters);
  const simd::SortShape& shape = parameters.plan.shape;
  const int64_t per_slice = ChunksOfSlice(parameters);
  const int64_t chunks =
      static_cast<int64_t>(parameters.widths.size()) * shape.slices() * per_slice;
  const int64_t work = 16 * std::min(kGathered, shape.size);
  return RunChunks(context, chunks, work,
                   [&](int64_t chunk, size_t) { GatherChunk(parameters, at, chunk); });
}

void EmitGather(Lowering& lowering, const Operation& operation, const simd::MergeSortPlan& plan,
                std::span<const Leaf> operands, const Leaf& workspace) {
  const PlacingParameters parameters{plan, WidthsOf(operands)};
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &PlacingStep;
  PlacingReferences<Planning> references{{operands.begin(), operands.end()}, workspace, {}};
  for (const Leaf& operand : operands) spec.work += 16 * operand.count;
  for (const Value* result : operation.results) {
    references.results.push_back(lowering.Define(*result));
  }
  SetReferences(spec, references, parameters);
  spec.parameters = lowering.Own(parameters);
  spec.pays_by_itself = true;
  lowering.Emit(spec);
}

// --- The comparator, applied to pairs of elements. Reads: operands. Writes: workspace, which holds
// all progress.

class PairComparisons final : public Applications {
 public:
  PairComparisons(const simd::MergeSortPlan& plan, std::span<const Leaf> operands)
      : plan_(plan), widths_(WidthsOf(operands)) {}

  StepStatus Prepare(StepContext&, const ApplicationMemory& memory) const override {
    simd::BeginMergeSort(plan_, memory.writes[0]);
    return StepStatus::kDone;
  }

  // Only Fetch can determine it.
  bool IsDone(const StepContext&, const ApplicationMemory&, int64_t) const override {
    return false;
  }

  Fetched Fetch(StepContext&, const ApplicationMemory& memory, int64_t&,
                std::byte* const* arguments) const override {
    // Elements of each pair: the body takes the later one, then the earlier one, of each operand.
    int64_t places[2][simd::kMergeLanes];
    const simd::Comparisons asked = simd::NextComparisons(plan_, memory.writes[0], at_once(),
                                                          kMovedAtOnce, places[0], places[1]);
    if (asked.is_done) return {Fetched::Status::kDone};
    if (asked.count == 0) return {.work = 4 * kMovedAtOnce};
    for (size_t i = 0; i < 2 * widths_.size(); ++i) {
      if (!IsUsed(i)) continue;
      CollectElements(widths_[i / 2], memory.reads[i / 2], places[i % 2], asked.count,
                      arguments[i]);
    }
    const int64_t pair_work = is_batched() ? body_work() + kPairWork : 0;
    return {.count = asked.count, .work = asked.count * pair_work};
  }

  bool Store(StepContext&, const ApplicationMemory& memory, int64_t&, int64_t,
             std::span<const std::byte* const> results) const override {
    simd::TakeAnswers(plan_, memory.writes[0], reinterpret_cast<const uint8_t*>(results[0]));
    return true;
  }

 private:
  simd::MergeSortPlan plan_;
  // By operand.
  std::vector<size_t> widths_;
};

}  // namespace

Result<void> EmitComparatorSort(Lowering& lowering, const Operation& operation, Block& body,
                                const simd::SortShape& shape, std::span<const Leaf> operands) {
  const simd::MergeSortPlan plan = simd::PlanMergeSort(shape);
  AppliedOperation applied;
  applied.operation = &operation;
  applied.reads.assign(operands.begin(), operands.end());
  applied.writes = {NewWorkspace(lowering.emitter(), plan.workspace_bytes)};
  SetApplications(applied, std::make_shared<PairComparisons>(plan, operands));
  const int64_t comparisons = ComparisonsOf(shape);
  const BatchOptions options{.at_once = simd::kMergeLanes,
                             .work = comparisons * kPairWork,
                             .applications = comparisons,
                             .operations = static_cast<uint64_t>(comparisons)};
  if (!EmitApplications(lowering, applied, body, options)) return Failed();
  EmitGather(lowering, operation, plan, operands, applied.writes[0]);
  return {};
}

}  // namespace paddock
