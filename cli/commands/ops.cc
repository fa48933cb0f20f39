// paddock ops: the supported operations, and the sources that implement them.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands/command.h"
#include "cli/files/program_file.h"
#include "core/api/version.h"
#include "core/dialect/custom_call_info.h"

namespace paddock::cli {
namespace {

constexpr OptionInfo kOptions[] = {
    {"--json", "", "the whole op table"},
    {"--where", "", "the sources that implement the operations"},
};

// Places of an operation in the sources: its name, and lines of a label and paths each.
struct Places {
  std::string_view name;
  std::string_view lines;
};

constexpr Places kPlaces[] = {
#include "cli/commands/op_places.inc"
};

// Returns whether `wanted` is the full name of an operation, the part after its dialect, or one of
// the targets of custom_call that `name` lists.
bool IsNamed(std::string_view name, std::string_view wanted) {
  if (wanted == name || wanted == name.substr(name.find('.') + 1)) return true;
  const CustomCallTarget* target = FindCustomCall(wanted);
  return target != nullptr && target->info->names == name;
}

// Selects rows by the names on the command line; all rows without any.
class Selection {
 public:
  explicit Selection(const std::vector<std::string>& names) : names_(names) {}

  bool Includes(std::string_view name) {
    bool is_included = names_.empty();
    for (size_t i = 0; i < names_.size(); ++i) {
      if (!IsNamed(name, names_[i])) continue;
      is_included = is_found_[i] = true;
    }
    return is_included;
  }

  // Returns the first name that no row has; null if there is none.
  const std::string* FindUnknown() const {
    const auto at = std::ranges::find(is_found_, false);
    return at == is_found_.end() ? nullptr : &names_[static_cast<size_t>(at - is_found_.begin())];
  }

 private:
  const std::vector<std::string>& names_;
  std::vector<bool> is_found_ = std::vector<bool>(names_.size());
};

std::string PlaceLines(Selection& selection) {
  std::string text;
  for (const Places& places : kPlaces) {
    if (!selection.Includes(places.name)) continue;
    text += std::string(places.name) + "\n" + std::string(places.lines);
  }
  return text;
}

std::string SummaryLines(Selection& selection) {
  std::string text;
  const auto add = [&](const std::string& name, const OpSummary& op) {
    if (!selection.Includes(op.name)) return;
    text += name + std::string(name.size() < 40 ? 40 - name.size() : 1, ' ') +
            (op.runs ? "runs   " : "parses ") + std::string(op.doc) + "\n";
  };
  for (const OpSummary& op : OpSummaries()) add(std::string(op.name), op);
  for (const OpSummary& call : CustomCallSummaries()) {
    add("stablehlo.custom_call @" + std::string(call.name), call);
  }
  return text;
}

int RunOps(const Arguments& arguments, Host& host) {
  const bool wants_places = arguments.Has("--where");
  if (arguments.Has("--json")) {
    if (wants_places) return Complain(host, "--where and --json exclude each other");
    if (!arguments.positional().empty()) return Complain(host, "--json prints the whole op table");
    host.PrintOut(OpTableJson());
    return kDone;
  }
  Selection selection(arguments.positional());
  const std::string text = wants_places ? PlaceLines(selection) : SummaryLines(selection);
  if (const std::string* unknown = selection.FindUnknown()) {
    return Complain(host, "there is no operation '" + *unknown + "'");
  }
  host.PrintOut(text);
  return kDone;
}

}  // namespace

const Subcommand kOpsCommand = {"ops", "[NAME...]", "list the operations, or the named ones",
                                kOptions, RunOps};

}  // namespace paddock::cli
