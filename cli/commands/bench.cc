// paddock bench.
#include <algorithm>
#include <cstdio>
#include <optional>

#include "cli/commands/command.h"
#include "cli/files/program_file.h"
#include "cli/options/counts.h"
#include "cli/options/session_options.h"
#include "cli/report/trace_file.h"
#include "core/api/observe/profile.h"
#include "core/diagnostics/json.h"

namespace paddock::cli {
namespace {

constexpr OptionInfo kBenchOptions[] = {
    kEntryOption,
    {"--input", "N=VALUE", "as for run; missing inputs are random:1"},
    {"--runs", "N", "measured runs, after one warm-up run (5)"},
    {"--profile", "",
     "one more run: the time of each operation, compared with the machine's limits"},
    {"--trace", "FILE.json", "write that run for Perfetto or chrome://tracing"},
    kTraceLimitOption,
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
  // Least processor time of a run, which stays meaningful on a busy machine.
  double cpu_seconds = 0;
  double plan_seconds = 0;
  Counts counts;
  MemoryUse memory;

  double median() const {
    std::vector<double> sorted = seconds;
    std::ranges::sort(sorted);
    const size_t middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
  double gflops() const { return static_cast<double>(counts.operations) / median() / 1e9; }
  double gbytes() const { return static_cast<double>(counts.bytes) / median() / 1e9; }
};

class Bench {
 public:
  Bench(const Arguments& arguments, Host& host)
      : arguments_(arguments), host_(host), is_json_(arguments.Get("--format") == "json") {}

  int Execute() {
    if (arguments_.positional().size() != 1) return Complain(host_, "bench needs one FILE");
    uint64_t runs = 5;
    if (!ReadCount(arguments_, "--runs", runs, host_)) return kMisused;
    if (runs == 0) return Complain(host_, "--runs takes at least 1");
    if (!ReadCount(arguments_, kTraceLimitOption.name, trace_limit_, host_)) return kMisused;
    program_ = LoadFile(arguments_.positional()[0], host_);
    if (const int code = PrintLoaded(program_.get(), host_); code != kDone) return code;
    auto prepared = PrepareRun(*program_, arguments_, host_);
    if (!prepared) return prepared.error().code;
    // Once for all runs.
    if (!FillMissing(*program_, *prepared, host_) ||
        !MakeRandomInputs(*program_, {}, *prepared, host_)) {
      return kRefused;
    }
    for (uint64_t i = 0; i <= runs; ++i) {
      if (const int code = RunOnce(prepared->options, i != 0); code != kDone) return code;
    }
    if (arguments_.Has("--profile") || arguments_.Has("--trace")) {
      if (const int code = RunWatched(prepared->options); code != kDone) return code;
    }
    Print(*prepared);
    return kDone;
  }

 private:
  int RunOnce(const SessionOptions& options, bool is_counted) {
    const double start = host_.Now();
    const auto session = Start(options);
    if (session == nullptr) return kRefused;
    const double planned = host_.Now();
    const double cpu = host_.CpuSeconds();
    if (const int code = Finish(*session); code != kDone) return code;
    if (!is_counted) {
      // Later runs have the same plan.
      figures_.plan_seconds = planned - start;
      return kDone;
    }
    const double worked = host_.CpuSeconds() - cpu;
    const bool is_first = figures_.seconds.empty();
    figures_.cpu_seconds = is_first ? worked : std::min(figures_.cpu_seconds, worked);
    figures_.seconds.push_back(host_.Now() - planned);
    figures_.counts = session->counts();
    figures_.memory = session->memory_use();
    return kDone;
  }

  std::unique_ptr<Session> Start(const SessionOptions& options) {
    std::vector<Diagnostic> diagnostics;
    auto session = Session::Start(program_, options, diagnostics);
    PrintDiagnostics(host_, diagnostics, program_->source());
    return session;
  }

  int Finish(Session& session) {
    const RunOutcome outcome = RunToEnd(session, 0, host_);
    if (outcome.is_interrupted) return kStopped;
    PrintDiagnostics(host_, session.diagnostics(), program_->source());
    return outcome.reason == StopReason::kFinished ? kDone : kRefused;
  }

  // Makes a separate run: listeners of each step slow it down.
  int RunWatched(SessionOptions options) {
    Profile profile;
    Trace trace(trace_limit_);
    if (arguments_.Has("--trace")) trace.Listen(options);
    if (arguments_.Has("--profile")) profile.Listen(options);
    const auto session = Start(options);
    if (session == nullptr) return kRefused;
    if (const int code = Finish(*session); code != kDone) return code;
    if (arguments_.Has("--profile")) {
      const MachineLimits limits = MeasureLimits(ThreadsOf(options));
      report_ = profile.Report(*program_, *session, limits);
    }
    if (!arguments_.Has("--trace")) return kDone;
    const std::string path(arguments_.Get("--trace"));
    return WriteTrace(trace, *program_, session->grid(), path, host_) ? kDone : kMisused;
  }

  void Print(const PreparedRun& run) {
    const bool is_random = !run.missing.empty() && !program_->has_commented_inputs();
    host_.PrintOut(is_json_ ? AsJson(run.options, is_random) : AsText(run.options, is_random));
  }

  std::string AsText(const SessionOptions& options, bool is_random) const {
    const auto [least, most] = std::ranges::minmax(figures_.seconds);
    char text[512];
    std::snprintf(
        text, sizeof(text),
        "%zu runs: median %.3f ms (%.3f to %.3f), planned in %.3f ms, %.3f ms of processors\n"
        "%.2f GFLOP/s, %.2f GB/s (%llu operations, %llu bytes), peak %llu bytes\n",
        figures_.seconds.size(), figures_.median() * 1e3, least * 1e3, most * 1e3,
        figures_.plan_seconds * 1e3, figures_.cpu_seconds * 1e3, figures_.gflops(),
        figures_.gbytes(), static_cast<unsigned long long>(figures_.counts.operations),
        static_cast<unsigned long long>(figures_.counts.bytes),
        static_cast<unsigned long long>(figures_.memory.peak_bytes));
    std::string whole = text;
    whole += std::string(NumericsName(options.numerics)) + " numerics, " +
             std::string(LevelName(options.level)) + " level, " +
             std::to_string(ThreadsOf(options)) + " thread" + (ThreadsOf(options) == 1 ? "" : "s") +
             (is_random ? "; missing inputs are random:1" : "") + "\n";
    return report_ ? whole + "\n" + report_->Text() : whole;
  }

  std::string AsJson(const SessionOptions& options, bool is_random) const {
    const auto [least, most] = std::ranges::minmax(figures_.seconds);
    Json json;
    json.Member("runs", static_cast<uint64_t>(figures_.seconds.size()))
        .Member("median_ms", figures_.median() * 1e3)
        .Member("min_ms", least * 1e3)
        .Member("max_ms", most * 1e3)
        .Member("plan_ms", figures_.plan_seconds * 1e3)
        .Member("cpu_ms", figures_.cpu_seconds * 1e3)
        .Member("gflops", figures_.gflops())
        .Member("gbytes", figures_.gbytes())
        .Member("operations", figures_.counts.operations)
        .Member("bytes", figures_.counts.bytes)
        .Member("steps", figures_.counts.steps)
        .Member("allocations", figures_.memory.allocations)
        .Member("peak_bytes", figures_.memory.peak_bytes)
        .Member("arena_bytes", figures_.memory.arena_bytes)
        .Member("least_arena_bytes", figures_.memory.least_arena_bytes)
        .Member("numerics", NumericsName(options.numerics))
        .Member("random_inputs", is_random);
    if (report_) json.Raw("profile", report_->Json());
    return json.Object() + "\n";
  }

  const Arguments& arguments_;
  Host& host_;
  const bool is_json_;
  uint64_t trace_limit_ = Trace::kDefaultLimit;
  std::shared_ptr<const Program> program_;
  Figures figures_;
  std::optional<ProfileReport> report_;
};

int RunBench(const Arguments& arguments, Host& host) { return Bench(arguments, host).Execute(); }

}  // namespace

const Subcommand kBenchCommand = {"bench", "FILE [options]", "time a program", kBenchOptions,
                                  RunBench};

}  // namespace paddock::cli
