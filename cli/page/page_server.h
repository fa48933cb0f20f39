// Answers the requests of a page that shows a file of this machine.
#ifndef PADDOCK_CLI_PAGE_PAGE_SERVER_H_
#define PADDOCK_CLI_PAGE_PAGE_SERVER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "cli/host/host.h"
#include "cli/page/page_engines.h"

namespace paddock::cli {

// All addresses begin with a token, which other pages and users cannot guess. Requests are refused
// from other origins, and for other names of this machine: a page whose name was moved to this
// address (DNS rebinding) sends its own name.
//
// A page opens a WebSocket to `engine/NAME` for an engine of its own, a process that ends with it.
// Each call of the engine is a POST to this address (wasm/native/engine_calls.h).
class PageServer : public WebServer {
 public:
  // `path` is the program's file.
  PageServer(std::string path, std::string token, Host& host);

  void set_port(uint16_t port) { port_ = port; }
  std::string address() const;
  size_t MostBody(std::string_view head) const override;
  Reply Answer(std::string_view head, std::string_view body) override;
  void Ended(std::string_view head) override;

 private:
  bool IsFromHere(std::string_view head) const;
  // Returns the name of the engine that a request from a page of this server is about, or nothing.
  std::string_view EngineOf(std::string_view head) const;
  Reply AnswerEngine(std::string_view name, std::string_view head, std::string_view body);
  std::string AnswerPath(std::string_view path, std::string_view query);
  std::string Page();
  std::string File(const std::string& name);
  std::string Program(std::string_view version);

  const std::string path_;
  const std::string token_;
  Host& host_;
  PageEngines engines_;
  uint16_t port_ = 0;
};

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_PAGE_PAGE_SERVER_H_
