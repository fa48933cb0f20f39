// Inlay hints: the values of a small program behind the lines that compute them.
#include <map>
#include <string>
#include <vector>

#include "cli/lsp/features.h"
#include "cli/lsp/values.h"
#include "core/diagnostics/json.h"

namespace paddock::lsp {
namespace {

// Longer texts are cut.
constexpr size_t kMostCharacters = 48;

std::string Cut(std::string text) {
  if (text.size() <= kMostCharacters) return text;
  text.resize(kMostCharacters);
  return text + "...";
}

// The values that each line of the document computes, in order.
using LineValues = std::map<size_t, std::vector<const ValueSummary*>>;

// Arguments and constants, which the text itself gives, have no executions.
void AddValues(const Document& document, Part& part, Span range, LineValues& lines) {
  for (const ValueSummary& value : ValuesOf(part)) {
    const size_t offset = part.begin + value.definition.begin;
    const bool is_inside = range.begin <= offset && offset < range.end;
    if (is_inside && value.executions > 0) lines[document.lines().LineAt(offset)].push_back(&value);
  }
}

// Several values of a line are named: "%a = 1, %b = 2".
std::string LabelOf(const std::vector<const ValueSummary*>& values) {
  std::string text;
  for (const ValueSummary* value : values) {
    text += (text.empty() ? "" : ", ") + (values.size() > 1 ? value->name + " " : "") + "= " +
            Cut(ShortText(*value));
  }
  return text;
}

std::string HintJson(const Document& document, size_t line, const std::string& text) {
  const size_t end = document.lines().EndOf(document.text(), line);
  return Json()
      .Raw("position", document.PositionJson(end))
      .Member("label", text)
      .Member("paddingLeft", true)
      .Object();
}

}  // namespace

Answer InlayHints(Document& document, const JsonValue& params, const Client& client) {
  if (!client.wants_values) return "[]";
  const JsonValue& range = params["range"];
  const Span span = document.SpanOf(ReadPosition(range["start"]), ReadPosition(range["end"]));
  LineValues lines;
  for (Part& part : document.parts()) {
    const bool is_inside = part.begin < span.end && span.begin < part.begin + part.text().size();
    if (is_inside) AddValues(document, part, span, lines);
  }
  return JsonArray(lines, [&](const auto& entry) {
    return HintJson(document, entry.first, LabelOf(entry.second));
  });
}

}  // namespace paddock::lsp
