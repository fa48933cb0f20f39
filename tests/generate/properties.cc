#include "tests/generate/properties.h"

#include <memory>
#include <utility>
#include <vector>

#include "core/api/query/hash.h"
#include "core/api/run/session.h"
#include "tests/generate/random.h"

namespace paddock::generate {
namespace {

std::string Describe(const std::vector<Diagnostic>& diagnostics, const Program& program) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::kError) continue;
    return "line " + std::to_string(program.source().Locate(diagnostic.span.begin).line) + ": " +
           diagnostic.message;
  }
  return {};
}

struct Outcome {
  std::string problem;
  bool is_unimplemented = false;
  uint64_t hash = 0;
  bool misses = false;
};

// Whether the diagnostics are those of processes that diverge.
bool IsMiss(const std::vector<Diagnostic>& diagnostics) {
  if (diagnostics.empty()) return false;
  const std::string& code = diagnostics[0].code;
  return code == "deadlock" || code == "grid-mismatch";
}

class PropertyTest {
 public:
  PropertyTest(const std::string& text, uint64_t seed)
      : program_(Program::Load("generated", text)), random_(seed) {}

  // Tests a single run.
  Finding OfOneRun() {
    if (std::string problem = Refusal(); !problem.empty()) return {problem};
    const Outcome whole = Run(Level::kFast, 1, false);
    return {whole.problem, whole.is_unimplemented, whole.misses, whole.hash};
  }

  Finding Result() {
    if (std::string problem = Refusal(); !problem.empty()) return {problem};
    if (std::string problem = ComparePrinted(); !problem.empty()) return {problem};
    return CompareRuns();
  }

 private:
  std::string Refusal() const {
    std::string problem = Describe(program_->diagnostics(), *program_);
    return problem.empty() ? problem : "is refused: " + problem;
  }

  std::string ComparePrinted() const {
    for (const auto& [form, name] :
         {std::pair(PrintForm::kPretty, "pretty"), std::pair(PrintForm::kGeneric, "generic")}) {
      const auto again = Program::Load("printed", program_->Print(form));
      if (std::string problem = Describe(again->diagnostics(), *again); !problem.empty()) {
        return std::string("its ") + name + " form is refused: " + problem;
      }
      if (!program_->IsSameProgram(*again)) {
        return std::string("its ") + name + " form is another program";
      }
    }
    return {};
  }

  Finding CompareRuns() {
    const Finding portable = CompareRunsOf(simd::Numerics::kPortable);
    if (!portable.problem.empty()) return portable;
    const Finding fast = CompareRunsOf(simd::Numerics::kFast);
    return fast.problem.empty() ? portable : Finding{"fast numerics: " + fast.problem};
  }

  Finding CompareRunsOf(simd::Numerics numerics) {
    numerics_ = numerics;
    const Outcome whole = Run(Level::kFast, 1, false);
    if (!whole.problem.empty() && !whole.misses) return {whole.problem, whole.is_unimplemented};
    const struct {
      const char* name;
      Level level;
      int threads;
      bool is_sliced;
      GridMode mode = GridMode::kCooperative;
    } kOthers[] = {{"level faithful", Level::kFaithful, 1, false},
                   {"slices of work", Level::kFast, 1, true},
                   {"slices of work at level faithful", Level::kFaithful, 1, true},
                   {"two threads", Level::kFast, 2, false},
                   {"two at once", Level::kFast, 2, false, GridMode::kThreads},
                   {"four at once in slices", Level::kFast, 4, true, GridMode::kThreads}};
    for (const auto& other : kOthers) {
      if (other.mode == GridMode::kThreads && !is_grid_) continue;
      const Outcome outcome = Run(other.level, other.threads, other.is_sliced, other.mode);
      if (outcome.problem != whole.problem) {
        return {std::string(other.name) + ": '" + outcome.problem + "' instead of '" +
                whole.problem + "'"};
      }
      if (outcome.hash != whole.hash) return {std::string(other.name) + ": other bits"};
    }
    return {"", false, whole.misses, whole.hash};
  }

  Outcome Run(Level level, int threads, bool is_sliced, GridMode mode = GridMode::kCooperative) {
    std::vector<Diagnostic> diagnostics;
    SessionOptions options;
    options.level = level;
    options.mode = mode;
    options.threads = threads;
    options.numerics = numerics_;
    const auto session = Session::Start(program_, std::move(options), diagnostics);
    if (session == nullptr) {
      const bool is_unimplemented =
          !diagnostics.empty() && diagnostics[0].code == "not-implemented";
      return {Describe(diagnostics, *program_), is_unimplemented};
    }
    is_grid_ = session->grid().process_count() > 1;
    StopReason reason = StopReason::kBudgetSpent;
    while (reason == StopReason::kBudgetSpent) {
      reason = session->Run(is_sliced ? random_.Between(1, 2000) : int64_t{1} << 40);
    }
    if (reason != StopReason::kFinished) {
      return {Describe(session->diagnostics(), *program_), false, 0,
              IsMiss(session->diagnostics())};
    }
    return {"", false, HashResults(session->all_results())};
  }

  std::shared_ptr<const Program> program_;
  Random random_;
  bool is_grid_ = false;
  simd::Numerics numerics_ = simd::Numerics::kPortable;
};

}  // namespace

Finding TestProgram(const std::string& text, uint64_t seed) {
  return PropertyTest(text, seed).Result();
}

Finding TestOpenProgram(const OpenProgram& program, uint64_t seed) {
  Finding open = TestProgram(program.open, seed);
  const Finding closed = PropertyTest(program.closed, seed).OfOneRun();
  // Processes that miss each other do so at other places of the text.
  if (open.misses && closed.misses) return open;
  if (!closed.problem.empty())
    return {"with sizes written: " + closed.problem, closed.is_unimplemented};
  if (open.problem.empty() && open.hash != closed.hash)
    open.problem = "with sizes written: other bits";
  return open;
}

}  // namespace paddock::generate
