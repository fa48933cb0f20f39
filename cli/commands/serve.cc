// paddock serve, paddock open: the page on a file of this machine.
#include <cstdint>
#include <limits>
#include <string>

#include "cli/commands/command.h"
#include "cli/files/program_file.h"
#include "cli/options/counts.h"
#include "cli/page/page_server.h"

namespace paddock::cli {
namespace {

constexpr OptionInfo kServeOptions[] = {
    {"--port", "N", "port of the server; absent: any that is free"},
};

constexpr std::string_view kServeExamples[] = {"paddock serve model.mlir"};
constexpr std::string_view kOpenExamples[] = {"paddock open model.mlir"};

int ServeFile(const Arguments& arguments, Host& host, bool opens) {
  if (arguments.positional().size() != 1) {
    return Complain(host, std::string(opens ? "open" : "serve") + " needs one FILE");
  }
  uint64_t port = 0;
  if (!ReadCount(arguments, "--port", port, host)) return kMisused;
  if (port > std::numeric_limits<uint16_t>::max()) {
    return Complain(host, "--port is at most 65535, not " + std::to_string(port));
  }
  const std::string& path = arguments.positional()[0];
  const PathKind kind = host.Stat(path);
  if (kind == PathKind::kNone) return Complain(host, path + ": No such file or directory");
  if (kind == PathKind::kFolder) return Complain(host, path + " is a folder, not a file");
  std::string problem;
  const std::string token = host.MakeToken();
  PageServer server(path, token, host);
  const auto started = [&](uint16_t chosen) {
    server.set_port(chosen);
    host.PrintOut(server.address() + "\n");
    host.PrintError("serving " + path + " to this machine; Ctrl-C ends it\n");
    if (opens && !host.OpenBrowser(server.address())) {
      host.PrintError("no browser could be started: open the address above\n");
    }
  };
  if (host.FindShared("page/index.html").empty()) {
    return Complain(host,
                    "the page is not here. It is built by `npm run build` and installed as "
                    "PREFIX/share/paddock/page; the variable PADDOCK_SHARE names another folder");
  }
  if (token.empty())
    return Complain(host,
                    "serve needs sockets and random numbers, which only the native command has");
  return host.Serve(static_cast<uint16_t>(port), started, server, problem)
             ? kDone
             : Complain(host, "serve: " + problem);
}

int RunServe(const Arguments& arguments, Host& host) { return ServeFile(arguments, host, false); }
int RunOpen(const Arguments& arguments, Host& host) { return ServeFile(arguments, host, true); }

}  // namespace

const Subcommand kServeCommand = {
    "serve",       "FILE [--port N]", "show a file in the page, and follow its changes",
    kServeOptions, RunServe,          kServeExamples};
const Subcommand kOpenCommand = {
    "open",        "FILE [--port N]", "serve a file, and open the page in a browser",
    kServeOptions, RunOpen,           kOpenExamples};

}  // namespace paddock::cli
