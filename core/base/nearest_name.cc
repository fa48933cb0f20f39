#include "core/base/nearest_name.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace paddock {
namespace {

constexpr size_t kLongestName = 100;
constexpr size_t kShortestCertain = 3;

char LowerCase(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool DifferInCase(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, LowerCase, LowerCase);
}

// Letters to change, add, take away or exchange with their neighbour.
size_t Distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1);
  std::vector<size_t> above(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t changed = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({changed, above[j] + 1, row[j - 1] + 1});
      const bool is_exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_exchanged) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::optional<NearestName> FindNearestName(std::string_view wrong,
                                           std::span<const std::string_view> candidates) {
  if (wrong.empty() || wrong.size() > kLongestName) return std::nullopt;
  const size_t limit = std::clamp<size_t>(wrong.size() / 3, 1, 3);
  size_t least = limit + 1;
  std::optional<NearestName> nearest;
  bool is_only = false;
  for (std::string_view candidate : candidates) {
    const size_t longer = std::max(candidate.size(), wrong.size());
    if (candidate == wrong || longer - std::min(candidate.size(), wrong.size()) > limit) continue;
    const bool only_case = DifferInCase(candidate, wrong);
    // A letter out of one or two is another name.
    if (!only_case && (wrong.size() < 2 || candidate.size() < 2)) continue;
    const size_t distance = only_case ? 0 : Distance(wrong, candidate);
    if (distance > least || distance > limit) continue;
    is_only = distance < least || (nearest && nearest->name == candidate);
    least = distance;
    const bool is_long = wrong.size() >= kShortestCertain && candidate.size() >= kShortestCertain;
    nearest = {candidate, only_case || (distance <= 1 && is_long)};
  }
  return is_only ? nearest : std::nullopt;
}

}  // namespace paddock
