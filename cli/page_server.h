// Answers the requests of a page that shows a file of this machine.
#ifndef PADDOCK_CLI_PAGE_SERVER_H_
#define PADDOCK_CLI_PAGE_SERVER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/host.h"

namespace paddock::cli {

// All addresses begin with a token, which other pages and users cannot guess. Requests are refused
// from other origins, and for other names of this machine: a page whose name was moved to this
// address (DNS rebinding) sends its own name.
class PageServer {
 public:
  // `path` is the program's file.
  PageServer(std::string path, std::string token, Host& host);

  void set_port(uint16_t port) { port_ = port; }
  std::string address() const;
  // Takes a request line and headers, and returns a whole HTTP response.
  std::string Answer(std::string_view request);

 private:
  bool IsFromHere(std::string_view request) const;
  std::string AnswerPath(std::string_view path, std::string_view query);
  std::string Page();
  std::string File(const std::string& name);
  std::string Program(std::string_view version);

  const std::string path_;
  const std::string token_;
  Host& host_;
  uint16_t port_ = 0;
};

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_PAGE_SERVER_H_
