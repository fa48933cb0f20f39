#include "cli/run/run_case.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/api/query/hash.h"
#include "core/api/run/session.h"
#include "core/text/parse/parse.h"

namespace paddock::cli {
namespace {

std::string FirstLine(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

// Describes the first error: "line 3: message".
std::string Describe(const std::vector<Diagnostic>& diagnostics, const Source& source) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::kError) continue;
    return "line " + std::to_string(source.Locate(diagnostic.span.begin).line) + ": " +
           FirstLine(diagnostic.message);
  }
  return "no reason given";
}

class CaseRunner {
 public:
  CaseRunner(const TestCase& test_case, const CaseOptions& options, Host& host)
      : case_(test_case), options_(options), host_(host) {}

  CaseOutcome Run() {
    program_ = Program::Load(case_.path, case_.text, {.strict = options_.strict}, case_.first_line);
    std::vector<ExpectedDiagnostic> errors, warnings;
    for (ExpectedDiagnostic& expected : FindExpectedDiagnostics(case_)) {
      (expected.is_warning ? warnings : errors).push_back(std::move(expected));
    }
    outcome_.reason = CheckWarnings(warnings);
    if (!outcome_.reason.empty()) return outcome_;
    if (!errors.empty()) {
      outcome_.reason = CheckRefusal(errors);
    } else if (program_->has_errors()) {
      outcome_.reason = Describe(program_->diagnostics(), program_->source());
    } else {
      outcome_.reason = FindUnboundComment();
      if (outcome_.reason.empty()) outcome_.reason = CheckPrinting();
      if (outcome_.reason.empty() && IsRunnable()) outcome_.reason = CheckRun();
    }
    outcome_.is_passed = outcome_.reason.empty();
    return outcome_;
  }

 private:
  bool IsRunnable() const {
    std::string problem;
    const FunctionInfo* entry = program_->FindEntry("", problem);
    if (entry == nullptr) return false;
    const bool needs_values = std::ranges::any_of(entry->arguments, [](const ParameterInfo& info) {
      return !info.handle.is(TypeKind::kToken);
    });
    // A case whose comments expect results but give no inputs is incomplete; running it reports
    // that.
    return !needs_values || program_->has_commented_inputs() ||
           !program_->example().expectations.empty();
  }

  // A misspelled expectation would never fail.
  std::string FindUnboundComment() const {
    for (const Diagnostic& diagnostic : program_->diagnostics()) {
      if (diagnostic.code != "example") continue;
      return "line " + std::to_string(program_->source().Locate(diagnostic.span.begin).line) +
             ": " + diagnostic.message;
    }
    return {};
  }

  // Errors of a run count as well, except unimplemented operations. In upstream's files, which are
  // not exact, violations of upstream's own rules also count, although they are warnings here.
  std::string CheckRefusal(std::span<const ExpectedDiagnostic> expected) {
    std::vector<Diagnostic> errors = program_->diagnostics();
    if (!program_->has_errors() && IsRunnable()) {
      for (Diagnostic& diagnostic : RunLevel(Level::kFast, simd::Numerics::kPortable).diagnostics) {
        if (diagnostic.code != "not-implemented") errors.push_back(std::move(diagnostic));
      }
    }
    std::erase_if(errors, [&](const Diagnostic& d) {
      return d.severity != Severity::kError && (case_.is_exact || !IsUpstreamRule(d.code));
    });
    if (errors.empty()) return "accepted, but an error is expected";
    return FindMissing("error", expected, errors);
  }

  // --strict turns warnings into errors.
  std::string CheckWarnings(std::span<const ExpectedDiagnostic> expected) const {
    std::vector<Diagnostic> warnings = program_->diagnostics();
    const Severity severity = options_.strict ? Severity::kError : Severity::kWarning;
    std::erase_if(warnings, [&](const Diagnostic& d) { return d.severity != severity; });
    return FindMissing("warning", expected, warnings);
  }

  // Returns the first expected diagnostic that is missing; empty if all are there.
  std::string FindMissing(const std::string& kind, std::span<const ExpectedDiagnostic> expected,
                          const std::vector<Diagnostic>& diagnostics) const {
    for (const ExpectedDiagnostic& one : expected) {
      if (case_.is_exact && one.is_pattern) {
        return "line " + std::to_string(one.line) + ": an exact file has texts, no patterns";
      }
      const bool is_found = std::ranges::any_of(diagnostics, [&](const Diagnostic& diagnostic) {
        return case_.is_exact ? Says(diagnostic, one) : Covers(diagnostic, one.line);
      });
      if (is_found) continue;
      const std::string what =
          case_.is_exact ? " at line " + std::to_string(one.line) + " says {{" + one.text + "}}"
                         : " covers line " + std::to_string(one.line);
      return "no " + kind + what +
             (diagnostics.empty()
                  ? ""
                  : "; the first one is at " + Describe(diagnostics, program_->source()));
    }
    return {};
  }

