// paddock_generator FIRST: prints program number FIRST.
// paddock_generator FIRST COUNT FOLDER: writes COUNT programs, from FIRST on, into files of FOLDER.
// paddock_generator --influence FIRST COUNT: the index relations of their operations, likewise.
// paddock_generator --judge FIRST COUNT [OPERATIONS]: prints what does not hold of which of them.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "tests/generate/influence.h"
#include "tests/generate/program.h"
#include "tests/generate/properties.h"

namespace {

using paddock::generate::JudgeProgram;
using paddock::generate::WriteProgram;

uint64_t Number(const std::string& text) { return std::strtoull(text.c_str(), nullptr, 10); }

int WriteFiles(uint64_t first, uint64_t count, const std::string& folder) {
  for (uint64_t i = first; i < first + count; ++i) {
    std::ofstream(folder + "/" + std::to_string(i) + ".mlir") << WriteProgram(i);
  }
  return 0;
}

int JudgePrograms(uint64_t first, uint64_t count, int64_t operations) {
  uint64_t failed = 0, unimplemented = 0;
  for (uint64_t i = first; i < first + count; ++i) {
    const auto judgement = JudgeProgram(WriteProgram(i, operations), i);
    if (judgement.problem.empty()) continue;
    ++(judgement.is_unimplemented ? unimplemented : failed);
    std::printf("%llu: %s\n", static_cast<unsigned long long>(i), judgement.problem.c_str());
    std::fflush(stdout);
  }
  std::printf("%llu failed, %llu with operations that cannot run yet, of %llu\n",
              static_cast<unsigned long long>(failed),
              static_cast<unsigned long long>(unimplemented),
              static_cast<unsigned long long>(count));
  return failed == 0 ? 0 : 1;
}

int JudgeRelations(uint64_t first, uint64_t count) {
  paddock::generate::InfluenceReport report;
  for (uint64_t i = first; i < first + count; ++i) JudgeInfluence(i, report);
  for (const std::string& problem : report.problems) std::printf("%s\n", problem.c_str());
  for (const auto& [name, of_op] : report.counts) {
    std::printf("%s: every pair of cells mattered in %d of %d\n", name.c_str(), of_op.complete,
                of_op.judged);
  }
  std::printf("%zu wrong\n", report.problems.size());
  return report.problems.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 3 && words[0] == "--influence") {
    return JudgeRelations(Number(words[1]), Number(words[2]));
  }
  if (words.size() >= 3 && words[0] == "--judge") {
    const int64_t operations = words.size() > 3 ? static_cast<int64_t>(Number(words[3])) : 20;
    return JudgePrograms(Number(words[1]), Number(words[2]), operations);
  }
  if (words.size() == 3) return WriteFiles(Number(words[0]), Number(words[1]), words[2]);
  if (words.size() == 1) {
    std::fputs(WriteProgram(Number(words[0])).c_str(), stdout);
    return 0;
  }
  std::fputs(
      "usage: paddock_generator FIRST [COUNT FOLDER] | --judge FIRST COUNT [OPERATIONS] "
      "| --influence FIRST COUNT\n",
      stderr);
  return 2;
}
