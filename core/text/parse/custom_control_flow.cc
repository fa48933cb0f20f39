// Forms of while, composite, custom_call, optimization_barrier and tuple.
#include "core/text/parse/custom.h"

namespace paddock {
namespace {

// `(%a = %x, %b = %y) : T, U attributes {..} cond {..} do {..}`
bool ReadWhile(Parser& parser, OperationDraft& draft) {
  std::vector<ArgumentDraft> arguments;
  if (!parser.Expect(TokenKind::kLeftParen, {"after", draft.name()})) return false;
  const bool is_read = parser.ParseListUntil(TokenKind::kRightParen, {"in", draft.name()}, [&] {
    ArgumentDraft argument;
    OperandUse name;
    if (!parser.ParseOperandUse(name, {"as an argument of", draft.name()}) ||
        !parser.Expect(TokenKind::kEqual, {"after an argument of", draft.name()})) {
      return false;
    }
    argument.name = name.name;
    argument.span = name.span;
    arguments.push_back(argument);
    draft.operands.emplace_back();
    return parser.ParseOperandUse(draft.operands.back(), {"as an operand of", draft.name()});
  });
  if (!is_read) return false;
  if (!arguments.empty()) {
    if (!parser.ExpectTypes({"after the operands of", draft.name()})) return false;
    const uint32_t begin = parser.token().begin;
    for (size_t i = 0; i < arguments.size(); ++i) {
      if (i != 0 && !parser.Expect(TokenKind::kComma, {"between the types of", draft.name()})) {
        return false;
      }
      const uint32_t type_begin = parser.token().begin;
      arguments[i].type = parser.ParseType();
      if (!arguments[i].type) return false;
      arguments[i].type_span = parser.SpanFrom(type_begin);
      draft.operand_types.push_back(arguments[i].type);
      draft.operand_type_spans.push_back(arguments[i].type_span);
      draft.result_types.push_back(arguments[i].type);
      draft.result_type_spans.push_back(arguments[i].type_span);
    }
    draft.operation->type_span = parser.SpanFrom(begin);
  }
  if (parser.AcceptWord("attributes") &&
      !parser.ParseAttributeDictionary(draft.info(), draft.attributes)) {
    return false;
  }
  return parser.ExpectWord("cond", {"before the condition of", draft.name()}) &&
         parser.ParseRegion(draft, arguments) &&
         parser.ExpectWord("do", {"before the body of", draft.name()}) &&
         parser.ParseRegion(draft, arguments);
}

// `"namespace.name" %a, %b {..} : (..) -> ..`
bool ReadComposite(Parser& parser, OperationDraft& draft) {
  const uint32_t begin = parser.token().begin;
  if (!parser.At(TokenKind::kString)) {
    return parser.FailExpected("a name in quotes", {"after", draft.name()});
  }
  const std::string_view name = parser.Unquote(parser.TokenText());
  parser.Advance();
  parser.AddAttribute(draft, "name", parser.MakeString(name, begin));
  if (parser.At(TokenKind::kValueName) &&
      !parser.ParseOperandList(draft.operands, {"as an operand of", draft.name()})) {
    return false;
  }
  while (parser.At(TokenKind::kLeftBrace) || parser.At(TokenKind::kLeftParen)) {
    if (parser.At(TokenKind::kLeftBrace)) {
      if (!parser.ParseOptionalAttributes(draft)) return false;
      continue;
    }
    parser.Advance();
    if (!parser.ParseListUntil(TokenKind::kRightParen, {"between the regions of", draft.name()},
                               [&] { return parser.ParseRegion(draft); })) {
      return false;
    }
  }
  return parser.ExpectTypes({"after the operands of", draft.name()}) &&
         parser.ParseFunctionalType(draft);
}

bool ReadTarget(Parser& parser, OperationDraft& draft) {
  const uint32_t begin = parser.token().begin;
  std::string_view name;
  if (!parser.ParseSymbolName(name, {"as the target of", draft.name()})) return false;
  parser.AddAttribute(draft, "call_target_name", parser.MakeString(name, begin));
  return true;
}

// `()`, or `%a, %b : T, U`. The results have the operands' types.
bool ReadBarrier(Parser& parser, OperationDraft& draft) {
  if (parser.Accept(TokenKind::kLeftParen)) {
    return parser.Expect(TokenKind::kRightParen, {"after '(' of", draft.name()}) &&
           parser.ParseOptionalAttributes(draft);
  }
  if (!parser.ParseOperandList(draft.operands, {"as an operand of", draft.name()}) ||
      !parser.ParseOptionalAttributes(draft) ||
      !parser.ExpectTypes({"after the operands of", draft.name()})) {
    return false;
  }
  if (parser.At(TokenKind::kLeftParen)) return parser.ParseFunctionalType(draft);
  const uint32_t begin = parser.token().begin;
  do {
    const uint32_t type_begin = parser.token().begin;
    const Type type = parser.ParseType();
    if (!type) return false;
    draft.operand_types.push_back(type);
    draft.operand_type_spans.push_back(parser.SpanFrom(type_begin));
    draft.result_types.push_back(type);
    draft.result_type_spans.push_back(parser.SpanFrom(type_begin));
  } while (parser.Accept(TokenKind::kComma));
  draft.operation->type_span = parser.SpanFrom(begin);
  return true;
}

// `tuple<T, U>`: the operands have the types of the elements.
bool ReadTupleType(Parser& parser, OperationDraft& draft) {
  if (parser.At(TokenKind::kLeftParen)) return parser.ParseFunctionalType(draft);
  const uint32_t begin = parser.token().begin;
  const Type type = parser.ParseType();
  if (!type) return false;
  if (!type.is(TypeKind::kTuple)) {
    return parser.Fail(parser.SpanFrom(begin),
                       std::string(draft.name()) + " needs a tuple type, not " + ToString(type));
  }
  draft.operation->type_span = parser.SpanFrom(begin);
  draft.operand_types.assign(type->elements.begin(), type->elements.end());
  draft.result_types.push_back(type);
  draft.result_type_spans.push_back(parser.SpanFrom(begin));
  return true;
}

constexpr CustomReader kControlFlowReaders[] = {
    {"While", ReadWhile},     {"Composite", ReadComposite}, {"CustomCallTarget", ReadTarget},
    {"Barrier", ReadBarrier}, {"TupleType", ReadTupleType},
};

}  // namespace

std::span<const CustomReader> ControlFlowReaders() { return kControlFlowReaders; }

}  // namespace paddock
