// paddock ops: the supported operations, and the sources that implement them.
#include <algorithm>
#include <string>
#include <string_view>

#include "cli/command.h"
#include "core/api/version.h"

namespace paddock::cli {
namespace {

constexpr OptionInfo kOptions[] = {
    {"--json", "", "the whole op table"},
    {"--where", "", "the sources that implement each operation, or the named ones"},
};

// Places of an operation in the sources: its name, and lines of a label and paths each.
struct Places {
  std::string_view name;
  std::string_view lines;
};

constexpr Places kPlaces[] = {
#include "cli/op_places.inc"
};

// Returns whether `wanted` is the operation's whole name, or the part behind its dialect.
bool IsNamed(const Places& places, std::string_view wanted) {
  return places.name == wanted || places.name.substr(places.name.find('.') + 1) == wanted;
}

int PrintPlaces(const Arguments& arguments, Host& host) {
  const auto& wanted = arguments.positional();
  for (const std::string& name : wanted) {
    const bool is_known =
        std::ranges::any_of(kPlaces, [&](const Places& places) { return IsNamed(places, name); });
    if (!is_known) return Complain(host, "there is no operation '" + name + "'");
  }
  std::string text;
  for (const Places& places : kPlaces) {
    const bool is_wanted = wanted.empty() || std::ranges::any_of(wanted, [&](const auto& name) {
                             return IsNamed(places, name);
                           });
    if (is_wanted) text += std::string(places.name) + "\n" + std::string(places.lines);
  }
  host.PrintOut(text);
  return kDone;
}

int RunOps(const Arguments& arguments, Host& host) {
  if (arguments.Has("--where")) {
    if (arguments.Has("--json")) return Complain(host, "--where and --json exclude each other");
    return PrintPlaces(arguments, host);
  }
  if (!arguments.positional().empty()) return Complain(host, "ops NAME needs --where");
  if (arguments.Has("--json")) {
    host.PrintOut(OpTableJson());
    return kDone;
  }
  std::string text;
  const auto add = [&](const std::string& name, const OpSummary& op) {
    text += name + std::string(name.size() < 40 ? 40 - name.size() : 1, ' ') +
            (op.runs ? "runs   " : "parses ") + std::string(op.doc) + "\n";
  };
  for (const OpSummary& op : OpSummaries()) add(std::string(op.name), op);
  for (const OpSummary& call : CustomCallSummaries()) {
    add("stablehlo.custom_call @" + std::string(call.name), call);
  }
  host.PrintOut(text);
  return kDone;
}

}  // namespace

const Subcommand kOpsCommand = {"ops", "[NAME...]", "list the operations", kOptions, RunOps};

}  // namespace paddock::cli
