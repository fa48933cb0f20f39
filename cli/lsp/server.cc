#include "cli/lsp/server.h"

#include <algorithm>
#include <utility>

#include "core/api/version.h"
#include "core/diagnostics/json.h"

namespace paddock::lsp {
namespace {

using JsonKind = JsonValue::Kind;

// Answers with the text that the server has, which a test compares with the client's.
Answer DocumentText(Document& document, const JsonValue&, const Client&) {
  return JsonString(document.text());
}

struct Method {
  std::string_view name;
  Feature* answer;
};
constexpr Method kMethods[] = {
    {"textDocument/hover", Hover},
    {"textDocument/completion", Complete},
    {"textDocument/signatureHelp", SignatureHelp},
    {"textDocument/definition", Definition},
    {"textDocument/references", References},
    {"textDocument/documentHighlight", DocumentHighlights},
    {"textDocument/prepareRename", PrepareRename},
    {"textDocument/rename", Rename},
    {"textDocument/documentSymbol", DocumentSymbols},
    {"textDocument/foldingRange", FoldingRanges},
    {"textDocument/semanticTokens/full", SemanticTokens},
    {"textDocument/inlayHint", InlayHints},
    {"textDocument/codeAction", CodeActions},
    {"textDocument/formatting", Formatting},
    {"paddock/documentText", DocumentText},
    {"paddock/programAt", ProgramAt},
};

std::unexpected<RpcError> Fail(RpcCode code, std::string message) {
  return std::unexpected(RpcError{code, std::move(message)});
}

// Methods of the protocol that take a position.
bool NeedsPosition(std::string_view method) {
  static constexpr std::string_view kNames[] = {
      "textDocument/hover",         "textDocument/completion", "textDocument/signatureHelp",
      "textDocument/definition",    "textDocument/references", "textDocument/documentHighlight",
      "textDocument/prepareRename", "textDocument/rename",     "paddock/programAt"};
  return std::ranges::find(kNames, method) != std::end(kNames);
}

std::string Capabilities(Encoding encoding) {
  const Json synchronization =
      Json().Member("openClose", true).Member("change", uint32_t{2});  // incremental
  const Json tokens = Json().Raw("legend", SemanticTokensLegend()).Member("full", true);
  const Json actions = Json().Raw("codeActionKinds", R"(["quickfix", "source.fixAll.paddock"])");
  return Json()
      .Member("positionEncoding", encoding == Encoding::kUtf8 ? "utf-8" : "utf-16")
      .Raw("textDocumentSync", synchronization.Object())
      .Member("hoverProvider", true)
      .Raw("completionProvider", R"({"triggerCharacters": ["%", "@", ".", "<", "\""]})")
      .Raw("signatureHelpProvider", R"({"triggerCharacters": [" ", "("]})")
      .Member("definitionProvider", true)
      .Member("referencesProvider", true)
      .Member("documentHighlightProvider", true)
      .Raw("renameProvider", R"({"prepareProvider": true})")
      .Member("documentSymbolProvider", true)
      .Member("foldingRangeProvider", true)
      .Raw("semanticTokensProvider", tokens.Object())
      .Member("inlayHintProvider", true)
      .Raw("codeActionProvider", actions.Object())
      .Member("documentFormattingProvider", true)
      .Object();
}

bool IsId(const JsonValue& id) { return id.is(JsonKind::kNumber) || id.is(JsonKind::kString); }

}  // namespace

void Server::Receive(std::string_view message) {
  std::optional<JsonValue> read = JsonValue::Read(message);
  if (!read) {
    Respond({}, Fail(RpcCode::kParseError, "the message is not JSON"));
  } else {
    queue_.push_back(*std::move(read));
  }
}

void Server::Work() {
  if (!queue_.empty()) {
    const JsonValue message = std::move(queue_.front());
    queue_.pop_front();
    Handle(message);
    return;
  }
  if (unchecked_.empty()) return;
  const std::string uri = unchecked_.extract(unchecked_.begin()).value();
  const auto found = documents_.find(uri);
  if (found == documents_.end()) return;
  Publish(uri, found->second.version(), DiagnosticsOf(found->second, *client_));
}

// A message with an id and no method is the client's answer to a request; the server sends none.
void Server::Handle(const JsonValue& message) {
  const JsonValue& id = message["id"];
  const std::string& method = message["method"].text();
  if (!message.is(JsonKind::kObject) || (method.empty() && !IsId(id))) {
    return Respond(id, Fail(RpcCode::kInvalidRequest, "the message is no request"));
  }
  if (method.empty()) return;
  if (id.is(JsonKind::kNull)) return HandleNotification(method, message["params"]);
  if (!IsId(id)) return Respond({}, Fail(RpcCode::kInvalidRequest, "the id is no number or text"));
  if (TakeCancellation(id)) {
    return Respond(id, Fail(RpcCode::kCancelled, "the request was cancelled"));
  }
  Respond(id, AnswerRequest(method, message["params"]));
}

