// Renders diagnostics for other programs.
#include <algorithm>

#include "core/diagnostics/diagnostic.h"

namespace paddock {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Returns the bytes of the UTF-8 sequence at the start of `text`; 0 if there is none.
size_t SequenceLength(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  size_t length = 0;
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) length = 2;
  if (first >= 0xE0 && first < 0xF0) length = 3;
  if (first >= 0xF0 && first < 0xF5) length = 4;
  if (length == 0 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  // Overlong forms, surrogates, and code points past U+10FFFF.
  const unsigned char second = byte(1);
  const bool is_bad = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                      (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
  return is_bad ? 0 : length;
}

// Returns the number of characters at the start of `text` that JSON writes as they are.
size_t PlainLength(std::string_view text) {
  const auto is_plain = [](char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; };
  return static_cast<size_t>(std::ranges::find_if_not(text, is_plain) - text.begin());
}

// `c` is not a plain character.
void AppendEscaped(std::string& out, char c) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\r':
      out += "\\r";
      return;
    default:
      break;
  }
  const unsigned char byte = static_cast<unsigned char>(c);
  out += "\\u00";
  out += kDigits[byte >> 4];
  out += kDigits[byte & 15];
}

void AppendField(std::string& out, std::string_view name, const std::string& value) {
  if (out.back() != '{') out += ',';
  out += '"';
  out += name;
  out += "\":";
  out += value;
}

void AppendSpan(std::string& out, Span span, const Source& source) {
  const LineColumn begin = source.Locate(span.begin);
  const LineColumn end = source.Locate(span.end);
  AppendField(out, "line", std::to_string(begin.line));
  AppendField(out, "column", std::to_string(begin.column));
  AppendField(out, "end_line", std::to_string(end.line));
  AppendField(out, "end_column", std::to_string(end.column));
  AppendField(out, "begin", std::to_string(span.begin));
  AppendField(out, "end", std::to_string(span.end));
}

template <class Item, class AppendItem>
std::string List(const std::vector<Item>& items, AppendItem append_item) {
  std::string out = "[";
  for (const Item& item : items) {
    if (out.size() > 1) out += ',';
    std::string object = "{";
    append_item(object, item);
    out += object + '}';
  }
  return out + ']';
}

std::string CauseJson(const Diagnostic& diagnostic, const Source& source) {
  if (!diagnostic.caused_by) return "null";
  std::string object = "{";
  AppendField(object, "code", JsonString(diagnostic.caused_by->code));
  AppendSpan(object, diagnostic.caused_by->span, source);
  return object + '}';
}

}  // namespace

void AppendJsonString(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    if (const size_t plain = PlainLength(text); plain > 0) {
      out += text.substr(0, plain);
      text.remove_prefix(plain);
      continue;
    }
    const size_t length = SequenceLength(text);
    if (length == 1) {
      AppendEscaped(out, text[0]);
    } else if (length == 0) {
      out += kReplacement;
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  out += '"';
}

std::string JsonString(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 2);
  AppendJsonString(out, text);
  return out;
}

std::string RenderJson(const Diagnostic& diagnostic, const Source& source) {
  std::string out = "{";
  const bool is_error = diagnostic.severity == Severity::kError;
  AppendField(out, "severity", is_error ? "\"error\"" : "\"warning\"");
  AppendField(out, "code", JsonString(diagnostic.code));
  AppendField(out, "message", JsonString(diagnostic.message));
  AppendField(out, "file", JsonString(source.name()));
  AppendSpan(out, diagnostic.span, source);
  AppendField(out, "formula", JsonString(diagnostic.formula));
  AppendField(out, "link", JsonString(diagnostic.link));
  AppendField(out, "notes",
              List(diagnostic.notes, [&](std::string& object, const DiagnosticNote& note) {
                AppendField(object, "message", JsonString(note.message));
                AppendSpan(object, note.span, source);
              }));
  AppendField(out, "fixes",
              List(diagnostic.fixes, [&](std::string& object, const DiagnosticFix& fix) {
                AppendField(object, "label", JsonString(fix.label));
                AppendField(object, "replacement", JsonString(fix.replacement));
                AppendField(object, "is_certain", fix.is_certain() ? "true" : "false");
                AppendSpan(object, fix.span, source);
              }));
  AppendField(out, "is_consequence", diagnostic.is_consequence ? "true" : "false");
  AppendField(out, "caused_by", CauseJson(diagnostic, source));
  return out + '}';
}

}  // namespace paddock
