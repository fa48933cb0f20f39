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
  // The plan that holds the step. A run has several plans if sizes are known only at run time.
  const std::shared_ptr<const Plan>& plan;
  uint32_t step;
  // Start and end, in nanoseconds.
  int64_t begin;
  int64_t end;
  // kDone, or the reason why the step will be called again.
  StepStatus status;
  // False for a call that only had to wait.
  bool has_worked;
};
using StepListener = std::function<void(const StepSpan&)>;

}  // namespace paddock

#endif  // PADDOCK_CORE_RUN_STEP_SPAN_H_
