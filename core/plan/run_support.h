// Shared by steps with effects: reports failures and formats values.
#ifndef PADDOCK_CORE_PLAN_RUN_SUPPORT_H_
#define PADDOCK_CORE_PLAN_RUN_SUPPORT_H_

#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/plan/lowering.h"
#include "core/plan/step.h"

namespace paddock {

// A diagnostic at the step's operation.
void ReportAt(StepContext& context, std::string_view code, std::string message);

// A tensor over memory that the caller keeps: for callbacks only.
Tensor ViewOf(ElementType type, std::span<const int64_t> shape, const std::byte* data);

// A step that reports this diagnostic when it is reached.
Result<void> EmitFailure(Lowering& lowering, const Operation& operation, std::string code,
                         std::string message);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_RUN_SUPPORT_H_
