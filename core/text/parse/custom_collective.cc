// Forms of Shardy. The text in their brackets is kept, and planning reads it.
#include <string>

#include "core/text/parse/custom.h"

namespace paddock {
namespace {

// Reads text in brackets as the attribute `name`, in the generic spelling of its dialect: `before`,
// the text, `after`.
bool ReadBracketed(Parser& parser, OperationDraft& draft, std::string_view name, TokenKind opening,
                   std::string_view before, std::string_view after) {
  const uint32_t begin = parser.token().begin;
  if (!parser.SkipBrackets(opening, {"as the attribute", name})) return false;
  std::string text(before);
  text += parser.TextBetween(begin, parser.previous_end());
  text += after;
  Attribute* attribute = parser.MakeAttribute(AttributeKind::kOpaque, begin);
  attribute->text = parser.module().InternName(text);
  parser.AddAttribute(draft, name, attribute);
  return true;
}

// `@name = <["x"=2]>`
bool ReadMesh(Parser& parser, OperationDraft& draft) {
  const uint32_t begin = parser.token().begin;
  std::string_view name;
  if (!parser.ParseSymbolName(name, {"as the name of a mesh"})) return false;
  parser.AddAttribute(draft, "sym_name", parser.MakeString(name, begin));
  return parser.Expect(TokenKind::kEqual, {"after the name of a mesh"}) &&
         ReadBracketed(parser, draft, "mesh", TokenKind::kLess, "#sdy.mesh", "") &&
         parser.ParseOptionalAttributes(draft);
}

bool ReadShardings(Parser& parser, OperationDraft& draft, std::string_view name) {
  return parser.ExpectWord(name, {"in", draft.name()}) &&
         parser.Expect(TokenKind::kEqual, {"after", name}) &&
         ReadBracketed(parser, draft, name, TokenKind::kLeftSquare, "#sdy.sharding_per_value<",
                       ">");
}

// `(%a) in_shardings=[..] out_shardings=[..] manual_axes={..} (%b: T) {..} : (..) -> ..`
bool ReadManualComputation(Parser& parser, OperationDraft& draft) {
  if (!parser.Expect(TokenKind::kLeftParen, {"after", draft.name()})) return false;
  const bool has_operands =
      parser.ParseListUntil(TokenKind::kRightParen, {"in", draft.name()}, [&] {
        draft.operands.emplace_back();
        return parser.ParseOperandUse(draft.operands.back(), {"as an operand of", draft.name()});
      });
  if (!has_operands || !ReadShardings(parser, draft, "in_shardings") ||
      !ReadShardings(parser, draft, "out_shardings") ||
      !parser.ExpectWord("manual_axes", {"in", draft.name()}) ||
      !parser.Expect(TokenKind::kEqual, {"after manual_axes"}) ||
      !ReadBracketed(parser, draft, "manual_axes", TokenKind::kLeftBrace, "#sdy<manual_axes",
                     ">") ||
      !parser.Expect(TokenKind::kLeftParen, {"before the arguments of", draft.name()})) {
    return false;
  }
  std::vector<ArgumentDraft> arguments;
  return parser.ParseListUntil(TokenKind::kRightParen, {"between the arguments of", draft.name()},
                               [&] {
                                 arguments.emplace_back();
                                 return parser.ParseArgument(arguments.back(),
                                                             {"as an argument of", draft.name()});
                               }) &&
         parser.ParseRegion(draft, arguments) && parser.ParseOptionalAttributes(draft) &&
         parser.ExpectTypes({"after the body of", draft.name()}) &&
         parser.ParseFunctionalType(draft);
}

// `%a <@mesh, [{"x"}]> : T`
bool ReadShardingConstraint(Parser& parser, OperationDraft& draft) {
  draft.operands.emplace_back();
  if (!parser.ParseOperandUse(draft.operands.back(), {"as the operand of", draft.name()}) ||
      !ReadBracketed(parser, draft, "sharding", TokenKind::kLess, "#sdy.sharding", "") ||
      !parser.ParseOptionalAttributes(draft) ||
      !parser.ExpectTypes({"after the operand of", draft.name()})) {
    return false;
  }
  const uint32_t begin = parser.token().begin;
  const Type type = parser.ParseType();
  if (!type) return false;
  draft.operation->type_span = parser.SpanFrom(begin);
  draft.operand_types.push_back(type);
  draft.result_types.push_back(type);
  draft.result_type_spans.push_back(draft.operation->type_span);
  return true;
}

constexpr CustomReader kCollectiveReaders[] = {
    {"Mesh", ReadMesh},
    {"ManualComputation", ReadManualComputation},
    {"ShardingConstraint", ReadShardingConstraint},
};

}  // namespace

std::span<const CustomReader> CollectiveReaders() { return kCollectiveReaders; }

}  // namespace paddock
