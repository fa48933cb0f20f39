// paddock cost.
#include "core/api/observe/cost.h"

#include <cstdio>

#include "cli/commands/command.h"
#include "cli/files/program_file.h"
#include "cli/options/session_options.h"
#include "cli/report/table.h"
#include "core/diagnostics/json.h"

namespace paddock::cli {
namespace {

constexpr OptionInfo kCostOptions[] = {
    {"--machine", "FILE", "the machine (docs/machine-model.md)"},
    kGridOption,
    kEntryOption,
    {"--input", "N=VALUE", "as for run, if the cost depends on values (random:1)"},
    kInfeedOption,
    kReceiveOption,
    kSeedOption,
    kMemoryOption,
    {"--format", "text|json", "how the estimate is printed"},
};

std::string NumberText(double value) {
  char text[40];
  std::snprintf(text, sizeof(text), "%.9g", value);
  return text;
}

class Cost {
 public:
  Cost(const Arguments& arguments, Host& host)
      : arguments_(arguments), host_(host), is_json_(arguments.Get("--format") == "json") {}

  int Execute() {
    if (arguments_.positional().size() != 1) return Complain(host_, "cost needs one FILE");
    if (!arguments_.Has("--machine")) {
      return Complain(host_, "cost needs --machine FILE; examples/machines has some");
    }
    auto machine = LoadMachine();
    if (!machine) return kMisused;
    program_ = LoadFile(arguments_.positional()[0], host_);
    if (const int code = PrintLoaded(program_.get(), host_); code != kDone) return code;
    auto prepared = PrepareRun(*program_, arguments_, host_);
    if (!prepared) return prepared.error().code;
    std::vector<Diagnostic> diagnostics;
    estimator_ =
        CostEstimator::Start(program_, prepared->options, *std::move(machine), diagnostics);
    PrintDiagnostics(host_, diagnostics, program_->source());
    if (estimator_ == nullptr) return kRefused;
    if (estimator_->needs_run()) {
      if (const int code = Run(*prepared); code != kDone) return code;
    }
    std::string problem;
    const auto report = estimator_->Estimate(problem);
    if (!report) return Complain(host_, problem, kRefused);
    host_.PrintOut(is_json_ ? Json(*report) : Text(*report));
    return kDone;
  }

 private:
  std::optional<MachineModel> LoadMachine() {
    std::string problem;
    const std::string path(arguments_.Get("--machine"));
    std::optional<std::string> text = host_.Read(path, problem);
    if (!text) {
      Complain(host_, problem);
      return std::nullopt;
    }
    const Source source(path, *std::move(text));
    DiagnosticSink sink;
    auto machine = ReadMachine(source, sink);
    PrintDiagnostics(host_, sink.diagnostics(), source);
    return machine;
  }

  int Run(PreparedRun& run) {
    if (!FillMissing(*program_, run, host_)) return kRefused;
    estimator_->Listen(run.options);
    std::vector<Diagnostic> diagnostics;
    const auto session = Session::Start(program_, run.options, diagnostics);
    PrintDiagnostics(host_, diagnostics, program_->source());
    if (session == nullptr) return kRefused;
    const RunOutcome outcome = RunToEnd(*session, 0, host_);
    if (outcome.is_interrupted) return kStopped;
    PrintDiagnostics(host_, session->diagnostics(), program_->source());
    return outcome.reason == StopReason::kFinished ? kDone : kRefused;
  }

  std::string LineOf(const CommunicationCost& row) const {
    return std::to_string(program_->source().Locate(row.site->span.begin).line);
  }

  static std::string NameOf(const CommunicationCost& row) {
    const std::string_view name = row.site->operation;
    return std::string(name.substr(name.find('.') + 1));
  }

  // --- Text.

