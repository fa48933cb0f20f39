// The diagnostics of a document.
#include <algorithm>

#include "cli/lsp/features.h"
#include "core/diagnostics/json.h"

namespace paddock::lsp {
namespace {

constexpr uint32_t kErrorSeverity = 1;
constexpr uint32_t kWarningSeverity = 2;
constexpr uint32_t kInformationSeverity = 3;

class DiagnosticWriter {
 public:
  DiagnosticWriter(const Document& document, const Part& part, const Client& client)
      : document_(document), part_(part), client_(client) {}

  std::string Write(const Diagnostic& diagnostic) const {
    const bool is_expected = IsExpected(diagnostic);
    Json json;
    json.Raw("range", document_.RangeJson(part_, FirstLineOf(diagnostic.span)));
    json.Member("severity", is_expected                               ? kInformationSeverity
                            : diagnostic.severity == Severity::kError ? kErrorSeverity
                                                                      : kWarningSeverity);
    json.Member("code", diagnostic.code).Member("source", "paddock");
    if (client_.shows_code_links && !diagnostic.link.empty()) {
      json.Raw("codeDescription", Json().Member("href", diagnostic.link).Object());
    }
    json.Member("message", MessageOf(diagnostic) + (is_expected ? " (expected)" : ""));
    if (client_.shows_related_information) json.Raw("relatedInformation", RelatedTo(diagnostic));
    return json.Object();
  }

 private:
  // Underlining all lines of an operation with regions would hide what is wrong in them.
  Span FirstLineOf(Span span) const {
    const size_t newline = part_.text().substr(0, span.end).find('\n', span.begin);
    if (newline != std::string_view::npos) span.end = static_cast<uint32_t>(newline);
    return span;
  }

  // Returns whether a comment of a test, `// expected-error {{...}}`, expects the diagnostic.
  bool IsExpected(const Diagnostic& diagnostic) const {
    const uint32_t line = part_.program->source().Locate(diagnostic.span.begin).line;
    return std::ranges::any_of(part_.expected, [&](const cli::ExpectedDiagnostic& expected) {
      return expected.line == line &&
             expected.is_warning == (diagnostic.severity == Severity::kWarning) &&
             (expected.is_pattern || diagnostic.message.contains(expected.text) ||
              diagnostic.code.contains(expected.text));
    });
  }

  static std::string MessageOf(const Diagnostic& diagnostic) {
    const bool has_formula = !diagnostic.formula.empty();
    std::string message = diagnostic.message + (has_formula ? "\n" + diagnostic.formula : "");
    if (diagnostic.is_consequence) message += "\n(a consequence of an earlier mistake)";
    return message;
  }

  std::string RelatedTo(const Diagnostic& diagnostic) const {
    Json related;
    const auto add = [&](std::string_view message, Span span) {
      const Json location = Json()
                                .Member("uri", document_.uri())
                                .Raw("range", document_.RangeJson(part_, FirstLineOf(span)));
      related.Element(
          Json().Raw("location", location.Object()).Member("message", message).Object());
    };
    for (const DiagnosticNote& note : diagnostic.notes) add(note.message, note.span);
    if (diagnostic.caused_by) {
      add("caused by this " + diagnostic.caused_by->code, diagnostic.caused_by->span);
    }
    return related.Array();
  }

  const Document& document_;
  const Part& part_;
  const Client& client_;
};

}  // namespace

std::string DiagnosticJson(const Document& document, const Part& part, const Diagnostic& diagnostic,
                           const Client& client) {
  return DiagnosticWriter(document, part, client).Write(diagnostic);
}

std::string DiagnosticsOf(Document& document, const Client& client) {
  Json all;
  for (const Part& part : document.parts()) {
    for (const Diagnostic& diagnostic : part.program->diagnostics()) {
      all.Element(DiagnosticJson(document, part, diagnostic, client));
    }
  }
  return all.Array();
}

}  // namespace paddock::lsp
