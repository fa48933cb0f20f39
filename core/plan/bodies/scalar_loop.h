// Applications one at a time, for bodies that are more than element-wise computation (say, a loop
// in the body of a reduce): the body is a range of the flat list of steps, which runs once for each
// application.
//
//   start prepares memory that persists between applications
//   h: fetch -> e        the arguments of the next application, or the end
//      body
//      store -> h the values that the body returned
//   e:
#ifndef PADDOCK_CORE_PLAN_BODIES_SCALAR_LOOP_H_
#define PADDOCK_CORE_PLAN_BODIES_SCALAR_LOOP_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ir/operation.h"
#include "core/plan/bodies/applications.h"
#include "core/plan/bodies/wide_element.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/references.h"
#include "core/plan/step.h"

namespace paddock {

class Lowering;

// Sizes for types of a body that leave sizes open.
struct BodySizes {
  // Shapes of the body's arguments; empty if their types have all sizes.
  std::vector<Leaf> argument_shapes;
  // Shapes of the body's results; empty if the body determines them.
  std::vector<Leaf> returned_shapes;
  // Called when the body is planned, if that determines sizes of AppliedOperation::writes.
  std::function<Result<void>(std::span<const Leaf> returned)> on_returned;
};

// --- The steps.

struct LoopParameters {
  const Applications* applications = nullptr;
  size_t source_count = 0;
  size_t read_count = 0;
  size_t write_count = 0;
  // Arguments of the body, or values that it returns.
  size_t body_value_count = 0;
  // Relative to the step after fetch, or after store.
  int32_t exit = 0;
  int32_t back = 0;
};

// A fetch may change `state` and `writes`, too. They are declared as reads, because otherwise their
// lifetime would end with the application. The state is first, so that its address does not depend
// on sizes: the position in it is on the critical path of these steps.
template <class Phase>
struct FetchReferences {
  Read<Phase> state;
  ReadSpan<Phase, &LoopParameters::read_count> reads;
  ReadSpan<Phase, &LoopParameters::write_count> writes;
  WriteSpan<Phase, &LoopParameters::body_value_count> arguments;
};

template <class Phase>
struct StoreReferences {
  Read<Phase> state;
  ReadSpan<Phase, &LoopParameters::body_value_count> returned;
  WriteSpan<Phase, &LoopParameters::write_count> writes;
};

// State: the position, then the state of the applications.
constexpr size_t kPositionBytes = sizeof(int64_t);

// The steps of a family, a final class, so that its functions are called directly: many bodies have
// only a few steps.
template <class Family>
[[gnu::flatten]] StepStatus FetchStep(StepContext& context) {
  const auto& loop = context.As<LoopParameters>();
  const auto at = Bind<FetchReferences>(context, loop);
  std::byte* const state = const_cast<std::byte*>(at.state);
  const std::span writes(const_cast<std::byte* const*>(at.writes.data()), at.writes.size());
  const ApplicationMemory memory{{}, at.reads, writes, state + kPositionBytes};
  const auto& applications = static_cast<const Family&>(*loop.applications);
  int64_t position = CounterAt(state);
  while (true) {
    const Fetched fetched = applications.Fetch(context, memory, position, at.arguments.data());
    if (fetched.status == Fetched::Status::kBudgetSpent) return StepStatus::kBudgetSpent;
    SetCounter(state, position);
    if (fetched.status == Fetched::Status::kDone) break;
    const bool may_go_on = fetched.work == 0 || context.Spend(fetched.work);
    if (fetched.count != 0) return StepStatus::kDone;
    if (!may_go_on && !applications.IsDone(context, memory, position)) {
      return StepStatus::kBudgetSpent;
    }
  }
  context.next += static_cast<uint32_t>(loop.exit);
  return StepStatus::kDone;
}

template <class Family>
[[gnu::flatten]] StepStatus StoreStep(StepContext& context) {
  const auto& loop = context.As<LoopParameters>();
  const auto at = Bind<StoreReferences>(context, loop);
  std::byte* const state = const_cast<std::byte*>(at.state);
  const ApplicationMemory memory{{}, {}, at.writes, state + kPositionBytes};
  const auto& applications = static_cast<const Family&>(*loop.applications);
  int64_t position = CounterAt(state);
  if (!applications.Store(context, memory, position, 1, at.returned)) {
    return StepStatus::kBudgetSpent;
  }
  SetCounter(state, position);
  context.next += static_cast<uint32_t>(loop.back);
  return StepStatus::kDone;
}

template <class Family>
void SetApplications(AppliedOperation& applied, std::shared_ptr<Family> applications) {
  applied.applications = std::move(applications);
  applied.fetch = &FetchStep<Family>;
  applied.store = &StoreStep<Family>;
}

// --- Their emission.

class ScalarLoop {
 public:
  // Emits the start.
  ScalarLoop(Lowering& lowering, const AppliedOperation& applied);

  // Emits the loop.
  Result<void> EmitLoop(Block& body, const BodySizes& sizes = {});

  // Emit one application outside the loop; the caller emits the body in between. Return the
  // parameters, in which the loop sets its jumps.
  LoopParameters* EmitFetch(std::vector<Leaf> arguments);
  LoopParameters* EmitStore(std::vector<Leaf> returned);

 private:
  Lowering& lowering_;
  const AppliedOperation& applied_;
  // The position, then the state of the applications.
  Leaf state_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_SCALAR_LOOP_H_
