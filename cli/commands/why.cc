// paddock why: the cells from which a cell was computed, or those that were computed from it.
#include "core/api/why/why.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands/command.h"
#include "cli/files/program_file.h"
#include "cli/options/counts.h"
#include "cli/options/session_options.h"
#include "cli/run/value_run.h"
#include "core/api/why/asked_cell.h"
#include "core/api/why/why_text.h"

namespace paddock::cli {
namespace {

constexpr OptionInfo kWhyOptions[] = {
    {"--nan", "", "the first NaN of the run, or of the value that is named"},
    {"--inf", "", "the first infinity of the run, or of the value that is named"},
    {"--forward", "", "what was computed from the cell"},
    {"--execution", "K", "the K-th computation of the value, from 1 (the last)"},
    {"--line", "N", "the value of this name in line N (the first in the text)"},
    {"--process", "(R, P)", "the process of a grid ((0, 0))"},
    {"--cells", "N", "cells of the chain (60)"},
    {"--depth", "N", "operations from the cell to another (1000)"},
    {"--terms", "N", "cells of a sum or another large set that are followed (4)"},
    {"--all", "",
     "also follow predicates of branches, conditions of loops, and finite cells from NaN"},
    kEntryOption,
    kInputOption,
    kGridOption,
    kInfeedOption,
    kReceiveOption,
    kNumericsOption,
    kSeedOption,
    kMemoryOption,
    {"--format", "text|json", "how the chain is printed"},
};

constexpr std::string_view kWhyExamples[] = {
    "paddock why model.mlir '%17[3,5]' --input 0=random:1   # back to inputs and constants",
    "paddock why model.mlir --nan                           # the origin of the first NaN",
    "paddock why model.mlir '%arg0[0]' --forward            # what depends on it",
};

class WhyCommand {
 public:
  WhyCommand(const Arguments& arguments, Host& host) : arguments_(arguments), host_(host) {}

  int Execute() {
    if (!ReadWords()) return kMisused;
    program_ = LoadFileAsText(arguments_.positional()[0], host_);
    if (const int code = PrintLoaded(program_.get(), host_); code != kDone) return code;
    auto prepared = PrepareRun(*program_, arguments_, host_);
    if (!prepared) return prepared.error().code;
    if (!FillMissing(*program_, *prepared, host_)) return kRefused;
    prepared->options.on_print = [this](std::string_view text) { host_.PrintError(text); };
    std::vector<Diagnostic> diagnostics;
    why_ = Why::Start(
        program_, std::move(prepared->options),
        [this](uint64_t steps) { return ShowProgress(steps); }, diagnostics);
    PrintDiagnostics(host_, diagnostics, program_->source());
    if (why_ == nullptr) return kRefused;
    const int code = asked_ ? ExplainCellOf() : ExplainFirst();
    if (is_shown_) host_.PrintError("\r\033[K");
    return code;
  }

 private:
  bool ReadWords() {
    if (arguments_.Has("--nan")) bad_ = Why::Bad::kNan;
    if (arguments_.Has("--inf")) bad_ = Why::Bad::kInfinity;
    const size_t count = arguments_.positional().size();
    if (count != 2 && (count != 1 || !bad_)) {
      Complain(host_, "why needs FILE and a cell such as '%17[3, 5]', or FILE and --nan or --inf");
      return false;
    }
    if (count == 2) {
      asked_ = ReadAskedCell(arguments_.positional()[1]);
      if (!asked_) {
        Complain(host_, "'" + arguments_.positional()[1] + "' is no cell such as '%17[3, 5]'");
        return false;
      }
    }
    uint64_t cells = options_.most_cells;
    uint64_t depth = options_.most_depth;
    uint64_t terms = options_.most_terms;
    const bool is_read = ReadCount(arguments_, "--cells", cells, host_) &&
                         ReadCount(arguments_, "--depth", depth, host_) &&
                         ReadCount(arguments_, "--terms", terms, host_) &&
                         ReadCount(arguments_, "--execution", execution_, host_) &&
                         ReadCount(arguments_, "--line", line_, host_) &&
                         ReadProcess(arguments_, process_, host_);
    options_ = {static_cast<size_t>(cells), static_cast<size_t>(depth), static_cast<size_t>(terms),
                arguments_.Has("--all")};
    return is_read;
  }

  int ExplainFirst() {
    Why::End end = Why::End::kFinished;
    const auto target = why_->RunToFirst(*bad_, end);
    if (target) return Show(*target);
    if (end == Why::End::kStopped) return kStopped;
    if (end == Why::End::kFailed) return ReportFailure();
    const std::string kind = bad_ == Why::Bad::kNan ? "NaN" : "an infinity";
    host_.PrintOut(IsJson() ? "null\n" : "no operation gives " + kind + "\n");
    return kDone;
  }

  // Returns whether the user asked to stop.
  bool ShowProgress(uint64_t steps) {
    const double now = host_.Now();
    const bool is_due = now - start_ > 1.0 && now - last_shown_ > 0.2;
    if (host_.is_interactive() && is_due) {
      host_.PrintError("\r" + std::to_string(steps) + " steps ");
      last_shown_ = now;
      is_shown_ = true;
    }
    return host_.is_interrupted();
  }

  int ReportFailure() {
    PrintDiagnostics(host_, why_->diagnostics(), program_->source());
    return kRefused;
  }

  // The values before a failure can be asked for.
  int ExplainCellOf() {
    const Why::End end = why_->Run();
    if (end == Why::End::kStopped) return kStopped;
    if (end == Why::End::kFailed) ReportFailure();
    if (!why_->session().grid().Contains(process_)) {
      return Complain(host_, "--process: the grid is " + ToString(why_->session().grid()));
    }
    std::string problem;
    const int64_t process = why_->session().grid().Flatten(process_);
    const auto line = static_cast<uint32_t>(line_);
    const auto target =
        bad_ ? why_->FindFirst(*bad_, asked_->name, process, execution_, line, problem)
             : why_->Find(asked_->name, asked_->cell, process, execution_, line, problem);
    if (!target) return Complain(host_, problem);
    return Show(*target);
  }

  bool IsJson() const { return arguments_.Get("--format") == "json"; }

  int Show(const WhyTarget& target) {
    const WhyChain chain = arguments_.Has("--forward") ? why_->Forward(target, options_)
                                                       : why_->Back(target, options_);
    host_.PrintOut(IsJson() ? WhyJson(chain) + "\n" : WhyText(chain));
    return host_.is_interrupted() ? kStopped : kDone;
  }

  const Arguments& arguments_;
  Host& host_;
  const double start_ = host_.Now();
  double last_shown_ = 0;
  bool is_shown_ = false;
  std::optional<Why::Bad> bad_;
  std::optional<AskedCell> asked_;
  WhyOptions options_;
  uint64_t execution_ = 0;
  uint64_t line_ = 0;
  ProcessId process_;
  std::shared_ptr<const Program> program_;
  std::unique_ptr<Why> why_;
};

int RunWhy(const Arguments& arguments, Host& host) { return WhyCommand(arguments, host).Execute(); }

}  // namespace

const Subcommand kWhyCommand = {"why",
                                "FILE [CELL] [options]",
                                "where a number came from, or what depends on it",
                                kWhyOptions,
                                RunWhy,
                                kWhyExamples};

}  // namespace paddock::cli
