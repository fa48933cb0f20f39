// The loop that every step with independent chunks has: it stops between chunks when the
// budget is spent, and spreads them over the machine's threads.
#ifndef PADDOCK_CORE_PLAN_CHUNKED_STEP_H_
#define PADDOCK_CORE_PLAN_CHUNKED_STEP_H_

#include <algorithm>
#include <cstdint>

#include "core/plan/step.h"

namespace paddock {

// Runs chunks context.position .. count; run(chunk, thread) computes one, of about
// `chunk_work` units.
template <class Run>
StepStatus RunChunks(StepContext& context, int64_t count, int64_t chunk_work, Run run) {
  struct Batch {
    Run& run;
    int64_t first;
  };
  const auto threads = static_cast<int64_t>(context.host->thread_count());
  const int64_t at_once =
      threads == 1 ? 1
                   : std::max(threads, threads * (kSharedWork / std::max<int64_t>(1, chunk_work)));
  while (context.position < count) {
    const int64_t batch = std::min(at_once, count - context.position);
    if (batch == 1) {
      run(context.position, size_t{0});
    } else {
      Batch argument{run, context.position};
      context.host->RunTasks(
          batch, batch * chunk_work,
          [](void* batch_argument, int64_t task, size_t thread) {
            Batch& whole = *static_cast<Batch*>(batch_argument);
            whole.run(whole.first + task, thread);
          },
          &argument);
    }
    context.position += batch;
    const bool may_go_on = context.Spend(batch * chunk_work);
    if (!may_go_on && context.position < count) return StepStatus::kBudgetSpent;
  }
  return StepStatus::kDone;
}

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_CHUNKED_STEP_H_
