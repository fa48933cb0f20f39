// StepSpan: one call of a step's function, for listeners.
#ifndef PADDOCK_CORE_RUN_STEP_SPAN_H_
#define PADDOCK_CORE_RUN_STEP_SPAN_H_

#include <cstdint>
#include <functional>
#include <memory>

namespace paddock {

class Plan;
enum class StepStatus : uint8_t;

// One call of a step's function, reported at its end. Views are valid during the call only.
struct StepSpan {
  // The plan that holds the step: another one where sizes are known only during the run.
  const std::shared_ptr<const Plan>& plan;
  uint32_t step;
  // Nanoseconds.
  int64_t begin;
  int64_t end;
  // kDone, or why it will be called again.
  StepStatus status;
  // False for a call that only found that it must wait.
  bool has_worked;
};
using StepListener = std::function<void(const StepSpan&)>;

}  // namespace paddock

#endif  // PADDOCK_CORE_RUN_STEP_SPAN_H_
