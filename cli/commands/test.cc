// paddock test.
#include <algorithm>
#include <cstdio>
#include <mutex>

#include "cli/cases/test_cases.h"
#include "cli/commands/command.h"
#include "cli/files/program_file.h"
#include "cli/options/counts.h"
#include "cli/options/session_options.h"
#include "cli/run/run_case.h"

namespace paddock::cli {
namespace {

constexpr OptionInfo kTestOptions[] = {
    {"--jobs", "N", "number of cases that run at once (1)"},
    {"--expect-fail", "FILE", "known failures, each with its reason"},
    {"--level", "fast|faithful|both", "level; both compares the bits (fast)"},
    {"--numerics", "portable|fast|both", "numerics; both runs each case in the two (portable)"},
    kModeOption,
    {"--strict", "", "treat deviations that upstream allows as errors"},
    {"--memory", "BYTES", "limit on the live values of a case (4G)"},
    {"--format", "text|json|junit", "text names each case"},
    {"--quiet", "", "text: only failures and the last line"},
};

enum class Verdict : uint8_t { kPassed, kFailed, kKnown };

std::string_view Name(Verdict verdict) {
  static constexpr std::string_view kNames[] = {"passed", "failed", "known"};
  return kNames[static_cast<size_t>(verdict)];
}

struct CaseResult {
  const TestCase* test_case = nullptr;
  CaseOutcome outcome;
  Verdict verdict = Verdict::kFailed;

  std::string place() const { return test_case->path + ":" + std::to_string(test_case->number); }
};

std::string Escaped(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return escaped;
}

std::string Seconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.4f", seconds);
  return text;
}

class TestRun {
 public:
  TestRun(const Arguments& arguments, Host& host)
      : arguments_(arguments), host_(host), format_(arguments.Get("--format")) {}

  int Execute() {
    if (const int code = ReadOptions(); code != kDone) return code;
    if (const int code = CollectCases(); code != kDone) return code;
    results_.resize(cases_.size());
    host_.ForEach(cases_.size(), static_cast<int>(jobs_), [this](size_t i) { RunAt(i); });
    return Report();
  }

 private:
  int ReadOptions() {
    if (arguments_.positional().empty()) return Complain(host_, "test needs a PATH");
    if (!format_.empty() && format_ != "text" && format_ != "json" && format_ != "junit") {
      return Complain(host_, "--format is text, json or junit, not '" + std::string(format_) + "'");
    }
    const std::string_view level = arguments_.Get("--level");
    if (!level.empty() && level != "fast" && level != "faithful" && level != "both") {
      return Complain(host_, "--level is fast, faithful or both, not '" + std::string(level) + "'");
    }
    if (level == "faithful") options_.level = TestLevel::kFaithful;
    if (level == "both") options_.level = TestLevel::kBoth;
    if (const int code = ReadNumerics(); code != kDone) return code;
    options_.strict = arguments_.Has("--strict");
    const auto mode = ReadGridMode(arguments_, host_);
    if (!mode) return mode.error().code;
    options_.mode = *mode;
    if (!ReadCount(arguments_, "--jobs", jobs_, host_) ||
        !ReadMemory(arguments_, options_.memory_bytes, host_)) {
      return kMisused;
    }
    if (jobs_ == 0 || jobs_ > 1024) return Complain(host_, "--jobs takes 1 to 1024");
    if (jobs_ > 1 && !host_.runs_at_once()) {
      return Complain(host_, "--jobs: over WebAssembly cases run one after the other");
    }
    return ReadKnownFailures();
  }

  int ReadNumerics() {
    const std::string_view numerics = arguments_.Get("--numerics");
    if (numerics == "fast") {
      options_.numerics = TestNumerics::kFast;
    } else if (numerics == "both") {
      options_.numerics = TestNumerics::kBoth;
    } else if (!numerics.empty() && numerics != "portable") {
      return Complain(host_,
                      "--numerics is portable, fast or both, not '" + std::string(numerics) + "'");
    }
    return kDone;
  }

  int ReadKnownFailures() {
    for (std::string_view path : arguments_.GetAll("--expect-fail")) {
      std::string problem;
      const auto text = host_.Read(std::string(path), problem);
      if (!text) return Complain(host_, problem);
      for (KnownFailure& failure : ParseKnownFailures(*text, problem)) {
        known_.push_back(std::move(failure));
      }
      if (!problem.empty()) return Complain(host_, std::string(path) + ": " + problem);
    }
    return kDone;
  }

  int CollectCases() {
    for (const std::string& path : arguments_.positional()) {
      switch (host_.Stat(path)) {
        case PathKind::kNone:
          return Complain(host_, path + ": is not there");
        case PathKind::kFile:
          if (!AddFile(path)) return kMisused;
          break;
        case PathKind::kFolder:
          for (const std::string& file : host_.List(path)) {
            const bool is_program = file.ends_with(".mlir") || file.ends_with(".md");
            if (is_program && !AddFile(file)) return kMisused;
          }
      }
    }
    return kDone;
  }

