#include "core/text/parse/value_text.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include "core/tensor/literal.h"
#include "core/tensor/quantized_value.h"
#include "core/text/parse/parse.h"

namespace paddock {
namespace {

std::string_view Trim(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

// Returns the parts between the commas of `a, [b, c], (d)` that are outside brackets.
std::vector<std::string_view> SplitList(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[' || text[i] == '(' || text[i] == '<') ++depth;
    if (text[i] == ']' || text[i] == ')' || text[i] == '>') --depth;
    if (text[i] != ',' || depth != 0) continue;
    parts.push_back(Trim(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  const std::string_view last = Trim(text.substr(begin));
  if (!last.empty() || !parts.empty()) parts.push_back(last);
  return parts;
}

// Returns the dimension sizes of nested lists, from the first list of each depth.
std::vector<int64_t> ShapeOfLists(std::string_view text) {
  std::vector<int64_t> shape;
  text = Trim(text);
  while (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
    const std::vector<std::string_view> parts = SplitList(text.substr(1, text.size() - 2));
    shape.push_back(static_cast<int64_t>(parts.size()));
    if (parts.empty() || shape.size() > 64) break;
    text = parts[0];
  }
  return shape;
}

// Returns the length of the type `name<...>` that the text begins with.
size_t TypeLength(std::string_view text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '<') ++depth;
    if (text[i] == '>' && --depth == 0) return i + 1;
  }
  return text.size();
}

// Reduces `f32 {1.5}` and `1.5 : f32` to `1.5`.
void StripScalarType(std::string_view& text, std::string_view type) {
  if (text.starts_with(type)) {
    const std::string_view rest = Trim(text.substr(type.size()));
    const bool is_braced = rest.starts_with('{') && rest.ends_with('}');
    if (is_braced) text = Trim(rest.substr(1, rest.size() - 2));
    if (!is_braced && rest.size() + type.size() < text.size()) text = rest;
  } else if (text.ends_with(type)) {
    const std::string_view rest = Trim(text.substr(0, text.size() - type.size()));
    if (rest.ends_with(':')) text = Trim(rest.substr(0, rest.size() - 1));
  }
}

class ValueReader {
 public:
  ValueReader(DiagnosticSink& sink, Span span, std::shared_ptr<MemoryBudget> memory)
      : sink_(sink), span_(span), memory_(std::move(memory)) {}

  bool Read(std::string_view text, Type type, std::vector<Tensor>& tensors);

 private:
  bool Fail(std::string message) {
    sink_.Error("value", span_, std::move(message));
    return false;
  }
  bool ReadTuple(std::string_view text, Type type, std::vector<Tensor>& tensors);
  bool ReadTensor(std::string_view text, Type type, std::vector<Tensor>& tensors);
  bool StripDense(std::string_view& text, Type type);
  bool StripType(std::string_view& text, Type type);
  bool ReadShape(std::string_view text, Type type, std::vector<int64_t>& shape);
  bool NoteWritten(std::string_view written, Type type);

  DiagnosticSink& sink_;
  Span span_;
  const std::shared_ptr<MemoryBudget> memory_;
  // Shape that a type in the text gives the next value.
  std::optional<std::vector<int64_t>> said_;
};

// Returns the printed form of a type: `tensor<2xi32>` for `tensor<2xsi32>`. Other texts stay.
std::string PrintedType(std::string_view written) {
  Module module;
  DiagnosticSink sink;
  const Type type = ParseTypeText(written, module, sink);
  return type ? ToString(type) : std::string(written);
}

// Checks a type in the text against `type`, and keeps its sizes.
bool ValueReader::NoteWritten(std::string_view written, Type type) {
  if (written == ToString(type) || PrintedType(written) == ToString(type)) return true;
  if (type.is_tensor() && !type.has_static_shape()) said_ = ShapeWritten(written, type);
  if (said_) return true;
  return Fail("a value of type " + std::string(written) + " where " + ToString(type) +
              " is needed");
}

// Reduces `dense<[1, 2]> : tensor<2xi32>` to `[1, 2]`.
bool ValueReader::StripDense(std::string_view& text, Type type) {
  if (!text.starts_with("dense<")) return true;
  size_t end = std::string_view::npos;
  const bool is_string = text.substr(6).starts_with('"');
  if (is_string) {
    const size_t quote = text.find('"', 7);
    end = quote == std::string_view::npos ? quote : text.find('>', quote);
  } else {
    end = text.find('>');
  }
  if (end == std::string_view::npos) return Fail("dense<...> without its '>'");
  const std::string_view rest = Trim(text.substr(end + 1));
  text = Trim(text.substr(6, end - 6));
  if (rest.empty()) return true;
  if (!rest.starts_with(':')) return Fail("text after dense<...>");
  return NoteWritten(Trim(rest.substr(1)), type);
}

// Removes the type before a printed value, `tensor<2xi32> {[1, 2]}`, and the braces around it.
bool ValueReader::StripType(std::string_view& text, Type type) {
  if (type.is(TypeKind::kScalar) || type.is(TypeKind::kComplex)) {
    StripScalarType(text, ToString(type));
    return true;
  }
  if (!text.starts_with("tensor<") && !text.starts_with("tuple<")) return true;
  const std::string_view written = text.substr(0, TypeLength(text));
  // Misfits of a tuple are reported for its elements.
  if (!type.is(TypeKind::kTuple) && !NoteWritten(written, type)) return false;
  text = Trim(text.substr(written.size()));
  const size_t close = text.find('}');
  if (!text.starts_with('{') || close == std::string_view::npos) return true;
  // After the stored values, a quantized tensor has ` = ` and the values that they imply.
  const std::string_view rest = Trim(text.substr(close + 1));
  if (!rest.empty() && !rest.starts_with('=')) return Fail("text after {...}");
  text = Trim(text.substr(1, close - 1));
  return true;
}

bool ValueReader::ReadShape(std::string_view text, Type type, std::vector<int64_t>& shape) {
  if (!type.is_tensor()) return true;
  shape.assign(type.shape().begin(), type.shape().end());
  if (type.has_static_shape()) return true;
  const std::vector<int64_t> written = said_ ? *std::exchange(said_, {}) : ShapeOfLists(text);
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] != kDynamic) continue;
    if (i >= written.size()) {
      return Fail("the value does not determine size " + std::to_string(i) + " of " +
                  ToString(type));
    }
    shape[i] = written[i];
  }
  return true;
}

// Returns whether JSON writes the number as a string (PrintJson).
bool IsQuotedNumber(std::string_view word, ElementType type) {
  if (IsFloat(type) || IsComplex(type)) {
    return word == "NaN" || word == "Infinity" || word == "-Infinity";
  }
  if (word.starts_with('-')) word.remove_prefix(1);
  return IsInteger(type) && !word.empty() &&
         word.find_first_not_of("0123456789") == std::string_view::npos;
}

// Removes the quotes of such strings. Others stay, and are refused.
std::string Unquote(std::string_view text, ElementType type) {
  std::string out;
  while (!text.empty()) {
    const size_t begin = text.find('"');
    const size_t end = begin == std::string_view::npos ? begin : text.find('"', begin + 1);
    if (end == std::string_view::npos) break;
    out += text.substr(0, begin);
    const std::string_view word = text.substr(begin + 1, end - begin - 1);
    out += IsQuotedNumber(word, type) ? word : text.substr(begin, end + 1 - begin);
    text.remove_prefix(end + 1);
  }
  return out.append(text);
}

Tensor Expand(const Tensor& element, std::span<const int64_t> shape,
              const std::shared_ptr<MemoryBudget>& memory) {
  Tensor tensor = Tensor::Allocate(element.element_type(), shape, memory);
  if (!tensor.has_value()) return tensor;
  const size_t width = ByteSize(element.element_type());
  for (size_t at = 0; at < tensor.byte_size(); at += width) {
    std::memcpy(tensor.mutable_data() + at, element.data(), width);
  }
  return tensor;
}

// Reads the text with other shapes of the same elements: a scalar in brackets, complex numbers as
// lists of their parts.
std::expected<Literal, LiteralError> ReadLoosely(std::string_view text, ElementType type,
                                                 std::span<const int64_t> shape) {
  std::expected<Literal, LiteralError> literal = ParseLiteral(text, type, shape);
  if (literal) return literal;
  const bool is_single = std::ranges::all_of(shape, [](int64_t size) { return size == 1; });
  if (is_single) {
    std::string_view inner = text;
    while (inner.size() >= 2 && ((inner.front() == '[' && inner.back() == ']') ||
                                 (inner.front() == '(' && inner.back() == ')'))) {
      inner = Trim(inner.substr(1, inner.size() - 2));
      if (const auto scalar = ParseLiteral(inner, type, {})) {
        return Literal{scalar->value.Reshaped(shape), false};
      }
    }
  }
  if (!IsComplex(type)) return literal;
  std::vector<int64_t> parts_shape(shape.begin(), shape.end());
  parts_shape.push_back(2);
  auto parts = ParseLiteral(text, PartType(type), parts_shape);
  const std::vector<int64_t> single_shape = {2};
  if (!parts && is_single) parts = ParseLiteral(text, PartType(type), single_shape);
  if (!parts || parts->is_splat) return literal;
  return Literal{Tensor::FromBuffer(type, shape, parts->value.buffer()), false};
}

bool ValueReader::ReadTensor(std::string_view text, Type type, std::vector<Tensor>& tensors) {
  const std::optional<ElementType> element_type = type.stored_element_type();
  if (!element_type) return Fail("values of type " + ToString(type) + " cannot be written");
  std::vector<int64_t> shape;
  const bool is_dense = text.starts_with("dense<");
  if (!StripDense(text, type) || !ReadShape(text, type, shape)) return false;
  // `dense<>` is a tensor without elements.
  if (text.empty() && !is_dense) return Fail("no value");
  std::string unquoted;
  if (!is_dense && text.find('"') != std::string_view::npos && !text.starts_with("\"0x")) {
    unquoted = Unquote(text, *element_type);
    text = unquoted;
  }
  std::expected<Literal, LiteralError> literal = ReadLoosely(text, *element_type, shape);
  if (!literal) {
    // Reports lists of other sizes if that is the only error.
    const std::vector<int64_t> written = ShapeOfLists(text);
    if (written != shape && text.starts_with('[') &&
        ParseLiteral(text, *element_type, written).has_value()) {
      return Fail("a value of type " + TensorTypeText(*element_type, written) + " where " +
                  ToString(type) + " is needed");
    }
    return Fail("not a value of type " + ToString(type) + ": " + literal.error().message);
  }
  Tensor tensor =
      literal->is_splat ? Expand(literal->value, shape, memory_) : std::move(literal->value);
  if (!tensor.has_value()) return Fail("not enough memory for a value of type " + ToString(type));
  const Type element = type.element();
  const auto outside = element.is_quantized() ? DescribeOutside(tensor, *element->quantized)
                                              : std::optional<std::string>();
  if (outside) return Fail("not a value of type " + ToString(type) + ": " + *outside);
  tensors.push_back(std::move(tensor));
  return true;
}

bool ValueReader::ReadTuple(std::string_view text, Type type, std::vector<Tensor>& tensors) {
  std::string problem;
  const auto parts = SplitTuple(text, type, problem);
  if (!parts) return Fail(std::move(problem));
  for (size_t i = 0; i < parts->size(); ++i) {
    if (!Read((*parts)[i], type->elements[i], tensors)) return false;
  }
  return true;
}

bool ValueReader::Read(std::string_view text, Type type, std::vector<Tensor>& tensors) {
  text = Trim(text);
  if (!StripType(text, type)) return false;
  switch (type.kind()) {
    case TypeKind::kToken:
      return text.empty() || text == "!stablehlo.token" ||
             Fail("a token has no value but !stablehlo.token");
    case TypeKind::kTuple:
      return ReadTuple(text, type, tensors);
    case TypeKind::kTensor:
    case TypeKind::kScalar:
    case TypeKind::kComplex:
      return ReadTensor(text, type, tensors);
    default:
      return Fail("values of type " + ToString(type) + " cannot be written");
  }
}

}  // namespace

std::optional<std::vector<std::string_view>> SplitTuple(std::string_view text, Type tuple,
                                                        std::string& problem) {
  text = Trim(text);
  if (text.starts_with("tuple<")) text = Trim(text.substr(TypeLength(text)));
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') {
    problem = "expected a tuple in parentheses, such as (1, [2, 3])";
    return std::nullopt;
  }
  std::vector<std::string_view> parts = SplitList(text.substr(1, text.size() - 2));
  if (parts.size() == tuple->elements.size()) return parts;
  problem = std::to_string(parts.size()) + (parts.size() == 1 ? " value" : " values") + " for " +
            ToString(tuple);
  return std::nullopt;
}

