// PlanDiagnostics: failures of planning, reported with the place of an operation.
#ifndef PADDOCK_CORE_PLAN_LOWERING_PLAN_DIAGNOSTICS_H_
#define PADDOCK_CORE_PLAN_LOWERING_PLAN_DIAGNOSTICS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/diagnostics/diagnostic.h"
#include "core/ir/operation.h"

namespace paddock {

class PlanDiagnostics {
 public:
  explicit PlanDiagnostics(DiagnosticSink& sink) : sink_(sink) {}

  std::unexpected<Failure> NotImplemented(const Operation& operation, std::string message);
  // Fails for a form that only an unchecked module has, because the checks refuse it.
  std::unexpected<Failure> Malformed(const Operation& operation);
  std::unexpected<Failure> Fail(const Operation& operation, std::string_view code,
                                std::string message);
  // Fails for a numbered constraint that only planning can check.
  std::unexpected<Failure> FailRule(const Operation& operation, const ConstraintInfo& rule,
                                    std::string_view detail);
  std::unexpected<Failure> FailAt(Span span, std::string_view code, std::string message);
  // Fails because the plan would exceed `limit` of `counted`. Reports it once, at `operation`
  // unless that is null.
  void FailAtLimit(const Operation* operation, uint64_t limit, std::string_view counted);
  bool is_over_limit() const { return is_over_limit_; }

  DiagnosticSink& sink() { return sink_; }
  // For failures that are reported to the sink directly.
  void MarkFailed() { has_failed_ = true; }
  bool has_failed() const { return has_failed_; }

 private:
  DiagnosticSink& sink_;
  bool has_failed_ = false;
  bool is_over_limit_ = false;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_PLAN_DIAGNOSTICS_H_
