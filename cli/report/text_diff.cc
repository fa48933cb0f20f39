#include "cli/report/text_diff.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace paddock::cli {
namespace {

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const size_t size = end == std::string_view::npos ? text.size() : end;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(std::min(size + 1, text.size()));
  }
  return lines;
}

// Returns the number of lines on each side before the next common line.
std::pair<size_t, size_t> Gap(std::span<const std::string_view> before,
                              std::span<const std::string_view> after) {
  constexpr size_t kFarthest = 200;
  for (size_t sum = 1; sum < 2 * kFarthest; ++sum) {
    for (size_t i = 0; i <= std::min(sum, before.size()); ++i) {
      const size_t j = sum - i;
      if (j > after.size()) continue;
      const bool both_end = i == before.size() && j == after.size();
      const bool meets = i < before.size() && j < after.size() && before[i] == after[j];
      if (both_end || meets) return {i, j};
    }
  }
  return {before.size(), after.size()};
}

// Returns "@@ -3,2 +3 @@": the beginning of a part and its number of lines, unless that is one.
std::string Range(size_t begin, size_t count) {
  const size_t line = count == 0 ? begin : begin + 1;
  return std::to_string(line) + (count == 1 ? "" : "," + std::to_string(count));
}

}  // namespace

std::string Diff(std::string_view name, std::string_view before, std::string_view after) {
  const std::vector<std::string_view> old_lines = LinesOf(before);
  const std::vector<std::string_view> new_lines = LinesOf(after);
  std::string diff;
  size_t i = 0;
  size_t j = 0;
  while (i < old_lines.size() || j < new_lines.size()) {
    if (i < old_lines.size() && j < new_lines.size() && old_lines[i] == new_lines[j]) {
      ++i;
      ++j;
      continue;
    }
    const auto [removed, added] =
        Gap(std::span(old_lines).subspan(i), std::span(new_lines).subspan(j));
    diff += "@@ -" + Range(i, removed) + " +" + Range(j, added) + " @@\n";
    for (size_t k = 0; k < removed; ++k) diff += "-" + std::string(old_lines[i++]) + "\n";
    for (size_t k = 0; k < added; ++k) diff += "+" + std::string(new_lines[j++]) + "\n";
  }
  if (diff.empty()) return diff;
  return "--- " + std::string(name) + "\n+++ " + std::string(name) + "\n" + diff;
}

}  // namespace paddock::cli
