#include "cli/page/capsule.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <utility>

namespace paddock::cli {
namespace {

constexpr std::string_view kMark = "<!--paddock:";
constexpr std::string_view kMarkEnd = "-->";
constexpr std::string_view kFile = "file ";

// Removes the text before the next space from `words` and returns it.
std::string_view TakeWord(std::string_view& words) {
  const size_t space = std::min(words.find(' '), words.size());
  const std::string_view word = words.substr(0, space);
  words.remove_prefix(std::min(space + 1, words.size()));
  return word;
}

size_t TakeCount(std::string_view& words) {
  const std::string_view word = TakeWord(words);
  size_t count = 0;
  std::from_chars(word.data(), word.data() + word.size(), count);
  return count;
}

class Filler {
 public:
  Filler(const std::map<std::string, std::string>& parts, const ReadPiece& read)
      : parts_(parts), read_(read) {}

  // Appends what the mark stands for. Returns false if it is absent.
  bool Append(std::string_view name, std::string& page) {
    if (name.starts_with(kFile)) return AppendPiece(name.substr(kFile.size()), page);
    const auto part = parts_.find(std::string(name));
    if (part == parts_.end()) return false;
    page += part->second;
    return true;
  }

 private:
  bool AppendPiece(std::string_view words, std::string& page) {
    const std::string name(TakeWord(words));
    const size_t begin = TakeCount(words);
    const size_t end = TakeCount(words);
    const auto [file, is_new] = files_.try_emplace(name);
    if (is_new) file->second = read_(name);
    if (!file->second || begin > end || end > file->second->size()) return false;
    page.append(*file->second, begin, end - begin);
    return true;
  }

  const std::map<std::string, std::string>& parts_;
  const ReadPiece& read_;
  std::map<std::string, std::optional<std::string>> files_;
};

}  // namespace

std::string HtmlText(std::string_view text) {
  std::string html;
  for (const char one : text) {
    if (std::string_view("&<>\"'").find(one) == std::string_view::npos) {
      html += one;
    } else {
      html += "&#" + std::to_string(static_cast<int>(one)) + ";";
    }
  }
  return html;
}

std::string ScriptJson(std::string_view json) {
  std::string text;
  // A script ends only at `<`, which JSON has only in its strings.
  for (const char one : json) text += one == '<' ? std::string("\\u003c") : std::string(1, one);
  return text;
}

std::optional<std::string> FillCapsule(std::string_view page,
                                       const std::map<std::string, std::string>& parts,
                                       const ReadPiece& read, std::string& problem) {
  Filler filler(parts, read);
  std::string filled;
  for (;;) {
    const size_t mark = page.find(kMark);
    filled += page.substr(0, mark);
    if (mark == std::string_view::npos) return filled;
    page.remove_prefix(mark + kMark.size());
    const size_t end = page.find(kMarkEnd);
    const std::string_view name = page.substr(0, end);
    if (end == std::string_view::npos || !filler.Append(name, filled)) {
      problem = "the template needs " + std::string(name.substr(0, 80)) + ", which is not here";
      return std::nullopt;
    }
    page.remove_prefix(end + kMarkEnd.size());
  }
}

}  // namespace paddock::cli
