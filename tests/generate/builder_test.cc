// Random programs, made again with the builder.
#include <catch2/catch_test_macros.hpp>

#include "core/api/build/rebuild_testing.h"
#include "core/api/run/session.h"
#include "tests/generate/program.h"

namespace paddock::generate {
namespace {

// Returns the results for numbers made from a seed, or what was wrong.
struct Outcome {
  std::vector<Tensor> results;
  std::string problem;
};

Outcome Run(const std::shared_ptr<const Program>& program) {
  SessionOptions options;
  const FunctionInfo& main = program->functions().back();
  options.entry = main.name;
  for (size_t leaf = 0; leaf < main.argument_leaves.size(); ++leaf) {
    options.random_inputs.push_back({leaf, 1, main.argument_leaves[leaf].shape});
  }
  std::vector<Diagnostic> diagnostics;
  const auto session = Session::Start(program, std::move(options), diagnostics);
  if (session == nullptr) return {{}, diagnostics.front().message};
  if (session->Run(1'000'000'000) == StopReason::kFinished) return {session->results(), {}};
  return {{}, session->diagnostics().empty() ? "" : session->diagnostics().front().message};
}

TEST_CASE("the builder rebuilds random programs with the same bits", "[generate]") {
  int compared = 0;
  for (uint64_t seed = 0; seed < 150; ++seed) {
    // Without the comments, whose inputs only the text has.
    const auto text = Program::Load("text", WriteProgram(seed));
    REQUIRE(!text->has_errors());
    build::Rebuild rebuild(*text);
    const auto built = rebuild.Make();
    INFO("program " << seed << ": " << rebuild.problem);
    REQUIRE(built != nullptr);
    REQUIRE(built->IsSameProgram(*text));
    const auto read = Program::Load("read", text->Print(PrintForm::kPretty));
    const Outcome one = Run(read);
    const Outcome other = Run(built);
    CHECK(one.problem == other.problem);
    REQUIRE(one.results.size() == other.results.size());
    for (size_t i = 0; i < one.results.size(); ++i) {
      const bool have_values = one.results[i].has_value() && other.results[i].has_value();
      CHECK((!have_values || IsBitwiseEqual(one.results[i], other.results[i])));
    }
    compared += one.problem.empty();
  }
  // Otherwise few bits would be compared.
  CHECK(compared > 100);
}

}  // namespace
}  // namespace paddock::generate
