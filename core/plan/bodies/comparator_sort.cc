#include "core/plan/bodies/comparator_sort.h"

#include <algorithm>
#include <cstring>

#include "core/plan/bodies/body_runner.h"
#include "core/plan/bodies/scalar_loop.h"
#include "core/plan/chunked_step.h"
#include "core/plan/lowering/lowering.h"
#include "simd/sort/merge_sort.h"

namespace paddock {
namespace {

// Number of elements moved between two checks of the budget.
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

// --- The elements brought to their places. References: operands, workspace; results.

struct PlacingParameters {
  simd::MergeSortPlan plan;
  std::vector<size_t> widths;
};

constexpr int64_t kGathered = 1 << 15;

// One chunk is a part of one slice of one operand.
int64_t ChunksOfSlice(const PlacingParameters& parameters) {
  return (parameters.plan.shape.size + kGathered - 1) / kGathered;
}

void GatherChunk(const PlacingParameters& parameters, std::byte* const* operands,
                 const std::byte* workspace, std::byte* const* results, int64_t chunk) {
  const simd::SortShape& shape = parameters.plan.shape;
  const int64_t per_slice = ChunksOfSlice(parameters);
  const int64_t slice = chunk / per_slice % shape.slices();
  const auto operand = static_cast<size_t>(chunk / per_slice / shape.slices());
  const auto width = static_cast<int64_t>(parameters.widths[operand]);
  const int64_t begin = chunk % per_slice * kGathered;
  const int64_t origin = shape.Origin(slice, shape.size) * width;
  simd::GatherSlice(parameters.widths[operand], operands[operand] + origin,
                    results[operand] + origin + begin * shape.stride() * width, shape.stride(),
                    simd::SortedPlaces(parameters.plan, workspace, slice) + begin,
                    std::min(kGathered, shape.size - begin));
}

StepStatus PlacingStep(StepContext& context) {
  const auto& parameters = context.As<PlacingParameters>();
  const size_t n = parameters.widths.size();
  const simd::SortShape& shape = parameters.plan.shape;
  const int64_t per_slice = ChunksOfSlice(parameters);
  const int64_t chunks = static_cast<int64_t>(n) * shape.slices() * per_slice;
  const int64_t work = 16 * std::min(kGathered, shape.size);
  return RunChunks(context, chunks, work, [&](int64_t chunk, size_t) {
    GatherChunk(parameters, context.pointers, context.pointers[n], context.pointers + n + 1, chunk);
  });
}

void EmitGather(Lowering& lowering, const Operation& operation, const simd::MergeSortPlan& plan,
                std::span<const Leaf> operands, const Leaf& workspace) {
  PlacingParameters parameters{plan, {}};
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &PlacingStep;
  for (const Leaf& operand : operands) {
    parameters.widths.push_back(operand.element_bytes());
    spec.reads.push_back(operand);
    spec.work += 16 * operand.count;
  }
  spec.reads.push_back(workspace);
  for (const Value* result : operation.results) spec.writes.push_back(lowering.Define(*result));
  spec.parameters = lowering.Own(std::move(parameters));
  spec.pays_by_itself = true;
  lowering.Emit(spec);
}

// --- The comparator over many pairs. References: operands, captured values; workspace.

struct CompareParameters {
  BodyRunner body;
  simd::MergeSortPlan plan;
  // By argument of the body: whether it is used.
  std::vector<bool> is_used;
  std::vector<size_t> widths;
  size_t captured_count = 0;
};

// Copies element indices[i] of `source` to place i.
void GatherElements(size_t width, const std::byte* source, const int64_t* indices, int64_t count,
                    std::byte* result) {
  const auto gather = [&]<size_t kBytes>() {
    for (int64_t i = 0; i < count; ++i) {
      std::memcpy(result + i * static_cast<int64_t>(kBytes),
                  source + indices[i] * static_cast<int64_t>(kBytes), kBytes);
    }
  };
  switch (width) {
    case 1:
      return gather.operator()<1>();
    case 2:
      return gather.operator()<2>();
    case 4:
      return gather.operator()<4>();
    case 8:
      return gather.operator()<8>();
    default:
      return gather.operator()<16>();
  }
}

// Layout of scratch memory: places of both elements of each pair, answers, arguments, then the
// body's.
constexpr size_t kPlaceBytes = static_cast<size_t>(simd::kMergeLanes) * sizeof(int64_t);
constexpr size_t kArgumentBytes = static_cast<size_t>(simd::kMergeLanes) * 16;
constexpr size_t kArgumentsBegin = 2 * kPlaceBytes + static_cast<size_t>(simd::kMergeLanes);

class CompareRun {
 public:
  explicit CompareRun(StepContext& context)
      : context_(context), parameters_(context.As<CompareParameters>()) {
    const size_t n = parameters_.widths.size();
    captured_ = context.pointers + n;
    workspace_ = captured_[parameters_.captured_count];
    places_[0] = reinterpret_cast<int64_t*>(context.scratch);
    places_[1] = places_[0] + simd::kMergeLanes;
    answers_ = context.scratch + 2 * kPlaceBytes;
    for (size_t i = 0; i < 2 * n; ++i) {
      arguments_.push_back(context.scratch + kArgumentsBegin + i * kArgumentBytes);
    }
    body_scratch_ = context.scratch + kArgumentsBegin + 2 * n * kArgumentBytes;
  }

