// Changes of the text: fixes of diagnostics, and the formatter.
#include <algorithm>

#include "cli/lsp/features.h"
#include "core/api/query/fixes.h"
#include "core/diagnostics/json.h"
#include "core/text/lay_out.h"

namespace paddock::lsp {
namespace {

// Returns whether the client asks for actions of `kind`: for all, or for a kind or its beginning.
bool Wants(const JsonValue& params, std::string_view kind) {
  const JsonValue& only = params["context"]["only"];
  if (!only.is(JsonValue::Kind::kArray)) return true;
  return std::ranges::any_of(only.items(), [&](const JsonValue& wanted) {
    const std::string& text = wanted.text();
    return kind == text || kind.starts_with(text + ".");
  });
}

std::string EditJson(const std::string& range, std::string_view text) {
  return Json().Raw("range", range).Member("newText", text).Object();
}

// Returns the size of the common start of two texts that ends at the end of a line.
size_t CommonLines(std::string_view a, std::string_view b) {
  const auto differ = std::ranges::mismatch(a, b);
  const auto size = static_cast<size_t>(differ.in1 - a.begin());
  const size_t newline = a.substr(0, size).rfind('\n');
  return newline == std::string_view::npos ? 0 : newline + 1;
}

// Returns the edits that make the document's text `wanted`: one edit of the lines between the
// first and the last difference.
std::string EditsTo(const Document& document, std::string_view wanted) {
  const std::string_view text = document.text();
  if (text == wanted) return "[]";
  const size_t begin = CommonLines(text, wanted);
  size_t same = 0;
  const size_t most = std::min(text.size(), wanted.size()) - begin;
  while (same < most && text[text.size() - 1 - same] == wanted[wanted.size() - 1 - same]) ++same;
  // Keeps whole lines behind the last difference.
  const size_t newline = text.find('\n', text.size() - same);
  same = newline == std::string_view::npos ? 0 : text.size() - newline - 1;
  const std::string range = document.RangeJson(begin, text.size() - same);
  return "[" + EditJson(range, wanted.substr(begin, wanted.size() - same - begin)) + "]";
}

class ActionWriter {
 public:
  ActionWriter(Document& document, const JsonValue& params, const Client& client)
      : document_(document), params_(params), client_(client) {}

  std::string Write() {
    if (Wants(params_, "quickfix")) AddFixes();
    const bool has_only = params_["context"]["only"].is(JsonValue::Kind::kArray);
    if (has_only && Wants(params_, "source.fixAll.paddock")) {
      AddMadeFixes("Apply all certain fixes", "source.fixAll.paddock", {});
    }
    if (Wants(params_, "quickfix") && has_type_fix_) {
      AddMadeFixes("Rewrite all types to those that operands determine", "quickfix",
                   {.load = {}, .follow_types = true});
    }
    return actions_.Array();
  }

 private:
  void AddFixes() {
    const JsonValue& range = params_["range"];
    const Span asked = document_.SpanOf(ReadPosition(range["start"]), ReadPosition(range["end"]));
    for (const Part& part : document_.parts()) {
      for (const Diagnostic& diagnostic : part.program->diagnostics()) {
        const size_t begin = part.begin + diagnostic.span.begin;
        const size_t end = part.begin + diagnostic.span.end;
        if (begin > asked.end || end < asked.begin) continue;
        for (const DiagnosticFix& fix : diagnostic.fixes) AddFix(part, diagnostic, fix);
      }
    }
  }

  void AddFix(const Part& part, const Diagnostic& diagnostic, const DiagnosticFix& fix) {
    has_type_fix_ = has_type_fix_ || fix.kind == FixKind::kResultType;
    const std::string edits =
        "[" + EditJson(document_.RangeJson(part, fix.span), fix.replacement) + "]";
    const std::string diagnostics =
        "[" + DiagnosticJson(document_, part, diagnostic, client_) + "]";
    AddAction(fix.label, "quickfix", fix.is_certain(), edits, diagnostics);
  }

  void AddMadeFixes(std::string_view title, std::string_view kind, const FixOptions& options) {
    std::string text = document_.text();
    // From the last program on, so that the places of the others stay valid.
    const std::span<Part> parts = document_.parts();
    for (size_t i = parts.size(); i-- > 0;) {
      const std::string part(parts[i].text());
      const FixedText fixed = MakeFixes(document_.uri(), part, options);
      const size_t size = std::min(part.size(), text.size() - parts[i].begin);
      if (fixed.fix_count > 0) text.replace(parts[i].begin, size, fixed.text);
    }
    if (text != document_.text()) {
      AddAction(title, kind, false, EditsTo(document_, text), "");
    }
  }

  void AddAction(std::string_view title, std::string_view kind, bool is_preferred,
                 const std::string& edits, const std::string& diagnostics) {
    Json json;
    json.Member("title", title).Member("kind", kind);
    if (is_preferred) json.Member("isPreferred", true);
    if (!diagnostics.empty()) json.Raw("diagnostics", diagnostics);
    const Json changes = Json().Raw(document_.uri(), edits);
    actions_.Element(json.Raw("edit", Json().Raw("changes", changes.Object()).Object()).Object());
  }

  Document& document_;
  const JsonValue& params_;
  const Client& client_;
  Json actions_;
  bool has_type_fix_ = false;
};

}  // namespace

Answer CodeActions(Document& document, const JsonValue& params, const Client& client) {
  if (!client.takes_code_actions) return "[]";
  return ActionWriter(document, params, client).Write();
}

Answer Formatting(Document& document, const JsonValue&, const Client&) {
  return EditsTo(document, LayOut(document.text()));
}

}  // namespace paddock::lsp
