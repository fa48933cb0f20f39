// Diagnostics of mistakes in types: spellings of other libraries, the order of a tensor's parts,
// one type for several.
#include <algorithm>
#include <cctype>
#include <string>

#include "core/text/parse/parser.h"

namespace paddock {
namespace {

struct ForeignType {
  std::string_view word;  // in lower case
  std::string_view type;
};

// Names of element types in NumPy, C, XLA, PyTorch and TensorFlow.
constexpr ForeignType kForeignTypes[] = {
    {"bfloat16", "bf16"},
    {"bool", "i1"},
    {"boolean", "i1"},
    {"bool_", "i1"},
    {"byte", "ui8"},
    {"c64", "complex<f32>"},
    {"c128", "complex<f64>"},
    {"cdouble", "complex<f64>"},
    {"cfloat", "complex<f32>"},
    {"char", "i8"},
    {"complex64", "complex<f32>"},
    {"complex128", "complex<f64>"},
    {"double", "f64"},
    {"float", "f32"},
    {"float16", "f16"},
    {"float32", "f32"},
    {"float64", "f64"},
    {"float4_e2m1fn", "f4E2M1FN"},
    {"float6_e2m3fn", "f6E2M3FN"},
    {"float6_e3m2fn", "f6E3M2FN"},
    {"float8_e3m4", "f8E3M4"},
    {"float8_e4m3", "f8E4M3"},
    {"float8_e4m3b11fnuz", "f8E4M3B11FNUZ"},
    {"float8_e4m3fn", "f8E4M3FN"},
    {"float8_e4m3fnuz", "f8E4M3FNUZ"},
    {"float8_e5m2", "f8E5M2"},
    {"float8_e5m2fnuz", "f8E5M2FNUZ"},
    {"float8_e8m0fnu", "f8E8M0FNU"},
    {"half", "f16"},
    {"int", "i32"},
    {"int2", "i2"},
    {"int4", "i4"},
    {"int8", "i8"},
    {"int16", "i16"},
    {"int32", "i32"},
    {"int64", "i64"},
    {"integer", "i32"},
    {"long", "i64"},
    {"number", "f32"},
    {"pred", "i1"},
    {"s2", "i2"},
    {"s4", "i4"},
    {"s8", "i8"},
    {"s16", "i16"},
    {"s32", "i32"},
    {"s64", "i64"},
    {"short", "i16"},
    {"single", "f32"},
    {"u2", "ui2"},
    {"u4", "ui4"},
    {"u8", "ui8"},
    {"u16", "ui16"},
    {"u32", "ui32"},
    {"u64", "ui64"},
    {"uint", "ui32"},
    {"uint2", "ui2"},
    {"uint4", "ui4"},
    {"uint8", "ui8"},
    {"uint16", "ui16"},
    {"uint32", "ui32"},
    {"uint64", "ui64"},
};

constexpr std::string_view kTypeWords[] = {"tensor", "tuple", "complex", "token", "none", "index"};

std::string LowerCase(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

// Returns the type that other libraries call `word`, also `np.float32`; empty if none does.
std::string MeantType(TypeContext& types, std::string_view word) {
  const size_t dot = word.rfind('.');
  const std::string lower = LowerCase(dot == std::string_view::npos ? word : word.substr(dot + 1));
  const auto foreign = std::ranges::find(kForeignTypes, lower, &ForeignType::word);
  if (foreign != std::end(kForeignTypes)) return std::string(foreign->type);
  for (const std::string_view known : kTypeWords) {
    if (lower == known) return lower;
  }
  return types.GetScalar(lower) ? lower : std::string();
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Returns the element type that `text` may be, in StableHLO's spelling; empty if it is none.
std::string ElementWord(TypeContext& types, std::string_view text) {
  return types.GetScalar(text) ? std::string(text) : MeantType(types, text);
}

// Returns whether `text` is sizes with signs between them: `2x3` or `4`.
bool IsSizes(std::string_view text) {
  return !text.empty() && IsDigit(text.front()) && IsDigit(text.back()) &&
         std::ranges::all_of(text, [](char c) { return IsDigit(c) || c == 'x'; });
}

}  // namespace

bool Parser::FailUnknownType(std::string_view word) {
  Diagnostic& diagnostic =
      sink_.Error("syntax", TokenSpan(), "unknown type '" + std::string(word.substr(0, 60)) + "'");
  const std::string meant = MeantType(types(), word);
  if (!meant.empty()) {
    diagnostic.fixes.push_back({"write " + meant, TokenSpan(), meant});
  } else {
    SuggestNearest(diagnostic, TokenSpan(), word, Naming::kTable, kTypeWords);
  }
  return false;
}

// Reports the wrong word at an element type: `tensor<f32x4>`, `tensor<Nx4xf32>`, `tensor<-1xf32>`.
bool Parser::FailDimension() {
  const std::string_view word = TokenText();
  if (At(TokenKind::kMinus)) {
    const uint32_t begin = token_.begin;
    Lexer lexer = lexer_;
    const Token number = lexer.Next();
    if (number.kind != TokenKind::kInteger) return false;
    Diagnostic& diagnostic =
        sink_.Error("syntax", {begin, number.end}, "an open size is written '?'");
    diagnostic.fixes.push_back({"write ?", {begin, number.end}, "?"});
    return true;
  }
  if (At(TokenKind::kLeftParen) || At(TokenKind::kLeftSquare)) {
    Fail(TokenSpan(), "the sizes of a tensor have no brackets and 'x' after each: tensor<2x3xf32>");
    return true;
  }
  const size_t cut = word.find('x');
  if (!At(TokenKind::kWord) || cut == std::string_view::npos || types().GetScalar(word)) {
    return false;
  }
  const std::string_view first = word.substr(0, cut);
  const std::string_view rest = word.substr(cut + 1);
  const std::string element = ElementWord(types(), first);
  if (!element.empty() && IsSizes(rest)) {
    const std::string turned = std::string(rest) + "x" + element;
    Diagnostic& diagnostic =
        sink_.Error("syntax", TokenSpan(),
                    "the element type of a tensor stands after its sizes: tensor<" + turned + ">");
    diagnostic.fixes.push_back({"write " + turned, TokenSpan(), turned});
    return true;
  }
  if (first.empty() || rest.empty() || !MeantType(types(), word).empty()) return false;
  const Span span = {token_.begin, token_.begin + static_cast<uint32_t>(cut)};
  Diagnostic& diagnostic = sink_.Error(
      "syntax", span,
      "'" + std::string(first.substr(0, 40)) + "' is not a size: an open size is written '?'");
  diagnostic.fixes.push_back({"write ?", span, "?"});
  return true;
}

// Reports the text after a dimension size that is not `x`.
bool Parser::FailAfterSize() {
  Diagnostic& diagnostic = ReportExpected("'x'", {"after a dimension size"});
  if (!At(TokenKind::kComma)) return false;
  Lexer lexer = lexer_;
  const Token next = lexer.Next();
  if (next.kind != TokenKind::kInteger && next.kind != TokenKind::kWord) return false;
  diagnostic.fixes.push_back({"write x", {token_.begin, next.begin}, "x"});
  return false;
}

std::string Parser::DefinedTypes(const OperationDraft& draft) {
  std::string text;
  for (const OperandUse& use : draft.operands) {
    const Type type = DefinedType(use);
    if (!type) return {};
    text += (text.empty() ? "" : ", ") + ToString(type);
  }
  return text;
}

// Reports `: tensor<6xf32>` or `: tensor<6xf32> -> tensor<2x3xf32>` in place of `(types) -> type`.
bool Parser::FailFunctionalType(const OperationDraft& draft) {
  const bool is_type = At(TokenKind::kWord) || At(TokenKind::kTypeName);
  if (!is_type) return FailExpected("(operand types) -> result type", {"of", draft.name()});
  const uint32_t begin = token_.begin;
  std::vector<Type> written;
  do {
    written.push_back(ParseType());
    if (!written.back()) return false;
  } while (Accept(TokenKind::kComma));
  const std::string name(draft.name());
  const Span span = SpanFrom(begin);
  const std::string text(TextBetween(span.begin, span.end));
  if (At(TokenKind::kArrow)) {
    Diagnostic& diagnostic =
        sink_.Error("syntax", span, "the operand types of " + name + " stand in brackets");
    diagnostic.fixes.push_back({"write (" + text + ")", span, "(" + text + ")"});
    return false;
  }
  Diagnostic& diagnostic =
      sink_.Error("syntax", span, name + " has the types (operand types) -> result type");
  const std::string operands = DefinedTypes(draft);
  const bool is_unknown = operands.empty() && !draft.operands.empty();
  if (is_unknown || written.size() != 1) return false;
  const std::string whole = "(" + operands + ") -> " + text;
  diagnostic.fixes.push_back({"write " + whole, span, whole});
  return false;
}

// Reports `convert %a : T`, which has only the result's type, and gives the operand its own type.
void Parser::CheckOnlyType(OperationDraft& draft, Type written, Span span) {
  const OpInfo& info = *draft.info();
  const bool may_convert = std::ranges::any_of(info.constraints, [](const ConstraintInfo& rule) {
    return rule.formula.starts_with("shape(");
  });
  if (!may_convert || draft.operands.size() != 1) return;
  const Type defined = DefinedType(draft.operands[0]);
  const bool is_other = defined && defined != written && defined.is_tensor() &&
                        written.is_tensor() && std::ranges::equal(defined.shape(), written.shape());
  if (!is_other) return;
  draft.operand_types[0] = defined;
  const std::string whole = "(" + ToString(defined) + ") -> " + ToString(written);
  Diagnostic& diagnostic = sink_.Error(
      "type", span,
      "one type is that of operand and result, but '%" + std::string(draft.operands[0].name) +
          "' has type " + ToString(defined) + ": a result of another type is written " + whole);
  diagnostic.fixes.push_back({"write " + whole, span, whole});
}

}  // namespace paddock
