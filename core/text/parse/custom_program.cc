// Forms of module, func.func, call and return.
#include <algorithm>

#include "core/text/parse/custom.h"

namespace paddock {
namespace {

bool ReadModule(Parser& parser, OperationDraft& draft) {
  if (parser.At(TokenKind::kSymbolName)) {
    const uint32_t begin = parser.token().begin;
    std::string_view name;
    if (!parser.ParseSymbolName(name, {})) return false;
    parser.AddAttribute(draft, "sym_name", parser.MakeString(name, begin));
  }
  if (parser.AcceptWord("attributes") &&
      !parser.ParseAttributeDictionary(draft.info(), draft.attributes)) {
    return false;
  }
  if (!parser.ParseRegion(draft)) return false;
  Region* region = draft.regions.back();
  if (region->is_empty()) region->Append(parser.module().MakeBlock());
  return true;
}

// Adds one entry an argument or result, unless none has attributes.
void AddDictionaries(Parser& parser, OperationDraft& draft, std::string_view name,
                     std::vector<const Attribute*>& dictionaries) {
  const bool has_any =
      std::ranges::any_of(dictionaries, [](const Attribute* entry) { return entry != nullptr; });
  if (!has_any) return;
  for (const Attribute*& entry : dictionaries) {
    if (entry == nullptr) entry = parser.MakeDictionary({}, parser.previous_end());
  }
  parser.AddAttribute(draft, name, parser.MakeArray(dictionaries, parser.previous_end()));
}

// `%a: T {..}`; in a declaration `T {..}`.
bool ReadParameters(Parser& parser, std::vector<ArgumentDraft>& arguments) {
  return parser.Expect(TokenKind::kLeftParen, {"before the arguments of a function"}) &&
         parser.ParseListUntil(TokenKind::kRightParen, {"between the arguments of a function"},
                               [&] {
                                 ArgumentDraft argument;
                                 if (parser.At(TokenKind::kValueName)) {
                                   if (!parser.ParseArgument(argument, {})) return false;
                                 } else if (parser.FailArgumentName()) {
                                   return false;
                                 } else if (!parser.ParseTypeWithAttributes(argument)) {
                                   return false;
                                 }
                                 arguments.push_back(argument);
                                 return true;
                               });
}

bool ReadResults(Parser& parser, std::vector<ArgumentDraft>& results) {
  if (!parser.Accept(TokenKind::kArrow)) {
    const bool is_colon = parser.At(TokenKind::kColon);
    if (!is_colon && !parser.At(TokenKind::kTypeName) && !parser.AtWord("tensor")) return true;
    Diagnostic& diagnostic =
        parser.ReportExpected("'->'", {"before the result types of a function"});
    if (is_colon) diagnostic.fixes.push_back({"write ->", parser.TokenSpan(), "->"});
    return false;
  }
  if (!parser.Accept(TokenKind::kLeftParen)) {
    // Attributes are allowed only within brackets: a brace here begins the body.
    do {
      const uint32_t begin = parser.token().begin;
      results.emplace_back();
      results.back().type = parser.ParseType();
      results.back().type_span = parser.SpanFrom(begin);
      if (!results.back().type) return false;
    } while (parser.Accept(TokenKind::kComma));
    return true;
  }
  return parser.ParseListUntil(TokenKind::kRightParen, {"between the results of a function"}, [&] {
    results.emplace_back();
    return parser.ParseTypeWithAttributes(results.back());
  });
}

void AddFunctionType(Parser& parser, OperationDraft& draft,
                     std::span<const ArgumentDraft> arguments,
                     std::span<const ArgumentDraft> results, uint32_t begin) {
  std::vector<Type> inputs;
  std::vector<Type> outputs;
  std::vector<const Attribute*> argument_attributes;
  std::vector<const Attribute*> result_attributes;
  std::vector<Span> result_spans;
  for (const ArgumentDraft& argument : arguments) {
    inputs.push_back(argument.type);
    argument_attributes.push_back(argument.attributes);
  }
  for (const ArgumentDraft& result : results) {
    outputs.push_back(result.type);
    result_attributes.push_back(result.attributes);
    draft.result_type_spans.push_back(result.type_span);
  }
  const Type type = parser.types().GetFunction(inputs, outputs);
  draft.operation->type_span = parser.SpanFrom(begin);
  parser.AddAttribute(draft, "function_type", parser.MakeType(type, begin));
  AddDictionaries(parser, draft, "arg_attrs", argument_attributes);
  AddDictionaries(parser, draft, "res_attrs", result_attributes);
}

bool ReadFunction(Parser& parser, OperationDraft& draft) {
  uint32_t begin = parser.token().begin;
  for (std::string_view visibility : {"public", "private", "nested"}) {
    if (!parser.AcceptWord(visibility)) continue;
    parser.AddAttribute(draft, "sym_visibility", parser.MakeString(visibility, begin));
    break;
  }
  begin = parser.token().begin;
  std::string_view name;
  if (!parser.ParseSymbolName(name, {"as the name of a function"})) return false;
  parser.AddAttribute(draft, "sym_name", parser.MakeString(name, begin));
  begin = parser.token().begin;
  std::vector<ArgumentDraft> arguments;
  std::vector<ArgumentDraft> results;
  if (!ReadParameters(parser, arguments) || !ReadResults(parser, results)) return false;
  AddFunctionType(parser, draft, arguments, results, begin);
  if (parser.AcceptWord("attributes") &&
      !parser.ParseAttributeDictionary(draft.info(), draft.attributes)) {
    return false;
  }
  if (parser.At(TokenKind::kLeftBrace)) {
    for (const ArgumentDraft& argument : arguments) {
      if (!argument.name.empty()) continue;
      return parser.Fail(argument.type_span,
                         "an argument without a name in a function with a body");
    }
    if (!parser.ParseRegion(draft, arguments)) return false;
    // An empty body is not a declaration.
    Region* body = draft.regions.back();
    if (body->is_empty()) body->Append(parser.module().MakeBlock());
    return true;
  }
  draft.regions.push_back(parser.module().MakeRegion(draft.operation));
  return true;
}

bool ReadCall(Parser& parser, OperationDraft& draft) {
  const uint32_t begin = parser.token().begin;
  std::string_view callee;
  if (!parser.ParseSymbolName(callee, {"as the function that is called"})) return false;
  parser.AddAttribute(draft, "callee", parser.MakeSymbol(callee, begin));
  if (!parser.Expect(TokenKind::kLeftParen, {"before the operands of a call"})) return false;
  const bool is_read =
      parser.ParseListUntil(TokenKind::kRightParen, {"between the operands of a call"}, [&] {
        draft.operands.emplace_back();
        return parser.ParseOperandUse(draft.operands.back(), {"as an operand of a call"});
      });
  return is_read && parser.ParseOptionalAttributes(draft) &&
         parser.ExpectTypes({"after the operands of a call"}) && parser.ParseFunctionalType(draft);
}

bool ReadReturn(Parser& parser, OperationDraft& draft) {
  if (!parser.ParseOptionalAttributes(draft)) return false;
  if (!parser.At(TokenKind::kValueName)) return true;
  if (!parser.ParseOperandList(draft.operands, {"as an operand of", draft.name()}) ||
      !parser.ParseOptionalAttributes(draft) ||
      !parser.ExpectTypes(
          {"after the operands of", draft.name()},
          parser.At(TokenKind::kColon) ? std::string() : parser.DefinedTypes(draft))) {
    return false;
  }
  const uint32_t begin = parser.token().begin;
  do {
    const uint32_t type_begin = parser.token().begin;
    draft.operand_types.push_back(parser.ParseType());
    if (!draft.operand_types.back()) return false;
    draft.operand_type_spans.push_back(parser.SpanFrom(type_begin));
  } while (parser.Accept(TokenKind::kComma));
  draft.operation->type_span = parser.SpanFrom(begin);
  return true;
}

constexpr CustomReader kProgramReaders[] = {
    {"Module", ReadModule},
    {"Function", ReadFunction},
    {"Call", ReadCall},
    {"Return", ReadReturn},
};

}  // namespace

std::span<const CustomReader> ProgramReaders() { return kProgramReaders; }

}  // namespace paddock
