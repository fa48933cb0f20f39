// Dimension numbers of dot_general and convolution, and convolution's window.
#include <algorithm>

#include "core/text/parse/custom.h"

namespace paddock {
namespace {

const Attribute* MakeStruct(Parser& parser, std::string_view name,
                            std::span<const NamedAttribute> fields, uint32_t begin) {
  Attribute* attribute = parser.MakeAttribute(AttributeKind::kStruct, begin);
  attribute->name = name;
  attribute->fields = parser.arena().CopyArray(fields);
  return attribute;
}

// `batching_dims = [0] x [0], contracting_dims = [2] x [1]`. The first may be absent.
bool ReadDotDimensions(Parser& parser, OperationDraft& draft) {
  const uint32_t begin = parser.token().begin;
  const auto read_pair = [&](std::vector<int64_t>& lhs, std::vector<int64_t>& rhs) {
    return parser.Expect(TokenKind::kEqual, {"in", draft.name()}) &&
           parser.ParseIntegers(lhs, {"as dimensions"}) &&
           parser.ExpectWord("x", {"between the dimensions of", draft.name()}) &&
           parser.ParseIntegers(rhs, {"as dimensions"});
  };
  std::vector<int64_t> dims[4];
  if (parser.AcceptWord("batching_dims") &&
      !(read_pair(dims[0], dims[1]) && parser.Expect(TokenKind::kComma, {"after batching_dims"}))) {
    return false;
  }
  if (!parser.ExpectWord("contracting_dims", {"in", draft.name()}) ||
      !read_pair(dims[2], dims[3])) {
    return false;
  }
  const NamedAttribute fields[] = {
      {"lhs_batching_dimensions", parser.MakeIntegers(dims[0], "i64", begin), {}},
      {"rhs_batching_dimensions", parser.MakeIntegers(dims[1], "i64", begin), {}},
      {"lhs_contracting_dimensions", parser.MakeIntegers(dims[2], "i64", begin), {}},
      {"rhs_contracting_dimensions", parser.MakeIntegers(dims[3], "i64", begin), {}},
  };
  parser.AddAttribute(draft, "dot_dimension_numbers", MakeStruct(parser, "dot", fields, begin));
  return true;
}

// `pad = [[0, 1], [2, 3]]`
const Attribute* ReadPadding(Parser& parser) {
  const uint32_t begin = parser.token().begin;
  std::vector<int64_t> values;
  int64_t rows = 0;
  if (!parser.Expect(TokenKind::kLeftSquare, {"before pad"})) return nullptr;
  const bool is_read = parser.ParseListUntil(TokenKind::kRightSquare, {"in pad"}, [&] {
    const Span span = parser.TokenSpan();
    std::vector<int64_t> row;
    if (!parser.ParseIntegers(row, {"in pad"})) return false;
    if (row.size() != 2) return parser.Fail(span, "an entry of pad has two integers");
    values.insert(values.end(), row.begin(), row.end());
    ++rows;
    return true;
  });
  if (!is_read) return nullptr;
  const int64_t shape[] = {rows, 2};
  return parser.MakeElements(shape, values, begin);
}

const Attribute* ReadBooleans(Parser& parser) {
  const uint32_t begin = parser.token().begin;
  std::vector<int64_t> values;
  if (!parser.Expect(TokenKind::kLeftSquare, {"before reverse"})) return nullptr;
  const bool is_read = parser.ParseListUntil(TokenKind::kRightSquare, {"in reverse"}, [&] {
    if (parser.AcceptWord("true")) {
      values.push_back(1);
    } else if (parser.AcceptWord("false")) {
      values.push_back(0);
    } else {
      int64_t value = 0;
      if (!parser.ParseInt64(value, {"in reverse"})) return false;
      values.push_back(value != 0 ? 1 : 0);
    }
    return true;
  });
  return is_read ? parser.MakeIntegers(values, "i1", begin) : nullptr;
}

// `stride = [..], pad = [[..]], lhs_dilate = [..], rhs_dilate = [..], reverse = [..]`
bool ReadWindow(Parser& parser, OperationDraft& draft) {
  struct Key {
    std::string_view word;
    std::string_view attribute;
  };
  constexpr Key kKeys[] = {{"stride", "window_strides"},
                           {"pad", "padding"},
                           {"lhs_dilate", "lhs_dilation"},
                           {"rhs_dilate", "rhs_dilation"},
                           {"reverse", "window_reversal"}};
  while (!parser.At(TokenKind::kRightBrace)) {
    const auto key = std::ranges::find(kKeys, parser.TokenText(), &Key::word);
    if (key == std::end(kKeys)) {
      return parser.FailExpected("stride, pad, lhs_dilate, rhs_dilate or reverse", {"in window"});
    }
    if (draft.Find(key->attribute) != nullptr) {
      return parser.Fail(parser.TokenSpan(), std::string(key->word) + " occurs twice in window");
    }
    parser.Advance();
    if (!parser.Expect(TokenKind::kEqual, {"after", key->word})) return false;
    const Attribute* value = key->word == "pad"       ? ReadPadding(parser)
                             : key->word == "reverse" ? ReadBooleans(parser)
                                                      : parser.ParseIntegerList({"in window"});
    if (value == nullptr) return false;
    parser.AddAttribute(draft, key->attribute, value);
    if (!parser.At(TokenKind::kRightBrace) &&
        !parser.Expect(TokenKind::kComma, {"between the entries of window"})) {
      return false;
    }
  }
  return true;
}

bool ReadConvolutionDimensions(Parser& parser, OperationDraft& draft) {
  const Attribute* numbers =
      parser.ParseConvolutionDimensions(parser.token().begin, {"in dim_numbers"});
  if (numbers == nullptr) return false;
  parser.AddAttribute(draft, "dimension_numbers", numbers);
  return true;
}

// `[b, 0, 1, f]`: positions of the two letters and of each spatial dimension.
struct DimensionList {
  int64_t first = -1;   // b or i
  int64_t second = -1;  // f or o
  std::vector<int64_t> spatial;
};

bool PlaceSpatial(Parser& parser, DimensionList& list, int64_t number, int64_t position,
                  Span span) {
  if (number < 0 || number > 255) return parser.Fail(span, "no number of a spatial dimension");
  const size_t index = static_cast<size_t>(number);
  if (list.spatial.size() <= index) list.spatial.resize(index + 1, -1);
  if (list.spatial[index] >= 0) {
    return parser.Fail(span, "dimension " + std::to_string(number) + " occurs twice");
  }
  list.spatial[index] = position;
  return true;
}

bool ReadDimensionList(Parser& parser, std::string_view letters, DimensionList& list) {
  const uint32_t begin = parser.token().begin;
  int64_t position = 0;
  if (!parser.Expect(TokenKind::kLeftSquare, {"before dimension numbers"})) return false;
  const bool is_read =
      parser.ParseListUntil(TokenKind::kRightSquare, {"in dimension numbers"}, [&] {
        const Span span = parser.TokenSpan();
        const std::string_view word = parser.TokenText();
        const int64_t here = position++;
        if (parser.Accept(TokenKind::kQuestion)) return true;
        if (parser.At(TokenKind::kWord) && word.size() == 1 && letters.find(word[0]) < 2) {
          int64_t& place = word[0] == letters[0] ? list.first : list.second;
          if (place >= 0) return parser.Fail(span, "'" + std::string(word) + "' occurs twice");
          place = here;
          parser.Advance();
          return true;
        }
        int64_t number = 0;
        return parser.ParseInt64(number, {"or one of the letters in dimension numbers"}) &&
               PlaceSpatial(parser, list, number, here, span);
      });
  if (!is_read) return false;
  const bool has_gap = std::ranges::find(list.spatial, -1) != list.spatial.end();
  if (list.first < 0 || list.second < 0 || has_gap) {
    return parser.Fail(parser.SpanFrom(begin),
                       "dimension numbers need " + std::string(1, letters[0]) + ", " +
                           std::string(1, letters[1]) + " and every spatial dimension once");
  }
  return true;
}

constexpr CustomReader kContractionReaders[] = {
    {"DotDimensions", ReadDotDimensions, "contracting_dims = [1] x [0]"},
    {"Window", ReadWindow},
    {"ConvolutionDimensions", ReadConvolutionDimensions, "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"},
};

}  // namespace

std::span<const CustomReader> ContractionReaders() { return kContractionReaders; }

// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`
const Attribute* Parser::ParseConvolutionDimensions(uint32_t begin, Where where) {
  DimensionList input;
  DimensionList kernel;
  DimensionList output;
  const uint32_t text_begin = token_.begin;
  if (!ReadDimensionList(*this, "bf", input) || !ExpectWord("x", where) ||
      !ReadDimensionList(*this, "io", kernel) || !Expect(TokenKind::kArrow, where) ||
      !ReadDimensionList(*this, "bf", output)) {
    return nullptr;
  }
  if (kernel.spatial.size() != input.spatial.size() ||
      output.spatial.size() != input.spatial.size()) {
    Fail(SpanFrom(text_begin), "the three lists have different numbers of spatial dimensions");
    return nullptr;
  }
  const auto number = [&](int64_t value) { return MakeInteger(value, "i64", begin); };
  const auto list = [&](const DimensionList& numbers) {
    return MakeIntegers(numbers.spatial, "i64", begin);
  };
  const NamedAttribute fields[] = {
      {"input_batch_dimension", number(input.first), {}},
      {"input_feature_dimension", number(input.second), {}},
      {"input_spatial_dimensions", list(input), {}},
      {"kernel_input_feature_dimension", number(kernel.first), {}},
      {"kernel_output_feature_dimension", number(kernel.second), {}},
      {"kernel_spatial_dimensions", list(kernel), {}},
      {"output_batch_dimension", number(output.first), {}},
      {"output_feature_dimension", number(output.second), {}},
      {"output_spatial_dimensions", list(output), {}},
  };
  return MakeStruct(*this, "conv", fields, begin);
}

}  // namespace paddock
