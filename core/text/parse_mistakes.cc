// Mistakes where an operation, its operands or an argument should stand.
#include <algorithm>
#include <string>

#include "core/dialect/meant_operation.h"
#include "core/text/foreign_text.h"
#include "core/text/parser.h"

namespace paddock {
namespace {

// Operations that are written without their dialect.
constexpr std::string_view kBareWords[] = {"return", "call", "module", "func.func"};

// The operation that an operator of other languages stands for; empty if it is none.
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

// Of a dialect that the table has, the name is wrong; of another, the form; without one, both.
std::string WhyUnknown(std::string_view name) {
  const std::string_view dialect = name.substr(0, name.find('.') + 1);
  const bool is_known = std::ranges::any_of(OpNames(), [&](std::string_view other) {
    return !dialect.empty() && other.starts_with(dialect);
  });
  const std::string subject = "unknown operation '" + std::string(name.substr(0, 60)) + "'";
  if (dialect.empty()) {
    return subject + ": its dialect stands before its name, as in stablehlo.add";
  }
  const std::string_view foreign = ForeignDialect(dialect.substr(0, dialect.size() - 1));
  if (!foreign.empty()) return subject + ": " + std::string(foreign);
  if (!is_known) {
    return subject + ": operations of other dialects are read in their generic form only";
  }
  return subject + ": " + std::string(dialect.substr(0, dialect.size() - 1)) +
         " has none of this name";
}

}  // namespace

// A word or number that names a value without its sign.
bool Parser::FailOperand(Where where) {
  const std::string_view text = TokenText();
  if (!scope().names.contains(text)) return FailExpected("a value such as %0", where);
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

// `%a + %b`, `;` at the end of a line, `# a comment`.
bool Parser::FailOperationStart(const OperationDraft& draft) {
  const std::string_view text = TokenText();
  if (At(TokenKind::kUnknown) && text == ";") {
    return Fail(TokenSpan(), "found ';': an operation ends with its types and its line");
  }
  if (At(TokenKind::kUnknown) && text == "#") {
    return Fail(TokenSpan(), "found '#': a comment begins with '//'");
  }
  Lexer lexer = lexer_;
  const std::string_view operation = OperationOf(lexer.Next().kind);
  if (At(TokenKind::kValueName) && !draft.result_names.empty() && !operation.empty()) {
    return Fail(TokenSpan(), "StableHLO has no operators: write " + std::string(operation) + " " +
                                 std::string(text) + ", %other : type");
  }
  return FailExpected("an operation", draft.result_names.empty() ? Where{} : Where{"after '='"});
}

// `name = ...` without its sign, or an operation that the table does not have.
bool Parser::FailOperationName(OperationDraft& draft, Span span, std::string_view name) {
  if (At(TokenKind::kEqual) && draft.result_names.empty()) {
    const std::string value = "%" + std::string(name);
    Diagnostic& diagnostic =
        sink_.Error("syntax", span, "the name of a result begins with '%': " + value);
    diagnostic.fixes.push_back({"write " + value, span, value});
    draft.result_names.push_back({name, 1, span});
    return false;
  }
  Diagnostic& diagnostic = sink_.Error("unknown-operation", span, WhyUnknown(name));
  const size_t before = diagnostic.fixes.size();
  if (name.find('.') == std::string_view::npos) {
    SuggestNearest(diagnostic, span, name, Naming::kTable, kBareWords);
  }
  if (diagnostic.fixes.size() == before) SuggestOperation(diagnostic, span, name);
  return false;
}

// `stablehlo.add(%a, %a) : tensor<4xf32>`: the brackets of one form and the types of the other.
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
