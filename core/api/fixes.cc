#include "core/api/fixes.h"

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

// A change goes one operation further each round. A program whose fixes go in circles is left
// as soon as it comes by again.
constexpr int kMostRounds = 5000;

// A text that was replaced by another.
using Replaced = std::set<std::pair<std::string, std::string>>;

std::string_view TextAt(std::string_view text, Span span) {
  return text.substr(span.begin, span.end - span.begin);
}

// The fixes to make at once: one for each place, from the first on.
std::vector<DiagnosticFix> ChooseFixes(const Program& program, const Replaced& replaced) {
  std::vector<DiagnosticFix> chosen;
  const std::string_view text = program.source().text();
  for (const Diagnostic& diagnostic : program.diagnostics()) {
    for (const DiagnosticFix& fix : diagnostic.fixes) {
      const bool follows =
          diagnostic.code == "type" &&
          replaced.contains({std::string(TextAt(text, fix.span)), fix.replacement});
      if (!fix.is_certain && !follows) continue;
      chosen.push_back(fix);
      break;
    }
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

}  // namespace

FixedText MakeFixes(const std::string& name, std::string text, const LoadOptions& options) {
  FixedText fixed;
  fixed.text = std::move(text);
  Replaced replaced;
  std::unordered_set<size_t> seen;
  for (int round = 0; round < kMostRounds; ++round) {
    const auto program = Program::Load(name, fixed.text, options);
    const std::vector<DiagnosticFix> fixes = ChooseFixes(*program, replaced);
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
