#include "cli/options/arguments.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace paddock::cli {
namespace {

// Returns `nullptr` if there is none of this name.
const OptionInfo* FindOption(std::span<const OptionInfo> options, std::string_view name) {
  const auto found = std::ranges::find(options, name, &OptionInfo::name);
  return found == options.end() ? nullptr : &*found;
}

}  // namespace

std::optional<Arguments> Arguments::Parse(std::span<const std::string> words,
                                          std::span<const OptionInfo> options,
                                          std::string& problem) {
  Arguments arguments;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") {
      arguments.positional_.insert(arguments.positional_.end(),
                                   words.begin() + static_cast<ptrdiff_t>(i) + 1, words.end());
      break;
    }
    if (!word.starts_with("--") && FindOption(options, word) == nullptr) {
      arguments.positional_.push_back(word);
      continue;
    }
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const OptionInfo* const known = FindOption(options, name);
    if (known == nullptr) {
      problem = "unknown option " + name + " here";
      return std::nullopt;
    }
    Given given{name, ""};
    if (known->value.empty() && equals != std::string::npos) {
      problem = name + " takes no value";
      return std::nullopt;
    }
    if (!known->value.empty()) {
      if (equals == std::string::npos && i + 1 == words.size()) {
        problem = name + " needs " + std::string(known->value);
        return std::nullopt;
      }
      given.value = equals == std::string::npos ? words[++i] : word.substr(equals + 1);
    }
    arguments.given_.push_back(std::move(given));
  }
  return arguments;
}

bool Arguments::Has(std::string_view name) const {
  return std::ranges::any_of(given_, [&](const Given& given) { return given.name == name; });
}

std::string_view Arguments::Get(std::string_view name) const {
  const std::vector<std::string_view> values = GetAll(name);
  return values.empty() ? std::string_view() : values.back();
}

std::vector<std::string_view> Arguments::GetAll(std::string_view name) const {
  std::vector<std::string_view> values;
  for (const Given& given : given_) {
    if (given.name == name) values.push_back(given.value);
  }
  return values;
}

std::optional<uint64_t> ParseCount(std::string_view text) {
  uint64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc()) return std::nullopt;
  const std::string_view suffix = text.substr(static_cast<size_t>(end - text.data()));
  if (suffix.empty()) return count;
  constexpr std::string_view kSuffixes = "KMGT";
  const size_t power = kSuffixes.find(suffix[0]);
  if (suffix.size() != 1 || power == std::string_view::npos) return std::nullopt;
  const int shift = 10 * (static_cast<int>(power) + 1);
  if (count > (std::numeric_limits<uint64_t>::max() >> shift)) return std::nullopt;
  return count << shift;
}

}  // namespace paddock::cli
