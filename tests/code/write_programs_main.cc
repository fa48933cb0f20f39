// Writes programs as C++ code: write_programs FILE.cc... A program is written if its code has a
// word that no program before it has: a method, an attribute, an enumerator, a form of a constant.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/api/code/builder_code.h"
#include "tests/code/programs.h"

namespace {

std::vector<std::filesystem::path> Paths() {
  std::vector<std::filesystem::path> paths;
  for (const char* folder : {"examples", "tests"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".mlir") paths.push_back(entry.path());
    }
  }
  std::ranges::sort(paths);
  return paths;
}

bool IsWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Returns the words of the builder: those behind a point or two colons, and k with a capital. The
// names of variables are none.
std::set<std::string> WordsOf(const std::string& code) {
  std::set<std::string> words;
  for (size_t begin = 0; begin < code.size();) {
    size_t end = begin;
    while (end < code.size() && IsWord(code[end])) ++end;
    const char before = begin == 0 ? ' ' : code[begin - 1];
    const bool is_enumerator = end > begin + 1 && code[begin] == 'k' && code[begin + 1] < 'a';
    const bool is_number = code[begin] >= '0' && code[begin] <= '9';
    if (end > begin && !is_number && (before == '.' || before == ':' || is_enumerator)) {
      words.insert(before + code.substr(begin, end - begin));
    }
    begin = std::max(end, begin + 1);
  }
  return words;
}

struct Selected {
  std::string path;
  size_t index = 0;
  std::string code;
};

// Returns the code without its includes.
std::string WithoutHead(const std::string& code) { return code.substr(code.find("auto Build")); }

// Returns the code of a program; nothing if it has mistakes, or if the builder cannot make it.
std::optional<std::string> CodeOf(const std::string& path, const std::string& text, size_t number) {
  const auto program = paddock::Program::Load(path, text);
  if (program->has_errors()) return std::nullopt;
  paddock::DiagnosticSink sink;
  paddock::BuilderCodeOptions options;
  options.function_name = "Build" + std::to_string(number);
  options.has_names = number % 2 == 1;
  return WriteBuilderCode(*program, options, sink);
}

std::vector<Selected> Select() {
  std::vector<Selected> selected;
  std::set<std::string> words;
  for (const std::filesystem::path& path : Paths()) {
    const std::vector<std::string> programs = code_cases::ProgramsOf(path.string());
    for (size_t i = 0; i < programs.size(); ++i) {
      const auto code = CodeOf(path.string(), programs[i], selected.size());
      if (!code) continue;
      const size_t before = words.size();
      words.merge(WordsOf(*code));
      if (words.size() == before) continue;
      selected.push_back({path.generic_string(), i, WithoutHead(*code)});
    }
  }
  return selected;
}

// Writes every `stride`th case from `first` on.
bool WritePart(const char* path, const std::vector<Selected>& cases, size_t first, size_t stride) {
  std::ofstream file(path, std::ios::binary);
  file << "#include <bit>\n#include <complex>\n#include <limits>\n\n"
          "#include \"core/api/build/builder.h\"\n#include \"tests/code/programs.h\"\n\n"
          "namespace code_cases {\nnamespace {\n\n";
  for (size_t i = first; i < cases.size(); i += stride) {
    file << "// " << cases[i].path << '\n' << cases[i].code << '\n';
  }
  file << "}  // namespace\n\nstd::vector<Case> Part" << first << "() {\n  return {\n";
  for (size_t i = first; i < cases.size(); i += stride) {
    file << "      {\"" << cases[i].path << "\", " << cases[i].index << ", &Build" << i << ", "
         << (i % 2 == 1 ? "true" : "false") << "},\n";
  }
  file << "  };\n}\n\n}  // namespace code_cases\n";
  return file.good();
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<Selected> cases = Select();
  const size_t parts = static_cast<size_t>(argc) - 1;
  for (size_t i = 0; i < parts; ++i) {
    if (!WritePart(argv[i + 1], cases, i, parts)) {
      std::fprintf(stderr, "cannot write %s\n", argv[i + 1]);
      return 1;
    }
  }
  return 0;
}
