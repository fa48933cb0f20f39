#include "core/plan/ops/scatter_tables.h"

#include <algorithm>
#include <cstring>

#include "core/plan/bodies/body_program.h"
#include "core/plan/chunked_step.h"
#include "simd/reduce/monoid.h"

namespace paddock {
namespace {

// A table that the second cache holds. Clearing it and adding it to the result costs a thread less
// than half an update for each element.
constexpr int64_t kMostTableBytes = 1 << 18;
constexpr int64_t kUpdatesPerElement = 2;
// Fewer updates take less time than another thread needs to wake.
constexpr int64_t kFewestUpdates = 1 << 15;
// Updates of a task, about 20 us; and elements of a table that are added at once.
constexpr int64_t kTaskBytes = 1 << 16;
constexpr int64_t kAddedBytes = 1 << 16;

// The front of a thread's scratch memory, before its table.
struct alignas(64) TableState {
  bool is_begun;
};

class TableRun {
 public:
  TableRun(StepContext& context, const TableScatter& scatter)
      : context_(context),
        scatter_(scatter),
        at_once_(std::max<int64_t>(1, kTaskBytes / scatter.plan.chunk_bytes)),
        task_steps_(at_once_ * scatter.plan.steps_per_chunk) {}

  int64_t tasks() const { return (scatter_.plan.step_count + task_steps_ - 1) / task_steps_; }
  int64_t task_work() const { return task_steps_ * scatter_.step_work; }
  int64_t parts() const { return (scatter_.result_bytes + kAddedBytes - 1) / kAddedBytes; }

  void Begin() {
    for (size_t i = 0; i < context_.host->thread_count(); ++i) StateOf(i).is_begun = false;
  }

  void RunTask(int64_t task, size_t thread) {
    int64_t position = task * task_steps_;
    simd::RunScatter(scatter_.plan, &scatter_.kernels, TargetOf(thread), scatter_.indices,
                     scatter_.updates, &position, at_once_ * scatter_.plan.chunk_bytes);
  }

  void AddPart(int64_t part) {
    const int64_t begin = part * kAddedBytes;
    const int64_t bytes = std::min(kAddedBytes, scatter_.result_bytes - begin);
    for (size_t i = 1; i < context_.host->thread_count(); ++i) {
      if (!StateOf(i).is_begun) continue;
      scatter_.kernels.combine(scatter_.kernels.type, scatter_.result + begin, TableOf(i) + begin,
                               bytes / scatter_.plan.element_bytes);
    }
  }

 private:
  TableState& StateOf(size_t thread) const {
    return *reinterpret_cast<TableState*>(context_.scratch + thread * context_.scratch_stride);
  }
  std::byte* TableOf(size_t thread) const {
    return context_.scratch + thread * context_.scratch_stride + sizeof(TableState);
  }

  // The first thread's table is the result.
  std::byte* TargetOf(size_t thread) const {
    if (thread == 0) return scatter_.result;
    if (!StateOf(thread).is_begun) {
      std::memset(TableOf(thread), 0, static_cast<size_t>(scatter_.result_bytes));
      StateOf(thread).is_begun = true;
    }
    return TableOf(thread);
  }

  StepContext& context_;
  const TableScatter& scatter_;
  const int64_t at_once_;
  const int64_t task_steps_;
};

}  // namespace

size_t TableScratch(const Block& body, const Leaf& result, const Leaf& updates) {
  if constexpr (!kMayShareChunks) return 0;
  const auto monoid = simd::MonoidFromSpelling(NameOfBody(body));
  // Zero changes nothing.
  const bool is_sum =
      monoid == simd::Monoid::kAdd || monoid == simd::Monoid::kOr || monoid == simd::Monoid::kXor;
  const auto bytes = static_cast<int64_t>(result.bytes());
  const bool is_exact = IsInteger(result.type) || result.type == ElementType::kI1;
  if (!is_sum || !is_exact || bytes > kMostTableBytes || updates.count < kFewestUpdates ||
      updates.count < kUpdatesPerElement * result.count) {
    return 0;
  }
  return sizeof(TableState) + result.bytes();
}

StepStatus ScatterInTables(StepContext& context, const TableScatter& scatter, int64_t first) {
  TableRun run(context, scatter);
  if (context.position == first) run.Begin();
  const int64_t end_of_tasks = first + run.tasks();
  if (context.position < end_of_tasks) {
    const StepStatus status =
        RunChunks(context, end_of_tasks, run.task_work(),
                  [&](int64_t position, size_t thread) { run.RunTask(position - first, thread); });
    if (status != StepStatus::kDone || context.budget <= 0) return StepStatus::kBudgetSpent;
  }
  return RunChunks(context, end_of_tasks + run.parts(), 2 * kAddedBytes,
                   [&](int64_t position, size_t) { run.AddPart(position - end_of_tasks); });
}

}  // namespace paddock
