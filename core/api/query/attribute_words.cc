#include "core/api/query/attribute_words.h"

#include <algorithm>
#include <span>

#include "core/text/format.h"

namespace paddock {
namespace {

// Words of custom directives, which are written in C++.
struct CustomWord {
  std::string_view directive;
  std::string_view word;
  std::string_view attribute;
};
constexpr CustomWord kCustomWords[] = {
    {"DotDimensions", "batching_dims", "dot_dimension_numbers"},
    {"DotDimensions", "contracting_dims", "dot_dimension_numbers"},
    {"Window", "stride", "window_strides"},
    {"Window", "pad", "padding"},
    {"Window", "lhs_dilate", "lhs_dilation"},
    {"Window", "rhs_dilate", "rhs_dilation"},
    {"Window", "reverse", "window_reversal"},
};

const AttributeInfo* FindRow(const OpInfo& info, std::string_view name) {
  const int index = info.FindAttribute(name);
  return index < 0 ? nullptr : &info.attributes[static_cast<size_t>(index)];
}

bool IsLiteral(const Directive& directive, std::string_view text) {
  return directive.kind == DirectiveKind::kLiteral && directive.text == text;
}

class WordFinder {
 public:
  explicit WordFinder(const OpInfo& info) : info_(info) {}

  // Adds the words of `word` `=` [`[`] $attribute.
  void Add(std::span<const Directive> directives) {
    for (size_t i = 0; i < directives.size(); ++i) {
      const Directive& directive = directives[i];
      if (directive.kind == DirectiveKind::kOptional) Add(directive.group);
      if (directive.kind == DirectiveKind::kCustom) AddCustom(directive.text);
      if (IsLiteral(directive, "=") && i > 0)
        AddNamed(directives[i - 1], directives.subspan(i + 1));
    }
  }

  std::vector<AttributeWord> Take() { return std::move(words_); }

 private:
  void AddNamed(const Directive& word, std::span<const Directive> rest) {
    if (!rest.empty() && IsLiteral(rest[0], "[")) rest = rest.subspan(1);
    if (rest.empty() || word.kind != DirectiveKind::kLiteral) return;
    if (rest[0].kind == DirectiveKind::kAttribute) {
      words_.push_back({word.text, &info_.attributes[rest[0].index]});
    } else if (rest[0].kind == DirectiveKind::kCustom) {
      const auto names = CustomAttributes(rest[0].text);
      if (names.size() == 1) AddRow(word.text, names[0]);
    }
  }

  void AddCustom(std::string_view directive) {
    for (const CustomWord& custom : kCustomWords) {
      if (custom.directive == directive) AddRow(custom.word, custom.attribute);
    }
  }

  void AddRow(std::string_view word, std::string_view name) {
    const AttributeInfo* const attribute = FindRow(info_, name);
    if (attribute != nullptr) words_.push_back({word, attribute});
  }

  const OpInfo& info_;
  std::vector<AttributeWord> words_;
};

}  // namespace

std::vector<AttributeWord> AttributeWordsOf(const OpInfo& info) {
  WordFinder finder(info);
  finder.Add(CompileFormat(info));
  return finder.Take();
}

const AttributeInfo* FindWrittenAttribute(const OpInfo& info, std::string_view word) {
  for (const AttributeWord& written : AttributeWordsOf(info)) {
    if (written.word == word) return written.attribute;
  }
  return FindRow(info, word);
}

const AttributeInfo* FirstAttributeOf(const OpInfo& info) {
  const std::vector<Directive> directives = CompileFormat(info);
  const bool is_first = !directives.empty() && directives[0].kind == DirectiveKind::kAttribute;
  return is_first ? &info.attributes[directives[0].index] : nullptr;
}

}  // namespace paddock
