// paddock lsp: the language server on standard input and output.
#include <array>

#include "cli/commands/command.h"
#include "cli/files/program_file.h"
#include "cli/lsp/message_stream.h"
#include "cli/lsp/server.h"

namespace paddock::cli {
namespace {

constexpr OptionInfo kLspOptions[] = {
    {"--stdio", "", "use standard input and output, which is the only way"},
};

constexpr std::string_view kLspExamples[] = {
    "paddock lsp   # an editor starts it: docs/editors.md",
};

int RunLsp(const Arguments& arguments, Host& host) {
  if (!arguments.positional().empty()) {
    return Complain(host, "lsp takes no FILE: an editor sends the texts");
  }
  lsp::Server server([&](const std::string& message) {
    host.PrintOut(lsp::Framed(message));
    host.Flush();
  });
  lsp::MessageStream stream;
  std::array<char, size_t{1} << 16> bytes;
  while (!server.is_ended()) {
    // Reads what has arrived before it works, since a message may cancel an earlier one.
    if (server.has_work() && !host.has_input()) {
      server.Work();
      continue;
    }
    const size_t size = host.ReadInput(bytes);
    if (size == 0) {
      while (server.has_work()) server.Work();
      break;
    }
    stream.Append({bytes.data(), size});
    while (const auto message = stream.Next()) server.Receive(*message);
    if (stream.is_broken()) return Complain(host, "lsp: a message has no valid Content-Length");
  }
  return server.is_shut_down() ? kDone : kRefused;
}

}  // namespace

const Subcommand kLspCommand = {
    "lsp", "", "serve editors by the Language Server Protocol", kLspOptions, RunLsp, kLspExamples};

}  // namespace paddock::cli
