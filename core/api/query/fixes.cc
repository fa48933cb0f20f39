#include "core/api/query/fixes.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/diagnostics/diagnostic.h"

namespace paddock {
namespace {

// Maximum number of rounds. A change moves one operation further in each round. A cycle of fixes
// ends when a text repeats.
constexpr int kMostRounds = 5000;

// Pairs of a text and its replacement.
using Replaced = std::set<std::pair<std::string, std::string>>;

std::string_view TextAt(std::string_view text, Span span) {
  return text.substr(span.begin, span.end - span.begin);
}

// Returns whether the fix writes the result type that operands and attributes imply, or repeats at
// a use a type change at the definition.
bool FollowsTypes(const Diagnostic& diagnostic, const DiagnosticFix& fix, std::string_view text,
                  const Replaced& replaced) {
  if (diagnostic.code != "type") return fix.kind == FixKind::kResultType;
  return replaced.contains({std::string(TextAt(text, fix.span)), fix.replacement});
}

// Returns the fixes of one round: one for each place, from the first on. A fix for the consequence
// of an earlier mistake waits until that mistake is fixed.
std::vector<DiagnosticFix> ChooseFixes(const Program& program, const Replaced& replaced,
                                       bool follow_types) {
  std::vector<DiagnosticFix> chosen;
  const std::string_view text = program.source().text();
  for (const Diagnostic& diagnostic : program.diagnostics()) {
    const auto is_chosen = [&](const DiagnosticFix& fix) {
      return !diagnostic.is_consequence &&
             (fix.is_certain() || (follow_types && FollowsTypes(diagnostic, fix, text, replaced)));
    };
    const auto fix = std::ranges::find_if(diagnostic.fixes, is_chosen);
    if (fix != diagnostic.fixes.end()) chosen.push_back(*fix);
  }
  std::ranges::sort(chosen, {}, [](const DiagnosticFix& fix) { return fix.span.begin; });
  std::vector<DiagnosticFix> apart;
  for (DiagnosticFix& fix : chosen) {
    const bool overlaps = !apart.empty() && (fix.span.begin < apart.back().span.end ||
                                             fix.span.begin == apart.back().span.begin);
    if (!overlaps) apart.push_back(std::move(fix));
  }
  return apart;
}

size_t CountSuggestions(const Program& program) {
  return static_cast<size_t>(std::ranges::count_if(
      program.diagnostics(),
      [](const Diagnostic& diagnostic) { return !diagnostic.fixes.empty(); }));
}

}  // namespace

FixedText MakeFixes(const std::string& name, std::string text, const FixOptions& options) {
  FixedText fixed;
  fixed.text = std::move(text);
  Replaced replaced;
  std::unordered_set<size_t> seen;
  for (int round = 0; round < kMostRounds; ++round) {
    const auto program = Program::Load(name, fixed.text, options.load);
    const std::vector<DiagnosticFix> fixes = ChooseFixes(*program, replaced, options.follow_types);
    fixed.suggestion_count = CountSuggestions(*program);
    const bool is_new = seen.insert(std::hash<std::string>()(fixed.text)).second;
    if (fixes.empty() || !is_new) break;
    for (auto fix = fixes.rbegin(); fix != fixes.rend(); ++fix) {
      replaced.insert({std::string(TextAt(fixed.text, fix->span)), fix->replacement});
      fixed.text.replace(fix->span.begin, fix->span.end - fix->span.begin, fix->replacement);
    }
    fixed.fix_count += fixes.size();
  }
  return fixed;
}

}  // namespace paddock