  // Returns whether the diagnostic is on the expected line, with the expected text in its message
  // or code.
  bool Says(const Diagnostic& diagnostic, const ExpectedDiagnostic& expected) const {
    return program_->source().Locate(diagnostic.span.begin).line == expected.line &&
           (diagnostic.message.find(expected.text) != std::string::npos ||
            diagnostic.code.find(expected.text) != std::string::npos);
  }

  // Returns whether the line is in the diagnostic's token, or in an operation around it.
  bool Covers(const Diagnostic& diagnostic, uint32_t line) const {
    const Span operation = program_->EnclosingOperation(diagnostic.span, true);
    const Span span = Cover(diagnostic.span, operation);
    const Source& source = program_->source();
    const uint32_t last = span.end > span.begin ? span.end - 1 : span.end;
    return source.Locate(span.begin).line <= line && line <= source.Locate(last).line;
  }

  std::string CheckPrinting() const {
    for (const auto& [form, name] :
         {std::pair(PrintForm::kPretty, "pretty"), std::pair(PrintForm::kGeneric, "generic")}) {
      const std::string printed = program_->Print(form);
      const auto again = Program::Load("<printed>", printed, {});
      if (again->has_errors()) {
        return std::string("its ") + name +
               " form cannot be read: " + Describe(again->diagnostics(), again->source());
      }
      if (!program_->IsSameProgram(*again)) {
        return std::string("its ") + name + " form is another program";
      }
      if (again->Print(form) != printed) {
        return std::string("its ") + name + " form is printed in another way when it is read";
      }
    }
    return {};
  }

  struct RunResult {
    std::vector<Diagnostic> diagnostics;
    uint64_t hash = 0;
    bool is_interrupted = false;
  };

  RunResult RunLevel(Level level, simd::Numerics numerics) const {
    RunResult result;
    SessionOptions options;
    options.level = level;
    options.numerics = numerics;
    options.memory_bytes = options_.memory_bytes;
    options.mode = options_.mode;
    options.threads = 1;  // cases share the processors
    const auto session = Session::Start(program_, std::move(options), result.diagnostics);
    if (session == nullptr) return result;
    constexpr int64_t kSlice = int64_t{200} << 20;
    StopReason reason = StopReason::kBudgetSpent;
    while (reason == StopReason::kBudgetSpent && !result.is_interrupted) {
      reason = session->Run(kSlice);
      result.is_interrupted = host_.is_interrupted();
    }
    result.diagnostics = session->diagnostics();
    if (reason != StopReason::kFinished) return result;
    result.hash = HashResults(session->all_results());
    for (Diagnostic& unmet : session->CheckExpectations()) {
      result.diagnostics.push_back(std::move(unmet));
    }
    return result;
  }

  std::string CheckRun() {
    if (options_.numerics != TestNumerics::kFast) {
      std::string reason = CheckLevels(simd::Numerics::kPortable);
      if (!reason.empty() || options_.numerics == TestNumerics::kPortable) return reason;
    }
    const std::string reason = CheckLevels(simd::Numerics::kFast);
    return reason.empty() ? "" : "fast numerics: " + reason;
  }

  std::string CheckLevels(simd::Numerics numerics) {
    const Level first = options_.level == TestLevel::kFaithful ? Level::kFaithful : Level::kFast;
    const RunResult result = RunLevel(first, numerics);
    if (result.is_interrupted) return "stopped";
    if (numerics == simd::Numerics::kPortable) outcome_.hash = result.hash;
    if (HasError(result)) return Describe(result.diagnostics, program_->source());
    if (options_.level != TestLevel::kBoth) return {};
    const RunResult faithful = RunLevel(Level::kFaithful, numerics);
    if (HasError(faithful)) {
      return "faithful level: " + Describe(faithful.diagnostics, program_->source());
    }
    return faithful.hash == result.hash ? "" : "the levels fast and faithful give other bits";
  }

  static bool HasError(const RunResult& result) {
    return std::ranges::any_of(result.diagnostics, [](const Diagnostic& diagnostic) {
      return diagnostic.severity == Severity::kError;
    });
  }

  const TestCase& case_;
  const CaseOptions& options_;
  Host& host_;
  std::shared_ptr<const Program> program_;
  CaseOutcome outcome_;
};

}  // namespace

CaseOutcome RunCase(const TestCase& test_case, const CaseOptions& options, Host& host) {
  const double start = host.Now();
  CaseOutcome outcome = CaseRunner(test_case, options, host).Run();
  outcome.seconds = host.Now() - start;
  return outcome;
}

}  // namespace paddock::cli
