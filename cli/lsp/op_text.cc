#include "cli/lsp/op_text.h"

#include <algorithm>
#include <cctype>

namespace paddock::lsp {
namespace {

// Maximum number of constraints that are listed for an attribute.
constexpr size_t kMostConstraints = 4;

bool IsWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Returns whether `text` has `word` between characters of no word.
bool HasWord(std::string_view text, std::string_view word) {
  for (size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; ++at) {
    const size_t end = at + word.size();
    const bool is_begin = at == 0 || !IsWordCharacter(text[at - 1]);
    if (is_begin && (end == text.size() || !IsWordCharacter(text[end]))) return true;
  }
  return false;
}

std::string OperandName(const OperandInfo& operand) {
  return std::string(operand.name) + (operand.arity == Arity::kVariadic ? "..." : "");
}

}  // namespace

void Description::Separate() {
  if (!text_.empty()) text_ += is_in_list_ ? "\n" : "\n\n";
}

void Description::AddCode(std::string_view code) {
  is_in_list_ = false;
  Separate();
  text_ += is_markdown_ ? "```mlir\n" + std::string(code) + "\n```" : std::string(code);
}

void Description::AddParagraph(std::string_view text) {
  if (text.empty()) return;
  is_in_list_ = false;
  Separate();
  text_ += text;
}

void Description::AddItem(std::string_view name, std::string_view text) {
  Separate();
  is_in_list_ = true;
  const std::string_view quote = is_markdown_ ? "`" : "";
  text_.append("- ").append(quote).append(name).append(quote).append(": ").append(text);
}

void Description::AddLink(std::string_view label, std::string_view address) {
  if (address.empty()) return;
  AddParagraph(is_markdown_ ? "[" + std::string(label) + "](" + std::string(address) + ")"
                            : std::string(address));
}

std::string FormText(const AttributeInfo& attribute) {
  std::string text(attribute.of_name.empty() ? ToString(attribute.form) : attribute.of_name);
  if (!attribute.default_text.empty()) {
    text += " = " + std::string(attribute.default_text);
  } else if (attribute.is_optional) {
    text += ", optional";
  }
  return text;
}

void DescribeOp(const OpInfo& info, Description& description) {
  description.AddParagraph(info.doc);
  for (const OperandInfo& operand : info.operands) {
    description.AddItem(OperandName(operand), operand.type);
  }
  for (const AttributeInfo& attribute : info.attributes) {
    description.AddItem(attribute.name, FormText(attribute));
  }
  for (const OperandInfo& result : info.results) {
    description.AddItem("-> " + OperandName(result), result.type);
  }
  if (!info.has_lower) description.AddParagraph("It is parsed and checked, but cannot run.");
  description.AddLink("Specification", info.link.empty() ? "" : SpecificationLink(info.link));
}

void DescribeAttribute(const OpInfo& info, const AttributeInfo& attribute,
                       Description& description) {
  description.AddCode(attribute.name);
  description.AddParagraph("Attribute of " + std::string(info.name) + ": " + FormText(attribute) +
                           ".");
  if (const EnumInfo* cases = FindEnum(attribute.of_name)) {
    std::string names;
    for (std::string_view name : cases->cases) names.append(names.empty() ? "" : ", ").append(name);
    description.AddParagraph("One of " + names + ".");
  }
  size_t count = 0;
  for (const ConstraintInfo& constraint : info.constraints) {
    if (!HasWord(constraint.formula, attribute.name) || ++count > kMostConstraints) continue;
    description.AddItem(constraint.label, constraint.formula);
  }
}

std::string SignatureText(const OpInfo& info) {
  std::string text(info.name);
  text += '(';
  for (const OperandInfo& operand : info.operands) {
    text += (&operand == info.operands.data() ? "" : ", ") + OperandName(operand);
  }
  return text + ")";
}

}  // namespace paddock::lsp