  StepStatus Run() {
    if (context_.position == 0) simd::BeginMergeSort(parameters_.plan, workspace_);
    context_.position = 1;
    const int64_t pair_work = parameters_.body.work_per_element() + kPairWork;
    while (true) {
      const simd::Comparisons asked = simd::NextComparisons(
          parameters_.plan, workspace_, simd::kMergeLanes, kMovedAtOnce, places_[0], places_[1]);
      if (asked.is_done) return StepStatus::kDone;
      if (asked.count > 0) Compare(asked.count);
      const int64_t work = asked.count > 0 ? asked.count * pair_work : 4 * kMovedAtOnce;
      if (!context_.Spend(work)) return StepStatus::kBudgetSpent;
    }
  }

 private:
  void Compare(int64_t count) {
    for (size_t i = 0; i < arguments_.size(); ++i) {
      if (!parameters_.is_used[i]) continue;
      GatherElements(parameters_.widths[i / 2], context_.pointers[i / 2], places_[i % 2], count,
                     arguments_[i]);
    }
    parameters_.body.Run(arguments_.data(), captured_, &answers_, count, body_scratch_);
    simd::TakeAnswers(parameters_.plan, workspace_, reinterpret_cast<const uint8_t*>(answers_));
  }

  StepContext& context_;
  const CompareParameters& parameters_;
  std::byte* const* captured_;
  std::byte* workspace_;
  int64_t* places_[2];
  std::byte* answers_;
  std::vector<std::byte*> arguments_;
  std::byte* body_scratch_;
};

StepStatus CompareStep(StepContext& context) { return CompareRun(context).Run(); }

std::vector<bool> UsedArguments(const CompiledBody& body) {
  std::vector<bool> is_used(body.argument_count);
  const auto use = [&](uint32_t source) {
    if (source < body.argument_count) is_used[source] = true;
  };
  for (uint32_t source : body.tiles.reads) use(source);
  for (const BodyResult& result : body.results) {
    if (result.kind == BodyResult::Kind::kArgument) use(result.index);
  }
  return is_used;
}

// --- The comparator one pair after the other. Start: ; workspace. Fetch: operands, workspace;
// arguments. Store: answer; workspace.

struct CompareLoop : ScalarLoopJumps {
  simd::MergeSortPlan plan;
  std::vector<size_t> widths;
};

StepStatus StartCompare(StepContext& context) {
  simd::BeginMergeSort(context.As<CompareLoop>().plan, context.pointers[0]);
  return StepStatus::kDone;
}

StepStatus FetchCompare(StepContext& context) {
  const auto& loop = context.As<CompareLoop>();
  const size_t n = loop.widths.size();
  std::byte* const* arguments = context.pointers + n + 1;
  while (true) {
    int64_t places[2] = {};
    const simd::Comparisons asked = simd::NextComparisons(loop.plan, context.pointers[n], 1,
                                                          kMovedAtOnce, &places[0], &places[1]);
    if (asked.is_done) {
      context.next += static_cast<uint32_t>(loop.exit);
      return StepStatus::kDone;
    }
    for (size_t i = 0; asked.count > 0 && i < 2 * n; ++i) {
      const size_t width = loop.widths[i / 2];
      std::memcpy(arguments[i],
                  context.pointers[i / 2] + static_cast<size_t>(places[i % 2]) * width, width);
    }
    if (asked.count > 0) return StepStatus::kDone;
    if (!context.Spend(4 * kMovedAtOnce)) return StepStatus::kBudgetSpent;
  }
}

StepStatus StoreCompare(StepContext& context) {
  const auto& loop = context.As<CompareLoop>();
  const auto answer = static_cast<uint8_t>(*context.pointers[0]);
  simd::TakeAnswers(loop.plan, context.pointers[1], &answer);
  context.next += static_cast<uint32_t>(loop.back);
  return StepStatus::kDone;
}

}  // namespace

void EmitComparatorSort(Lowering& lowering, const Operation& operation, const CompiledBody& body,
                        const simd::SortShape& shape, std::span<const Leaf> operands) {
  std::vector<ElementType> types;
  std::vector<size_t> widths;
  for (const Leaf& operand : operands) {
    types.insert(types.end(), {operand.type, operand.type});
    widths.push_back(operand.element_bytes());
  }
  CompareParameters parameters{BodyRunner(body, std::move(types)), simd::PlanMergeSort(shape),
                               UsedArguments(body), std::move(widths), body.captured.size()};
  const simd::MergeSortPlan plan = parameters.plan;
  const Leaf workspace = NewWorkspace(lowering.emitter(), plan.workspace_bytes);
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &CompareStep;
  spec.reads.assign(operands.begin(), operands.end());
  spec.reads.insert(spec.reads.end(), body.captured.begin(), body.captured.end());
  spec.writes = {workspace};
  spec.work = ComparisonsOf(shape) * (parameters.body.work_per_element() + kPairWork);
  spec.operations = static_cast<uint64_t>(ComparisonsOf(shape));
  spec.pays_by_itself = true;
  spec.scratch_bytes =
      kArgumentsBegin + 2 * operands.size() * kArgumentBytes + parameters.body.scratch_bytes();
  spec.parameters = lowering.Own(std::move(parameters));
  lowering.Emit(spec);
  EmitGather(lowering, operation, plan, operands, workspace);
}

Result<void> EmitComparatorLoop(Lowering& lowering, const Operation& operation, Block& body,
                                const simd::SortShape& shape, std::span<const Leaf> operands) {
  auto* parameters = lowering.emitter().OwnMutable<CompareLoop>();
  parameters->plan = simd::PlanMergeSort(shape);
  for (const Leaf& operand : operands) parameters->widths.push_back(operand.element_bytes());
  const Leaf workspace = NewWorkspace(lowering.emitter(), parameters->plan.workspace_bytes);
  StepSpec start;
  start.operation = &operation;
  start.function = &StartCompare;
  start.parameters = parameters;
  start.writes = {workspace};
  lowering.Emit(start);
  ScalarLoop loop{&operation, &body, &FetchCompare, &StoreCompare, parameters, {}, {workspace}, 1};
  loop.fetch_reads.assign(operands.begin(), operands.end());
  loop.fetch_reads.push_back(workspace);
  if (!EmitScalarLoop(lowering, loop)) return Failed();
  EmitGather(lowering, operation, parameters->plan, operands, workspace);
  return {};
}

}  // namespace paddock
