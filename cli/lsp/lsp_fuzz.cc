// Fuzz target: messages of a client, one a line. The server answers in JSON whatever they are.
#include <algorithm>
#include <string>

#include "cli/lsp/server.h"
#include "core/base/fuzz_testing.h"

namespace paddock::lsp {

PADDOCK_FUZZ_TARGET(lsp) {
  Server server([](const std::string& message) {
    testing::FuzzRequire(JsonValue::Read(message).has_value(), "no JSON:\n" + message);
  });
  server.Receive(R"({"id": 0, "method": "initialize", "params": {"capabilities": {}}})");
  while (!bytes.empty() && !server.is_ended()) {
    const size_t end = std::min(bytes.find('\n'), bytes.size());
    server.Receive(bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    while (server.has_work()) server.Work();
  }
}

}  // namespace paddock::lsp
