// Parser of the format language's forms.
#include <algorithm>

#include "core/text/parse/custom.h"
#include "core/text/parse/parser.h"

namespace paddock {
namespace {

// Returns the positions in `draft` of the table's operand `index`.
std::pair<size_t, size_t> OperandRange(const OperationDraft& draft, uint32_t index) {
  const std::vector<uint32_t>& groups = draft.operand_groups;
  const size_t begin = groups[index];
  const size_t end = index + 1 < groups.size() ? groups[index + 1] : draft.operands.size();
  return {begin, end};
}

std::string_view SampleOf(AttributeForm form) {
  switch (form) {
    case AttributeForm::kI64:
    case AttributeForm::kI32:
      return "0";
    case AttributeForm::kI64Array:
      return "[0, 1]";
    case AttributeForm::kBool:
      return "true";
    default:
      return "...";
  }
}

// Returns an example of the text for `directives` from a literal on: ", dims = [0, 1]"; empty if
// there is only a literal.
std::string SampleOf(const OpInfo& info, std::span<const Directive> directives) {
  std::string sample;
  for (const Directive& directive : directives) {
    switch (directive.kind) {
      case DirectiveKind::kLiteral:
        sample +=
            (sample.empty() || directive.text == "," ? "" : " ") + std::string(directive.text);
        break;
      case DirectiveKind::kAttribute:
        return sample + " " + std::string(SampleOf(info.attributes[directive.index].form));
      case DirectiveKind::kOperand:
        return sample + " %" + std::string(info.operands[directive.index].name);
      case DirectiveKind::kCustom: {
        const CustomReader* reader = FindCustomReader(directive.text);
        if (reader == nullptr || reader->sample.empty()) return {};
        return sample + " " + std::string(reader->sample);
      }
      default:
        return {};
    }
  }
  return {};
}

}  // namespace

// Returns whether the group's words and punctuation before its first other directive come next.
bool Parser::AtGroup(std::span<const Directive> group) {
  if (group.empty()) return false;
  const DirectiveKind first = group[0].kind;
  if (first == DirectiveKind::kOperand) return At(TokenKind::kValueName);
  if (first == DirectiveKind::kRegion) return At(TokenKind::kLeftBrace);
  if (first != DirectiveKind::kLiteral) return true;
  Lexer lexer = lexer_;
  Token token = token_;
  for (const Directive& directive : group) {
    if (directive.kind == DirectiveKind::kOperand) return token.kind == TokenKind::kValueName;
    if (directive.kind != DirectiveKind::kLiteral) return true;
    if (lexer.TextOf(token) != directive.text) return false;
    token = lexer.Next();
  }
  return true;
}

bool Parser::ParseFormatOperand(OperationDraft& draft, const Directive& directive) {
  const OperandInfo& operand = draft.info()->operands[directive.index];
  while (draft.operand_groups.size() <= directive.index) {
    draft.operand_groups.push_back(static_cast<uint32_t>(draft.operands.size()));
  }
  const Where where{"as an operand of", draft.name()};
  if (operand.arity == Arity::kOne) {
    draft.operands.emplace_back();
    return ParseOperandUse(draft.operands.back(), where);
  }
  if (!At(TokenKind::kValueName)) return true;
  // A list ends before a comma with another token after it (`, dim = 0`).
  while (true) {
    draft.operands.emplace_back();
    if (!ParseOperandUse(draft.operands.back(), where)) return false;
    if (operand.arity == Arity::kOptional || !At(TokenKind::kComma)) return true;
    Lexer lexer = lexer_;
    if (lexer.Next().kind != TokenKind::kValueName) return true;
    Advance();
  }
}

bool Parser::ParseFormatTypes(OperationDraft& draft, const Directive& directive) {
  const uint32_t begin = token_.begin;
  const bool is_operand = directive.kind == DirectiveKind::kOperandType;
  const OperandInfo& info =
      is_operand ? draft.info()->operands[directive.index] : draft.info()->results[directive.index];
  std::vector<Type> types;
  std::vector<Span> spans;
  if (info.arity == Arity::kVariadic && At(TokenKind::kLeftParen)) {
    if (!ParseResultTypes(types, &spans, {"between types"})) return false;
  } else {
    do {
      const uint32_t type_begin = token_.begin;
      types.push_back(ParseType());
      if (!types.back()) return false;
      spans.push_back(SpanFrom(type_begin));
    } while (info.arity == Arity::kVariadic && Accept(TokenKind::kComma));
  }
  draft.operation->type_span = Cover(draft.operation->type_span, SpanFrom(begin));
  if (!is_operand) {
    draft.result_types.insert(draft.result_types.end(), types.begin(), types.end());
    draft.result_type_spans.insert(draft.result_type_spans.end(), spans.begin(), spans.end());
    return true;
  }
  const auto [first, last] = OperandRange(draft, directive.index);
  if (types.size() != last - first) {
    return Fail(SpanFrom(begin), std::to_string(types.size()) + " types for " +
                                     std::to_string(last - first) + " operands");
  }
  draft.operand_types.resize(draft.operands.size());
  draft.operand_type_spans.resize(draft.operands.size());
  std::ranges::copy(types, draft.operand_types.begin() + static_cast<ptrdiff_t>(first));
  std::ranges::copy(spans, draft.operand_type_spans.begin() + static_cast<ptrdiff_t>(first));
  return true;
}

// Reads one type for all operands and results, or the functional type.
bool Parser::ParseSameType(OperationDraft& draft) {
  if (At(TokenKind::kLeftParen)) return ParseFunctionalType(draft);
  const uint32_t begin = token_.begin;
  const Type type = ParseType();
  if (!type) return false;
  draft.operation->type_span = SpanFrom(begin);
  draft.operand_types.assign(draft.operands.size(), type);
  draft.operand_type_spans.assign(draft.operands.size(), SpanFrom(begin));
  for (const OperandInfo& result : draft.info()->results) {
    if (result.arity == Arity::kVariadic) continue;
    draft.result_types.push_back(type);
    draft.result_type_spans.push_back(SpanFrom(begin));
  }
  CheckOnlyType(draft, type, SpanFrom(begin));
  return true;
}

bool Parser::ParseDirectives(OperationDraft& draft, std::span<const Directive> directives) {
  for (size_t i = 0; i < directives.size(); ++i) {
    const Directive& directive = directives[i];
    const bool is_comma = directive.kind == DirectiveKind::kLiteral && directive.text == ",";
    // Assertions may write the common type of both operands once.
    const bool is_second_type = is_comma && i + 1 < directives.size() &&
                                directives[i + 1].kind == DirectiveKind::kOperandType;
    if (is_second_type && draft.info()->dialect == "check" && !At(TokenKind::kComma)) {
      ++i;
      continue;
    }
    const bool is_absent =
        directive.kind == DirectiveKind::kLiteral && TokenText() != directive.text;
    if (is_absent) return FailDirective(draft, directives.subspan(i));
    if (!ParseDirective(draft, directive)) return false;
  }
  return true;
}

// Reports that the literal `directives[0]` is absent, with an example of the text that follows it.
bool Parser::FailDirective(OperationDraft& draft, std::span<const Directive> directives) {
  const std::string_view text = directives[0].text;
  const bool is_first = draft.operands.empty() && draft.attributes.empty();
  Where where{is_first ? "after" : "in", draft.name()};
  if (text == ":") {
    if (draft.attributes.empty()) where.phrase = "after the operands of";
    const bool is_same_type = directives.size() > 1 && !draft.operands.empty() &&
                              directives[1].kind == DirectiveKind::kSameType;
    const Type type = is_same_type ? DefinedType(draft.operands[0]) : Type();
    return ExpectTypes(where, type ? ToString(type) : std::string());
  }
  const std::string sample = SampleOf(*draft.info(), directives);
  const bool is_other_word = At(TokenKind::kWord) && IsNameStart(text[0]);
  Diagnostic& diagnostic = ReportExpected(
      "'" + (is_other_word || sample.empty() ? std::string(text) : sample) + "'", where);
  SuggestWord(diagnostic, text);
  return false;
}

// Suggests `expected` for a misspelled word, or for another name before '=' or '{'.
void Parser::SuggestWord(Diagnostic& diagnostic, std::string_view expected) {
  if (!At(TokenKind::kWord) || !IsNameStart(expected[0])) return;
  SuggestNearest(diagnostic, TokenSpan(), TokenText(), Naming::kTable, std::span(&expected, 1));
  Lexer lexer = lexer_;
  const TokenKind next = lexer.Next().kind;
  const bool is_name = next == TokenKind::kEqual || next == TokenKind::kLeftBrace;
  if (!diagnostic.fixes.empty() || !is_name) return;
  const std::string word(expected);
  diagnostic.fixes.push_back({"write " + word, TokenSpan(), word});
}

bool Parser::ParseDirective(OperationDraft& draft, const Directive& directive) {
  switch (directive.kind) {
    case DirectiveKind::kLiteral:
      if (TokenText() != directive.text) return FailDirective(draft, std::span(&directive, 1));
      Advance();
      return true;
    case DirectiveKind::kOperand:
      return ParseFormatOperand(draft, directive);
    case DirectiveKind::kAttribute: {
      const AttributeInfo& info = draft.info()->attributes[directive.index];
      const uint32_t begin = token_.begin;
      const Attribute* value = ParseBareAttribute(info, {"as", info.name});
      if (value == nullptr) return false;
      draft.attributes.push_back({info.name, value, SpanFrom(begin)});
      return true;
    }
    case DirectiveKind::kRegion:
      return ParseRegion(draft);
    case DirectiveKind::kOperands:
      return !At(TokenKind::kValueName) ||
             ParseOperandList(draft.operands, {"as an operand of", draft.name()});
    case DirectiveKind::kAttributes:
      return ParseFlags(draft) && ParseOptionalAttributes(draft);
    case DirectiveKind::kAttributesWord:
      return !AcceptWord("attributes") || ParseAttributeDictionary(draft.info(), draft.attributes);
    case DirectiveKind::kOperandType:
    case DirectiveKind::kResultType:
      return ParseFormatTypes(draft, directive);
    case DirectiveKind::kFunctionalType:
      return ParseFunctionalType(draft);
    case DirectiveKind::kSameType:
      return ParseSameType(draft);
    case DirectiveKind::kResultTypes: {
      const uint32_t begin = token_.begin;
      if (!ParseResultTypes(draft.result_types, &draft.result_type_spans,
                            {"between the result types"})) {
        return false;
      }
      draft.operation->type_span = SpanFrom(begin);
      return true;
    }
    case DirectiveKind::kOptional:
      return !AtGroup(directive.group) || ParseDirectives(draft, directive.group);
    case DirectiveKind::kCustom:
      return ParseCustom(draft, directive.text);
    case DirectiveKind::kInvalid:
      break;
  }
  return Fail(draft.operation->name_span,
              "the table's format of " + std::string(draft.name()) + " cannot be read", "internal");
}

bool Parser::ParseFormat(OperationDraft& draft) {
  draft.operand_groups.clear();
  if (!ParseDirectives(draft, formats_.Get(*draft.info()))) return false;
  const bool has_all_operands =
      draft.operand_types.size() == draft.operands.size() &&
      std::ranges::all_of(draft.operand_types, [](Type type) { return static_cast<bool>(type); });
  const bool wants_results = std::ranges::any_of(
      draft.info()->results, [](const OperandInfo& r) { return r.arity == Arity::kOne; });
  // A functional type is complete, even if it has a wrong number of types.
  const bool is_complete = draft.operand_types.size() > draft.operands.size() ||
                           (has_all_operands && (!wants_results || !draft.result_types.empty()));
  return is_complete || InferTypes(draft);
}

}  // namespace paddock
