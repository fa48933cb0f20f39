// Properties of every program, tested on random ones. `paddock_generator --check FIRST COUNT` tests
// any number of them.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>

#include "core/api/query/hash.h"
#include "core/dialect/op_info.h"
#include "tests/generate/chains.h"
#include "tests/generate/influence.h"
#include "tests/generate/program.h"
#include "tests/generate/properties.h"

namespace paddock::generate {
namespace {

TEST_CASE("random programs print, stop and run at both levels and in threads alike", "[generate]") {
  int unimplemented = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const std::string text = WriteProgram(seed);
    const Finding finding = TestProgram(text, seed);
    unimplemented += finding.is_unimplemented;
    if (finding.problem.empty() || finding.is_unimplemented) continue;
    FAIL_CHECK("program " << seed << ": " << finding.problem << "\n" << text);
  }
  // Otherwise this would test nothing.
  CHECK(unimplemented < 60);
}

TEST_CASE("random programs of related shapes do so too", "[generate]") {
  int unimplemented = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const std::string text = WriteRelatedProgram(seed);
    const Finding finding = TestProgram(text, seed);
    unimplemented += finding.is_unimplemented;
    if (finding.problem.empty() || finding.is_unimplemented) continue;
    FAIL_CHECK("related program " << seed << ": " << finding.problem << "\n" << text);
  }
  CHECK(unimplemented < 10);
}

TEST_CASE("random programs that move the elements of large arrays do so too", "[generate]") {
  int unimplemented = 0;
  for (uint64_t seed = 0; seed < 900; ++seed) {
    const Finding finding = TestProgram(WriteMovedProgram(seed), seed);
    unimplemented += finding.is_unimplemented;
    if (finding.problem.empty() || finding.is_unimplemented) continue;
    // The text may have a megabyte: `paddock_generator --moved SEED` prints it.
    FAIL_CHECK("moved program " << seed << ": " << finding.problem);
  }
  CHECK(unimplemented < 10);
}

TEST_CASE("random grids of processes give the same bits and messages in every mode", "[generate]") {
  int missed = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const std::string text = WriteGridProgram(seed);
    const Finding finding = TestProgram(text, seed);
    missed += finding.misses;
    if (finding.problem.empty() || finding.is_unimplemented) continue;
    FAIL_CHECK("grid program " << seed << ": " << finding.problem << "\n" << text);
  }
  // Otherwise few bits would be compared.
  CHECK(missed < 15);
}

TEST_CASE("programs with open sizes give the results of their closed version", "[generate]") {
  int unimplemented = 0, open = 0;
  for (uint64_t seed = 0; seed < 150; ++seed) {
    const OpenProgram program = WriteOpenProgram(seed);
    open += program.open != program.closed;
    const Finding finding = TestOpenProgram(program, seed);
    unimplemented += finding.is_unimplemented;
    if (finding.problem.empty() || finding.is_unimplemented) continue;
    FAIL_CHECK("open program " << seed << ": " << finding.problem << "\n" << program.open);
  }
  // Otherwise this would test nothing.
  CHECK(open > 140);
  CHECK(unimplemented < 20);
}

TEST_CASE("a seed always gives the same program", "[generate]") {
  CHECK(WriteProgram(17) == WriteProgram(17));
  CHECK(WriteProgram(17) != WriteProgram(18));
}

// The expected hash changes with the generator and the table of operations: replace it by the
// printed one. If compilers disagree, two random numbers are drawn in arguments of one call
// (program.h).
TEST_CASE("a seed gives the same program with every compiler", "[generate][one-thread]") {
  std::string all;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const OpenProgram program = WriteOpenProgram(seed);
    all += WriteProgram(seed) + WriteRelatedProgram(seed) + WriteGridProgram(seed) + program.open +
           program.closed;
  }
  // These are longer.
  for (uint64_t seed = 0; seed < 20; ++seed) all += WriteMovedProgram(seed);
  CHECK(HashText(all) == 0x9BEFD0BB86253A52);
}

// The specification leaves the bits and the next state to the implementation, so each cell of the
// state is related to all of them; the algorithms keep the key unchanged.
constexpr std::string_view kWidelyRelated[] = {"stablehlo.rng_bit_generator"};

TEST_CASE("cells affect exactly the results of their index relation", "[generate][one-thread]") {
  InfluenceReport report;
  for (uint64_t seed = 0; seed < 250; ++seed) TestInfluence(seed, report);
  for (const std::string& problem : report.problems) FAIL_CHECK(problem);
  // Whether a change is visible depends on the other values: one narrow random number in 256 is
  // unchanged. So one operation with all changes visible suffices, among those that occur often.
  for (const auto& [name, count] : report.counts) {
    if (std::ranges::find(kWidelyRelated, name) != std::end(kWidelyRelated)) continue;
    INFO(name);
    if (count.tested >= 12) CHECK(count.complete > 0);
  }
}

TEST_CASE("an input cell changes only result cells whose chain names it",
          "[generate][one-thread]") {
  ChainReport report;
  for (uint64_t seed = 0; seed < 1000; ++seed) TestChains(seed, report);
  for (const std::string& problem : report.problems) FAIL_CHECK(problem);
  CAPTURE(report.programs, report.chains, report.open_chains, report.named, report.changed);
  CHECK(report.programs > 500);
  CHECK(report.open_chains < report.chains / 2);
  // A chain is a superset: values of a maximum or a select may hide a change.
  CHECK(report.changed > report.named / 4);
  for (const std::string& one : report.unexplained) FAIL_CHECK("nothing hides " + one);
}

// Operations that cannot be generated here: calls of the caller's functions, terminators, and
// operations that need the caller's queues.
constexpr std::string_view kNotGenerated[] = {
    "stablehlo.infeed",
    "stablehlo.outfeed",
    "stablehlo.custom_call",
    "stablehlo.return",
};

TEST_CASE("every operation that can run is generated", "[generate][one-thread]") {
  std::string all;
  for (uint64_t seed = 0; seed < 1500; ++seed) all += WriteProgram(seed);
  for (const OpInfo& info : OpTable()) {
    const bool is_of_family = info.dialect == "stablehlo" || info.dialect == "chlo";
    if (!is_of_family || !info.has_lower) continue;
    if (std::ranges::find(kNotGenerated, info.name) != std::end(kNotGenerated)) continue;
    INFO(info.name);
    const std::string name(info.name);
    const bool is_found = all.find(name + " ") != std::string::npos ||
                          all.find(name + "(") != std::string::npos ||
                          all.find("\"" + name + "\"") != std::string::npos;
    CHECK(is_found);
  }
}

}  // namespace
}  // namespace paddock::generate
