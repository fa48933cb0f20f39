#include "core/plan/lowering/plan_diagnostics.h"

#include <utility>

namespace paddock {
namespace {

Span SpanOf(const Operation& operation) {
  return operation.name_span.is_known() ? operation.name_span : operation.span;
}

}  // namespace

std::unexpected<Failure> PlanDiagnostics::Malformed(const Operation& operation) {
  return Fail(operation, "malformed",
              std::string(operation.name) + " violates constraints that core/check reports");
}

std::unexpected<Failure> PlanDiagnostics::NotImplemented(const Operation& operation,
                                                         std::string message) {
  return Fail(operation, "not-implemented", std::move(message));
}

std::unexpected<Failure> PlanDiagnostics::Fail(const Operation& operation, std::string_view code,
                                               std::string message) {
  return FailAt(SpanOf(operation), code, std::move(message));
}

std::unexpected<Failure> PlanDiagnostics::FailAt(Span span, std::string_view code,
                                                 std::string message) {
  has_failed_ = true;
  sink_.Error(code, span, std::move(message));
  return Failed();
}

std::unexpected<Failure> PlanDiagnostics::FailRule(const Operation& operation,
                                                   const ConstraintInfo& rule,
                                                   std::string_view detail) {
  has_failed_ = true;
  Diagnostic diagnostic;
  diagnostic.code = rule.code;
  diagnostic.message = std::string(rule.subject.empty() ? operation.name : rule.subject);
  if (rule.label.starts_with('C')) diagnostic.message += " (" + std::string(rule.label) + ")";
  diagnostic.message += ": " + std::string(detail);
  diagnostic.span = SpanOf(operation);
  diagnostic.formula = rule.formula;
  diagnostic.link = SpecificationLink(rule.link);
  sink_.Report(std::move(diagnostic));
  return Failed();
}

void PlanDiagnostics::FailAtLimit(const Operation* operation, uint64_t limit,
                                  std::string_view counted) {
  if (!is_over_limit_ && operation != nullptr) {
    Fail(*operation, "limit",
         "the program has more than " + std::to_string(limit) + " " + std::string(counted) +
             " once its calls are planned in place");
  }
  is_over_limit_ = true;
}

}  // namespace paddock
