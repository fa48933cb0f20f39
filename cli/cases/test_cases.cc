#include "cli/cases/test_cases.h"

#include <charconv>

#include "core/bytecode/artifact.h"

namespace paddock::cli {
namespace {

// Reads lines, without their newlines, in order.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  bool Next(std::string_view& line) {
    if (rest_.empty()) return false;
    const size_t newline = rest_.find('\n');
    line = rest_.substr(0, newline);
    rest_ = newline == std::string_view::npos ? std::string_view() : rest_.substr(newline + 1);
    ++number_;
    return true;
  }
  // Returns the number of the last line, from 1.
  uint32_t number() const { return number_; }
  // Returns the offset of the next line.
  size_t next_begin() const { return size_ - rest_.size(); }

 private:
  std::string_view rest_;
  size_t size_ = rest_.size();
  uint32_t number_ = 0;
};

std::string_view Trim(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

bool HasProgram(std::string_view text) {
  Lines lines(text);
  for (std::string_view line; lines.Next(line);) {
    const std::string_view content = Trim(line);
    if (!content.empty() && !content.starts_with("//")) return true;
  }
  return false;
}

class Splitter {
 public:
  explicit Splitter(const std::string& path) { case_.path = path; }

  void Add(std::string_view line) { case_.text.append(line) += '\n'; }

  // Starts the case, which has no text yet, at the line after those that were read.
  void Start(const Lines& lines) {
    case_.first_line = lines.number() + 1;
    case_.begin = lines.next_begin();
  }

  // Ends the case and starts the next one.
  void Cut(const Lines& lines) {
    if (HasProgram(case_.text)) cases_.push_back(case_);
    ++case_.number;
    case_.text.clear();
    Start(lines);
  }

  std::vector<TestCase> Take() { return std::move(cases_); }

 private:
  TestCase case_;
  std::vector<TestCase> cases_;
};

std::vector<TestCase> SplitProgram(const std::string& path, std::string_view text) {
  if (IsArtifact(text)) {
    TestCase artifact;
    artifact.path = path;
    artifact.text = text;
    return {artifact};
  }
  Splitter splitter(path);
  Lines lines(text);
  for (std::string_view line; lines.Next(line);) {
    if (Trim(line) == "// -----") {
      splitter.Cut(lines);
    } else {
      splitter.Add(line);
    }
  }
  splitter.Cut(lines);
  return splitter.Take();
}

std::vector<TestCase> SplitMarkdown(const std::string& path, std::string_view text) {
  Splitter splitter(path);
  Lines lines(text);
  bool is_inside = false;
  size_t indentation = 0;
  for (std::string_view line; lines.Next(line);) {
    const std::string_view content = Trim(line);
    if (!is_inside && (content == "```mlir" || content.starts_with("```mlir "))) {
      is_inside = true;
      indentation = line.find('`');
      splitter.Start(lines);
    } else if (is_inside && content == "```") {
      is_inside = false;
      splitter.Cut(lines);
    } else if (is_inside) {
      splitter.Add(line.substr(std::min(indentation, line.size())));
    }
  }
  return splitter.Take();
}

// Reads "+1", "-2", "above", "below" after '@', and moves `rest` past it.
int32_t ParseOffset(std::string_view& rest) {
  if (!rest.starts_with('@')) return 0;
  rest.remove_prefix(1);
  const size_t end = std::min(rest.find_first_of(" {"), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(end);
  if (word == "above") return -1;
  if (word == "below") return 1;
  int32_t offset = 0;
  const size_t skip = word.starts_with('+') ? 1 : 0;
  std::from_chars(word.data() + skip, word.data() + word.size(), offset);
  return offset;
}

ExpectedDiagnostic ParseExpected(std::string_view rest, uint32_t line) {
  constexpr std::string_view kRegularExpression = "-re";
  ExpectedDiagnostic expected;
  expected.is_pattern = rest.starts_with(kRegularExpression);
  if (expected.is_pattern) rest.remove_prefix(kRegularExpression.size());
  rest = Trim(rest);
  expected.line = line + static_cast<uint32_t>(ParseOffset(rest));
  const size_t begin = rest.find("{{");
  const size_t end = rest.rfind("}}");
  if (begin != std::string_view::npos && end != std::string_view::npos && begin + 2 <= end) {
    expected.text = rest.substr(begin + 2, end - begin - 2);
  }
  return expected;
}

bool SaysExact(std::string_view text) {
  Lines lines(text);
  for (std::string_view line; lines.Next(line);) {
    if (Trim(line) == "// paddock: exact") return true;
  }
  return false;
}

std::string_view TakeWord(std::string_view& rest) {
  const size_t end = std::min(rest.find_first_of(" \t"), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest = Trim(rest.substr(end));
  return word;
}

}  // namespace

std::vector<TestCase> SplitCases(const std::string& path, std::string_view text) {
  const bool is_exact = SaysExact(text);
  std::vector<TestCase> cases =
      path.ends_with(".md") ? SplitMarkdown(path, text) : SplitProgram(path, text);
  for (TestCase& test_case : cases) test_case.is_exact = is_exact;
  return cases;
}

std::vector<ExpectedDiagnostic> FindExpectedDiagnostics(const TestCase& test_case) {
  constexpr std::string_view kError = "expected-error";
  constexpr std::string_view kWarning = "expected-warning";
  std::vector<ExpectedDiagnostic> expected;
  Lines lines(test_case.text);
  for (std::string_view line; lines.Next(line);) {
    const size_t comment = line.find("//");
    if (comment == std::string_view::npos) continue;
    for (std::string_view mark : {kError, kWarning}) {
      const size_t at = line.find(mark, comment);
      if (at == std::string_view::npos) continue;
      expected.push_back(
          ParseExpected(line.substr(at + mark.size()), test_case.first_line + lines.number() - 1));
      expected.back().is_warning = mark == kWarning;
    }
  }
  return expected;
}

std::vector<KnownFailure> ParseKnownFailures(std::string_view text, std::string& problem) {
  std::vector<KnownFailure> known;
  Lines lines(text);
  for (std::string_view line; lines.Next(line);) {
    std::string_view rest = Trim(line);
    if (rest.empty() || rest.starts_with('#')) continue;
    std::string_view path = TakeWord(rest);
    KnownFailure failure;
    const size_t colon = path.rfind(':');
    if (colon != std::string_view::npos) {
      std::from_chars(path.data() + colon + 1, path.data() + path.size(), failure.number);
      path = path.substr(0, colon);
    }
    failure.path = path;
    failure.reason = rest;
    if (failure.reason.empty()) {
      problem = "line " + std::to_string(lines.number()) + " has no reason for " + failure.path;
      return {};
    }
    known.push_back(std::move(failure));
  }
  return known;
}

KnownFailure* FindKnownFailure(std::vector<KnownFailure>& known, const TestCase& test_case) {
  for (KnownFailure& failure : known) {
    if (failure.number != 0 && failure.number != test_case.number) continue;
    const bool is_tail = test_case.path.ends_with(failure.path);
    const size_t start = test_case.path.size() - failure.path.size();
    if (is_tail && (start == 0 || test_case.path[start - 1] == '/')) return &failure;
  }
  return nullptr;
}

}  // namespace paddock::cli