// Returns whether a message of the queue cancels the request, and removes that message.
bool Server::TakeCancellation(const JsonValue& id) {
  const auto found = std::ranges::find_if(queue_, [&](const JsonValue& message) {
    return message["method"].text() == "$/cancelRequest" &&
           message["params"]["id"].Write() == id.Write();
  });
  if (found == queue_.end()) return false;
  queue_.erase(found);
  return true;
}

Answer Server::AnswerRequest(const std::string& method, const JsonValue& params) {
  if (is_shut_down_) return Fail(RpcCode::kInvalidRequest, "the server was shut down");
  if (method == "initialize") return Initialize(params);
  if (!client_) return Fail(RpcCode::kNotInitialized, "the first request must be initialize");
  if (method == "shutdown") {
    is_shut_down_ = true;
    return "null";
  }
  const auto found = std::ranges::find(kMethods, method, &Method::name);
  if (found == std::end(kMethods)) {
    return Fail(RpcCode::kMethodNotFound, "there is no method " + method);
  }
  Document* const document = Find(params);
  if (document == nullptr) {
    return Fail(RpcCode::kInvalidParams, "the document is not open");
  }
  if (NeedsPosition(method) && !params["position"]["line"].count()) {
    return Fail(RpcCode::kInvalidParams, "the request has no position");
  }
  return found->answer(*document, params, *client_);
}

Answer Server::Initialize(const JsonValue& params) {
  if (client_) return Fail(RpcCode::kInvalidRequest, "the server is initialized");
  client_ = ReadClient(params);
  const Json info = Json().Member("name", "paddock").Member("version", kVersion);
  return Json()
      .Raw("capabilities", Capabilities(client_->encoding))
      .Raw("serverInfo", info.Object())
      .Object();
}

void Server::HandleNotification(const std::string& method, const JsonValue& params) {
  if (method == "exit") is_ended_ = true;
  if (!client_ || is_shut_down_) return;
  if (method == "textDocument/didOpen") return Open(params);
  if (method == "textDocument/didChange") return Change(params);
  if (method == "textDocument/didClose") return Close(params);
}

Document* Server::Find(const JsonValue& params) {
  const auto found = documents_.find(params["textDocument"]["uri"].text());
  return found == documents_.end() ? nullptr : &found->second;
}

void Server::Open(const JsonValue& params) {
  const JsonValue& item = params["textDocument"];
  const std::string& uri = item["uri"].text();
  Document document(uri, item["text"].text(), client_->encoding);
  document.set_version(item["version"].Write());
  documents_.insert_or_assign(uri, std::move(document));
  unchecked_.insert(uri);
}

void Server::Change(const JsonValue& params) {
  Document* const document = Find(params);
  if (document == nullptr) return;
  for (const JsonValue& change : params["contentChanges"].items()) {
    const JsonValue& range = change["range"];
    if (range.is(JsonKind::kNull)) {
      document->Replace(change["text"].text());
    } else {
      document->Replace(ReadPosition(range["start"]), ReadPosition(range["end"]),
                        change["text"].text());
    }
  }
  document->set_version(params["textDocument"]["version"].Write());
  unchecked_.insert(document->uri());
}

void Server::Close(const JsonValue& params) {
  const std::string uri = params["textDocument"]["uri"].text();
  if (documents_.erase(uri) == 0) return;
  unchecked_.erase(uri);
  Publish(uri, "null", "[]");
}

void Server::Publish(const std::string& uri, const std::string& version,
                     const std::string& diagnostics) {
  Json params;
  params.Member("uri", uri);
  if (version != "null") params.Raw("version", version);
  params.Raw("diagnostics", diagnostics);
  send_(Json()
            .Member("jsonrpc", "2.0")
            .Member("method", "textDocument/publishDiagnostics")
            .Raw("params", params.Object())
            .Object());
}

void Server::Respond(const JsonValue& id, const Answer& answer) {
  Json response;
  response.Member("jsonrpc", "2.0").Raw("id", id.Write());
  if (answer) {
    response.Raw("result", *answer);
  } else {
    const Json error = Json()
                           .Raw("code", std::to_string(static_cast<int>(answer.error().code)))
                           .Member("message", answer.error().message);
    response.Raw("error", error.Object());
  }
  send_(response.Object());
}

}  // namespace paddock::lsp
