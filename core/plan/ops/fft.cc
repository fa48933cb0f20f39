// Lowering of fft.
#include "simd/fft/fft.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

#include "core/ir/attribute_values.h"
#include "core/plan/chunked_step.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"

namespace paddock {
namespace {

// Number of elements of lines computed between two checks of the budget.
constexpr int64_t kElementsAtOnce = 1 << 16;
// Work of an element in all passes over its line, and of a unit of simd::FftPlan::work.
constexpr int64_t kLineWork = 64;
constexpr int64_t kPassWork = 8;

struct FftParameters {
  simd::FftPlan plan;
};

template <class Phase>
struct FftReferences {
  Read<Phase> operand;
  Write<Phase> result;
  // Intermediate values between dimensions.
  Write<Phase> between;
  // Workspace of long lines.
  Write<Phase> workspace;
};

// Computes the tables of long lines, unless another run, perhaps on another thread, has done so.
// Returns false if the budget is spent before all are complete.
bool ComputeTables(StepContext& context, const simd::FftPlan& plan) {
  for (const std::shared_ptr<simd::FftTables>& tables : plan.tables) {
    const std::lock_guard lock(tables->mutex());
    while (!tables->is_done()) {
      const int64_t work = tables->piece_work() * kPassWork / 2;
      tables->RunPiece();
      if (!context.Spend(work)) return false;
    }
  }
  return true;
}

// One call of the step. Position counts the chunks of all segments, which run in order.
class FftRun {
 public:
  FftRun(StepContext& context, const simd::FftPlan& plan, const FftReferences<Running>& at)
      : context_(context),
        plan_(plan),
        tensors_{at.operand, at.result, at.between},
        workspace_(at.workspace) {}

  StepStatus Run() {
    for (const simd::FftDimension& dimension : plan_.dimensions) {
      const bool is_done = dimension.is_long ? RunLongLines(dimension) : RunGroups(dimension);
      if (!is_done) return StepStatus::kBudgetSpent;
    }
    return StepStatus::kDone;
  }

 private:
  // Runs the chunks of a segment from the position on. Returns false if the step stops in it.
  template <class RunChunk>
  bool RunSegment(int64_t chunks, int64_t work, RunChunk run) {
    StepStatus status = StepStatus::kDone;
    if (is_spent_) return false;
    if (context_.position < before_ + chunks) {
      context_.position -= before_;
      status = RunChunks(context_, chunks, work, run);
      context_.position += before_;
      is_spent_ = context_.budget <= 0;
    }
    before_ += chunks;
    return status == StepStatus::kDone;
  }

  bool RunGroups(const simd::FftDimension& dimension) {
    const int64_t group_elements = dimension.width * dimension.line->length;
    const int64_t at_once = std::max<int64_t>(1, kElementsAtOnce / group_elements);
    const int64_t groups = dimension.groups();
    return RunSegment((groups + at_once - 1) / at_once, at_once * group_elements * kLineWork,
                      [&](int64_t chunk, size_t thread) {
                        std::byte* scratch = context_.scratch + thread * context_.scratch_stride;
                        const int64_t end = std::min(groups, (chunk + 1) * at_once);
                        for (int64_t group = chunk * at_once; group < end; ++group) {
                          simd::RunFftGroup(dimension, tensors_, group, scratch);
                        }
                      });
  }

  bool RunLongLines(const simd::FftDimension& dimension) {
    for (int64_t line = 0; line < dimension.lines(); ++line) {
      for (int64_t stage = 0; stage < simd::LongStageCount(dimension); ++stage) {
        if (!RunStage(dimension, line, stage)) return false;
      }
    }
    return true;
  }

  bool RunStage(const simd::FftDimension& dimension, int64_t line, int64_t stage) {
    const int64_t units = simd::LongUnitCount(dimension, stage);
    const int64_t elements = std::max<int64_t>(1, dimension.line->length / units);
    const int64_t at_once = std::max<int64_t>(1, kElementsAtOnce / elements);
    return RunSegment((units + at_once - 1) / at_once, at_once * elements * kLineWork / 2,
                      [&](int64_t chunk, size_t thread) {
                        std::byte* scratch = context_.scratch + thread * context_.scratch_stride;
                        const int64_t begin = chunk * at_once;
                        simd::RunLongUnits(dimension, tensors_, line, stage, begin,
                                           std::min(units, begin + at_once), workspace_, scratch);
                      });
  }

  StepContext& context_;
  const simd::FftPlan& plan_;
  const simd::FftTensors tensors_;
  std::byte* const workspace_;
  // Number of chunks of the preceding segments.
  int64_t before_ = 0;
  bool is_spent_ = false;
};

StepStatus FftStep(StepContext& context) {
  const auto& parameters = context.As<FftParameters>();
  if (!ComputeTables(context, parameters.plan)) return StepStatus::kBudgetSpent;
  return FftRun(context, parameters.plan, Bind<FftReferences>(context)).Run();
}

simd::FftKind KindOf(std::string_view type) {
  if (type == "RFFT") return simd::FftKind::kRealForward;
  if (type == "IRFFT") return simd::FftKind::kRealInverse;
  return type == "IFFT" ? simd::FftKind::kInverse : simd::FftKind::kForward;
}

}  // namespace

Result<void> LowerFft(Lowering& lowering, const Operation& operation) {
  const Leaf operand = lowering.DenseOperand(operation, 0);
  const Leaf result = lowering.Define(*operation.results[0]);
  if (result.count == 0) return {};
  const auto rank = static_cast<int64_t>(IntegersOf(operation, "fft_length").size());
  const auto tables = lowering.options().fft_tables;
  simd::FftTableCache of_this_plan;
  simd::FftPlan plan = simd::PlanFft(
      KindOf(TextOf(operation, "fft_type")), operand.type, operand.shape, result.type, result.shape,
      rank, lowering.numerics(), tables != nullptr ? *tables : of_this_plan);
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &FftStep;
  SetReferences(spec,
                FftReferences<Planning>{
                    .operand = operand,
                    .result = result,
                    .between = lowering.emitter().NewVector(plan.between_type, plan.between_count),
                    .workspace = lowering.emitter().NewVector(
                        ElementType::kI8, static_cast<int64_t>(plan.workspace_bytes))});
  spec.work = plan.work * kPassWork / 2;
  spec.operations = static_cast<uint64_t>(plan.work) * 5;
  spec.pays_by_itself = true;
  spec.scratch_bytes = plan.scratch_bytes;
  spec.parameters = lowering.Own(FftParameters{std::move(plan)});
  lowering.Emit(spec);
  return {};
}

}  // namespace paddock