std::optional<std::vector<int64_t>> ShapeWritten(std::string_view tensor_type, Type type) {
  constexpr std::string_view kBegin = "tensor<";
  if (!tensor_type.starts_with(kBegin) || !type.is_tensor()) return std::nullopt;
  std::vector<int64_t> shape;
  const char* at = tensor_type.data() + kBegin.size();
  const char* const end = tensor_type.data() + tensor_type.size();
  for (int64_t size = 0;;) {
    const auto [next, error] = std::from_chars(at, end, size);
    if (error != std::errc() || next == end || *next != 'x') break;
    shape.push_back(size);
    at = next + 1;
  }
  if (tensor_type != TensorTypeText(ToString(type.element()), shape)) return std::nullopt;
  const bool fits = std::ranges::equal(shape, type.shape(), [](int64_t size, int64_t wanted) {
    return size >= 0 && (wanted == kDynamic || size == wanted);
  });
  return fits ? std::optional(std::move(shape)) : std::nullopt;
}

Result<std::vector<Tensor>> ParseValueText(std::string_view text, Type type, DiagnosticSink& sink,
                                           Span span, std::shared_ptr<MemoryBudget> memory) {
  std::vector<Tensor> tensors;
  if (!ValueReader(sink, span, std::move(memory)).Read(text, type, tensors)) return Failed();
  return tensors;
}

}  // namespace paddock
