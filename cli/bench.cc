// paddock bench.
#include <algorithm>
#include <cstdio>

#include "cli/command.h"
#include "cli/session_options.h"

namespace paddock::cli {
namespace {

constexpr OptionInfo kBenchOptions[] = {
    kEntryOption,
    {"--input", "N=VALUE", "as for run; arguments not given are random:1"},
    {"--runs", "N", "counted runs, after one that is not (5)"},
    kLevelOption,
    kNumericsOption,
    kSeedOption,
    kThreadsOption,
    kGridOption,
    kModeOption,
    kMemoryOption,
    {"--format", "text|json", "how the figures are printed"},
};

struct Figures {
  std::vector<double> seconds;
  // The least that a run took of processors: on a busy machine the time that says something.
  double cpu_seconds = 0;
  double plan_seconds = 0;
  Counts counts;
  uint64_t peak_bytes = 0;

  double median() const {
    std::vector<double> sorted = seconds;
    std::ranges::sort(sorted);
    const size_t middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
};

class Bench {
 public:
  Bench(const Arguments& arguments, Host& host) : arguments_(arguments), host_(host) {}

  int Execute() {
    if (arguments_.positional().size() != 1) return Complain(host_, "bench needs one FILE");
    uint64_t runs = 5;
    if (!ReadCount(arguments_, "--runs", runs, host_)) return kMisused;
    if (runs == 0) return Complain(host_, "--runs takes at least 1");
    program_ = LoadFile(arguments_.positional()[0], host_);
    if (program_ == nullptr) return kMisused;
    PrintDiagnostics(host_, program_->diagnostics(), program_->source());
    if (program_->has_errors()) return kRefused;
    auto prepared = PrepareRun(*program_, arguments_, host_);
    if (!prepared) return prepared.error().code;
    if (!FillMissing(*program_, *prepared, host_)) return kRefused;
    for (uint64_t i = 0; i <= runs; ++i) {
      if (const int code = RunOnce(prepared->options, i != 0); code != kDone) return code;
    }
    Print(*prepared);
    return kDone;
  }

 private:
  int RunOnce(const SessionOptions& options, bool is_counted) {
    std::vector<Diagnostic> diagnostics;
    const double start = host_.Now();
    const auto session = Session::Start(program_, options, diagnostics);
    PrintDiagnostics(host_, diagnostics, program_->source());
    if (session == nullptr) return kRefused;
    const double planned = host_.Now();
    const double cpu = host_.CpuSeconds();
    const RunOutcome outcome = RunToEnd(*session, 0, host_);
    if (outcome.is_interrupted) return kStopped;
    PrintDiagnostics(host_, session->diagnostics(), program_->source());
    if (outcome.reason != StopReason::kFinished) return kRefused;
    if (!is_counted) return kDone;
    const double worked = host_.CpuSeconds() - cpu;
    const bool is_first = figures_.seconds.empty();
    figures_.cpu_seconds = is_first ? worked : std::min(figures_.cpu_seconds, worked);
    figures_.seconds.push_back(host_.Now() - planned);
    figures_.plan_seconds = planned - start;
    figures_.counts = session->counts();
    figures_.peak_bytes = session->peak_bytes();
    return kDone;
  }

  void Print(const PreparedRun& run) {
    const double median = figures_.median();
    const double gflops = static_cast<double>(figures_.counts.operations) / median / 1e9;
    const double gbytes = static_cast<double>(figures_.counts.bytes) / median / 1e9;
    const auto [least, most] = std::ranges::minmax(figures_.seconds);
    char text[512];
    const bool is_json = arguments_.Get("--format") == "json";
    const char* form =
        is_json
            ? "{\"runs\": %zu, \"median_ms\": %.6f, \"min_ms\": %.6f, \"max_ms\": %.6f, "
              "\"plan_ms\": %.6f, \"cpu_ms\": %.6f, \"gflops\": %.3f, \"gbytes\": %.3f, "
              "\"operations\": %llu, "
              "\"bytes\": %llu, \"peak_bytes\": %llu, "
            : "%zu runs: median %.3f ms (%.3f to %.3f), planned in %.3f ms, %.3f ms of processors\n"
              "%.2f GFLOP/s, %.2f GB/s (%llu operations, %llu bytes), peak %llu bytes\n";
    std::snprintf(text, sizeof(text), form, figures_.seconds.size(), median * 1e3, least * 1e3,
                  most * 1e3, figures_.plan_seconds * 1e3, figures_.cpu_seconds * 1e3, gflops,
                  gbytes, static_cast<unsigned long long>(figures_.counts.operations),
                  static_cast<unsigned long long>(figures_.counts.bytes),
                  static_cast<unsigned long long>(figures_.peak_bytes));
    std::string line = text;
    const std::string numerics(NumericsName(run.options.numerics));
    const bool is_random = !run.missing.empty() && !program_->has_commented_inputs();
    if (is_json) {
      line += "\"numerics\": \"" + numerics +
              "\", \"random_inputs\": " + (is_random ? "true" : "false") + "}\n";
    } else {
      line += numerics + " numerics, " + std::string(LevelName(run.options.level)) + " level, " +
              std::to_string(run.options.threads) + " thread" +
              (run.options.threads == 1 ? "" : "s") +
              (is_random ? "; inputs not given are random:1" : "") + "\n";
    }
    host_.PrintOut(line);
  }

  const Arguments& arguments_;
  Host& host_;
  std::shared_ptr<const Program> program_;
  Figures figures_;
};

int RunBench(const Arguments& arguments, Host& host) { return Bench(arguments, host).Execute(); }

}  // namespace

const Subcommand kBenchCommand = {"bench", "FILE [options]", "time a program", kBenchOptions,
                                  RunBench};

}  // namespace paddock::cli
