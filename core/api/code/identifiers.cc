#include "core/api/code/identifiers.h"

namespace paddock::code {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Replaces runs of other characters by one underscore. Two underscores are reserved in C++.
std::string WordOf(std::string_view name) {
  std::string word;
  for (const char c : name) {
    if (IsLetter(c) || IsDigit(c)) {
      word += c;
    } else if (!word.empty() && word.back() != '_') {
      word += '_';
    }
  }
  while (!word.empty() && word.back() == '_') word.pop_back();
  return word;
}

}  // namespace

std::string Identifiers::Make(std::string_view name, std::string_view otherwise) {
  std::string word = WordOf(name);
  if (word.empty() || IsDigit(word[0])) word.insert(0, otherwise);
  size_t& number = numbers_[word];
  const size_t before = number;
  std::string made = word;
  while (taken_.contains(made)) made = word + '_' + std::to_string(++number);
  taken_.insert(made);
  order_.push_back({made, std::move(word), before});
  return made;
}

void Identifiers::Release(size_t mark) {
  for (; order_.size() > mark; order_.pop_back()) {
    taken_.erase(order_.back().name);
    numbers_[order_.back().word] = order_.back().number;
  }
}

}  // namespace paddock::code
