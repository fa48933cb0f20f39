// Quantized types: !quant.uniform<i8<-127:127>:f32:0, {0.1:-30, 0.5}>.
#include "core/base/number_text.h"
#include "core/tensor/element_problem.h"
#include "core/tensor/element_text.h"
#include "core/text/parse/parser.h"

namespace paddock {
namespace {

// Reads the text between `<` and `>`.
class QuantizedReader {
 public:
  explicit QuantizedReader(Parser& parser) : parser_(parser) {}

  bool ReadStorage(QuantizedType& type);
  bool ReadExpressed(QuantizedType& type);
  // Reads the axis after the colon that follows the expressed type.
  bool ReadAxis(QuantizedType& type);
  // Reads lists, which the reader owns and `type` refers to.
  bool ReadScales(QuantizedType& type);

 private:
  bool ReadStored(const QuantizedType& type, int width, int64_t& stored, Where where);
  bool ReadScaleAndZeroPoint(const QuantizedType& type);
  bool ConvertScale(std::string_view text, ElementType expressed, Span span, double& scale);

  Parser& parser_;
  std::vector<double> scales_;
  std::vector<int64_t> zero_points_;
};

bool QuantizedReader::ReadStorage(QuantizedType& type) {
  const Span span = parser_.TokenSpan();
  std::string spelling(parser_.TokenText());
  if (!parser_.At(TokenKind::kWord)) {
    return parser_.FailExpected("a storage type", {"in !quant.uniform"});
  }
  // The quantization dialect writes `u8` for `ui8`.
  if (spelling.starts_with('u') && !spelling.starts_with("ui")) spelling.insert(1, "i");
  type.storage = parser_.types().GetScalar(spelling);
  if (!type.storage || !type.storage->is_integer || type.storage->width > 64) {
    return parser_.Fail(span, "'" + std::string(parser_.TokenText()) +
                                  "' is not a storage type: integers of at most "
                                  "64 bits are");
  }
  parser_.Advance();
  const StorageRange range = StorageRangeOf(type.storage);
  type.storage_min = range.least;
  type.storage_max = range.greatest;
  if (!parser_.Accept(TokenKind::kLess)) return true;
  const uint32_t begin = parser_.token().begin;
  const int width = static_cast<int>(type.storage->width);
  if (!ReadStored(type, width, type.storage_min, {"as the least stored value"}) ||
      !parser_.Expect(TokenKind::kColon, {"after the least stored value"}) ||
      !ReadStored(type, width, type.storage_max, {"as the greatest stored value"})) {
    return false;
  }
  const std::string_view written = parser_.TextBetween(begin, parser_.previous_end());
  if (!parser_.Expect(TokenKind::kGreater, {"after the greatest stored value"})) return false;
  if (type.IsLess(type.storage_min, type.storage_max)) return true;
  return parser_.Fail(parser_.SpanFrom(span.begin),
                      "the stored range " + std::string(written) + " is not a range within " +
                          ToString(type.storage),
                      "quantized-range");
}

// Reads a stored number of at most `width` bits.
bool QuantizedReader::ReadStored(const QuantizedType& type, int width, int64_t& stored,
                                 Where where) {
  const uint32_t begin = parser_.token().begin;
  if (!parser_.Accept(TokenKind::kMinus)) parser_.Accept(TokenKind::kPlus);
  if (!parser_.At(TokenKind::kInteger)) return parser_.FailExpected("an integer", where);
  std::optional<IntegerText> integer = ParseInteger(parser_.TokenText());
  if (integer) integer->is_negative = parser_.TextBetween(begin, begin + 1) == "-";
  parser_.Advance();
  const bool is_unsigned = type.storage->signedness == Signedness::kUnsigned;
  if (!integer || !(is_unsigned ? integer->FitsUnsigned(width) : integer->FitsSigned(width))) {
    const StorageRange range = StorageRangeOf(type.storage);
    return parser_.Fail(
        parser_.SpanFrom(begin),
        "'" + std::string(parser_.TextBetween(begin, parser_.previous_end()).substr(0, 40)) +
            "' is not a value of type " + ToString(type.storage) + ", which holds " +
            StoredText(type, range.least) + " to " + StoredText(type, range.greatest),
        "quantized-range");
  }
  stored = static_cast<int64_t>(integer->bits());
  return true;
}

// A bit pattern has the digits of the expressed type, or those of f64, as MLIR writes scales.
bool QuantizedReader::ConvertScale(std::string_view text, ElementType expressed, Span span,
                                   double& scale) {
  const bool is_f64 = text.size() == 18 && text.starts_with("0x");
  const ElementType type = is_f64 ? ElementType::kF64 : expressed;
  std::byte element[8];
  if (text.starts_with("0x")) {
    if (!ParseElement(text, type, element, NumberSyntax::kProgram)) {
      return parser_.Fail(span, DescribeProblem(text, type).message, "quantized-scale");
    }
    scale = FloatValue(type, element);
  } else {
    scale = ParseF64(text).value_or(0);
  }
  if (IsScaleOf(expressed, scale)) return true;
  return parser_.Fail(span,
                      "the scale " + std::string(text.substr(0, 40)) +
                          " is not a positive number of type " + std::string(Spelling(expressed)),
                      "quantized-scale");
}

bool QuantizedReader::ReadScaleAndZeroPoint(const QuantizedType& type) {
  const uint32_t begin = parser_.token().begin;
  std::string text;
  if (parser_.Accept(TokenKind::kMinus)) {
    text = "-";
  } else {
    parser_.Accept(TokenKind::kPlus);
  }
  if (!parser_.At(TokenKind::kFloat) && !parser_.At(TokenKind::kInteger)) {
    return parser_.FailExpected("a scale", {"in !quant.uniform"});
  }
  text += parser_.TokenText();
  parser_.Advance();
  double scale = 0;
  const ElementType expressed = *type.expressed.element_type();
  if (!ConvertScale(text, expressed, parser_.SpanFrom(begin), scale)) return false;
  scales_.push_back(scale);
  int64_t zero_point = 0;
  // The use of the type checks whether a zero point is in range.
  if (parser_.Accept(TokenKind::kColon) && !ReadStored(type, 64, zero_point, {"as a zero point"})) {
    return false;
  }
  zero_points_.push_back(zero_point);
  return true;
}

// `{0.1:-30, 0.5}`, or one scale without braces.
bool QuantizedReader::ReadScales(QuantizedType& type) {
  const uint32_t begin = parser_.token().begin;
  const auto read_scale = [&] { return ReadScaleAndZeroPoint(type); };
  if (!parser_.Accept(TokenKind::kLeftBrace)) {
    if (!read_scale()) return false;
  } else if (!parser_.ParseListUntil(TokenKind::kRightBrace, {"between the scales"}, read_scale)) {
    return false;
  }
  if (scales_.empty()) {
    return parser_.Fail(parser_.SpanFrom(begin), "a quantized type needs scales",
                        "quantized-count");
  }
  if (type.axis < 0 && scales_.size() != 1) {
    return parser_.Fail(parser_.SpanFrom(begin),
                        std::to_string(scales_.size()) +
                            " scales, but no quantized dimension: it stands before them, as in "
                            "!quant.uniform<i8:f32:0, {0.5, 0.25}>",
                        "quantized-count");
  }
  type.scales = scales_;
  type.zero_points = zero_points_;
  return true;
}

bool QuantizedReader::ReadExpressed(QuantizedType& type) {
  const uint32_t begin = parser_.token().begin;
  type.expressed = parser_.ParseType();
  if (!type.expressed) return false;
  const std::optional<ElementType> expressed = type.expressed.element_type();
  if (type.expressed.is(TypeKind::kScalar) && expressed && IsFloat(*expressed)) return true;
  return parser_.Fail(parser_.SpanFrom(begin),
                      "the expressed type " + ToString(type.expressed) + " is not a float type",
                      "quantized-expressed");
}

bool QuantizedReader::ReadAxis(QuantizedType& type) {
  const uint32_t begin = parser_.token().begin;
  if (!parser_.ParseInt64(type.axis, {"as the quantized dimension"})) return false;
  return type.axis >= 0 || parser_.Fail(parser_.SpanFrom(begin), "a negative quantized dimension",
                                        "quantized-dimension");
}

}  // namespace

Type Parser::ParseQuantizedType() {
  const uint32_t begin = token_.begin;
  Advance();
  QuantizedType type;
  QuantizedReader reader(*this);
  if (!Expect(TokenKind::kLess, {"after !quant.uniform"}) || !reader.ReadStorage(type) ||
      !Expect(TokenKind::kColon, {"after the storage type"}) || !reader.ReadExpressed(type)) {
    return Type();
  }
  const bool is_per_axis = Accept(TokenKind::kColon);
  if (is_per_axis && At(TokenKind::kLeftBrace)) {
    // Types with block-wise scales on several axes are kept as text, without a meaning.
    SeekTo(begin);
    return ParseOpaqueType(begin);
  }
  if ((is_per_axis && !reader.ReadAxis(type)) ||
      !Expect(TokenKind::kComma, {"before the scales"}) || !reader.ReadScales(type) ||
      !Expect(TokenKind::kGreater, {"after the scales of !quant.uniform"})) {
    return Type();
  }
  return types().GetQuantized(type);
}

}  // namespace paddock
