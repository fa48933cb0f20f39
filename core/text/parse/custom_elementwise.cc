// Forms of constant and slice, and of the types of select, complex and reduce_precision.
#include <charconv>

#include "core/text/parse/custom.h"

namespace paddock {
namespace {

bool AtBareValue(const Parser& parser) {
  switch (parser.token().kind) {
    case TokenKind::kInteger:
    case TokenKind::kFloat:
    case TokenKind::kMinus:
    case TokenKind::kLeftSquare:
      return true;
    default:
      return parser.AtWord("true") || parser.AtWord("false");
  }
}

// `1.0 : tensor<f32>`, `[1, 2] : tensor<2xf32>`.
bool FailBareValue(Parser& parser) {
  const uint32_t begin = parser.token().begin;
  if (parser.At(TokenKind::kLeftSquare)) {
    if (!parser.SkipBrackets(TokenKind::kLeftSquare, {})) return false;
  } else {
    if (parser.At(TokenKind::kMinus)) parser.Advance();
    parser.Advance();
  }
  const Span span = parser.SpanFrom(begin);
  const std::string dense = "dense<" + std::string(parser.TextBetween(span.begin, span.end)) + ">";
  Diagnostic& diagnostic = parser.sink().Error(
      "syntax", span, "the elements of a tensor are written dense<...>, before ':' and its type");
  diagnostic.fixes.push_back({"write " + dense, span, dense});
  return false;
}

// `{..} dense<..> : T`; in arith also `1 : i32`.
bool ReadConstant(Parser& parser, OperationDraft& draft) {
  if (!parser.ParseOptionalAttributes(draft)) return false;
  const uint32_t begin = parser.token().begin;
  if (draft.info()->dialect == "stablehlo" && AtBareValue(parser)) return FailBareValue(parser);
  const Attribute* value = parser.ParseAttribute();
  if (value == nullptr) return false;
  const Type type =
      value->kind == AttributeKind::kBool ? parser.types().GetScalar("i1") : value->type;
  if (!type || value->kind == AttributeKind::kType) {
    return parser.Fail(value->span,
                       "expected dense<...> and its type after " + std::string(draft.name()));
  }
  parser.AddAttribute(draft, "value", value);
  draft.operation->type_span = parser.SpanFrom(begin);
  draft.result_types.push_back(type);
  draft.result_type_spans.push_back(parser.SpanFrom(begin));
  return true;
}

// Reads the stride after `start:limit:`. A colon before types is not part of the range: the closing
// bracket is missing.
bool ReadStride(Parser& parser, int64_t& stride) {
  const bool is_number = parser.At(TokenKind::kInteger) || parser.At(TokenKind::kMinus);
  if (is_number || !parser.At(TokenKind::kLeftParen)) {
    return parser.ParseInt64(stride, {"as the stride of a range"});
  }
  return parser.Fail({parser.previous_end() - 1, parser.previous_end()},
                     "expected ',' or ']' after a range, found ':'");
}

// ` [1:3, 4:8:2]`: start, limit and stride of each dimension.
bool ReadSliceRanges(Parser& parser, OperationDraft& draft) {
  const uint32_t begin = parser.token().begin;
  std::vector<int64_t> starts;
  std::vector<int64_t> limits;
  std::vector<int64_t> strides;
  if (!parser.Expect(TokenKind::kLeftSquare, {"before the ranges of", draft.name()})) return false;
  const bool is_read =
      parser.ParseListUntil(TokenKind::kRightSquare, {"between the ranges of", draft.name()}, [&] {
        int64_t start = 0;
        int64_t limit = 0;
        int64_t stride = 1;
        if (!parser.ParseInt64(start, {"as the start of a range"}) ||
            !parser.Expect(TokenKind::kColon, {"after the start of a range"}) ||
            !parser.ParseInt64(limit, {"as the limit of a range"}) ||
            (parser.Accept(TokenKind::kColon) && !ReadStride(parser, stride))) {
          return false;
        }
        starts.push_back(start);
        limits.push_back(limit);
        strides.push_back(stride);
        return true;
      });
  if (!is_read) return false;
  parser.AddAttribute(draft, "start_indices", parser.MakeIntegers(starts, "i64", begin));
  parser.AddAttribute(draft, "limit_indices", parser.MakeIntegers(limits, "i64", begin));
  parser.AddAttribute(draft, "strides", parser.MakeIntegers(strides, "i64", begin));
  return true;
}

void AddResultType(Parser& parser, OperationDraft& draft, Type type, uint32_t begin) {
  draft.operation->type_span = parser.SpanFrom(begin);
  draft.result_types.push_back(type);
  draft.result_type_spans.push_back(parser.SpanFrom(begin));
}

// `pred type, branch type` or the functional type; in arith also the branch type alone.
bool ReadSelectTypes(Parser& parser, OperationDraft& draft) {
  if (parser.At(TokenKind::kLeftParen)) return parser.ParseFunctionalType(draft);
  const uint32_t begin = parser.token().begin;
  Type pred = parser.ParseType();
  if (!pred) return false;
  Type branch = pred;
  if (parser.Accept(TokenKind::kComma)) {
    branch = parser.ParseType();
    if (!branch) return false;
  } else if (draft.info()->dialect == "arith") {
    pred = parser.types().GetScalar("i1");
  } else {
    return parser.FailExpected("','", {"and the type of the branches after the type of pred"});
  }
  draft.operand_types = {pred, branch, branch};
  AddResultType(parser, draft, branch, begin);
  return true;
}

// Reads the result's type, whose parts the operands are, or the functional type.
bool ReadComplexType(Parser& parser, OperationDraft& draft) {
  if (parser.At(TokenKind::kLeftParen)) return parser.ParseFunctionalType(draft);
  const uint32_t begin = parser.token().begin;
  const Type type = parser.ParseType();
  if (!type) return false;
  if (!type.is_tensor() || !type.element().is(TypeKind::kComplex)) {
    return parser.Fail(
        parser.SpanFrom(begin),
        std::string(draft.name()) + " needs a tensor of a complex type, not " + ToString(type));
  }
  const Type part =
      parser.types().GetTensor(type.shape(), type.element()->element, type->bounds, type->encoding);
  draft.operand_types = {part, part};
  AddResultType(parser, draft, type, begin);
  return true;
}

// `e5m10`
bool ReadExponentMantissa(Parser& parser, OperationDraft& draft) {
  const uint32_t begin = parser.token().begin;
  const std::string_view word = parser.TokenText();
  int32_t exponent = 0;
  int32_t mantissa = 0;
  const char* end = word.data() + word.size();
  const auto after_exponent = std::from_chars(word.data() + 1, end, exponent);
  const bool has_exponent = parser.At(TokenKind::kWord) && word.starts_with('e') &&
                            after_exponent.ec == std::errc() && after_exponent.ptr != end &&
                            *after_exponent.ptr == 'm';
  if (!has_exponent) return parser.FailExpected("a format such as e5m10", {"in", draft.name()});
  const auto after_mantissa = std::from_chars(after_exponent.ptr + 1, end, mantissa);
  if (after_mantissa.ec != std::errc() || after_mantissa.ptr != end) {
    return parser.FailExpected("a format such as e5m10", {"in", draft.name()});
  }
  parser.Advance();
  parser.AddAttribute(draft, "exponent_bits", parser.MakeInteger(exponent, "i32", begin));
  parser.AddAttribute(draft, "mantissa_bits", parser.MakeInteger(mantissa, "i32", begin));
  return true;
}

constexpr CustomReader kElementwiseReaders[] = {
    {"Constant", ReadConstant},
    {"SliceRanges", ReadSliceRanges},
    {"SelectTypes", ReadSelectTypes},
    {"ComplexType", ReadComplexType},
    {"ExponentMantissa", ReadExponentMantissa, "e5m10"},
};

}  // namespace

std::span<const CustomReader> ElementwiseReaders() { return kElementwiseReaders; }

}  // namespace paddock
