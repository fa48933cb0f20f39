#include "core/base/nearest_name.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace paddock {
namespace {

constexpr size_t kLongestName = 100;
constexpr size_t kShortestMisspelling = 5;
constexpr size_t kShortestWithOtherLetter = 7;

char LowerCase(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool DifferInCase(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, LowerCase, LowerCase);
}

// Returns the number of letters to change, add, remove or swap with their neighbour.
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

// Removes the word before the next underscore or dot from `rest`, and returns it.
std::string_view TakeWord(std::string_view& rest) {
  const size_t end = std::min(rest.find_first_of("_."), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return word;
}

bool HasWord(std::string_view name, std::string_view word) {
  while (!name.empty()) {
    if (DifferInCase(TakeWord(name), word)) return true;
  }
  return false;
}

bool HasDigit(std::string_view word) {
  return std::ranges::any_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

bool DifferInUnderscores(std::string_view a, std::string_view b) {
  const auto without = [](std::string_view name) {
    std::string rest;
    std::ranges::copy_if(name, std::back_inserter(rest), [](char c) { return c != '_'; });
    return rest;
  };
  return DifferInCase(without(a), without(b));
}

// Returns the only pair of words that differs between two names with equally many words; nothing if
// several differ.
struct WordPair {
  std::string_view wrong;
  std::string_view right;
};
std::optional<WordPair> OnlyOtherWord(std::string_view wrong, std::string_view right) {
  std::optional<WordPair> other;
  while (!wrong.empty() && !right.empty()) {
    const WordPair pair = {TakeWord(wrong), TakeWord(right)};
    if (pair.wrong == pair.right) continue;
    if (other) return std::nullopt;
    other = pair;
  }
  return wrong.empty() && right.empty() ? other : std::nullopt;
}

bool IsSlip(std::string_view wrong, std::string_view right) {
  if (wrong.size() < kShortestMisspelling || HasDigit(wrong) || HasDigit(right)) return false;
  if (LowerCase(wrong[0]) != LowerCase(right[0]) || Distance(wrong, right) > 1) return false;
  const bool is_other_form =
      wrong.starts_with(right) || (right.starts_with(wrong) && right.ends_with('s'));
  if (is_other_form) return false;
  std::string sorted_wrong(wrong);
  std::string sorted_right(right);
  std::ranges::sort(sorted_wrong);
  std::ranges::sort(sorted_right);
  const bool has_other_letter = wrong.size() == right.size() && sorted_wrong != sorted_right;
  return !has_other_letter || wrong.size() >= kShortestWithOtherLetter;
}

}  // namespace

bool IsMisspelling(std::string_view wrong, std::string_view right,
                   std::span<const std::string_view> vocabulary) {
  if (DifferInCase(wrong, right) || DifferInUnderscores(wrong, right)) return true;
  const std::optional<WordPair> other = OnlyOtherWord(wrong, right);
  if (!other || !IsSlip(other->wrong, other->right)) return false;
  return std::ranges::none_of(vocabulary,
                              [&](std::string_view name) { return HasWord(name, other->wrong); });
}

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
    // One changed letter in a name of one or two letters makes another name.
    if (!only_case && (wrong.size() < 2 || candidate.size() < 2)) continue;
    const size_t distance = only_case ? 0 : Distance(wrong, candidate);
    if (distance > least || distance > limit) continue;
    is_only = distance < least || (nearest && nearest->name == candidate);
    least = distance;
    nearest = {candidate, false};
  }
  if (!is_only || !nearest) return std::nullopt;
  nearest->is_misspelling = IsMisspelling(wrong, nearest->name, candidates);
  return nearest;
}

}  // namespace paddock
