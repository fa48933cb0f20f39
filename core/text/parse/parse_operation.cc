// Operations: their results, name and generic form, and the end that all forms share.
#include <algorithm>

#include "core/base/number_text.h"
#include "core/dialect/custom_call_info.h"
#include "core/text/parse/parser.h"
#include "core/text/parse/standard_names.h"

namespace paddock {
namespace {

// Returns the full name of a word from a dialect whose name may be omitted.
std::string_view FullName(std::string_view word) {
  if (word == "stablehlo.func" || word == "func") return "func.func";
  if (word == "return") return "func.return";
  if (word == "call") return "func.call";
  if (word == "module") return "builtin.module";
  if (word == "unrealized_conversion_cast") return "builtin.unrealized_conversion_cast";
  const std::string_view standard = StandardName(word);
  return standard.empty() ? word : standard;
}

// Returns the current name of an assertion whose older name upstream's documents use: the form for
// a constant or for two values, depending on the rest of the text. Empty for any other name.
std::string_view AssertionName(std::string_view name, std::string_view rest) {
  const bool is_almost = name == "check.almost_eq";
  if (!is_almost && name != "check.eq") return {};
  const size_t comma = std::min(rest.find(','), rest.size());
  const size_t second = std::min(rest.find_first_not_of(", \t\r\n", comma), rest.size());
  if (rest.substr(second).starts_with('%')) {
    return is_almost ? "check.expect_almost_eq" : "check.expect_eq";
  }
  return is_almost ? "check.expect_almost_eq_const" : "check.expect_eq_const";
}

// Returns the operation of chlo for an element-wise operation of MHLO that StableHLO lacks, such as
// mhlo.erf, which TensorFlow still writes. `nullptr` for any other name.
const OpInfo* LeftoverOfMhlo(std::string_view name) {
  const OpInfo* info = FindOperationOfTarget(name);
  return info != nullptr && info->dialect == "chlo" ? info : nullptr;
}

}  // namespace

bool Parser::ParseOperandUse(OperandUse& use, Where where) {
  if (!At(TokenKind::kValueName)) return FailOperand(where);
  use.name = TokenText().substr(1);
  use.span = TokenSpan();
  use.result = 0;
  use.has_result_number = false;
  Advance();
  if (!At(TokenKind::kHashName) || token_.begin != use.span.end) return true;
  const std::optional<IntegerText> number = ParseInteger(TokenText().substr(1));
  if (!number || number->magnitude > 0xFFFFFFFF) {
    return FailExpected("the number of a result", {"after '#'"});
  }
  use.result = static_cast<uint32_t>(number->magnitude);
  use.has_result_number = true;
  use.span.end = token_.end;
  Advance();
  return true;
}

bool Parser::ParseOperandList(std::vector<OperandUse>& uses, Where where) {
  do {
    OperandUse use;
    if (!ParseOperandUse(use, where)) return false;
    uses.push_back(use);
  } while (Accept(TokenKind::kComma));
  return true;
}

bool Parser::ParseOptionalLocation(std::string_view& location) {
  if (!AtWord("loc") || lexer_.text().substr(token_.end, 1) != "(") return true;
  Advance();
  Advance();
  const uint32_t begin = token_.begin;
  if (At(TokenKind::kHashName) && IsAlias(TokenText())) {
    const Alias* alias = UseAlias();
    if (alias == nullptr) return false;
    location = alias->text;
    // The alias's text is `loc(...)` itself.
    if (location.starts_with("loc(") && location.ends_with(")")) {
      location = location.substr(4, location.size() - 5);
    }
    return Expect(TokenKind::kRightParen, {"after the alias of a location"});
  }
  size_t depth = 1;
  uint32_t end = begin;
  while (depth != 0) {
    if (At(TokenKind::kEnd) || At(TokenKind::kUnterminatedString)) {
      return FailExpected("')'", {"after a location"});
    }
    if (At(TokenKind::kLeftParen) && ++depth > options_.maximum_depth) return FailTooDeep();
    if (At(TokenKind::kRightParen)) --depth;
    end = token_.begin;
    Advance();
  }
  location = TextBetween(begin, end);
  while (location.ends_with(' ')) location.remove_suffix(1);
  return true;
}

bool Parser::ParseResultNames(OperationDraft& draft) {
  do {
    ResultNames names;
    if (!At(TokenKind::kValueName)) return FailExpected("a value such as %0", {"after ','"});
    names.name = TokenText().substr(1);
    names.span = TokenSpan();
    Advance();
    if (Accept(TokenKind::kColon)) {
      const std::optional<IntegerText> count = ParseInteger(TokenText());
      if (!At(TokenKind::kInteger) || !count || count->magnitude == 0 ||
          count->magnitude > 0xFFFF) {
        return FailExpected("the number of results", {"after ':'"});
      }
      names.count = static_cast<uint32_t>(count->magnitude);
      Advance();
    }
    draft.result_names.push_back(names);
  } while (Accept(TokenKind::kComma));
  return Expect(TokenKind::kEqual, {"after the names of results"});
}

// `%a {..} : T`
bool Parser::ParseUnaryForm(OperationDraft& draft) {
  draft.operands.emplace_back();
  return ParseOperandUse(draft.operands.back(), {"as an operand of", draft.name()}) &&
         ParseOptionalAttributes(draft) && ExpectTypes({"after the operand of", draft.name()}) &&
         ParseSameType(draft);
}

bool Parser::ParseOperationName(OperationDraft& draft, uint32_t begin) {
  if (!At(TokenKind::kString) && !At(TokenKind::kWord)) {
    return FailOperationStart(draft);
  }
  const bool is_generic = At(TokenKind::kString);
  const Span name_span = TokenSpan();
  const std::string_view text = TokenText();
  std::string_view name = is_generic ? Unquote(text) : FullName(text);
  if (name.starts_with("std.") && !StandardName(name).empty()) name = StandardName(name);
  const OpInfo* leftover = LeftoverOfMhlo(name);
  if (leftover != nullptr) name = leftover->name;
  const std::string_view assertion = AssertionName(name, lexer_.text().substr(name_span.end));
  if (!assertion.empty()) name = assertion;
  if (name.empty()) return Fail(name_span, "an operation without a name");
  Operation* operation = module_.MakeOperation(name);
  operation->name_span = name_span;
  operation->span = {begin, name_span.end};
  draft.operation = operation;
  Advance();
  if (is_generic) return ParseGenericForm(draft);
  if (leftover != nullptr && !At(TokenKind::kLeftParen)) return ParseUnaryForm(draft);
  const OpInfo* info = operation->info;
  // `stablehlo.constant() {...} : ...`: the generic form without its quotes.
  if (info != nullptr && At(TokenKind::kLeftParen) && !info->format.starts_with("`(`") &&
      (!info->format.starts_with("custom<") || info->format == "custom<Constant>")) {
    return ParseGenericForm(draft);
  }
  if (info == nullptr) return FailOperationName(draft, name_span, text);
  if (info->format.empty()) {
    return FailShortForm(draft, name_span);
  }
  return ParseFormat(draft);
}

bool Parser::ParseSuccessors(OperationDraft& draft) {
  return ParseListUntil(TokenKind::kRightSquare, {"between successors"}, [&] {
    if (!At(TokenKind::kBlockName)) return FailExpected("a block such as ^bb0", {});
    draft.successors.push_back(FindBlock(TokenText().substr(1), TokenSpan()));
    Advance();
    return true;
  });
}

bool Parser::ParseRegionList(OperationDraft& draft) {
  return ParseListUntil(TokenKind::kRightParen, {"between the regions of", draft.name()},
                        [&] { return ParseRegion(draft); });
}

bool Parser::ParseGenericForm(OperationDraft& draft) {
  const Where operands{"between the operands of", draft.name()};
  if (!Expect(TokenKind::kLeftParen, {"before the operands of", draft.name()}) ||
      !ParseListUntil(TokenKind::kRightParen, operands, [&] {
        draft.operands.emplace_back();
        return ParseOperandUse(draft.operands.back(), {"as an operand of", draft.name()});
      })) {
    return false;
  }
  if (Accept(TokenKind::kLeftSquare) && !ParseSuccessors(draft)) return false;
  while (true) {
    if (Accept(TokenKind::kLess)) {
      if (!ParseAttributeDictionary(draft.info(), draft.attributes) ||
          !Expect(TokenKind::kGreater, {"after the properties of", draft.name()})) {
        return false;
      }
    } else if (At(TokenKind::kLeftBrace)) {
      if (!ParseAttributeDictionary(draft.info(), draft.attributes)) return false;
    } else if (Accept(TokenKind::kLeftParen)) {
      if (!ParseRegionList(draft)) return false;
    } else {
      break;
    }
  }
  const std::string_view last = !draft.attributes.empty() ? "after the attributes of"
                                : !draft.regions.empty()  ? "after the regions of"
                                                          : "after the operands of";
  if (!ExpectTypes({last, draft.name()})) return false;
  const bool is_quoted = lexer_.text()[draft.operation->name_span.begin] == '"';
  if (!is_quoted && !At(TokenKind::kLeftParen)) return FailShortTypes(draft);
  return ParseFunctionalType(draft);
}

bool Parser::ParseFunctionalType(OperationDraft& draft) {
  if (!At(TokenKind::kLeftParen)) return FailFunctionalType(draft);
  const uint32_t begin = token_.begin;
  draft.operand_types.clear();
  draft.operand_type_spans.clear();
  if (!ParseFunctionType(draft.operand_types, draft.result_types, &draft.operand_type_spans,
                         &draft.result_type_spans)) {
    return false;
  }
  draft.operation->type_span = SpanFrom(begin);
  return true;
}

bool Parser::ParseOptionalAttributes(OperationDraft& draft) {
  return !At(TokenKind::kLeftBrace) || ParseAttributeDictionary(draft.info(), draft.attributes);
}

bool Parser::ParseOperation(Block* block) {
  const Nesting nesting(*this);
  const uint32_t begin = token_.begin;
  DraftHolder holder(*this);
  OperationDraft& draft = *holder;
  const bool is_read = nesting.is_allowed &&
                       (!At(TokenKind::kValueName) || ParseResultNames(draft)) &&
                       ParseOperationName(draft, begin) && FinishOperation(draft, block);
  if (!is_read) PoisonResults(draft);
  return is_read;
}

bool Parser::ResolveOperands(OperationDraft& draft) {
  Operation* operation = draft.operation;
  const size_t count = draft.operands.size();
  if (draft.operand_types.size() != count) {
    return Fail(operation->type_span.is_known() ? operation->type_span : operation->span,
                std::string(draft.name()) + " has " + std::to_string(count) +
                    (count == 1 ? " operand, but " : " operands, but ") +
                    std::to_string(draft.operand_types.size()) + " operand types are given");
  }
  operation->operands = arena().MakeArray<Value*>(count);
  const std::span<Span> spans = arena().MakeArray<Span>(count);
  for (size_t i = 0; i < count; ++i) {
    const Span type_span =
        draft.operand_type_spans.size() == count ? draft.operand_type_spans[i] : Span();
    operation->operands[i] = UseValue(draft.operands[i], draft.operand_types[i], type_span);
    spans[i] = draft.operands[i].span;
  }
  operation->operand_spans = spans;
  return true;
}

bool Parser::FinishAttributes(OperationDraft& draft) {
  std::ranges::sort(draft.attributes, {}, &NamedAttribute::name);
  const OpInfo* info = draft.info();
  for (size_t i = 0; i < draft.attributes.size(); ++i) {
    NamedAttribute& attribute = draft.attributes[i];
    if (i != 0 && draft.attributes[i - 1].name == attribute.name) {
      return Fail(attribute.name_span,
                  "attribute '" + std::string(attribute.name) + "' occurs twice");
    }
    const int index = info == nullptr ? -1 : info->FindAttribute(attribute.name);
    if (index < 0) continue;
    attribute.value = Normalize(info->attributes[static_cast<size_t>(index)], attribute.value);
    if (attribute.value == nullptr) return false;
  }
  draft.operation->attributes = arena().CopyArray(draft.attributes);
  return true;
}

bool Parser::FinishOperation(OperationDraft& draft, Block* block) {
  Operation* operation = draft.operation;
  if (!FinishAttributes(draft) || !ResolveOperands(draft)) return false;
  operation->regions = arena().CopyArray(draft.regions);
  operation->successors = arena().CopyArray(draft.successors);
  if (!ParseOptionalLocation(operation->location)) return false;
  operation->span.end = previous_end_;
  operation->result_type_spans = arena().CopyArray(draft.result_type_spans);
  if (!DefineResults(draft)) return false;
  block->Append(operation);
  return true;
}

bool Parser::DefineResults(OperationDraft& draft) {
  Operation* operation = draft.operation;
  const size_t count = draft.result_types.size();
  size_t named = 0;
  for (const ResultNames& names : draft.result_names) named += names.count;
  if (named != count && !draft.result_names.empty()) {
    return Fail(Cover(draft.result_names.front().span, draft.result_names.back().span),
                std::string(draft.name()) + " has " + std::to_string(count) +
                    (count == 1 ? " result, but " : " results, but ") + std::to_string(named) +
                    (named == 1 ? " is named" : " are named"),
                "ssa");
  }
  operation->results = arena().MakeArray<Value*>(count);
  size_t next = 0;
  const auto make = [&](const ResultNames* names) {
    Value* value = module_.MakeValue(draft.result_types[next], names ? names->name : "");
    value->operation = operation;
    value->index = static_cast<uint32_t>(next);
    value->span = names != nullptr ? names->span : operation->name_span;
    if (next < draft.result_type_spans.size()) value->type_span = draft.result_type_spans[next];
    operation->results[next++] = value;
  };
  for (const ResultNames& names : draft.result_names) {
    const size_t first = next;
    for (uint32_t i = 0; i < names.count; ++i) make(&names);
    DefineValues(names.name, operation->results.subspan(first, names.count), names.span);
  }
  while (next < count) make(nullptr);
  return true;
}

void Parser::PoisonResults(const OperationDraft& draft) {
  for (const ResultNames& names : draft.result_names) {
    NameEntry entry;
    entry.span = names.span;
    entry.is_poison = true;
    if (scope().names.emplace(names.name, entry).second) scope().defined.push_back(names.name);
  }
}

}  // namespace paddock
