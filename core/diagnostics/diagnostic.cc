#include "core/diagnostics/diagnostic.h"

#include "core/base/nearest_name.h"

namespace paddock {

void SuggestNearest(Diagnostic& diagnostic, Span span, std::string_view wrong, Naming naming,
                    std::span<const std::string_view> candidates, std::string_view before,
                    std::string_view after) {
  const auto nearest = FindNearestName(wrong, candidates);
  if (!nearest || !span.is_known()) return;
  std::string text = std::string(before) + std::string(nearest->name) + std::string(after);
  const bool is_certain = naming == Naming::kTable && nearest->is_misspelling;
  diagnostic.fixes.push_back(
      {"write " + text, span, text, is_certain ? FixKind::kCertain : FixKind::kSuggestion});
}

bool DiagnosticSink::MaySuggest(size_t candidates) {
  // Searching this many takes a few tenths of a second.
  constexpr size_t kMostCandidates = 2'000'000;
  if (candidates_ > kMostCandidates) return false;
  candidates_ += candidates;
  return true;
}

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
