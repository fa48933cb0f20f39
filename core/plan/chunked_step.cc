#include "core/plan/chunked_step.h"

namespace paddock {

StepStatus ShareChunks(StepContext& context, int64_t count, int64_t chunk_work,
                       void (*run)(void* argument, int64_t chunk, size_t thread), void* argument,
                       int64_t independent, int64_t least_shown) {
  const auto run_one = [&](int64_t chunk, size_t thread) { run(argument, chunk, thread); };
  const auto threads = static_cast<int64_t>(context.host->thread_count());
  if (threads == 1 || count - context.position == 1) {
    return RunChunksAlone(context, count, chunk_work, run_one);
  }
  const int64_t shared = threads * (kSharedWork / std::max<int64_t>(1, chunk_work));
  const int64_t at_once = std::min(std::max(threads, shared), independent);
  while (context.position < count) {
    const int64_t batch = std::min(at_once, count - context.position);
    if (batch == 1 || batch * chunk_work < kLeastSharedWork) {
      for (int64_t i = 0; i < batch; ++i) run_one(context.position + i, size_t{0});
    } else {
      RunAtOnce(context, batch, std::max(batch * chunk_work, least_shown),
                [&](int64_t task, size_t thread) { run_one(context.position + task, thread); });
    }
    context.position += batch;
    const bool may_go_on = context.Spend(batch * chunk_work);
    if (!may_go_on && context.position < count) return StepStatus::kBudgetSpent;
  }
  return StepStatus::kDone;
}

}  // namespace paddock
