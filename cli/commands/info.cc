// paddock info: contents of a program and an estimate of its run, without running it.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands/command.h"
#include "cli/files/program_file.h"
#include "cli/options/session_options.h"
#include "cli/report/table.h"
#include "core/api/observe/program_info.h"
#include "core/diagnostics/json.h"
#include "core/dialect/custom_call_info.h"
#include "core/ir/module.h"

namespace paddock::cli {
namespace {

constexpr OptionInfo kInfoOptions[] = {
    kEntryOption,
    kGridOption,
    {"--input", "N=VALUE", "as for run, for arguments with open sizes"},
    {"--format", "text|json", "how it is printed"},
};

constexpr std::string_view kInfoExamples[] = {
    "paddock info model.mlir                            # operations, arguments, cost, peak memory",
    "paddock info model.mlir --input '0=zeros : tensor<8x3xf32>'  # for one choice of open sizes",
};

// Returns "%x: tensor<2xf32>", or only the type if it has no name.
std::string Describe(const ParameterInfo& parameter, std::string_view prefix) {
  return (parameter.name.empty() ? "" : std::string(prefix) + parameter.name + ": ") +
         parameter.type;
}

std::vector<std::string> Describe(const std::vector<ParameterInfo>& parameters,
                                  std::string_view prefix) {
  std::vector<std::string> list;
  for (const ParameterInfo& parameter : parameters) list.push_back(Describe(parameter, prefix));
  return list;
}

std::string Bytes(uint64_t count) { return Scaled(static_cast<double>(count), "B"); }

// Returns "add 3", the most frequent first, without "stablehlo.".
std::vector<std::string> ByCount(const std::map<std::string, uint64_t, std::less<>>& counts) {
  std::vector<std::pair<std::string, uint64_t>> list(counts.begin(), counts.end());
  std::ranges::sort(list, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  std::vector<std::string> text;
  for (const auto& [name, count] : list) {
    constexpr std::string_view kUsual = "stablehlo.";
    const size_t skip = name.starts_with(kUsual) ? kUsual.size() : 0;
    text.push_back(name.substr(skip) + " " + std::to_string(count));
  }
  return text;
}

class Info {
 public:
  Info(const Arguments& arguments, Host& host)
      : arguments_(arguments), host_(host), is_json_(arguments.Get("--format") == "json") {}

  int Execute() {
    if (arguments_.positional().size() != 1) return Complain(host_, "info needs one FILE");
    program_ = LoadFile(arguments_.positional()[0], host_);
    if (const int code = PrintLoaded(program_.get(), host_); code != kDone) return code;
    auto prepared = PrepareRun(*program_, arguments_, host_);
    if (!prepared) return prepared.error().code;
    entry_ = prepared->entry;
    info_ = DescribeProgram(*program_);
    std::vector<Diagnostic> diagnostics;
    estimate_ = EstimateRun(program_, prepared->options, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics) problem_ = diagnostic.message;
    host_.PrintOut(is_json_ ? JsonText() : Text());
    return kDone;
  }

 private:
  // Returns the artifact's version; empty for a text.
  std::string Version() const {
    const ArtifactOrigin* origin = program_->module().origin();
    return origin == nullptr ? std::string() : origin->producer;
  }

  uint64_t OperationCount() const {
    uint64_t count = 0;
    for (const auto& [name, number] : info_.operations) count += number;
    return count;
  }

  std::string Run() const {
    if (!estimate_) return "cannot be planned: " + problem_;
    std::string text = Scaled(static_cast<double>(estimate_->operations), "flop") + ", " +
                       Bytes(estimate_->bytes) + " read and written, peak " +
                       Bytes(estimate_->peak_bytes);
    if (estimate_->grid.process_count() > 1) {
      text +=
          " on a grid of " + ToString(estimate_->grid) + "; the peak is the sum of all processes";
    }
    if (!estimate_->is_exact)
      text += "; loops count once, and branches and open sizes may change it";
    return text;
  }

  std::string Text() const {
    constexpr size_t kIndent = 12;
    const auto line = [](std::string_view title, const std::string& text) {
      return std::string(title) + std::string(kIndent - title.size(), ' ') + text + "\n";
    };
    const std::string version = Version();
    std::string text = line("program", program_->source().name() + ", " +
                                           (version.empty() ? "a text" : "artifact of " + version));
    text += line("runs", "@" + entry_->name + ", one of " +
                             std::to_string(program_->functions().size()) + " functions");
    text += line("arguments", List(Describe(entry_->arguments, "%"), kIndent));
    text += line("results", List(Describe(entry_->results, ""), kIndent));
    text +=
        line("constants", std::to_string(info_.constants) + " of " + Bytes(info_.constant_bytes));
    text += line("types", List({info_.element_types.begin(), info_.element_types.end()}, kIndent));
    text += line("operations", std::to_string(OperationCount()) + ": " +
                                   List(ByCount(info_.operations), kIndent));
    if (!info_.custom_call_targets.empty()) text += line("calls", Calls(kIndent));
    return text + line("a run", Run());
  }

  static std::string List(const std::vector<std::string>& items, size_t indent) {
    return items.empty() ? "none" : WrapList(items, indent);
  }

  std::string Calls(size_t indent) const {
    std::vector<std::string> list;
    for (const auto& [name, count] : info_.custom_call_targets) {
      const bool is_known =
          FindCustomCall(name) != nullptr || FindOperationOfTarget(name) != nullptr;
      list.push_back(name + " " + std::to_string(count) + (is_known ? "" : " (not known here)"));
    }
    return WrapList(list, indent);
  }

  static std::string JsonOf(const std::vector<ParameterInfo>& parameters) {
    return JsonArray(parameters, [](const ParameterInfo& parameter) {
      return Json().Member("name", parameter.name).Member("type", parameter.type).Object();
    });
  }

  static std::string JsonOf(const std::map<std::string, uint64_t, std::less<>>& counts) {
    Json json;
    for (const auto& [name, count] : counts) json.Member(name, count);
    return json.Object();
  }

  std::string JsonText() const {
    Json json;
    json.Member("file", program_->source().name())
        .Member("artifact", Version())
        .Member("entry", entry_->name)
        .Raw("arguments", JsonOf(entry_->arguments))
        .Raw("results", JsonOf(entry_->results))
        .Member("constants", info_.constants)
        .Member("constant_bytes", info_.constant_bytes)
        .Raw("types", JsonArray(info_.element_types,
                                [](const std::string& type) { return JsonString(type); }))
        .Raw("operations", JsonOf(info_.operations))
        .Raw("custom_calls", JsonOf(info_.custom_call_targets));
    if (estimate_) {
      json.Member("flop", estimate_->operations)
          .Member("bytes", estimate_->bytes)
          .Member("peak_bytes", estimate_->peak_bytes)
          .Member("argument_bytes", estimate_->argument_bytes)
          .Member("exact", estimate_->is_exact);
    } else {
      json.Member("problem", problem_);
    }
    return json.Object() + "\n";
  }

  const Arguments& arguments_;
  Host& host_;
  const bool is_json_;
  std::shared_ptr<const Program> program_;
  const FunctionInfo* entry_ = nullptr;
  ProgramInfo info_;
  std::optional<RunEstimate> estimate_;
  std::string problem_;
};

int RunInfo(const Arguments& arguments, Host& host) { return Info(arguments, host).Execute(); }

}  // namespace

const Subcommand kInfoCommand = {"info",       "FILE [options]", "summarize a program and its cost",
                                 kInfoOptions, RunInfo,          kInfoExamples};

}  // namespace paddock::cli
