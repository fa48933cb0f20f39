// paddock run.
#include <cstdio>

#include "cli/command.h"
#include "cli/session_options.h"
#include "core/io/npy.h"
#include "core/tensor/print_value.h"

namespace paddock::cli {
namespace {

// Longer values are printed with their middle left out; --format json prints them whole.
constexpr int64_t kElideAbove = 1000;

constexpr OptionInfo kOptions[] = {
    kEntryOption,
    kInputOption,
    {"--output", "N=@FILE.npy", "write result N (index or name) to a file"},
    kLevelOption,
    kNumericsOption,
    kThreadsOption,
    kMemoryOption,
    {"--work", "BUDGET", "stop after so much work (one unit is about 0.25 ns)"},
    {"--time", "", "print how long it took and the bytes it needed"},
    {"--format", "text|json", "how results and diagnostics are printed"},
};

class Run {
 public:
  Run(const Arguments& arguments, Host& host)
      : arguments_(arguments), host_(host), is_json_(arguments.Get("--format") == "json") {}

  int Execute() {
    if (arguments_.positional().size() != 1) return Complain(host_, "run needs one FILE");
    const std::string_view format = arguments_.Get("--format");
    if (!format.empty() && format != "text" && format != "json") {
      return Complain(host_, "--format is text or json, not '" + std::string(format) + "'");
    }
    uint64_t budget = 0;
    if (!ReadCount(arguments_, "--work", budget, host_)) return kMisused;
    program_ = LoadFile(arguments_.positional()[0], host_);
    if (program_ == nullptr) return kMisused;
    Show(program_->diagnostics());
    if (program_->has_errors()) return Finish(kRefused);
    auto prepared = PrepareRun(*program_, arguments_, host_);
    if (!prepared) return prepared.error().code;
    return Start(*std::move(prepared), budget);
  }

 private:
  int Start(PreparedRun run, uint64_t budget) {
    numerics_ = run.options.numerics;
    run.options.on_print = [this](std::string_view text) {
      if (is_json_) {
        host_.PrintError(text);
      } else {
        host_.PrintOut(text);
      }
    };
    const double start = host_.Now();
    std::vector<Diagnostic> diagnostics;
    const auto session = Session::Start(program_, std::move(run.options), diagnostics);
    Show(diagnostics);
    if (session == nullptr) return Finish(kRefused);
    const double planned = host_.Now();
    const RunOutcome outcome = RunToEnd(*session, budget, host_);
    if (arguments_.Has("--time")) PrintTime(*session, planned - start, host_.Now() - planned);
    if (outcome.reason == StopReason::kFinished) return Conclude(*session);
    if (outcome.reason == StopReason::kBudgetSpent) return PrintStopped(*session, outcome);
    Show(session->diagnostics());
    return Finish(kRefused);
  }

  int Conclude(const Session& session) {
    const std::vector<Diagnostic> unmet = session.CheckExpectations();
    Show(unmet);
    const std::vector<Tensor>& results = session.results();
    for (size_t i = 0; i < results.size(); ++i) {
      if (!results[i].has_value()) continue;  // a token
      AddResult(results[i], session.result_types()[i]);
    }
    if (!is_json_) {
      host_.PrintError("ran @" + session.entry().name + " in " +
                       std::string(NumericsName(numerics_)) + " numerics\n");
    }
    const int code = WriteOutputs(session);
    if (code != kDone) return code;
    return Finish(unmet.empty() ? kDone : kRefused);
  }

  void AddResult(const Tensor& value, const std::string& type) {
    if (!is_json_) {
      host_.PrintOut(PrintValue(value, type, {.elide_above = kElideAbove}) + "\n");
      return;
    }
    if (!results_.empty()) results_ += ", ";
    results_ += "{\"type\": " + JsonString(type) + ", \"value\": " + PrintJson(value) + "}";
  }

  int WriteOutputs(const Session& session) {
    for (std::string_view given : arguments_.GetAll("--output")) {
      const size_t equals = given.find("=@");
      if (equals == std::string_view::npos) {
        return Complain(host_, "--output takes N=@FILE.npy, not '" + std::string(given) + "'");
      }
      const auto index = FindParameter(session.entry().results, given.substr(0, equals));
      if (!index || *index >= session.results().size() || !session.results()[*index].has_value()) {
        return Complain(host_, "@" + session.entry().name + " has no result '" +
                                   std::string(given.substr(0, equals)) + "' to write");
      }
      std::string problem;
      const std::string path(given.substr(equals + 2));
      if (!host_.Write(path, WriteNpy(session.results()[*index]), problem)) {
        return Complain(host_, problem);
      }
    }
    return kDone;
  }

  void PrintTime(const Session& session, double plan_seconds, double run_seconds) {
    char line[160];
    std::snprintf(line, sizeof(line),
                  "planned in %.3f ms, ran in %.3f ms, peak %llu bytes, %s numerics\n",
                  plan_seconds * 1e3, run_seconds * 1e3,
                  static_cast<unsigned long long>(session.peak_bytes()),
                  std::string(NumericsName(numerics_)).c_str());
    host_.PrintError(line);
  }

  int PrintStopped(const Session& session, const RunOutcome& outcome) {
    host_.PrintError(
        "stopped " +
        std::string(outcome.is_interrupted ? "on request" : "when the work budget was spent") +
        " at line " + std::to_string(session.current_line()) + "\n");
    return Finish(kStopped);
  }

  void Show(const std::vector<Diagnostic>& diagnostics) {
    if (is_json_) {
      shown_.insert(shown_.end(), diagnostics.begin(), diagnostics.end());
    } else {
      PrintDiagnostics(host_, diagnostics, program_->source());
    }
  }

  int Finish(int code) {
    if (!is_json_) return code;
    static constexpr std::string_view kStatus[] = {"done", "refused", "misused", "stopped"};
    host_.PrintOut("{\"status\": \"" + std::string(kStatus[code]) + "\", \"numerics\": \"" +
                   std::string(NumericsName(numerics_)) +
                   "\", \"diagnostics\": " + DiagnosticsJson(shown_, program_->source()) +
                   ", \"results\": [" + results_ + "]}\n");
    return code;
  }

  const Arguments& arguments_;
  Host& host_;
  const bool is_json_;
  std::shared_ptr<const Program> program_;
  simd::Numerics numerics_ = simd::Numerics::kFast;
  std::vector<Diagnostic> shown_;
  std::string results_;
};

int RunRun(const Arguments& arguments, Host& host) { return Run(arguments, host).Execute(); }

}  // namespace

const Subcommand kRunCommand = {"run", "FILE [options]", "run a program", kOptions, RunRun};

}  // namespace paddock::cli
