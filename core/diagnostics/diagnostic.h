// Diagnostic: one mistake, with its place, its rule and its fixes.
#ifndef PADDOCK_CORE_DIAGNOSTICS_DIAGNOSTIC_H_
#define PADDOCK_CORE_DIAGNOSTICS_DIAGNOSTIC_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnostics/source.h"
#include "core/diagnostics/span.h"

namespace paddock {

enum class Severity : uint8_t { kError, kWarning };

// A related place, with a remark.
struct DiagnosticNote {
  std::string message;
  Span span;
};

enum class FixKind : uint8_t {
  kSuggestion,  // for a person to choose
  kCertain,     // no other fix is plausible: it may be applied automatically
  kResultType,  // a suggestion: replaces the declared type by the one that operands and attributes
                // imply
};

// An edit that fixes the mistake: replaces the text of `span`, which may be empty.
struct DiagnosticFix {
  std::string label;
  Span span;
  std::string replacement;
  FixKind kind = FixKind::kSuggestion;

  bool is_certain() const { return kind == FixKind::kCertain; }
};

// The earlier diagnostic that caused another one.
struct DiagnosticCause {
  std::string code;
  Span span;
};

struct Diagnostic {
  Severity severity = Severity::kError;
  // "pad-c3", "all_gather-c4" for a constraint of the specification; otherwise "syntax", "ssa",
  // "type", "run", "memory", "not-implemented" ... Lower case, stable.
  std::string code;
  // Lower case, no full stop, names the operand and the values.
  std::string message;
  // The wrong operand, attribute or type if it is known, otherwise the operation.
  Span span;
  // The constraint in the specification's notation; empty if there is none.
  std::string formula;
  // Address of the rule in the specification; empty if there is none.
  std::string link;
  std::vector<DiagnosticNote> notes;
  std::vector<DiagnosticFix> fixes;
  // Whether this is a consequence of an earlier diagnostic, the first cause.
  bool is_consequence = false;
  std::optional<DiagnosticCause> caused_by;
};

// Origin of the candidate names.
enum class Naming : uint8_t {
  kProgram,  // the program's: any other name may be intended
  kTable,    // the dialects': a misspelling of one is certain
};

// Adds the fix that replaces `span` by the candidate nearest to `wrong`, between `before` and
// `after`. Does nothing if no candidate is near.
void SuggestNearest(Diagnostic& diagnostic, Span span, std::string_view wrong, Naming naming,
                    std::span<const std::string_view> candidates, std::string_view before = {},
                    std::string_view after = {});

// Collects the diagnostics of one call. Every stage reports here and continues where it can.
// `Failure` means that at least one error was reported.
class DiagnosticSink {
 public:
  // Maximum number of kept diagnostics; further ones are only counted.
  static constexpr size_t kMaximumKept = 1000;

  Diagnostic& Report(Diagnostic diagnostic);
  Diagnostic& Error(std::string_view code, Span span, std::string message);
  Diagnostic& Warning(std::string_view code, Span span, std::string message);

  // Returns whether to search for the intended name among this many candidates. A search takes time
  // in proportion to the text, so only the first of very many mistakes get one.
  bool MaySuggest(size_t candidates);

  size_t error_count() const { return error_count_; }
  bool has_errors() const { return error_count_ != 0; }
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  std::vector<Diagnostic> Take() { return std::move(diagnostics_); }

 private:
  std::vector<Diagnostic> diagnostics_;
  Diagnostic overflow_;
  size_t error_count_ = 0;
  size_t candidates_ = 0;
};

// "name:3:7: error: message" with the line, a caret under the span, the formula, the
// notes and the link, each on separate lines. Long lines are cut around the span.
std::string RenderText(const Diagnostic& diagnostic, const Source& source);

// Returns one JSON object: severity, code, message, file, line, column, end_line, end_column,
// begin, end (bytes), formula, link, notes, fixes, is_consequence, caused_by (null, or the
// code, line, column, begin and end of the first cause).
std::string RenderJson(const Diagnostic& diagnostic, const Source& source);

// Returns `text` as a JSON string with its quotes; invalid UTF-8 becomes U+FFFD.
std::string JsonString(std::string_view text);
// Appends JsonString(text).
void AppendJsonString(std::string& out, std::string_view text);

}  // namespace paddock

#endif  // PADDOCK_CORE_DIAGNOSTICS_DIAGNOSTIC_H_
