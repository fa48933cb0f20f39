#include "core/text/format.h"

#include <algorithm>

namespace paddock {
namespace {

constexpr std::string_view kCompositeAttributes[] = {"name"};
constexpr std::string_view kConstantAttributes[] = {"value"};
constexpr std::string_view kCallAttributes[] = {"callee"};
constexpr std::string_view kDotAttributes[] = {"dot_dimension_numbers"};
constexpr std::string_view kSliceAttributes[] = {"start_indices", "limit_indices", "strides"};
constexpr std::string_view kExponentAttributes[] = {"exponent_bits", "mantissa_bits"};
constexpr std::string_view kWindowAttributes[] = {"window_strides", "padding", "lhs_dilation",
                                                  "rhs_dilation", "window_reversal"};
constexpr std::string_view kConvolutionAttributes[] = {"dimension_numbers"};
constexpr std::string_view kTargetAttributes[] = {"call_target_name"};
constexpr std::string_view kReduceAttributes[] = {"dimensions"};
constexpr std::string_view kTopKAttributes[] = {"k", "is_stable"};
constexpr std::string_view kScanAttributes[] = {"dimension", "is_reverse", "is_associative",
                                                "scan_dim_size"};

class Compiler {
 public:
  explicit Compiler(const OpInfo& info) : info_(info), text_(info.format) {}

  std::vector<Directive> Compile() {
    std::vector<Directive> directives;
    while (true) {
      while (at_ < text_.size() && text_[at_] == ' ') ++at_;
      if (at_ >= text_.size() || text_[at_] == ')') return directives;
      directives.push_back(Next());
    }
  }

 private:
  std::string_view TakeUntil(char end) {
    const size_t begin = at_;
    at_ = std::min(text_.find(end, begin), text_.size());
    const std::string_view taken = text_.substr(begin, at_ - begin);
    at_ = std::min(at_ + 1, text_.size());
    return taken;
  }

  std::string_view TakeWord() {
    const size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != ' ' && text_[at_] != ')' && text_[at_] != '(') ++at_;
    return text_.substr(begin, at_ - begin);
  }

  Directive Next() {
    Directive directive;
    if (text_[at_] == '`') {
      ++at_;
      directive.kind = DirectiveKind::kLiteral;
      directive.text = TakeUntil('`');
      return directive;
    }
    if (text_[at_] == '(') {
      ++at_;
      directive.kind = DirectiveKind::kOptional;
      directive.group = Compile();
      at_ = std::min(at_ + 2, text_.size());  // `)?`
      return directive;
    }
    const std::string_view word = TakeWord();
    if (word.starts_with('$')) return Named(word.substr(1));
    if (word == "type") {
      ++at_;
      return TypeOf(TakeUntil(')').substr(1));
    }
    if (word.starts_with("custom<")) {
      directive.kind = DirectiveKind::kCustom;
      directive.text = word.substr(7, word.size() - 8);
      return directive;
    }
    directive.text = word;
    directive.kind = Keyword(word);
    return directive;
  }

  static DirectiveKind Keyword(std::string_view word) {
    if (word == "operands") return DirectiveKind::kOperands;
    if (word == "attr-dict") return DirectiveKind::kAttributes;
    if (word == "attr-dict-with-keyword") return DirectiveKind::kAttributesWord;
    if (word == "functional-type") return DirectiveKind::kFunctionalType;
    if (word == "same-type") return DirectiveKind::kSameType;
    if (word == "result-types") return DirectiveKind::kResultTypes;
    return DirectiveKind::kInvalid;
  }

  template <class Row>
  static bool Find(std::span<const Row> rows, std::string_view name, uint32_t& index) {
    for (size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].name != name) continue;
      index = static_cast<uint32_t>(i);
      return true;
    }
    return false;
  }

  Directive Named(std::string_view name) {
    Directive directive;
    directive.text = name;
    if (Find(info_.operands, name, directive.index)) {
      directive.kind = DirectiveKind::kOperand;
    } else if (Find(info_.attributes, name, directive.index)) {
      directive.kind = DirectiveKind::kAttribute;
    } else if (Find(info_.regions, name, directive.index)) {
      directive.kind = DirectiveKind::kRegion;
    }
    return directive;
  }

  Directive TypeOf(std::string_view name) {
    Directive directive;
    directive.text = name;
    if (Find(info_.operands, name, directive.index)) {
      directive.kind = DirectiveKind::kOperandType;
    } else if (Find(info_.results, name, directive.index)) {
      directive.kind = DirectiveKind::kResultType;
    }
    return directive;
  }

  const OpInfo& info_;
  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

std::vector<Directive> CompileFormat(const OpInfo& info) { return Compiler(info).Compile(); }

bool NamesAttribute(std::span<const Directive> directives, uint32_t attribute) {
  return std::ranges::any_of(directives, [&](const Directive& directive) {
    if (directive.kind == DirectiveKind::kAttribute) return directive.index == attribute;
    return directive.kind == DirectiveKind::kOptional && NamesAttribute(directive.group, attribute);
  });
}

std::span<const Directive> FormatCache::Get(const OpInfo& info) {
  const auto [found, is_new] = formats_.try_emplace(&info);
  if (is_new) found->second = CompileFormat(info);
  return found->second;
}

std::span<const std::string_view> CustomAttributes(std::string_view custom) {
  struct Row {
    std::string_view custom;
    std::span<const std::string_view> attributes;
  };
  const Row rows[] = {
      {"Composite", kCompositeAttributes},
      {"Constant", kConstantAttributes},
      {"Call", kCallAttributes},
      {"DotDimensions", kDotAttributes},
      {"SliceRanges", kSliceAttributes},
      {"ExponentMantissa", kExponentAttributes},
      {"Window", kWindowAttributes},
      {"ConvolutionDimensions", kConvolutionAttributes},
      {"CustomCallTarget", kTargetAttributes},
      {"Reduce", kReduceAttributes},
      {"TopK", kTopKAttributes},
      {"Scan", kScanAttributes},
  };
  for (const Row& row : rows) {
    if (row.custom == custom) return row.attributes;
  }
  return {};
}

}  // namespace paddock
