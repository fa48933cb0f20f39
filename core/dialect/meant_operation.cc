#include "core/dialect/meant_operation.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/base/nearest_name.h"

namespace paddock {
namespace {

// Dialects to search for a name without a known dialect, in order of preference.
constexpr std::string_view kUsualDialects[] = {"stablehlo",   "chlo", "check",
                                               "interpreter", "func", "math"};
// Earlier names of the dialect.
constexpr std::string_view kFormerDialects[] = {"mhlo", "hlo", "xla_hlo", "xla"};

std::string_view LastPart(std::string_view name) { return name.substr(name.rfind('.') + 1); }

std::string_view DialectOf(std::string_view name) {
  const size_t dot = name.find('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
}

bool IsUsual(std::string_view dialect) {
  return dialect.empty() || std::ranges::count(kUsualDialects, dialect) != 0 ||
         std::ranges::count(kFormerDialects, dialect) != 0;
}

bool IsMisspeltDialect(std::string_view dialect) {
  return FindNearestName(dialect, kUsualDialects).has_value();
}

// Returns the name in lower case, without underscores and a version at the end: "batchmatmul" for
// "BatchMatMulV2".
std::string Plain(std::string_view name) {
  size_t end = name.size();
  while (end != 0 && name[end - 1] >= '0' && name[end - 1] <= '9') --end;
  if (end != 0 && end != name.size() && name[end - 1] == 'V') name = name.substr(0, end - 1);
  std::string plain;
  for (char c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c != '_' && c != '-') plain += c;
  }
  return plain;
}

template <class Visit>
void ForEachWord(std::string_view words, Visit visit) {
  while (!words.empty()) {
    const size_t end = std::min(words.find(' '), words.size());
    visit(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

bool HasWord(std::string_view words, const std::string& plain) {
  bool has_word = false;
  ForEachWord(words, [&](std::string_view word) { has_word = has_word || Plain(word) == plain; });
  return has_word;
}

// Returns the operation of a dialect with this name; null if there is none.
const OpInfo* FindNamed(std::string_view dialect, const std::string& plain) {
  const auto found = std::ranges::find_if(OpTable(), [&](const OpInfo& info) {
    return info.dialect == dialect && Plain(LastPart(info.name)) == plain;
  });
  return found == OpTable().end() ? nullptr : &*found;
}

// Returns the operation that has this name here or in another library; empty if none has.
MeantOperation FindExactly(const std::string& plain) {
  MeantOperation meant;
  for (std::string_view dialect : {"stablehlo", "chlo"}) {
    if (const OpInfo* info = FindNamed(dialect, plain)) return {{info->name}};
  }
  for (const OpInfo& info : OpTable()) {
    if (HasWord(info.also, plain)) meant.names.push_back(info.name);
  }
  for (const RecipeInfo& recipe : RecipeTable()) {
    if (HasWord(recipe.names, plain)) meant.recipe = &recipe;
  }
  if (!meant.names.empty() || meant.recipe != nullptr) return meant;
  for (std::string_view dialect : kUsualDialects) {
    if (const OpInfo* info = FindNamed(dialect, plain)) return {{info->name}};
  }
  return meant;
}

bool HasAny(const MeantOperation& meant) { return !meant.names.empty() || meant.recipe != nullptr; }

// Returns the operation of `dialect` whose name is nearest to `word`.
MeantOperation FindNearestOf(std::string_view dialect, std::string_view word) {
  std::vector<std::string_view> words;
  for (const OpInfo& info : OpTable()) {
    if (info.dialect == dialect) words.push_back(LastPart(info.name));
  }
  const auto nearest = FindNearestName(word, words);
  const OpInfo* info = nearest ? FindNamed(dialect, Plain(nearest->name)) : nullptr;
  return info == nullptr ? MeantOperation() : MeantOperation{{info->name}};
}

// Returns the operation with the nearest name here or in other libraries.
MeantOperation FindNearest(std::string_view word) {
  std::vector<std::string_view> words;
  const auto add = [&](std::string_view name) { words.push_back(name); };
  for (const OpInfo& info : OpTable()) {
    if (IsUsual(info.dialect)) add(LastPart(info.name));
    ForEachWord(info.also, add);
  }
  for (const RecipeInfo& recipe : RecipeTable()) ForEachWord(recipe.names, add);
  const auto nearest = FindNearestName(word, words);
  return nearest ? FindExactly(Plain(nearest->name)) : MeantOperation();
}

// Searches for the last part, or the one before it (`aten.add.Tensor`) unless that is a dialect.
MeantOperation FindByParts(std::string_view written) {
  const MeantOperation last = FindExactly(Plain(LastPart(written)));
  const size_t dot = written.rfind('.');
  if (HasAny(last) || dot == std::string_view::npos) return last;
  const std::string_view before = written.substr(0, dot);
  return before.find('.') == std::string_view::npos ? last : FindExactly(Plain(LastPart(before)));
}

}  // namespace

MeantOperation FindMeantOperation(std::string_view written) {
  const std::string_view dialect = DialectOf(written);
  const std::string_view word = LastPart(written);
  MeantOperation meant;
  if (dialect != "stablehlo" && dialect != "chlo") meant = FindNearestOf(dialect, word);
  if (!HasAny(meant)) meant = FindByParts(written);
  // Words of foreign dialects need not resemble any name here.
  if (!HasAny(meant) && (IsUsual(dialect) || IsMisspeltDialect(dialect))) meant = FindNearest(word);
  meant.is_misspelling = meant.names.size() == 1 && meant.recipe == nullptr &&
                         IsMisspelling(written, meant.names[0], OpNames());
  return meant;
}

void SuggestOperation(Diagnostic& diagnostic, Span span, std::string_view written,
                      std::string_view quote) {
  const MeantOperation meant = FindMeantOperation(written);
  for (std::string_view name : meant.names) {
    const std::string text = std::string(quote) + std::string(name) + std::string(quote);
    diagnostic.fixes.push_back({"write " + text, span, text,
                                meant.is_misspelling ? FixKind::kCertain : FixKind::kSuggestion});
  }
  if (meant.recipe == nullptr) return;
  const RecipeInfo& recipe = *meant.recipe;
  std::string message(LastPart(written));
  if (!recipe.says.empty()) {
    message += ": " + std::string(recipe.says);
  } else {
    message += " is written with other operations:";
    for (size_t begin = 0; begin < recipe.lines.size();) {
      const size_t end = std::min(recipe.lines.find('\n', begin), recipe.lines.size());
      message += "\n  " + std::string(recipe.lines.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  diagnostic.notes.push_back({message, {}});
}

}  // namespace paddock
