// Completions and signatures.
#include <algorithm>

#include "cli/lsp/features.h"
#include "cli/lsp/op_text.h"
#include "core/api/query/complete.h"
#include "core/api/query/surroundings.h"
#include "core/diagnostics/json.h"

namespace paddock::lsp {
namespace {

// Kinds of completions in the protocol.
uint32_t KindOf(CompletionKind kind) {
  constexpr uint32_t kFunction = 3;
  constexpr uint32_t kVariable = 6;
  constexpr uint32_t kProperty = 10;
  constexpr uint32_t kKeyword = 14;
  constexpr uint32_t kEnumMember = 20;
  constexpr uint32_t kTypeParameter = 25;
  switch (kind) {
    case CompletionKind::kOperation:
      return kKeyword;
    case CompletionKind::kValue:
      return kVariable;
    case CompletionKind::kFunction:
      return kFunction;
    case CompletionKind::kAttribute:
      return kProperty;
    case CompletionKind::kCase:
      return kEnumMember;
    case CompletionKind::kType:
      return kTypeParameter;
  }
  return kKeyword;
}

// Clients sort by text: "0007".
std::string SortText(size_t index) {
  const std::string digits = std::to_string(index);
  return std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits;
}

std::string ItemJson(const Completion& item, size_t index, std::string_view range) {
  Json json;
  // The label of an attribute is its name alone.
  json.Member("label", std::string_view(item.text).substr(0, item.text.find(" =")));
  json.Member("kind", KindOf(item.kind));
  const bool is_sentence = item.kind == CompletionKind::kOperation;
  if (!item.detail.empty()) json.Member(is_sentence ? "documentation" : "detail", item.detail);
  if (item.info != nullptr && item.info->has(kDeprecated)) json.Raw("tags", "[1]");
  json.Member("sortText", SortText(index)).Member("filterText", item.text);
  return json.Raw("textEdit", Json().Raw("range", range).Member("newText", item.text).Object())
      .Object();
}

// Returns the number of the operand at the end of the statement.
uint32_t ActiveOperand(const Surroundings& at) {
  uint32_t count = 0;
  for (const Token& token : at.statement) {
    if (token.kind == TokenKind::kComma) ++count;
    if (token.kind == TokenKind::kEqual) count = 0;
  }
  return count;
}

}  // namespace

Answer Complete(Document& document, const JsonValue& params, const Client&) {
  const auto place = document.PlaceAt(ReadPosition(params["position"]));
  if (!place) return "[]";
  const Completions found = CompleteAt(*place->part->program, place->offset);
  const std::string range = document.RangeJson(*place->part, found.replaced);
  Json items;
  for (size_t i = 0; i < found.items.size(); ++i) {
    items.Element(ItemJson(found.items[i], i, range));
  }
  return items.Array();
}

Answer SignatureHelp(Document& document, const JsonValue& params, const Client& client) {
  const auto place = document.PlaceAt(ReadPosition(params["position"]));
  if (!place) return "null";
  const Surroundings at = SurroundingsOf(place->part->text(), place->offset);
  const bool has_types = std::ranges::any_of(
      at.statement, [](const Token& token) { return token.kind == TokenKind::kColon; });
  if (at.info == nullptr || at.info->operands.empty() || at.is_in_comment || has_types) {
    return "null";
  }
  Json parameters;
  for (const OperandInfo& operand : at.info->operands) {
    parameters.Element(
        Json().Member("label", operand.name).Member("documentation", operand.type).Object());
  }
  Description description(client.shows_markdown);
  description.AddParagraph(at.info->doc);
  const auto last = static_cast<uint32_t>(at.info->operands.size() - 1);
  const Json signature = Json()
                             .Member("label", SignatureText(*at.info))
                             .Member("documentation", description.text())
                             .Raw("parameters", parameters.Array());
  return Json()
      .Raw("signatures", "[" + signature.Object() + "]")
      .Member("activeSignature", uint32_t{0})
      .Member("activeParameter", std::min(ActiveOperand(at), last))
      .Object();
}

}  // namespace paddock::lsp
