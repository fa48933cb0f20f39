#include "cli/lsp/client.h"

#include <algorithm>
#include <string_view>

namespace paddock::lsp {
namespace {

bool Lists(const JsonValue& array, std::string_view text) {
  return std::ranges::any_of(array.items(),
                             [&](const JsonValue& item) { return item.text() == text; });
}

}  // namespace

Client ReadClient(const JsonValue& params) {
  const JsonValue& abilities = params["capabilities"];
  const JsonValue& text = abilities["textDocument"];
  Client client;
  if (Lists(abilities["general"]["positionEncodings"], "utf-8")) client.encoding = Encoding::kUtf8;
  client.shows_markdown = Lists(text["hover"]["contentFormat"], "markdown");
  client.shows_related_information = text["publishDiagnostics"]["relatedInformation"].is_true();
  client.shows_code_links = text["publishDiagnostics"]["codeDescriptionSupport"].is_true();
  client.nests_symbols = text["documentSymbol"]["hierarchicalDocumentSymbolSupport"].is_true();
  client.takes_snippets = text["completion"]["completionItem"]["snippetSupport"].is_true();
  client.takes_code_actions =
      text["codeAction"]["codeActionLiteralSupport"].is(JsonValue::Kind::kObject);
  client.wants_values = !params["initializationOptions"]["values"].is(JsonValue::Kind::kFalse);
  return client;
}

}  // namespace paddock::lsp
