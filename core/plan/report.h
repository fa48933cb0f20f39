// Functions shared by steps with effects: failures, and views of values for callbacks.
#ifndef PADDOCK_CORE_PLAN_REPORT_H_
#define PADDOCK_CORE_PLAN_REPORT_H_

#include <span>
#include <string>
#include <string_view>

#include "core/plan/step.h"
#include "core/tensor/tensor.h"

namespace paddock {

// Reports a diagnostic at the step's operation.
void ReportAt(StepContext& context, std::string_view code, std::string message);

// Returns a tensor over memory of the caller, for callbacks only.
Tensor ViewOf(ElementType type, std::span<const int64_t> shape, const std::byte* data);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_REPORT_H_
