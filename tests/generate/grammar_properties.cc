#include <algorithm>
#include <memory>

#include "core/text/parse/parse.h"
#include "core/text/print/print.h"
#include "tests/generate/grammar.h"
#include "tests/generate/plain_reader.h"

namespace paddock::generate {
namespace {

constexpr int kMutants = 6;

struct Reading {
  std::unique_ptr<Module> module;
  // Message of the first error; empty if there is none.
  std::string problem;
};

Reading ReadText(const std::string& text) {
  DiagnosticSink sink;
  const auto source = std::make_shared<const Source>("grammar", text);
  Reading reading = {Parse(source, sink), {}};
  if (!sink.has_errors()) return reading;
  const auto error = std::ranges::find(sink.diagnostics(), Severity::kError, &Diagnostic::severity);
  reading.problem = RenderText(*error, *source);
  return reading;
}

std::string PrintAs(const Module& module, PrintForm form) {
  PrintOptions options;
  options.form = form;
  return Print(module, options);
}

// Returns the first lines in which two texts differ.
std::string Difference(const std::string& left, const std::string& right) {
  size_t at = 0;
  while (at < left.size() && at < right.size() && left[at] == right[at]) ++at;
  const auto line = [&](const std::string& text) {
    const size_t begin = at == 0 ? 0 : text.rfind('\n', std::min(at, text.size()) - 1);
    const size_t from = begin == std::string::npos ? 0 : begin;
    return text.substr(from, std::min<size_t>(600, text.find('\n', at) - from));
  };
  return "\n  said: " + line(left) + "\n  read: " + line(right);
}

// Compares the generic print of a module with the text it was read from. Returns the difference, or
// an empty text.
std::string CompareMeanings(const std::string& text, const Module& module) {
  const PlainReading said = ReadPlainly(text);
  if (!said.problem.empty()) return "is read, but not of the grammar: " + said.problem;
  const std::string printed = PrintAs(module, PrintForm::kGeneric);
  const PlainReading read = ReadPlainly(printed);
  if (!read.problem.empty()) return "the generic print is not of the grammar: " + read.problem;
  if (said.program == read.program) return {};
  return "is read as another program:" + Difference(said.program, read.program);
}

// Checks that both prints are read as the same program and printed alike.
std::string ComparePrints(const Module& module) {
  const std::string generic = PrintAs(module, PrintForm::kGeneric);
  for (const PrintForm form : {PrintForm::kGeneric, PrintForm::kPretty}) {
    const std::string name = form == PrintForm::kGeneric ? "generic" : "pretty";
    const std::string printed = PrintAs(module, form);
    const Reading again = ReadText(printed);
    if (!again.problem.empty()) return "its " + name + " form is refused: " + again.problem;
    const std::string second = PrintAs(*again.module, form);
    if (second != printed)
      return "its " + name + " form is printed otherwise:" + Difference(printed, second);
    const std::string third = PrintAs(*again.module, PrintForm::kGeneric);
    if (third != generic)
      return "its " + name + " form is another program:" + Difference(generic, third);
  }
  return {};
}

// Changes, removes, doubles or inserts one character; or removes or doubles one token, or copies
// one from elsewhere.
std::vector<std::string> Mutate(std::vector<std::string> tokens, Random& random) {
  constexpr std::string_view kCharacters = "0123456789-+.eExXabcdf<>[]{}(),:=\"\\%@#!?^_ \n*/i;";
  const auto at = static_cast<size_t>(random.Below(static_cast<int64_t>(tokens.size())));
  std::string& token = tokens[at];
  const auto in_token = static_cast<size_t>(random.Below(static_cast<int64_t>(token.size())));
  const char character = random.Pick(kCharacters);
  switch (random.Below(7)) {
    case 0:
      token[in_token] = character;
      break;
    case 1:
      token.insert(in_token, 1, character);
      break;
    case 2:
      token.erase(in_token, 1);
      break;
    case 3:
      token.insert(in_token, 1, token[in_token]);
      break;
    case 4:
      tokens.erase(tokens.begin() + static_cast<ptrdiff_t>(at));
      break;
    case 5: {
      const std::string twice = token;
      tokens.insert(tokens.begin() + static_cast<ptrdiff_t>(at), twice);
      break;
    }
    default: {
      const std::string other = random.Pick(tokens);
      tokens[at] = other;
    }
  }
  return tokens;
}

std::string TestMutants(const std::vector<std::string>& tokens, uint64_t seed) {
  for (int i = 0; i < kMutants; ++i) {
    Random random(seed * kMutants + static_cast<uint64_t>(i) + 7);
    const std::vector<std::string> mutant = Mutate(tokens, random);
    const std::string text = LayOut(mutant, random);
    const Reading reading = ReadText(text);
    if (!reading.problem.empty()) continue;
    const std::string problem = CompareMeanings(text, *reading.module);
    // A use of a value after its region has ended: the checks report it, not the parser.
    if (problem.empty() || problem.find("an undefined value") != std::string::npos) continue;
    const auto [before, after] = std::ranges::mismatch(tokens, mutant);
    const std::string was = before == tokens.end() ? "" : *before;
    const std::string is = after == mutant.end() ? "" : *after;
    return "with '" + is + "' for '" + was + "' it " + problem;
  }
  return {};
}

}  // namespace

Finding TestGrammarProgram(uint64_t seed, int64_t operations) {
  const std::vector<std::string> tokens = WriteGrammarTokens(seed, operations);
  Random random(seed + 1);
  const std::string text = LayOut(tokens, random);
  const Reading reading = ReadText(text);
  if (!reading.problem.empty()) return {"is refused: " + reading.problem};
  if (std::string problem = CompareMeanings(text, *reading.module); !problem.empty())
    return {problem};
  if (std::string problem = ComparePrints(*reading.module); !problem.empty()) return {problem};
  return {TestMutants(tokens, seed)};
}

}  // namespace paddock::generate