  std::string Text(const CostReport& report) const {
    std::string text = "machine " + estimator_->machine().name + ": " + estimator_->topology() +
                       "; grid " + ToString(estimator_->grid()) + ", a process a chip; from " +
                       (estimator_->needs_run() ? "a run" : "the plan, without running") + "\n\n";
    if (!report.communications.empty()) text += Table(report) + "\n";
    text += "computation    " + Scaled(report.compute_seconds, "s") + "  " +
            Scaled(static_cast<double>(report.operations), "flop") + " and " +
            Scaled(static_cast<double>(report.bytes), "B") + " a process\n";
    text += "communication  " + Scaled(report.communication_seconds, "s") + "  a process\n";
    return text + "together       " + Scaled(report.seconds, "s") +
           "  the longest chain: " + Scaled(report.path_compute_seconds, "s") + " computation, " +
           Scaled(report.path_communication_seconds, "s") + " communication\n";
  }

  std::string Table(const CostReport& report) const {
    std::vector<std::vector<std::string>> rows = {{"line", "operation", "groups", "each gives",
                                                   "algorithm", "rounds", "busiest link", "time",
                                                   "times"}};
    for (const CommunicationCost& row : report.communications) {
      rows.push_back({LineOf(row), NameOf(row),
                      std::to_string(row.group_count) +
                          (row.is_message ? " pairs" : " x " + std::to_string(row.group_size)),
                      Scaled(static_cast<double>(row.bytes), "B"),
                      std::string(ToString(row.cost.algorithm)), std::to_string(row.cost.rounds),
                      Scaled(row.cost.busiest_link_bytes, "B"), Scaled(row.cost.seconds, "s"),
                      std::to_string(row.times)});
    }
    return AlignColumns(rows);
  }

  // --- JSON.

  std::string Json(const CostReport& report) const {
    const auto rows = JsonArray(report.communications, [&](const CommunicationCost& row) {
      return paddock::Json()
          .Member("operation", row.site->operation)
          .Raw("line", LineOf(row))
          .Raw("channel", std::to_string(row.site->channel))
          .Raw("groups", std::to_string(row.group_count))
          .Raw("group_size", std::to_string(row.group_size))
          .Member("bytes", row.bytes)
          .Member("algorithm", ToString(row.cost.algorithm))
          .Raw("rounds", std::to_string(row.cost.rounds))
          .Member("times", row.times)
          .Raw("seconds", NumberText(row.cost.seconds))
          .Raw("busiest_link_bytes", NumberText(row.cost.busiest_link_bytes))
          .Raw("total_link_bytes", NumberText(row.cost.total_link_bytes))
          .Raw("used_links", std::to_string(row.cost.used_links))
          .Raw("path_seconds", NumberText(row.path_seconds))
          .Object();
    });
    const GridSize grid = estimator_->grid();
    return paddock::Json()
               .Member("machine", std::string_view(estimator_->machine().name))
               .Member("topology", std::string_view(estimator_->topology()))
               .Raw("chips", std::to_string(estimator_->chip_count()))
               .Raw("grid", "[" + std::to_string(grid.replicas) + ", " +
                                std::to_string(grid.partitions) + "]")
               .Member("from", estimator_->needs_run() ? "run" : "plan")
               .Raw("communications", rows)
               .Raw("compute_seconds", NumberText(report.compute_seconds))
               .Member("operations", report.operations)
               .Member("bytes", report.bytes)
               .Raw("communication_seconds", NumberText(report.communication_seconds))
               .Raw("seconds", NumberText(report.seconds))
               .Raw("path_compute_seconds", NumberText(report.path_compute_seconds))
               .Raw("path_communication_seconds", NumberText(report.path_communication_seconds))
               .Object() +
           "\n";
  }

  const Arguments& arguments_;
  Host& host_;
  const bool is_json_;
  std::shared_ptr<const Program> program_;
  std::unique_ptr<CostEstimator> estimator_;
};

int RunCost(const Arguments& arguments, Host& host) { return Cost(arguments, host).Execute(); }

}  // namespace

const Subcommand kCostCommand = {"cost", "FILE --machine FILE [options]",
                                 "estimate a program on many chips", kCostOptions, RunCost};

}  // namespace paddock::cli