  bool AddFile(const std::string& path) {
    std::string problem;
    const auto text = host_.Read(path, problem);
    if (!text) {
      Complain(host_, problem);
      return false;
    }
    for (TestCase& test_case : SplitCases(path, *text)) cases_.push_back(std::move(test_case));
    return true;
  }

  void RunAt(size_t index) {
    CaseResult result;
    result.test_case = &cases_[index];
    if (!host_.is_interrupted()) {
      result.outcome = RunCase(cases_[index], options_, host_);
    } else {
      result.outcome.reason = "stopped";
    }
    const std::lock_guard lock(mutex_);
    KnownFailure* known = FindKnownFailure(known_, cases_[index]);
    if (known == nullptr) {
      result.verdict = result.outcome.is_passed ? Verdict::kPassed : Verdict::kFailed;
    } else if (result.outcome.is_passed) {
      result.verdict = Verdict::kFailed;
      result.outcome.reason = "passes, but is listed as known to fail: " + known->reason;
    } else {
      result.verdict = Verdict::kKnown;
      result.outcome.reason += " (known: " + known->reason + ")";
    }
    results_[index] = std::move(result);
    PrintFinished();
  }

  // Prints finished cases in order, up to the first unfinished one.
  void PrintFinished() {
    while (printed_ < results_.size() && results_[printed_].test_case != nullptr) {
      const CaseResult& result = results_[printed_++];
      ++counts_[static_cast<size_t>(result.verdict)];
      if (!is_text()) continue;
      if (result.verdict == Verdict::kPassed) {
        if (!arguments_.Has("--quiet")) host_.PrintOut("PASS " + result.place() + "\n");
      } else {
        host_.PrintOut((result.verdict == Verdict::kKnown ? "KNOWN " : "FAIL ") + result.place() +
                       ": " + result.outcome.reason + "\n");
      }
    }
  }

  bool is_text() const { return format_.empty() || format_ == "text"; }

  int Report() {
    const size_t failed = counts_[static_cast<size_t>(Verdict::kFailed)];
    if (format_ == "json") host_.PrintOut(Json());
    if (format_ == "junit") host_.PrintOut(Junit());
    const size_t known = counts_[static_cast<size_t>(Verdict::kKnown)];
    std::string line =
        std::to_string(counts_[0]) + " passed, " + std::to_string(failed) + " failed";
    if (known != 0) line += ", " + std::to_string(known) + " known";
    if (is_text()) host_.PrintOut(line + "\n");
    if (host_.is_interrupted()) return kStopped;
    return failed == 0 ? kDone : kRefused;
  }

  std::string Json() const {
    std::string text = "{\"cases\": [";
    for (const CaseResult& result : results_) {
      char hash[24];
      std::snprintf(hash, sizeof(hash), "%016llx",
                    static_cast<unsigned long long>(result.outcome.hash));
      text += std::string(text.size() > 11 ? "," : "") +
              "\n  {\"path\": " + JsonString(result.test_case->path) +
              ", \"case\": " + std::to_string(result.test_case->number) + ", \"verdict\": \"" +
              std::string(Name(result.verdict)) +
              "\", \"reason\": " + JsonString(result.outcome.reason) + ", \"hash\": \"" + hash +
              "\", \"seconds\": " + Seconds(result.outcome.seconds) + "}";
    }
    return text + "\n], \"passed\": " + std::to_string(counts_[0]) +
           ", \"failed\": " + std::to_string(counts_[1]) +
           ", \"known\": " + std::to_string(counts_[2]) + "}\n";
  }

  std::string Junit() const {
    std::string text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"paddock\" tests=\"" +
        std::to_string(results_.size()) + "\" failures=\"" + std::to_string(counts_[1]) +
        "\" skipped=\"" + std::to_string(counts_[2]) + "\">\n";
    for (const CaseResult& result : results_) {
      text += "  <testcase classname=\"" + Escaped(result.test_case->path) + "\" name=\"case " +
              std::to_string(result.test_case->number) + "\" time=\"" +
              Seconds(result.outcome.seconds) + "\">";
      const std::string reason = Escaped(result.outcome.reason);
      if (result.verdict == Verdict::kFailed) text += "<failure message=\"" + reason + "\"/>";
      if (result.verdict == Verdict::kKnown) text += "<skipped message=\"" + reason + "\"/>";
      text += "</testcase>\n";
    }
    return text + "</testsuite>\n";
  }

  const Arguments& arguments_;
  Host& host_;
  std::string_view format_;
  CaseOptions options_;
  uint64_t jobs_ = 1;
  std::vector<KnownFailure> known_;
  std::vector<TestCase> cases_;
  std::mutex mutex_;
  std::vector<CaseResult> results_;
  size_t printed_ = 0;
  size_t counts_[3] = {};
};

int RunTest(const Arguments& arguments, Host& host) { return TestRun(arguments, host).Execute(); }

}  // namespace

const Subcommand kTestCommand = {"test", "PATH...", "run the cases of files and folders",
                                 kTestOptions, RunTest};

}  // namespace paddock::cli
