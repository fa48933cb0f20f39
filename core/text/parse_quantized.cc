// Quantized types: !quant.uniform<i8<-127:127>:f32:0, {0.1:-30, 0.5}>.
#include <bit>
#include <cmath>
#include <limits>

#include "core/base/number_text.h"
#include "core/text/parser.h"

namespace paddock {
namespace {

struct Range {
  int64_t least;
  int64_t greatest;
};

Range StorageRange(Type storage) {
  const uint32_t width = storage->width;
  if (storage->signedness == Signedness::kUnsigned) return {0, (int64_t{1} << width) - 1};
  return {-(int64_t{1} << (width - 1)), (int64_t{1} << (width - 1)) - 1};
}

// [least positive subnormal, greatest finite] of a float type.
bool FitsScale(Type expressed, double scale) {
  if (!(scale > 0) || !std::isfinite(scale)) return false;
  const std::string_view name = expressed->text;
  if (name == "f32") {
    return scale >= std::numeric_limits<float>::denorm_min() &&
           scale <= std::numeric_limits<float>::max();
  }
  if (name == "f16") return scale >= 0x1p-24 && scale <= 65504.0;
  if (name == "bf16") return scale >= 0x1p-133 && scale <= 0x1.FEp127;
  return true;
}

}  // namespace

bool Parser::ParseQuantizedStorage(QuantizedType& type) {
  const Span span = TokenSpan();
  std::string spelling(TokenText());
  if (!At(TokenKind::kWord)) return FailExpected("a storage type", {"in !quant.uniform"});
  // `u8` is what the quantization dialect writes for `ui8`.
  if (spelling.starts_with('u') && !spelling.starts_with("ui")) spelling.insert(1, "i");
  type.storage = types().GetScalar(spelling);
  if (!type.storage || !type.storage->is_integer || type.storage->width > 32) {
    return Fail(span, "'" + std::string(TokenText()) +
                          "' is no storage type: integers of at most "
                          "32 bits are");
  }
  Advance();
  const Range range = StorageRange(type.storage);
  type.storage_min = range.least;
  type.storage_max = range.greatest;
  if (!Accept(TokenKind::kLess)) return true;
  type.has_explicit_range = true;
  if (!ParseInt64(type.storage_min, {"as the least stored value"}) ||
      !Expect(TokenKind::kColon, {"after the least stored value"}) ||
      !ParseInt64(type.storage_max, {"as the greatest stored value"}) ||
      !Expect(TokenKind::kGreater, {"after the greatest stored value"})) {
    return false;
  }
  if (type.storage_min < range.least || type.storage_max > range.greatest ||
      type.storage_min >= type.storage_max) {
    return Fail(SpanFrom(span.begin),
                "the stored range " + std::to_string(type.storage_min) + ":" +
                    std::to_string(type.storage_max) + " is no range within " +
                    ToString(type.storage),
                "quantized-range");
  }
  return true;
}

bool Parser::ParseQuantizedScale(std::vector<double>& scales, std::vector<int64_t>& zero_points) {
  const bool is_negative = Accept(TokenKind::kMinus);
  if (!At(TokenKind::kFloat) && !At(TokenKind::kInteger)) {
    return FailExpected("a scale", {"in !quant.uniform"});
  }
  double scale = 0;
  if (TokenText().starts_with("0x")) {
    scale = std::bit_cast<double>(ParseHexadecimal(TokenText()).value_or(0));
  } else {
    scale = ParseF64(TokenText()).value_or(0);
  }
  scales.push_back(is_negative ? -scale : scale);
  Advance();
  int64_t zero_point = 0;
  if (Accept(TokenKind::kColon) && !ParseInt64(zero_point, {"as a zero point"})) return false;
  zero_points.push_back(zero_point);
  return true;
}

bool Parser::CheckQuantized(const QuantizedType& type, Span span) {
  if (!type.expressed.is(TypeKind::kScalar) || type.expressed->is_integer ||
      type.expressed->text == "index") {
    return Fail(span, "the expressed type " + ToString(type.expressed) + " is no float type",
                "quantized-expressed");
  }
  for (double scale : type.scales) {
    if (!FitsScale(type.expressed, scale)) {
      return Fail(span,
                  "the scale " + FormatF64(scale) + " is no positive number of type " +
                      ToString(type.expressed),
                  "quantized-scale");
    }
  }
  return true;
}

Type Parser::ParseQuantizedType() {
  const uint32_t begin = token_.begin;
  Advance();
  QuantizedType type;
  if (!Expect(TokenKind::kLess, {"after !quant.uniform"}) || !ParseQuantizedStorage(type) ||
      !Expect(TokenKind::kColon, {"after the storage type"})) {
    return Type();
  }
  type.expressed = ParseType();
  if (!type.expressed) return Type();
  std::vector<double> scales;
  std::vector<int64_t> zero_points;
  const bool is_per_axis = Accept(TokenKind::kColon);
  if (is_per_axis && At(TokenKind::kLeftBrace)) {
    // Scales per block of several axes: a type that is read but has no meaning here.
    SeekTo(begin);
    return ParseOpaqueType(begin);
  }
  if (is_per_axis) {
    const Span axis_span = TokenSpan();
    if (!ParseInt64(type.axis, {"as the quantized dimension"})) return Type();
    if (type.axis < 0) {
      Fail(axis_span, "a negative quantized dimension", "quantized-dimension");
      return Type();
    }
    const auto read_scale = [&] { return ParseQuantizedScale(scales, zero_points); };
    if (!Expect(TokenKind::kComma, {"before the scales"}) ||
        !Expect(TokenKind::kLeftBrace, {"before the scales"}) ||
        !ParseListUntil(TokenKind::kRightBrace, {"between the scales"}, read_scale)) {
      return Type();
    }
    if (scales.empty()) {
      Fail(SpanFrom(begin), "a type quantized per axis needs scales", "quantized-count");
      return Type();
    }
  } else if (!Expect(TokenKind::kComma, {"before the scale"}) ||
             !ParseQuantizedScale(scales, zero_points)) {
    return Type();
  }
  if (!Expect(TokenKind::kGreater, {"after the scales of !quant.uniform"})) return Type();
  type.scales = scales;
  type.zero_points = zero_points;
  if (!CheckQuantized(type, SpanFrom(begin))) return Type();
  return types().GetQuantized(type);
}

}  // namespace paddock
