// paddock_generator FIRST [OPERATIONS]: prints program number FIRST.
// paddock_generator FIRST COUNT FOLDER: writes COUNT programs, from FIRST on, into files of FOLDER.
// paddock_generator --influence FIRST COUNT: tests index relations on the operations of programs.
// paddock_generator --chains FIRST COUNT: tests backward chains on programs.
// paddock_generator --grid ...: likewise for programs on grids of processes.
// paddock_generator --related ...: likewise for programs of few types and related shapes.
// paddock_generator --moved ...: likewise for programs that move the elements of large arrays.
// paddock_generator --open ...: likewise for programs with open sizes.
// paddock_generator --closed ...: likewise for the open programs with every size written.
// paddock_generator --grammar ...: likewise for programs by the specification's grammar.
// paddock_generator --file FILE: tests the properties of the program of a file, as of a seed's.
// paddock_generator --check FIRST COUNT [OPERATIONS]: prints the programs that violate a property.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "tests/generate/chains.h"
#include "tests/generate/grammar.h"
#include "tests/generate/influence.h"
#include "tests/generate/program.h"
#include "tests/generate/properties.h"

namespace {

using paddock::generate::Finding;

// A kind of program, chosen by the first argument.
struct Kind {
  std::string word;
  std::string (*write)(uint64_t seed, int64_t operations);
  Finding (*test)(uint64_t seed, int64_t operations);
  int64_t operations;
};

std::string WriteOpen(uint64_t seed, int64_t operations) {
  return paddock::generate::WriteOpenProgram(seed, operations).open;
}
std::string WriteClosed(uint64_t seed, int64_t operations) {
  return paddock::generate::WriteOpenProgram(seed, operations).closed;
}

template <auto kWrite>
Finding Test(uint64_t seed, int64_t operations) {
  return paddock::generate::TestProgram(kWrite(seed, operations), seed);
}
Finding TestOpen(uint64_t seed, int64_t operations) {
  return TestOpenProgram(paddock::generate::WriteOpenProgram(seed, operations), seed);
}

using paddock::generate::TestGrammarProgram;
using paddock::generate::WriteGrammarProgram;
using paddock::generate::WriteGridProgram;
using paddock::generate::WriteMovedProgram;
using paddock::generate::WriteProgram;
using paddock::generate::WriteRelatedProgram;

const Kind kKinds[] = {{"--grid", WriteGridProgram, Test<WriteGridProgram>, 8},
                       {"--related", WriteRelatedProgram, Test<WriteRelatedProgram>, 20},
                       {"--moved", WriteMovedProgram, Test<WriteMovedProgram>, 14},
                       {"--open", WriteOpen, TestOpen, 12},
                       {"--closed", WriteClosed, Test<WriteClosed>, 12},
                       {"--grammar", WriteGrammarProgram, TestGrammarProgram, 8},
                       {"", WriteProgram, Test<WriteProgram>, 20}};

uint64_t Number(const std::string& text) { return std::strtoull(text.c_str(), nullptr, 10); }

int WriteFiles(const Kind& kind, uint64_t first, uint64_t count, const std::string& folder) {
  for (uint64_t i = first; i < first + count; ++i) {
    std::ofstream(folder + "/" + std::to_string(i) + ".mlir") << kind.write(i, kind.operations);
  }
  return 0;
}

int TestPrograms(const Kind& kind, int64_t operations, uint64_t first, uint64_t count) {
  uint64_t failed = 0, unimplemented = 0;
  for (uint64_t i = first; i < first + count; ++i) {
    const Finding finding = kind.test(i, operations);
    if (finding.problem.empty()) continue;
    ++(finding.is_unimplemented ? unimplemented : failed);
    std::printf("%llu: %s\n", static_cast<unsigned long long>(i), finding.problem.c_str());
    std::fflush(stdout);
  }
  std::printf("%llu failed, %llu with operations that cannot run yet, of %llu\n",
              static_cast<unsigned long long>(failed),
              static_cast<unsigned long long>(unimplemented),
              static_cast<unsigned long long>(count));
  return failed == 0 ? 0 : 1;
}

int TestFile(const std::string& name) {
  std::ifstream file(name);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const Finding finding = paddock::generate::TestProgram(text, 0);
  std::printf("%s\n", finding.problem.c_str());
  return finding.problem.empty() ? 0 : 1;
}

int TestRelations(uint64_t first, uint64_t count) {
  paddock::generate::InfluenceReport report;
  for (uint64_t i = first; i < first + count; ++i) TestInfluence(i, report);
  for (const std::string& problem : report.problems) std::printf("%s\n", problem.c_str());
  for (const auto& [name, of_op] : report.counts) {
    std::printf("%s: every pair of cells mattered in %d of %d\n", name.c_str(), of_op.complete,
                of_op.tested);
  }
  std::printf("%zu wrong\n", report.problems.size());
  return report.problems.empty() ? 0 : 1;
}

void PrintCounts(const std::map<std::string, int, std::less<>>& counts) {
  for (const auto& [name, count] : counts) std::printf("  %s: %d\n", name.c_str(), count);
}

int TestChainsOfPrograms(uint64_t first, uint64_t count) {
  paddock::generate::ChainReport report;
  for (uint64_t i = first; i < first + count; ++i) TestChains(i, report);
  std::printf("cells of chains:\n");
  PrintCounts(report.cells);
  std::printf("operations that hid a change:\n");
  PrintCounts(report.hidden_by);
  for (const std::string& one : report.unexplained) std::printf("unexplained: %s\n", one.c_str());
  for (const std::string& problem : report.problems) std::printf("%s\n", problem.c_str());
  std::printf("%d programs, %d chains, of which %d end at an operation without a relation\n",
              report.programs, report.chains, report.open_chains);
  std::printf("%d changes of named cells, of which %d changed the result; %zu unexplained\n",
              report.named, report.changed, report.unexplained.size());
  std::printf("%zu wrong\n", report.problems.size());
  return report.problems.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const Kind* kind = std::ranges::find_if(kKinds, [&](const Kind& each) {
    return each.word.empty() || (!words.empty() && words[0] == each.word);
  });
  if (!kind->word.empty()) words.erase(words.begin());
  if (words.size() == 2 && words[0] == "--file") return TestFile(words[1]);
  if (words.size() == 3 && words[0] == "--influence" && kind->word.empty()) {
    return TestRelations(Number(words[1]), Number(words[2]));
  }
  if (words.size() == 3 && words[0] == "--chains" && kind->word.empty()) {
    return TestChainsOfPrograms(Number(words[1]), Number(words[2]));
  }
  if (words.size() >= 3 && words[0] == "--check") {
    const int64_t operations =
        words.size() > 3 ? static_cast<int64_t>(Number(words[3])) : kind->operations;
    return TestPrograms(*kind, operations, Number(words[1]), Number(words[2]));
  }
  if (words.size() == 3) return WriteFiles(*kind, Number(words[0]), Number(words[1]), words[2]);
  if (words.size() == 1 || words.size() == 2) {
    const int64_t operations =
        words.size() == 2 ? static_cast<int64_t>(Number(words[1])) : kind->operations;
    std::fputs(kind->write(Number(words[0]), operations).c_str(), stdout);
    return 0;
  }
  std::fputs(
      "usage: paddock_generator [KIND] FIRST [OPERATIONS | COUNT FOLDER] | [KIND] --check FIRST "
      "COUNT [OPERATIONS] | --file FILE | --influence FIRST COUNT | --chains FIRST COUNT\n"
      "KIND: --grid, --related, --moved, --open, --closed or --grammar\n",
      stderr);
  return 2;
}
