// Renders diagnostics for a terminal.
#include <algorithm>

#include "core/diagnostics/diagnostic.h"

namespace paddock {
namespace {

// Longer lines are cut, because a line may hold megabytes of a literal.
constexpr size_t kMaximumShown = 120;
constexpr size_t kShownBefore = 40;

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Returns the display width of UTF-8 text, in characters.
size_t Width(std::string_view text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return !IsContinuation(c); }));
}

// The shown part of a line, and its marked bytes.
struct Excerpt {
  std::string text;
  size_t mark_begin = 0;
  size_t mark_end = 0;
};

Excerpt Cut(std::string_view line, size_t begin, size_t end) {
  Excerpt excerpt;
  begin = std::min(begin, line.size());
  end = std::clamp(end, begin, line.size());
  size_t first = 0;
  size_t last = line.size();
  if (line.size() > kMaximumShown) {
    first = begin > kShownBefore ? begin - kShownBefore : 0;
    last = std::min(first + kMaximumShown, line.size());
    while (first > 0 && IsContinuation(line[first])) --first;
    while (last < line.size() && IsContinuation(line[last])) ++last;
  }
  const std::string_view prefix = first > 0 ? "..." : "";
  excerpt.text = std::string(prefix) + std::string(line.substr(first, last - first));
  excerpt.mark_begin = prefix.size() + begin - first;
  excerpt.mark_end = prefix.size() + std::min(end, last) - first;
  if (last < line.size()) excerpt.text += "...";
  // Each tab becomes one column, so that the mark is under its text.
  std::ranges::replace_if(
      excerpt.text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return excerpt;
}

void AppendHeading(std::string& out, const Source& source, Span span, std::string_view kind,
                   std::string_view message) {
  out += source.name();
  if (span.is_known()) {
    const LineColumn at = source.Locate(span.begin);
    out += ':' + std::to_string(at.line) + ':' + std::to_string(at.column);
  }
  out += ": ";
  out += kind;
  out += ": ";
  out += message;
  out += '\n';
}

void AppendExcerpt(std::string& out, const Source& source, Span span) {
  if (!span.is_known()) return;
  const LineColumn at = source.Locate(span.begin);
  const std::string_view line = source.LineAt(span.begin);
  const size_t begin = at.column - 1;
  const Excerpt excerpt = Cut(line, begin, begin + (span.end - std::min(span.begin, span.end)));
  const std::string number = std::to_string(at.line);
  out += ' ' + number + " | " + excerpt.text + '\n';
  out += ' ' + std::string(number.size(), ' ') + " | ";
  const std::string_view text = excerpt.text;
  out.append(Width(text.substr(0, excerpt.mark_begin)), ' ');
  out += '^';
  const size_t marked =
      Width(text.substr(excerpt.mark_begin, excerpt.mark_end - excerpt.mark_begin));
  if (marked > 1) out.append(marked - 1, '~');
  out += '\n';
}

}  // namespace

std::string RenderText(const Diagnostic& diagnostic, const Source& source) {
  std::string out;
  const bool is_error = diagnostic.severity == Severity::kError;
  AppendHeading(out, source, diagnostic.span, is_error ? "error" : "warning", diagnostic.message);
  AppendExcerpt(out, source, diagnostic.span);
  if (!diagnostic.formula.empty()) out += "  rule: " + diagnostic.formula + '\n';
  for (const DiagnosticNote& note : diagnostic.notes) {
    AppendHeading(out, source, note.span, "note", note.message);
    AppendExcerpt(out, source, note.span);
  }
  for (const DiagnosticFix& fix : diagnostic.fixes) {
    AppendHeading(out, source, fix.span, "help", fix.label);
  }
  if (diagnostic.caused_by) {
    const LineColumn at = source.Locate(diagnostic.caused_by->span.begin);
    out += "  follows from " + diagnostic.caused_by->code + " at " + std::to_string(at.line) + ':' +
           std::to_string(at.column) + '\n';
  }
  if (!diagnostic.link.empty()) out += "  see " + diagnostic.link + '\n';
  return out;
}

}  // namespace paddock
