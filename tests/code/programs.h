// Programs that were written as C++ code.
#ifndef PADDOCK_TESTS_CODE_PROGRAMS_H_
#define PADDOCK_TESTS_CODE_PROGRAMS_H_

#include <expected>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "core/api/build/builder.h"

// Outside paddock: the code that is written uses the namespace paddock::build.
namespace code_cases {

using Built = std::expected<std::shared_ptr<const paddock::Program>,
                            std::vector<paddock::build::BuildDiagnostic>>;

struct Case {
  // File of the program, and its index among those of the file.
  const char* path;
  size_t index;
  Built (*build)(const paddock::build::FinishOptions& options);
  // Whether the code has the names of values.
  bool has_names;
};

// Returns the programs of a file, which lines `// -----` separate.
inline std::vector<std::string> ProgramsOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::string> programs(1);
  for (std::string line; std::getline(file, line);) {
    if (line == "// -----") {
      programs.emplace_back();
    } else {
      programs.back() += line + '\n';
    }
  }
  return programs;
}

std::vector<Case> Part0();
std::vector<Case> Part1();
std::vector<Case> Part2();
std::vector<Case> Part3();

}  // namespace code_cases

#endif  // PADDOCK_TESTS_CODE_PROGRAMS_H_
