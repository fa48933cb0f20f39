// Diagnostics of mistakes at the place of an operation, its operands or an argument.
#include <algorithm>
#include <string>

#include "core/dialect/meant_operation.h"
#include "core/text/parse/foreign_text.h"
#include "core/text/parse/parser.h"

namespace paddock {
namespace {

// Operations that are written without their dialect.
constexpr std::string_view kBareWords[] = {"return", "call", "module", "func.func"};

std::string_view WithoutQuotes(std::string_view text) {
  return text.starts_with('"') ? text.substr(1, text.size() - 2) : text;
}

// Returns the operation for an operator of other languages; empty if there is none.
std::string_view OperationOf(TokenKind kind) {
  switch (kind) {
    case TokenKind::kPlus:
      return "stablehlo.add";
    case TokenKind::kMinus:
      return "stablehlo.subtract";
    case TokenKind::kStar:
      return "stablehlo.multiply";
    case TokenKind::kSlash:
      return "stablehlo.divide";
    default:
      return {};
  }
}

// Explains an unknown operation. In a dialect of the table the name is wrong, in another one the
// form. A name without a dialect lacks that.
std::string WhyUnknown(std::string_view name) {
  const std::string_view dialect = name.substr(0, name.find('.') + 1);
  const bool is_known = std::ranges::any_of(OpNames(), [&](std::string_view other) {
    return !dialect.empty() && other.starts_with(dialect);
  });
  const std::string subject = "unknown operation '" + std::string(name.substr(0, 60)) + "'";
  if (dialect.empty()) {
    return subject + ": write its dialect before its name, as in stablehlo.add";
  }
  const std::string_view foreign = ForeignDialect(dialect.substr(0, dialect.size() - 1));
  if (!foreign.empty()) return subject + ": " + std::string(foreign);
  if (!is_known) {
    return subject + ": operations of other dialects are parsed in the generic form only";
  }
  return subject + ": " + std::string(dialect.substr(0, dialect.size() - 1)) +
         " has no operation of this name";
}

}  // namespace

// Reports a number, an operation or an attribute in the place of a value.
bool Parser::FailNoValue(Where where) {
  const bool is_number = At(TokenKind::kInteger) || At(TokenKind::kFloat) ||
                         At(TokenKind::kMinus) || At(TokenKind::kPlus);
  if (is_number) {
    return Fail(TokenSpan(),
                "an operand is the name of a value: write a line such as "
                "%c = stablehlo.constant dense<1.0> : tensor<f32> before this one, and %c here");
  }
  const bool is_operation = (At(TokenKind::kWord) || At(TokenKind::kString)) &&
                            FindOp(WithoutQuotes(TokenText())) != nullptr;
  if (is_operation) {
    return Fail(TokenSpan(),
                "an operand is the name of a value: write this operation on a line of its own "
                "before, as in %r = ..., and %r here");
  }
  if (At(TokenKind::kLeftSquare) || At(TokenKind::kLeftBrace)) {
    return Fail(TokenSpan(),
                "an operand is the name of a value; attributes follow the operands, in the "
                "generic form as in <{name = array<i64: 0, 1>}>");
  }
  return FailExpected("a value such as %0", where);
}

// Reports a word or number that names a value without its sign.
bool Parser::FailOperand(Where where) {
  const std::string_view text = TokenText();
  if (!scope().names.contains(text)) return FailNoValue(where);
  const std::string name = "%" + std::string(text);
  Diagnostic& diagnostic =
      sink_.Error("syntax", TokenSpan(), "the name of a value begins with '%': " + name);
  diagnostic.fixes.push_back({"write " + name, TokenSpan(), name});
  return false;
}

bool Parser::FailArgumentName() {
  Lexer lexer = lexer_;
  if (!At(TokenKind::kWord) || lexer.Next().kind != TokenKind::kColon) return false;
  const std::string name = "%" + std::string(TokenText());
  Diagnostic& diagnostic =
      sink_.Error("syntax", TokenSpan(), "the name of an argument begins with '%': " + name);
  diagnostic.fixes.push_back({"write " + name, TokenSpan(), name});
  return true;
}

// Reports `%a + %b`, `;` at the end of a line, and `# a comment`.
bool Parser::FailOperationStart(const OperationDraft& draft) {
  const std::string_view text = TokenText();
  if (At(TokenKind::kUnknown) && text == ";") {
    return Fail(TokenSpan(), "found ';': an operation ends with its types and its line");
  }
  if (At(TokenKind::kUnknown) && text == "#") {
    return Fail(TokenSpan(), "found '#': a comment begins with '//'");
  }
  if (At(TokenKind::kComma) && draft.result_names.empty()) {
    return Fail(TokenSpan(),
                "found ',': an operation ends with its types; the next one begins a new line");
  }
  Lexer lexer = lexer_;
  const std::string_view operation = OperationOf(lexer.Next().kind);
  if (At(TokenKind::kValueName) && !draft.result_names.empty() && !operation.empty()) {
    const Token next = lexer.Next();
    const std::string other(next.kind == TokenKind::kValueName ? lexer.TextOf(next) : "%other");
    return Fail({token_.begin, next.kind == TokenKind::kValueName ? next.end : token_.end},
                "StableHLO has no operators: write " + std::string(operation) + " " +
                    std::string(text) + ", " + other + " : type");
  }
  const bool is_named = !draft.result_names.empty();
  ReportExpected("an operation", is_named ? Where{"after '='"} : Where{},
                 is_named ? Missing::kPart : Missing::kItem);
  return false;
}

// Reports `name = ...` without its sign, or an operation that is not in the table.
bool Parser::FailOperationName(OperationDraft& draft, Span span, std::string_view name) {
  if (At(TokenKind::kEqual) && draft.result_names.empty()) {
    const std::string value = "%" + std::string(name);
    Diagnostic& diagnostic =
        sink_.Error("syntax", span, "the name of a result begins with '%': " + value);
    diagnostic.fixes.push_back({"write " + value, span, value});
    draft.result_names.push_back({name, 1, span});
    return false;
  }
  if (At(TokenKind::kColon) && lexer_.text().substr(span.end, 2) == "::") {
    const Span colons = {span.end, span.end + 2};
    Diagnostic& diagnostic =
        sink_.Error("syntax", colons, "a dialect and the name of its operation are joined by '.'");
    diagnostic.fixes.push_back({"write .", colons, "."});
    return false;
  }
  if (At(TokenKind::kLeftSquare) && types().GetScalar(name)) {
    return Fail(span, "'" + std::string(name) +
                          "[' begins a line of HLO text: StableHLO writes the types after ':', as "
                          "in stablehlo.add %a, %b : tensor<4xf32>");
  }
  Diagnostic& diagnostic = sink_.Error("unknown-operation", span, WhyUnknown(name));
  const size_t before = diagnostic.fixes.size();
  if (name.find('.') == std::string_view::npos) {
    SuggestNearest(diagnostic, span, name, Naming::kTable, kBareWords);
  }
  if (diagnostic.fixes.size() == before) SuggestOperation(diagnostic, span, name);
  return false;
}

// Suggests GE for `>=`.
void Parser::SuggestDirection(Diagnostic& diagnostic) {
  struct Comparison {
    std::string_view sign;
    std::string_view direction;
  };
  constexpr Comparison kComparisons[] = {{"==", "EQ"}, {"!=", "NE"}, {">=", "GE"},
                                         {"<=", "LE"}, {">", "GT"},  {"<", "LT"}};
  const std::string_view text = lexer_.text().substr(token_.begin);
  for (const Comparison& row : kComparisons) {
    if (!text.starts_with(row.sign)) continue;
    const Span span = {token_.begin, token_.begin + static_cast<uint32_t>(row.sign.size())};
    const std::string direction(row.direction);
    diagnostic.fixes.push_back({"write " + direction, span, direction});
    return;
  }
}

// Reports an operation without a short form, with its generic form and the table's operands.
bool Parser::FailShortForm(const OperationDraft& draft, Span span) {
  const OpInfo& info = *draft.info();
  std::string form = "\"" + std::string(info.name) + "\"(";
  for (const OperandInfo& operand : info.operands) {
    form += (form.ends_with('(') ? "%" : ", %") + std::string(operand.name);
  }
  form += ")";
  if (!info.regions.empty()) {
    form += " (";
    for (const RegionInfo& region : info.regions) {
      form += (form.ends_with('(') ? "{" : ", {") + std::string(region.name) + "}";
    }
    form += ")";
  }
  return Fail(span, std::string(info.name) + " has only a generic form: " + form +
                        " : (operand types) -> result types");
}

// Reports `stablehlo.add(%a, %a) : tensor<4xf32>`: the brackets of one form with the types of the
// other.
bool Parser::FailShortTypes(const OperationDraft& draft) {
  const std::string name(draft.name());
  std::string operands;
  for (const OperandUse& use : draft.operands) {
    operands += (operands.empty() ? "%" : ", %") + std::string(use.name);
  }
  return Fail(draft.operation->name_span,
              "with brackets around its operands " + name +
                  " has the types (operand types) -> result type; its short form has neither: " +
                  name + " " + operands + " : ...");
}

}  // namespace paddock
