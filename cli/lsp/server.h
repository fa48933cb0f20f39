// Server: a language server for programs, by the Language Server Protocol 3.17.
#ifndef PADDOCK_CLI_LSP_SERVER_H_
#define PADDOCK_CLI_LSP_SERVER_H_

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "cli/lsp/client.h"
#include "cli/lsp/document.h"
#include "cli/lsp/features.h"
#include "cli/lsp/json_value.h"

namespace paddock::lsp {

// Receives and sends JSON-RPC messages, without their headers. Not thread-safe.
class Server {
 public:
  explicit Server(std::function<void(const std::string& message)> send) : send_(std::move(send)) {}

  // Queues a message of the client. A request that a later message cancels, before it is answered,
  // gets an error. Malformed JSON is answered at once.
  void Receive(std::string_view message);

  // Returns whether Work has something to do: to handle a message, or to check a changed document.
  bool has_work() const { return !queue_.empty() || !unchecked_.empty(); }
  // Handles the first message of the queue. With an empty queue, publishes the diagnostics of one
  // changed document, so that a quick series of edits is checked once.
  void Work();

  // Returns whether the client asked the server to exit.
  bool is_ended() const { return is_ended_; }
  // Returns whether the client asked the server to shut down first, as it must.
  bool is_shut_down() const { return is_shut_down_; }

 private:
  void Handle(const JsonValue& message);
  void HandleNotification(const std::string& method, const JsonValue& params);
  Answer AnswerRequest(const std::string& method, const JsonValue& params);
  Answer Initialize(const JsonValue& params);
  bool TakeCancellation(const JsonValue& id);

  void Open(const JsonValue& params);
  void Change(const JsonValue& params);
  void Close(const JsonValue& params);
  Document* Find(const JsonValue& params);
  void Publish(const std::string& uri, const std::string& version, const std::string& diagnostics);
  void Respond(const JsonValue& id, const Answer& answer);

  std::function<void(const std::string&)> send_;
  std::deque<JsonValue> queue_;
  std::optional<Client> client_;
  std::map<std::string, Document, std::less<>> documents_;
  // Addresses of the changed documents.
  std::set<std::string> unchecked_;
  bool is_shut_down_ = false;
  bool is_ended_ = false;
};

}  // namespace paddock::lsp

#endif  // PADDOCK_CLI_LSP_SERVER_H_
