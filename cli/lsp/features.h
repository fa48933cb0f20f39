// The requests about one document. Each function returns the JSON of its result for the parameters
// of the request (Language Server Protocol 3.17), in positions of the document.
#ifndef PADDOCK_CLI_LSP_FEATURES_H_
#define PADDOCK_CLI_LSP_FEATURES_H_

#include <expected>
#include <string>
#include <string_view>

#include "cli/lsp/client.h"
#include "cli/lsp/document.h"
#include "cli/lsp/json_value.h"

namespace paddock::lsp {

// Error codes of JSON-RPC and of the protocol.
enum class RpcCode : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kNotInitialized = -32002,
  kRequestFailed = -32803,
  kCancelled = -32800,
};

struct RpcError {
  RpcCode code;
  std::string message;
};
using Answer = std::expected<std::string, RpcError>;

using Feature = Answer(Document& document, const JsonValue& params, const Client& client);

Feature Hover;
Feature Complete;
Feature SignatureHelp;
Feature Definition;
Feature References;
Feature DocumentHighlights;
Feature PrepareRename;
Feature Rename;
Feature DocumentSymbols;
Feature FoldingRanges;
Feature SemanticTokens;
Feature InlayHints;
Feature CodeActions;
Feature Formatting;
Feature ProgramAt;

std::string DiagnosticJson(const Document& document, const Part& part, const Diagnostic& diagnostic,
                           const Client& client);
// Diagnostics of all programs in the document, as an array.
std::string DiagnosticsOf(Document& document, const Client& client);

// Kinds of tokens, in the order of their numbers in the answer of SemanticTokens, and of modifiers.
std::string SemanticTokensLegend();

// Reads `params.position`, or another position. Absent counts are 0.
inline Position ReadPosition(const JsonValue& position) {
  return {position["line"].count().value_or(0), position["character"].count().value_or(0)};
}

}  // namespace paddock::lsp

#endif  // PADDOCK_CLI_LSP_FEATURES_H_
