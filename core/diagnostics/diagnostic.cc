#include "core/diagnostics/diagnostic.h"

namespace paddock {

Diagnostic& DiagnosticSink::Report(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::kError) ++error_count_;
  if (diagnostics_.size() >= kMaximumKept) {
    overflow_ = std::move(diagnostic);
    return overflow_;
  }
  diagnostics_.push_back(std::move(diagnostic));
  return diagnostics_.back();
}

Diagnostic& DiagnosticSink::Error(std::string_view code, Span span, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.span = span;
  diagnostic.message = std::move(message);
  return Report(std::move(diagnostic));
}

Diagnostic& DiagnosticSink::Warning(std::string_view code, Span span, std::string message) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::kWarning;
  diagnostic.code = code;
  diagnostic.span = span;
  diagnostic.message = std::move(message);
  return Report(std::move(diagnostic));
}

}  // namespace paddock
